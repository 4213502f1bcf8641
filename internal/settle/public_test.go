package settle_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestPublic: full names that an encyclopaedia has, and places, are marked; half a name, a
// name with more behind it and the user's own words are not.
func TestPublic(t *testing.T) {
	for _, c := range []struct {
		text, find, rule string
		label            bauta.Label
		want             bool
	}{
		{"on écoute Britney Spears", "Britney Spears", "fr", bauta.Person, true},
		{"on écoute BRITNEY SPEARS", "BRITNEY SPEARS", "", bauta.Person, true},
		{"on écoute Britney", "Britney", "fr", bauta.Person, false},
		{"on écoute Britney Spears", "Britney Spears", lexicon.RuleListed, bauta.Person, false},
		{"on écoute Britney Spears Moreau", "Britney Spears Moreau", "fr", bauta.Person, false},
		{"elle vit à Biarritz", "Biarritz", "fr", bauta.Location, true},
		{"elle vit à Zzyzx", "Zzyzx", "fr", bauta.Location, false},
		{"elle lit Britney Spears", "Britney Spears", "fr", bauta.WorkOfArt, false},
	} {
		d := doc(t, "fr", c.text)
		s := find(d, c.find, bauta.Span{Label: c.label, P: 0.9, Rule: c.rule})
		got, err := settle.Public{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil || len(got) != 1 || got[0].By(settle.RulePublic) != c.want {
			t.Errorf("%q, %s: %+v, %v", c.text, c.label, got, err)
		}
	}
}
