package settle

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Announcers takes names away that are the words by which identifiers are
// announced: an IBAN is nobody, though the lists know one who is called so. The
// user's own words stay.
type Announcers struct{}

var _ bauta.Settler = Announcers{}

// announcers are such words, folded, and longestAnnouncer bounds them in bytes.
var announcers = lists.In("announcers")

const longestAnnouncer = 10

// Name is "announcers".
func (Announcers) Name() string { return "announcers" }

// Settle takes them away.
func (Announcers) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		if !person(s) || s.By(lexicon.RuleListed) || s.Len() > longestAnnouncer {
			return false
		}
		return announcers[lexicon.Fold(d.Surface(s.Start, s.End))]
	}), nil
}
