package chat

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestSort looks at one sentence in the light of others.
func TestSort(t *testing.T) {
	for _, tt := range []struct {
		lang, text   string
		corpus       []string
		named, other bool
	}{
		{"fr", "Tom dort.", nil, true, false},
		{"fr", "Il a vu Mozart.", nil, false, true},
		{"fr", "Il dort. Elle lit.", nil, false, false},
		{"fr", "« Viens ! » dit-il.", nil, false, false},
		{"en", "Yes, I'm on TV.", nil, false, false},
		{"en", "He is in Boston.", nil, false, false},
		{"en", "Fadil ran.", nil, false, false},
		{"en", "Fadil ran.", []string{"I saw Fadil."}, false, true},
		{"en", "Fadil ran.", []string{"I saw Fadil.", "a fadil"}, false, false},
		{"en", "Patricia ran.", nil, false, true}, // in the lexicon
		{"en", "Patricia ran.", []string{"a patricia"}, false, false},
		{"de", "Der Hund schläft.", nil, false, false},
		{"de", "Ich sah Quandt.", nil, false, false},
		{"de", "Ich sah Quandt.", []string{"Wo ist Quandt?", "Hier ist Quandt.", "Da geht Quandt."}, false, true},
		{"de", "Ich sah Hunde.", []string{"Wo ist Hunde?", "Hier ist Hunde.", "Da sind meine Hunde."}, false, false},
		{"de", "Das kann Patricia.", nil, false, true},
	} {
		g := generator(t, tt.lang, 1)
		named, other := g.sort(tt.text, g.habits(tt.corpus))
		if named != tt.named || other != tt.other {
			t.Errorf("%s %q beside %q: named %v, other %v", tt.lang, tt.text, tt.corpus, named, other)
		}
	}
}

func TestHabits(t *testing.T) {
	g := generator(t, "de", 1)
	got := g.habits([]string{"Ein Hund bellt. Hund und Katze!", "Ich sah den Hund, die katze."})
	want := map[string]habit{
		"ein": {}, "hund": {capital: 2, noun: 2}, "bellt": {lower: 1}, "und": {lower: 1}, "katze": {lower: 1, capital: 1},
		"ich": {}, "sah": {lower: 1}, "den": {lower: 1}, "die": {lower: 1},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(habit{})); diff != "" {
		t.Error(diff)
	}
}

// TestHabitsCountAll holds that every word is counted once or is a first word
// with a capital, and that no noun is counted that is not a capital.
func TestHabitsCountAll(t *testing.T) {
	g := generator(t, "de", 1)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"der", "Hund", "Tom", "lief", "ein", ".", "!", "7"}), 0, 20).Draw(t, "words")
		text := strings.Join(words, " ")
		lower, capital := 0, 0
		for w, first := range g.cased(text) {
			switch {
			case strings.ToLower(w) == w:
				lower++
			case !first:
				capital++
			}
		}
		for w, h := range g.habits([]string{text}) {
			lower, capital = lower-h.lower, capital-h.capital
			if h.noun > h.capital {
				t.Fatalf("%s: %+v", w, h)
			}
		}
		if lower != 0 || capital != 0 {
			t.Fatalf("%q: %d words in lower case and %d with capitals are not counted", text, lower, capital)
		}
	})
}

func TestFrequent(t *testing.T) {
	data := fstest.MapFS{"lexicon/frequencywords/fr_50k.txt": {Data: []byte("de 900\nje 800\nbon 700\n")}}
	got, err := Frequent(data, "fr", 2)
	if diff := cmp.Diff([]string{"de", "je"}, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if got, err := Frequent(data, "sv", 2); got != nil || err != nil {
		t.Error("a language without a list:", got, err)
	}
}
