package review_test

import (
	"regexp"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// TestAlwaysWhateverTheTokens: what is always masked is found inside a token, across
// tokens, over a line's end, and with signs in it; not as another word that only
// lacks an accent.
func TestAlwaysWhateverTheTokens(t *testing.T) {
	from := &few{}
	for _, word := range []string{"Alice", "Müller & Söhne", "Jean-Pierre Lund le Grand de la Tour d'Or", "AB-123", "côte"} {
		from.rules = append(from.rules, review.Rule{
			Decision: review.Decision{ID: word, Scope: review.OnWord, Effect: review.Mask, Label: bauta.Person}, Word: review.Fold(word),
		})
	}
	a, err := review.Apply(t.Context(), from, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"chez d'Alice":      "chez d'*****",
		"ALICE et alice":    "***** et *****",
		"chez Müller&Söhne": "chez **************",
		"jean pierre\nlund le grand de la tour d'or": "*****************************************",
		"code AB 123": "code ******",
		"la cote":     "la cote",
		"Alicette":    "Alicette",
	} {
		got := release(t, a, reviewtest.Item("1", in))[0]
		if oneStar(got) != oneStar(want) {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// oneStar writes one star for a row of them.
func oneStar(s string) string {
	return regexp.MustCompile(`\*+`).ReplaceAllString(s, "*")
}
