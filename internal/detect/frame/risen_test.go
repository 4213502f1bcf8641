package frame_test

import (
	"testing"

	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/fixture"
)

// TestRisen: in Italian and Spanish a first name that is a word is one with a capital inside of a sentence, unless
// another word has one for nothing.
func TestRisen(t *testing.T) {
	det := frame.New(nil)
	for _, c := range []struct{ lang, want string }{
		{"it", "ieri ho visto ‹Gioia› al mare"},
		{"it", "ieri ho visto gioia. Gioia ovunque"},
		{"it", "ieri la Casa di Gioia"},
		{"es", "ceno con ‹Luz› y nada más"},
		{"it", "‹Rosa Costa› non viene, e in Costa Rica"},
		{"es", "nos vemos en Abril"},
		{"en", "we live in Hope and joy"},
		{"de", "das ist mein Ernst"},
	} {
		if got := marked(t, det, c.lang, fixture.Unmarked(c.want)); got != c.want {
			t.Errorf("%s: %s, not %s", c.lang, got, c.want)
		}
	}
}
