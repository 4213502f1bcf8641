package session

import (
	"net/url"
	"strings"
	"unicode/utf8"
)

// Restorer puts back what placeholders stand for in a text that comes in pieces. What
// it has given is the beginning of what Restore gives of the whole; it never holds more
// back than what may be the beginning of a placeholder.
type Restorer struct {
	s      *Session
	encode func(string) string
	held   string
	before before
}

// Restorer begins a text. encode, where given, writes what comes back as the text around
// it is written: for a text that is itself JSON.
func (s *Session) Restorer(encode func(string) string) *Restorer {
	return &Restorer{s: s, encode: encode}
}

// Add gives what is certain when a piece has come.
func (r *Restorer) Add(piece string) string { return r.take(r.held+piece, false) }

// End gives the rest.
func (r *Restorer) End() string { return r.take(r.held, true) }

func (r *Restorer) take(text string, whole bool) string {
	var b strings.Builder
	i := 0
	for i < len(text) {
		m := look(text[i:], r.before, whole)
		if m.verdict == more || !whole && !utf8.FullRuneInString(text[i:]) {
			break
		}
		original, ok := "", false
		if m.verdict == yes {
			original, ok = r.s.original(m.name)
		}
		if !ok {
			c, size := utf8.DecodeRuneInString(text[i:])
			r.before = r.before.behind(c)
			b.WriteString(text[i : i+size])
			i += size
			continue
		}
		if m.link {
			original = url.PathEscape(original)
		}
		if r.encode != nil {
			original = r.encode(original)
		}
		b.WriteString(original)
		b.WriteString(m.tail)
		r.before = r.before.past(text[i : i+m.length])
		i += m.length
	}
	r.held = text[i:]
	return b.String()
}
