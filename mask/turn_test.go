package mask_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// spokenNames are names of two languages: one that both have, vowels and consonants of
// several lengths, and one of neither.
func spokenNames() []mask.Name {
	var out []mask.Name
	add := func(lang, words string) {
		for i, w := range strings.Fields(words) {
			out = append(out, mask.Name{Word: w, Lang: lang, Sex: 1, Rank: 1, Borne: float64(100 - i)})
		}
	}
	add("fr", "paul marc luc jean rené thomas nicolas ferdinand max anne-luc andré olivier émile yves henri alain eudes octave")
	add("de", "hans fritz jürgen ulrich max otto karl heinz gerd dirk uwe ingo")
	return append(out, mask.Name{Word: "xzibit", Sex: 1, Rank: 1})
}

func turnIn(t testing.TB, o *mask.Rotate, lang, word string) string {
	t.Helper()
	d := doc(word)
	d.Lang = lang
	got, err := o.Replace(context.Background(), d, all(word, bauta.Person))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// TestRotateSpeaksTheLanguage: a surrogate is of the language of the message, whatever
// the name is of, and of a message in no known language it is of the first.
func TestRotateSpeaksTheLanguage(t *testing.T) {
	o := rotate(t, mask.RotateConfig{Names: spokenNames(), Scope: mask.PerCorpus})
	of := map[string]map[string]bool{"fr": {}, "de": {}}
	for _, n := range spokenNames() {
		if of[n.Lang] != nil {
			of[n.Lang][n.Word] = true
		}
	}
	for _, n := range spokenNames() {
		for lang, home := range map[string]string{"fr": "fr", "de": "de", "xx": "fr", "": "fr"} {
			if to := turnIn(t, o, lang, n.Word); !of[home][to] || to == n.Word {
				t.Errorf("%s in %q becomes %s", n.Word, lang, to)
			}
		}
	}
	if len(o.Company("paul", "fr")) < 8 || o.Company("xzibit", "fr") != nil || o.Company("nobody", "fr") != nil {
		t.Error(o.Company("paul", "fr"))
	}
}

// TestRotateThreadSpeaksOneLanguage: that of most of its messages.
func TestRotateThreadSpeaksOneLanguage(t *testing.T) {
	o := rotate(t, mask.RotateConfig{Names: spokenNames()})
	var docs []*bauta.Doc
	var spans [][]bauta.Span
	for i, lang := range []string{"de", "fr", "fr"} {
		d := doc("max")
		d.ID, d.Thread, d.Lang = fmt.Sprint(i), "t", lang
		docs, spans = append(docs, d), append(spans, []bauta.Span{all("max", bauta.Person)})
	}
	if err := o.Link(t.Context(), docs, spans); err != nil {
		t.Fatal(err)
	}
	first := ""
	for i, d := range docs {
		got, err := o.Replace(t.Context(), d, spans[i][0])
		if first == "" {
			first = got
		}
		if err != nil || got != first {
			t.Errorf("message %d: %q, before %q, %v", i, got, first, err)
		}
	}
}

// TestRotateKeepsElisionAndLength: in French a name with a vowel becomes one, also
// before a mute h and y with a consonant; and about as many letters are kept.
func TestRotateKeepsElisionAndLength(t *testing.T) {
	far := 0
	for _, k := range [][]byte{key, keyFrom("another"), keyFrom("third")} {
		o := rotate(t, mask.RotateConfig{Names: spokenNames(), Scope: mask.PerCorpus, Key: k})
		for _, n := range spokenNames()[:18] {
			to := turnIn(t, o, "fr", n.Word)
			vowel := func(w string) bool { return strings.IndexByte("aeoyh\xc3", w[0]) >= 0 }
			if vowel(n.Word) != vowel(to) {
				t.Errorf("%s becomes %s", n.Word, to)
			}
			if d := utf8.RuneCountInString(n.Word) - utf8.RuneCountInString(to); d < -2 || d > 2 {
				far++
			}
		}
	}
	if far > 12 { // ferdinand and anne-luc have no company
		t.Errorf("%d of 54 are longer or shorter by more than two letters", far)
	}
}

// TestRotateKeepsTheTime: where enough names are of a time, theirs are of the same.
func TestRotateKeepsTheTime(t *testing.T) {
	var names []mask.Name
	born := map[string]mask.Born{}
	for i := range 20 {
		w := "nom" + string(rune('a'+i))
		born[w] = mask.Before1950 + mask.Born(i%2)
		names = append(names, mask.Name{Word: w, Lang: "fr", Sex: 1, Rank: 1, Born: born[w]})
	}
	o := rotate(t, mask.RotateConfig{Names: names, Scope: mask.PerCorpus})
	for w, time := range born {
		if to := turnIn(t, o, "fr", w); born[to] != time {
			t.Errorf("%s becomes %s", w, to)
		}
	}
}

// TestRotateHidesAmongTheLikes: who is borne often becomes who is.
func TestRotateHidesAmongTheLikes(t *testing.T) {
	var names []mask.Name
	for i := range 300 {
		names = append(names, mask.Name{Word: fmt.Sprintf("n%c%c", 'a'+i/20, 'a'+i%20), Lang: "de", Sex: 1, Rank: 1, Borne: float64(300 - i)})
	}
	o := rotate(t, mask.RotateConfig{Names: names, Scope: mask.PerCorpus})
	often := o.Company("naa", "de")
	if len(often) < 8 || len(often) > 200 {
		t.Fatalf("%d names in company", len(often))
	}
	for _, w := range often {
		if w > "nk" {
			t.Errorf("%s is borne rarely and stands with the most usual ones", w)
		}
	}
}
