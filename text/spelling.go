package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Capital reports a word that starts with a capital.
func Capital(d *bauta.Doc, t bauta.Token) bool {
	r, _ := utf8.DecodeRuneInString(d.Text[t.Start:t.End])
	return unicode.IsUpper(r)
}

// Shouted reports a word in capitals among others: in YOANN A PRIS SA VOITURE
// nothing tells a company from a word, and a company would carry the name out. loud
// says that all of the message is in capitals.
func Shouted(d *bauta.Doc, i int, loud bool) bool {
	upper := func(j int) bool {
		s := d.Surface(d.Tokens[j].Start, d.Tokens[j].End)
		return d.Tokens[j].Kind == bauta.Word && utf8.RuneCountInString(s) > 1 && strings.ToUpper(s) == s
	}
	return upper(i) && (loud || i+1 < len(d.Tokens) && upper(i+1))
}

// Beside reports what may stand between the parts of an address, or of a name.
func Beside(gap string) bool { return len(gap) <= 3 && strings.Trim(gap, " ,\u00a0") == "" }
