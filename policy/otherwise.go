package policy

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// otherwise reads what may be meant for something else than it reads, where names come of it that the lists have.
func otherwise(names *lexicon.Lexicon) func(*bauta.Doc) []bauta.Edit {
	return func(d *bauta.Doc) []bauta.Edit {
		return text.Otherwise(d, func(word string) bool {
			e, ok := names.Look(word, d.Lang)
			return ok && e.Hidden()
		})
	}
}
