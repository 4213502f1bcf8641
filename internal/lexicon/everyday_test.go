package lexicon_test

import (
	"fmt"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

func TestEverydayWords(t *testing.T) {
	for _, w := range []struct {
		word, lang string
		want       bool
	}{
		{"farina", "it", true},
		{"massimo", "it", true},
		{"glielo", "it", true},
		{"giulia", "it", false},
		{"marco", "it", false},
		{"maila", "sv", true},
		{"swisha", "sv", true},
		{"lotta", "sv", false},
		{"chasch", "gsw", true},
		{"abe", "gsw", true},
		{"vreni", "gsw", false},
		{"kaiser", "de", true},
		{"halle", "de", true},
		{"lehmann", "de", false},
		{"thomas", "de", false},
		{"drew", "en", true},
		{"farina", "xx", false},
		{"", "de", false},
	} {
		if got := lexicon.Everyday(w.word, w.lang); got != w.want {
			t.Errorf("%s in %s: %v, want %v", w.word, w.lang, got, w.want)
		}
	}
}

// TestFrequentVerbs: a German verb is frequent also where its noun is written as often, with a capital; names are not.
func TestFrequentVerbs(t *testing.T) {
	words := map[string]bool{"fragen": true, "teilen": true, "nutzen": true, "detlef": false, "uwe": false}
	for word, want := range words {
		if lexicon.Frequent(word, "de") != want {
			t.Errorf("%s: not %v", word, want)
		}
	}
}

func ExampleEveryday() {
	fmt.Println(lexicon.Everyday("farina", "it"), lexicon.Everyday("giulia", "it"))
	// Output: true false
}
