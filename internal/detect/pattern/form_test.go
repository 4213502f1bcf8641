package pattern

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

func TestForms(t *testing.T) {
	tests := []struct {
		shape string
		ok    []string
		bad   []string
	}{
		{"9{3}-9{2}", []string{"123-45"}, []string{"123-4", "12-345", "123 45", "123-456", ""}},
		{"9{2,4}A?", []string{"12", "1234", "12b", "123C"}, []string{"1", "12345", "12bc"}},
		{"9{2}~9{2}", []string{"1234", "12 34", "12-34", "12.34", "12/34"}, []string{"12  34", "12_34"}},
		{"\\D\\E9{3}", []string{"DE123", "de123", "dE123"}, []string{"FR123", "D123"}},
		{"[A-C]X{2}", []string{"A12", "cxy", "b9z"}, []string{"D12", "A1", "A-1"}},
		{"9{3}(-9{2})?", []string{"123", "123-45"}, []string{"123-4567"}},
		{"[ .-]9", []string{" 1", ".2", "-3"}, []string{"/4"}},
	}
	for _, test := range tests {
		forms := mustCompile(test.shape)
		whole := func(s string) bool {
			return slices.ContainsFunc(forms, func(f form) bool { return s != "" && f.match(s, 0, false) == len(s) })
		}
		for _, s := range test.ok {
			if !whole(s) {
				t.Errorf("%s does not match %q", test.shape, s)
			}
		}
		for _, s := range test.bad {
			if whole(s) {
				t.Errorf("%s matches %q", test.shape, s)
			}
		}
	}
}

func TestMalformedShapesPanic(t *testing.T) {
	for _, shape := range []string{"[ab", "9{2", "9{x}", "9\\", "[]"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("shape %q compiled", shape)
				}
			}()
			mustCompile(shape)
		}()
	}
}

// A form is filed under the key of every text that it matches.
func TestIndexFindsWhatMatches(t *testing.T) {
	var all []form
	set := allRules()
	for i := range set {
		for _, sh := range set[i].shapes {
			all = append(all, mustCompile(sh.form)...)
		}
	}
	keys := make([]map[int]bool, len(all))
	for i := range all {
		keys[i] = map[int]bool{}
		all[i].keys(func(key int) { keys[i][key] = true })
	}
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, len(all)-1).Draw(t, "form")
		text := draw(t, &all[i]) + rapid.SampledFrom([]string{"", " ", ".", ", 12", " ab", "é", "-"}).Draw(t, "tail")
		end, steps := all[i].match(text, 0, false), 256
		if end >= 0 && !keys[i][indexKey(text, 0)] {
			t.Fatalf("%s matches %q but is not filed under its key", all[i].shape, text)
		}
		if end >= 0 && kindsFrom(text, 0)&^all[i].fits != 0 {
			t.Fatalf("%s matches %q, which the kinds of its bytes deny", all[i].shape, text)
		}
		for j := range all {
			if f := &all[j]; kindsFrom(text, 0)&^f.fits == 0 && f.match(text, 0, true) != f.match(text, 0, false) {
				t.Fatalf("%s in %q: its kinds tell more than they know", f.shape, text)
			}
		}
		if loose, ok := all[i].loosened(); ok && end >= 0 && loose.match(text, 0, false) < end {
			t.Fatalf("%s matches %q, and with other marks it matches less of it", all[i].shape, text)
		}
		if want := all[i].from(text, 0, 0, false, &steps); end != want {
			t.Fatalf("%s matches %q up to %d, not %d, as one byte of it tells", all[i].shape, text, end, want)
		}
	})
}

// draw writes a text that has the form.
func draw(t *rapid.T, f *form) string {
	var b strings.Builder
	for k := range f.items {
		it := &f.items[k]
		var set []byte
		for c := byte(0); c < 128; c++ {
			if it.has(c) {
				set = append(set, c)
			}
		}
		for range rapid.IntRange(it.min, it.max).Draw(t, "times") {
			b.WriteByte(rapid.SampledFrom(set).Draw(t, "byte"))
		}
	}
	return b.String()
}

// TestFoldedAtOnce: what is beside a find is the same whether all of the text is folded at once or not.
func TestFoldedAtOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.SampledFrom([]rune("aZ9 -,.\x00é’"))).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		to := rapid.IntRange(from, len(text)).Draw(t, "to")
		sc := &scan{s: text}
		for range 2 {
			if got := string(sc.folded(make([]byte, 0, len(text)), from, to)); got != folded(text[from:to]) {
				t.Fatalf("%q is folded to %q", text[from:to], got)
			}
		}
	})
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Zéro": "zero", "ALLÉE": "allee", "Straße": "strase", "Łódź": "lodz", "l’été": "l'ete", "İstanbul": "istanbul", "œuf": "ouf",
		"日本": "日本", "naïve": "naive", "çà": "ca", "": "",
	} {
		if got := folded(in); got != want {
			t.Errorf("folded(%q) = %q, want %q", in, got, want)
		}
	}
	if len(latin) != 0x180-0xC0 {
		t.Errorf("table of Latin letters has %d entries", len(latin))
	}
	if got := string(fold(make([]byte, 0, 3), "ABCDEF")); got != "abc" {
		t.Errorf("fold goes past the capacity: %q", got)
	}
}

func TestBoundaries(t *testing.T) {
	tests := []struct {
		text      string
		at        int
		end, open bool
	}{
		{"ab", 1, false, false},
		{"a b", 1, true, false},
		{"a b", 2, false, true},
		{"é1", 2, false, false},
		{"1é", 1, false, false},
		{"1中", 1, true, false},
		{"中1", 3, false, true},
		{"", 0, true, true},
		{"a_", 1, false, false},
		{"1입", 1, true, false},
		{"ไ1", 3, false, true},
	}
	for _, test := range tests {
		if got := boundary(test.text, test.at); got != test.end {
			t.Errorf("boundary(%q, %d) = %v", test.text, test.at, got)
		}
		if got := before(test.text, test.at); got != test.open {
			t.Errorf("before(%q, %d) = %v", test.text, test.at, got)
		}
	}
}

func TestContextWordsAreWhole(t *testing.T) {
	tests := []struct {
		words, text string
		want        bool
	}{
		{"lic", "duplicate 12", false},
		{"lic", "my lic 12", true},
		{"ss", "la ss", true},
		{"ss", "tasse", false},
		{"numero de secu", "mon numero de secu est", true},
		{"ssn#", "ssn#12", true},
		{"여권", "내 여권번호", true},
		{"pan", "frying pans", false},
		{"id", "", false},
	}
	for _, test := range tests {
		if got := phrase(test.words).in([]byte(test.text)); got != test.want {
			t.Errorf("%q in %q = %v", test.words, test.text, got)
		}
	}
}

func TestVocabularyKnowsItsTags(t *testing.T) {
	used := map[string]bool{}
	for lang, words := range lists.NotesByLang("pattern-words") {
		for w, names := range words {
			for name := range strings.FieldsSeq(names) {
				if used[name] = true; tagNames[name] == 0 {
					t.Errorf("%s: %q has a tag %q that there is not", lang, w, name)
				}
			}
		}
	}
	for name := range tagNames {
		if !used[name] {
			t.Errorf("no word has the tag %q", name)
		}
	}
}

func TestVocabularyIsFolded(t *testing.T) {
	for w, e := range vocabulary() {
		if folded(w) != w {
			t.Errorf("%q is not folded: no text will ever match it", w)
		}
		if e.tags == 0 {
			t.Errorf("%q means nothing", w)
		}
		if len(w) > longestWord {
			t.Errorf("%q is longer than %d bytes", w, longestWord)
		}
	}
	for w, want := range map[string]int{"zero": 0, "seize": 16, "vingt": 20, "nonante": 90, "ninety": 90, "acht": 8, "otto": 8, "nueve": 9, "tjugo": 20, "drei": 3} {
		if got := int(vocabulary()[w].val) - 1; got != want {
			t.Errorf("%q is %d, want %d", w, got, want)
		}
	}
}
