package variant_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/lexicon/variant"
)

func TestShapeOf(t *testing.T) {
	for shape, tokens := range map[variant.Shape]string{
		variant.Plain:       "bonjour l'été a12c4 2main qu1 x d'accord week-end c1 jean-luc mp3 06123456789012345 p d @kevin #tag b1 m1 xavier oo1",
		variant.Number:      "12 3,5 1/2 2012 12.50 10-15 24/12 +3 0612345678 (12) 14/07/2011",
		variant.Time:        "17h30 17h 8H 12:45 1h30min 0h05 20h15mn",
		variant.Ordinal:     "2eme 1ere 1er 5ème 3ieme 2nd 1re",
		variant.Quantity:    "20€ 3x 5min 10km 50% 2h30x 18ans 15e? 3j 4go 12h?",
		variant.Smiley:      ":) ;-) :-) :D xD XD =) :p :P ;p ^^ <3 <33 T_T :'( :'-( -_- o_O \\o/ :/ :s :$ (: :-* :)))) ^_^ >.< :o) =D XDDDD 8)",
		variant.Emoji:       "😂 😂😂 ❤️ 👍🏽 👩‍👩‍👧 ☀",
		variant.Punctuation: "... ?! !!! - … « ( ** +",
	} {
		for tok := range strings.FieldsSeq(tokens) {
			switch tok { // ambiguous on purpose: what matters is that nothing is hidden
			case "2h30x", "15e?", "12h?":
				if s := variant.ShapeOf(tok); tok == "2h30x" && s != variant.Plain || tok != "2h30x" && s == variant.Plain {
					t.Errorf("%s is %d", tok, s)
				}
				continue
			}
			if s := variant.ShapeOf(tok); s != shape {
				t.Errorf("%s is %d, want %d", tok, s, shape)
			}
		}
	}
}

func FuzzShapeOf(f *testing.F) {
	for _, s := range []string{":)", "17h30", "\xff:", "😂", "^^", "8xX", ":-", "h", "1:", strings.Repeat(":", 100)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if variant.ShapeOf(s) > variant.Punctuation {
			t.Errorf("%q has no shape", s)
		}
	})
}
