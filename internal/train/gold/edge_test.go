package gold

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// TestColumnEdges: what real column files hold beside the plain case.
func TestColumnEdges(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"no line end at the end", "Ana\tB-person\nsings\tO", []string{"[PERSON Ana] sings"}},
		{"Windows line ends", "Ana\tB-person\r\nsings\tO\r\n\r\nok\tO\r\n", []string{"[PERSON Ana] sings", "ok"}},
		{"many empty lines", "\n\n\nAna\tB-person\n\n\n\n\nok\tO\n\n", []string{"[PERSON Ana]", "ok"}},
		{"inside without beginning", "Ana\tI-person\nLuz\tI-person\n", []string{"[PERSON Ana Luz]"}},
		{"inside of another label", "Ana\tB-person\nRom\tI-location\n", []string{"[PERSON Ana] [LOCATION Rom]"}},
		{"two side by side", "Ana\tB-person\nLuz\tB-person\n", []string{"[PERSON Ana] [PERSON Luz]"}},
		{"inside after outside", "Ana\tB-person\nof\tO\nLuz\tI-person\n", []string{"[PERSON Ana] of [PERSON Luz]"}},
		{"span at the end of a sentence ends there", "Ana\tB-person\n\nLuz\tI-person\n", []string{"[PERSON Ana]", "[PERSON Luz]"}},
		{"an empty file", "", nil},
		{"only empty lines", "\n\n", nil},
		{"a token of an emoji", "😘\tO\nAna\tB-person\n", []string{"😘 [PERSON Ana]"}},
		{"accents decomposed", "Zoe\u0301\tB-person\n", []string{"[PERSON Zoe\u0301]"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readAs(t, "wnut17", "en", "train", c.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestJSONEdges: offsets count characters, and spans that do not lie in the
// text are errors with the line.
func TestJSONEdges(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"emoji before", `{"text":"😘 Ana dort","entities":[[2,5,"Person"]]}`, []string{"😘 [PERSON Ana] dort"}},
		{"accents before", `{"text":"é è Ana","entities":[[4,7,"Person"]]}`, []string{"é è [PERSON Ana]"}},
		{"unsorted", `{"text":"Ana à Rom","entities":[[6,9,"Location"],[0,3,"Person"]]}`, []string{"[PERSON Ana] à [LOCATION Rom]"}},
		{"the whole text", `{"text":"Ana","entities":[[0,3,"Person"]]}`, []string{"[PERSON Ana]"}},
		{"no entities", `{"text":"ok","entities":[]}`, []string{"ok"}},
		{"no last line end", "{\"text\":\"a\",\"entities\":[]}\n{\"text\":\"b\",\"entities\":[]}", []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, readAs(t, "winer_fr", "fr", "dev", c.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
	set := Find("winer_fr", "fr", "dev")[0]
	for name, line := range map[string]string{
		"end before start": `{"text":"zyxwvu","entities":[[3,1,"Person"]]}`,
		"negative":         `{"text":"zyxwvu","entities":[[-1,2,"Person"]]}`,
		"behind the end":   `{"text":"zyxwvu","entities":[[0,7,"Person"]]}`,
		"huge":             `{"text":"zyxwvu","entities":[[0,9223372036854775807,"Person"]]}`,
		"not numbers":      `{"text":"zyxwvu","entities":[["a","b","Person"]]}`,
		"two values":       `{"text":"zyxwvu","entities":[[0,1]]}`,
		"text a number":    `{"text":7,"entities":[]}`,
		"cut":              `{"text":"zyxwvu`,
		"a list":           `["zyxwvu"]`,
	} {
		_, err := set.Read(fstest.MapFS{set.Path: {Data: []byte(`{"text":"ok","entities":[]}` + "\n" + line + "\n")}})
		if err == nil || !strings.HasPrefix(err.Error(), set.Path+":2:") || strings.Contains(err.Error(), "zyx") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSetsAreSound: each set has one file, a known split, a licence and labels
// that are types of the project; Find gives what Sets lists; the halves of one
// file never meet.
func TestSetsAreSound(t *testing.T) {
	seen := map[string]bool{}
	halves := map[string]int{}
	for _, s := range Sets() {
		id := fmt.Sprint(s.Name, s.Lang, s.Split, s.Path, s.Half)
		if seen[id] {
			t.Errorf("%s stands twice", id)
		}
		seen[id] = true
		if s.Split != "train" && s.Split != "dev" && s.Split != "test" {
			t.Errorf("%s: split %q", s.Path, s.Split)
		}
		if s.Licence == "" || len(s.Lang) != 2 || s.Path == "" || strings.HasPrefix(s.Path, "/") || strings.Contains(s.Path, "..") {
			t.Errorf("%s: licence %q, language %q", s.Path, s.Licence, s.Lang)
		}
		if len(s.Labels()) == 0 {
			t.Errorf("%s annotates nothing", s.Path)
		}
		last := bauta.Label("")
		for _, l := range s.Labels() {
			if l <= last || strings.ToUpper(string(l)) != string(l) {
				t.Errorf("%s: label %q behind %q", s.Path, l, last)
			}
			last = l
		}
		if s.Half != 0 {
			halves[s.Path] |= s.Half
		}
		if found := Find(s.Name, s.Lang, s.Split); len(found) == 0 {
			t.Errorf("%s %s %s is not found", s.Name, s.Lang, s.Split)
		}
	}
	for path, both := range halves {
		if both != 3 {
			t.Errorf("%s: only half of it is ever read", path)
		}
	}
	if len(Find("nothing", "fr", "train")) > 0 {
		t.Error("a set that is not there is found")
	}
}

// letters are the letters and digits of a text without case: what Dedupe
// compares by.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// TestDedupeAgainstASet: what is left is the first sentence of each kind, in
// order, and the count says how many went.
func TestDedupeAgainstASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[aAbé1][ .!?]{0,2}[aBé]?[.!]?`)
		var in [][]Sentence
		total := 0
		for range rapid.IntRange(1, 4).Draw(t, "lists") {
			var list []Sentence
			for _, s := range rapid.SliceOfN(text, 0, 8).Draw(t, "texts") {
				list = append(list, Sentence{Text: s})
				total++
			}
			in = append(in, list)
		}
		seen := map[string]bool{}
		var want [][]string
		kept := 0
		for _, list := range in {
			texts := []string{}
			for _, s := range list {
				if k := letters(s.Text); !seen[k] {
					seen[k] = true
					texts = append(texts, s.Text)
					kept++
				}
			}
			want = append(want, texts)
		}
		out, dropped := Dedupe(in...)
		var got [][]string
		for _, list := range out {
			texts := []string{}
			for _, s := range list {
				texts = append(texts, s.Text)
			}
			got = append(got, texts)
		}
		if diff := cmp.Diff(want, got); diff != "" || dropped != total-kept {
			t.Fatalf("dropped %d, want %d: %s", dropped, total-kept, diff)
		}
	})
}

// sentence draws a labelled sentence of hard words.
func sentence() *rapid.Generator[Sentence] {
	return rapid.Custom(func(t *rapid.T) Sentence {
		s := Sentence{Lang: "fr"}
		for range rapid.IntRange(0, 8).Draw(t, "n") {
			w := rapid.SampledFrom([]string{"J'ai", "Zoé", "Élan", "été", "d’Évry", "😘", "17h30", "week-end", "(ok)", "...", "ß", "İstanbul", "ŒUVRE", "naïve", "e\u0301", "Ana-Luz", "!", "«"}).Draw(t, "word")
			s.Text += rapid.SampledFrom([]string{"", " ", " ", "  ", "\u00a0"}).Draw(t, "blank")
			if rapid.IntRange(0, 2).Draw(t, "name") == 0 {
				s.Spans = append(s.Spans, bauta.Span{Start: len(s.Text), End: len(s.Text) + len(w), Label: rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.Location}).Draw(t, "label")})
			}
			s.Text += w
		}
		return s
	})
}

// TestCopiesKeepTheLabels: each copy has the labels of its sentence in order,
// sound spans, and says what it promises; made twice it stays.
func TestCopiesKeepTheLabels(t *testing.T) {
	laws := map[string]struct {
		copy func(Sentence) Sentence
		says func(text string) bool
	}{
		"lower": {Lower, func(s string) bool {
			return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsUpper(r) && unicode.ToLower(r) != r })
		}},
		"upper": {Upper, func(s string) bool {
			return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLower(r) && unicode.ToUpper(r) != r })
		}},
		"accents": {NoAccents, func(s string) bool { return !strings.ContainsAny(s, "éèÉïİ\u0301") }},
		"final": {NoFinal, func(s string) bool {
			return !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "!")
		}},
	}
	rapid.Check(t, func(t *rapid.T) {
		s := sentence().Draw(t, "sentence")
		for name, law := range laws {
			c := law.copy(s)
			check(t, c)
			if !law.says(c.Text) && (name != "final" || len(s.Spans) == 0) {
				t.Fatalf("%s: %q", name, c.Text)
			}
			if name != "final" && len(c.Spans) != len(s.Spans) {
				t.Fatalf("%s: %d of %d spans", name, len(c.Spans), len(s.Spans))
			}
			for i := range c.Spans {
				if c.Spans[i].Label != s.Spans[i].Label {
					t.Fatalf("%s: span %d is %s, was %s", name, i, c.Spans[i].Label, s.Spans[i].Label)
				}
			}
			if twice := law.copy(c); twice.Text != c.Text {
				t.Fatalf("%s twice: %q, then %q", name, c.Text, twice.Text)
			}
		}
	})
}

// TestEditThatChangesNothing gives the sentence back, whatever it is.
func TestEditThatChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := sentence().Draw(t, "sentence")
		same := s.Edit(func(text string, _ bool, _ bauta.Label) string { return text })
		if shown(same) != shown(s) {
			t.Fatalf("%s became %s", shown(s), shown(same))
		}
		// Doubling every piece doubles every span.
		twice := s.Edit(func(text string, _ bool, _ bauta.Label) string { return text + text })
		check(t, twice)
		if len(twice.Text) != 2*len(s.Text) || len(twice.Spans) != len(s.Spans) {
			t.Fatalf("%s doubled is %s", shown(s), shown(twice))
		}
		for i, sp := range twice.Spans {
			if sp.End-sp.Start != 2*(s.Spans[i].End-s.Spans[i].Start) {
				t.Fatalf("%s doubled is %s", shown(s), shown(twice))
			}
		}
	})
}

// TestRespellingIsMild: strength 0 changes nothing, any strength keeps labels
// and valid UTF-8, and the same seed gives the same text.
func TestRespellingIsMild(t *testing.T) {
	sp := speller(t)
	rapid.Check(t, func(t *rapid.T) {
		s := sentence().Draw(t, "sentence")
		seed := rapid.Uint64().Draw(t, "seed")
		if none := sp.Respell(s, rand.New(rand.NewPCG(seed, 1)), 0); none.Text != s.Text {
			t.Fatalf("strength 0 makes %q of %q", none.Text, s.Text)
		}
		strength := rapid.Float64Range(0, 1).Draw(t, "strength")
		a := sp.Respell(s, rand.New(rand.NewPCG(seed, 1)), strength)
		check(t, a)
		if !utf8.ValidString(a.Text) || len(a.Spans) != len(s.Spans) {
			t.Fatalf("%s becomes %s", shown(s), shown(a))
		}
		for i := range a.Spans {
			if a.Spans[i].Label != s.Spans[i].Label {
				t.Fatalf("span %d changes its label", i)
			}
		}
	})
}

// TestSMSListErrors: a list that is wrong is refused by its line.
func TestSMSListErrors(t *testing.T) {
	for name, list := range map[string]string{"one column": "bjr\n", "blanks for a tab": "bjr bonjour\n"} {
		_, err := NewSpeller(fstest.MapFS{"fr/sms.tsv": {Data: []byte("# c\nok\td'accord\n" + list)}}, "fr")
		if err == nil || !strings.HasPrefix(err.Error(), "fr/sms.tsv:3:") {
			t.Errorf("%s: %v", name, err)
		}
	}
	sp, err := NewSpeller(fstest.MapFS{}, "fr")
	if err != nil || len(sp.forms) != 0 {
		t.Errorf("no list: %v", err)
	}
}

// TestPlainMarks: what has marks loses them, what only looks like it stays.
func TestPlainMarks(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "été": "ete", "ÀÉÎÕÜ": "AEIOU", "çñ": "cn", "e\u0301": "e", "ß": "ß", "ø": "ø", "œ": "œ", "Łódź": "Łodz", "Ångström": "Angstrom", "한글": "한글", "😘": "😘", "й": "и",
	} {
		if got := StripMarks(in); got != want {
			t.Errorf("StripMarks(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"": "", "zoé": "Zoé", "élan": "Élan", "Zoé": "Zoé", "1er": "1er", "œuvre": "Œuvre"} {
		if got := Capital(in); got != want {
			t.Errorf("Capital(%q) = %q, want %q", in, got, want)
		}
	}
}
