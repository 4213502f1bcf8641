package coref

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// linked is a word of an address, and the name that it is; nil for none.
type linked struct {
	reading.LinkWord
	n *sought
}

// span is the find of such a word in a token.
func (w linked) span(t bauta.Token) bauta.Span {
	return bauta.Span{
		Start: t.Start + w.From, End: t.Start + w.To, Label: bauta.Person, P: 0.9 * w.n.score,
		Source: Source, Why: "named in another message of the thread",
	}
}

// besides reports two names of fields one sign apart, as in will-rose: they are somebody, though each is a word.
func (w linked) besides(last linked) bool {
	return last.n != nil && w.n.field && last.n.field && w.n != last.n && w.From-last.To <= len("%20")
}

// inAddress is the name that a word of an address is, or has in it.
func (s *search) inAddress(word string) *sought {
	key := text.Plain(lexicon.Fold(word))
	if len(key) < least || len(key) > maxWord {
		return nil
	}
	k := slices.IndexFunc(s.names, func(n sought) bool {
		return n.key == key || !n.word && len(n.key) >= leastLong && strings.Contains(key, n.key)
	})
	if k < 0 {
		return nil
	}
	return &s.names[k]
}

// inLink looks for the names in the words of a web address, which are no language's: those
// that are no word, alone or, if they are long, run together with others (paulzylberman), and a whole name of words.
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
	last := linked{} // the word before
	for w := range reading.InLink(address) {
		next := linked{LinkWord: w}
		if next.n = s.inAddress(w.Word); next.n != nil && (!next.n.word || next.besides(last)) {
			if last.n != nil && last.n.word && next.besides(last) {
				out = append(out, last.span(t))
			}
			out = append(out, next.span(t))
		}
		last = next
	}
	return out
}
