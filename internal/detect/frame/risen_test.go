package frame_test

import "testing"

// TestRisen: in Italian and Spanish a first name that is a word is one with a capital inside of a sentence, unless
// another word has one for nothing.
func TestRisen(t *testing.T) {
	finds(t, []inFrame{
		{"it", "ieri ho visto ‹Gioia› al mare"},
		{"it", "ieri c'era gioia. Gioia ovunque"},
		{"it", "ieri la Casa di Gioia"},
		{"es", "ceno con ‹Luz› y nada más"},
		{"it", "‹Rosa Costa› non viene, e in Costa Rica"},
		{"es", "nos vemos en Abril"},
		{"en", "we live in Hope and joy"},
		{"de", "das ist mein Ernst"},
	})
}
