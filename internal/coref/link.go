package coref

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// linkWord is a word of an address: letters, with the signs by which some are accented.
var linkWord = regexp.MustCompile(`[\pL\pM]+`)

// inLink looks for the names in the words of a web address, which are no language's: those
// that are no word, alone or, if they are long, run together with others (paulzylberman).
func (s *search) inLink(d *bauta.Doc, t bauta.Token) (out []bauta.Span) {
	address := d.Surface(t.Start, t.End)
	_, rest, ok := strings.Cut(address, "://")
	if !ok {
		rest = address
	}
	host, _, _ := strings.Cut(rest, "/")
	if strings.Contains(host, "@") { // of mail, which is a person's as a whole
		return nil
	}
	for _, w := range linkWord.FindAllStringIndex(address, -1) {
		key := text.Plain(lexicon.Fold(address[w[0]:w[1]]))
		if len(key) < least || len(key) > maxWord {
			continue
		}
		k := slices.IndexFunc(s.names, func(n sought) bool {
			return !n.word && (n.key == key || len(n.key) >= leastLong && strings.Contains(key, n.key))
		})
		if k >= 0 {
			out = append(out, bauta.Span{
				Start: t.Start + w[0], End: t.Start + w[1], Label: bauta.Person, P: 0.9 * s.names[k].score,
				Source: Source, Why: "named in another message of the thread",
			})
		}
	}
	return out
}
