package langid

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/langid"
)

func TestCyrillic(t *testing.T) {
	for latin, want := range map[string]string{
		"Ljubav i njegova džungla": "Љубав и његова џунгла",
		"ćao, kako si? 12":         "ћао, како си? 12",
		"већ ћирилица":             "већ ћирилица",
	} {
		if got := cyrillic(latin); got != want {
			t.Errorf("%q: %q, want %q", latin, got, want)
		}
	}
}

func TestWithoutAccents(t *testing.T) {
	for _, c := range []struct{ word, plain, rest string }{
		{"_été_", "_ete_", "_t_"},
		{"_straße_", "_strasse_", "_strae_"},
		{"_øl_", "_ol_", "_l_"},
		{"_plain_", "", ""},
		{"_слово_", "", ""},
		{"_phở_", "_pho_", "_ph_"},
	} {
		plain, rest := withoutAccents(c.word)
		if plain != c.plain || rest != c.rest {
			t.Errorf("%q: %q and %q, want %q and %q", c.word, plain, rest, c.plain, c.rest)
		}
	}
}

func TestCount(t *testing.T) {
	l := &Lines{Informal: []string{"Hier soir Nadine chante", "elle chante soir привет"}}
	got := count("sq", l, langid.Latin, func(int) bool { return true })
	for w, n := range map[string]float64{"_hier_": 1, "_soir_": 2, "_nadine_": nameWeight, "_chante_": 2} {
		if got[w] != n {
			t.Errorf("%s: %g, want %g", w, got[w], n)
		}
	}
	if got["_привет_"] != 0 {
		t.Error("a word of another script was counted")
	}
}

// The letter model is a distribution: after any context the probabilities of
// all letters and of the unseen ones sum to 1.
func TestLettersSumToOne(t *testing.T) {
	words := vocabulary{"_abba_": 3, "_aba_": 1, "_baab_": 1, "_cab_": 0.3, "_bca_": 2}
	const alphabet = 10
	m := letters(words, alphabet, 4)
	logProb := func(context, letter string) float64 {
		// The weight of the n-grams that end in the letter, and what their
		// contexts charge, is what the text gains by the letter.
		return sum(m, context+letter, 4) - sum(m, context, 4)
	}
	for _, context := range []string{"_", "_a", "_ab", "_cab"} {
		total := 0.0
		for _, letter := range []string{"a", "b", "c", "_"} {
			total += math.Exp(logProb(context, letter) - charge(m, context+letter, 4) + charge(m, context, 4))
		}
		unseen := math.Exp(logProb(context, "z") + charge(m, context, 4))
		total += unseen * (alphabet - 4)
		if math.Abs(total-1) > 1e-6 {
			t.Errorf("after %q: probabilities sum to %g", context, total)
		}
	}
}

// sum adds the weights of all n-grams of a text that starts with an edge.
func sum(m letterModel, text string, order int) float64 {
	total := 0.0
	for end := 1; end < len(text); end++ {
		for n := 1; n <= order && n <= end+1; n++ {
			w, ok := m.weights[text[end+1-n:end+1]]
			if !ok && n == 1 {
				w = m.unseen
			}
			total += w
		}
	}
	return total
}

// charge is the logarithm of what the contexts at the end of a text give up to
// letters they have not seen: it is in their weights before the letter comes.
func charge(m letterModel, text string, order int) float64 {
	total := 0.0
	for n := 1; n < order && n <= len(text); n++ {
		total += m.charges[text[len(text)-n:]]
	}
	return total
}

// invented makes a data folder in which every language has words of its own
// letters' habits, none of them real.
func invented() fstest.MapFS {
	data := fstest.MapFS{}
	for i, lang := range langid.Languages() {
		var b strings.Builder
		for j := range 40 {
			for k := range 5 {
				b.WriteString(inventedWord(lang, i, j*5+k) + " ")
			}
			b.WriteByte('\n')
		}
		data["langid/train/ntrex/"+lang+".xxx.txt"] = &fstest.MapFile{Data: []byte(b.String())}
		for _, set := range []string{"sentences", "pairs", "words"} {
			data["langid/dev/"+set+"/"+lang+".txt"] = &fstest.MapFile{Data: []byte(inventedWord(lang, i, 7) + "\n")}
		}
	}
	data["langid/train/tatoeba/fr.txt"] = &fstest.MapFile{Data: []byte("zzz\n")}
	data["sentences/tatoeba/fr.txt"] = &fstest.MapFile{Data: []byte("zzz\n")}
	data["langid/train/udhr2.zip"] = &fstest.MapFile{Data: archive()}
	return data
}

// letterOf gives a first letter of the script of each group.
var letterOf = map[langid.Group]rune{
	langid.Latin: 'a', langid.Cyrillic: 'а', langid.Arabic: 'ب', langid.Han: '一',
	langid.Greek: 'α', langid.Hebrew: 'א', langid.Devanagari: 'क', langid.Bengali: 'ক', langid.Thai: 'ก', langid.Hangul: '가',
}

func inventedWord(lang string, i, j int) string {
	first := 'a'
	for g, r := range letterOf {
		for _, l := range langid.GroupLanguages(g) {
			if l == lang {
				first = r
			}
		}
	}
	n := 20
	if first == 'ب' {
		n = 8
	}
	a, b := rune(i%n), rune((i/n+i)%n)
	return string([]rune{first + a, first + b, first + rune(j%n), first + a, first + rune(j/n%n)})
}

func TestTrainIsDeterministic(t *testing.T) {
	if testing.Short() {
		t.Skip("trains twice")
	}
	texts, err := Load(invented())
	if err != nil {
		t.Fatal(err)
	}
	small := Config{Seed: 3, Pairs: 5000, samples: 200}
	w, err := Train(texts, small)
	if err != nil {
		t.Fatal(err)
	}
	first, err := langid.Encode(w)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	report, err := Bundle(invented(), dir, small)
	if err != nil {
		t.Fatal(err)
	}
	if got := report.Sets[0].Macro(); got < 0.9 {
		t.Errorf("%.2f of the invented sentences are right", got)
	}
	second, err := os.ReadFile(filepath.Join(dir, langid.FileName))
	if err != nil || !bytes.Equal(first, second) {
		t.Errorf("the same texts and seed gave other weights: %v", err)
	}
}

func TestLoadSaysWhatIsMissing(t *testing.T) {
	data := invented()
	for name := range data {
		if strings.Contains(name, "ntrex") {
			delete(data, name)
		}
	}
	if _, err := Load(data); err == nil || !strings.Contains(err.Error(), "ntrex") {
		t.Errorf("no news: %v", err)
	}
	data = invented()
	data["langid/train/udhr2.zip"] = &fstest.MapFile{Data: []byte("no archive")}
	if _, err := Load(data); err == nil {
		t.Error("a broken archive is no error")
	}
}

func ExampleLoad() {
	texts, err := Load(invented())
	fmt.Println(len(texts), err)
	// Output: 45 <nil>
}
