package chat

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/train/gold"
)

var langs = []string{"en", "fr", "de", "es", "it", "sv"}

// names is a small register of invented weights.
func names(t testing.TB, lang string) *Names {
	t.Helper()
	data := fstest.MapFS{
		"lexicon/insee_prenoms.tsv": {Data: []byte("name\tsex\tn\tn\nZoé\tF\t9\t900\nHans\tM\t9\t900\nElle\tF\t9\t500\nIda\tF\t9\t4000\nRare\tF\t9\t3\n")},
		"lexicon/insee_noms.json":   {Data: []byte(`{"MARTIN-NÉEL": 3000, "BON": 4000, "RARE": 2}`)},
		"lexicon/popular_names_cc0/common-forenames-by-country.csv": {Data: []byte(
			"Country,x,Romanized Name\nFR,1,Léa\nSE,1,Lotta\nJP,1,Yui\n")},
		"lexicon/frequencywords/" + lang + "_50k.txt": {Data: []byte("bon 900\nelle 800\nyui 5\n")},
	}
	lists := fstest.MapFS{lang + "/hypocoristics.tsv": {Data: []byte("# x\nnico\tnicolas\n")}}
	labelled := []gold.Sentence{{
		Lang: lang, Text: "anna ek lives in New York",
		Spans: []bauta.Span{{Start: 0, End: 7, Label: bauta.Person}, {Start: 17, End: 25, Label: bauta.Location}},
	}, {
		Lang: lang, Text: "York, Maine", Spans: []bauta.Span{{Start: 0, End: 11, Label: bauta.Location}},
	}, {
		Lang: lang, Text: "RN 106", Spans: []bauta.Span{{Start: 0, End: 6, Label: bauta.Location}},
	}, {
		Lang: "xx", Text: "Ostrogoria", Spans: []bauta.Span{{Start: 0, End: 10, Label: bauta.Location}},
	}}
	n, err := LoadNames(data, lists, lang, labelled)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func generator(t testing.TB, lang string, seed uint64) *Generator {
	t.Helper()
	sp, err := gold.NewSpeller(nil, lang)
	if err != nil {
		t.Fatal(err)
	}
	return New(lang, names(t, lang), sp, seed)
}

func shown(s gold.Sentence) string {
	var b strings.Builder
	at := 0
	for _, sp := range s.Spans {
		b.WriteString(s.Text[at:sp.Start] + "[" + string(sp.Label) + " " + s.Text[sp.Start:sp.End] + "]")
		at = sp.End
	}
	return b.String() + s.Text[at:]
}

func TestNames(t *testing.T) {
	n := names(t, "fr")
	first := map[string]bool{}
	for _, w := range n.First.words {
		first[w] = true
	}
	for word, want := range map[string]bool{"Zoé": true, "Léa": true, "Lotta": true, "Elle": false, "Yui": false, "Rare": false} {
		if first[word] != want {
			t.Errorf("first name %s: %v, want %v", word, first[word], want)
		}
	}
	if got := n.Last.words; len(got) != 1 || got[0] != "Martin-Néel" {
		t.Errorf("surnames %q: bon is a frequent word, rare and ek are too rare or short", got)
	}
	if n.Nick.Len() != 1 || n.Places.Len() != 1 || n.Places.words[0] != "New York" {
		t.Error(n.Nick.words, n.Places.words)
	}
	if _, err := LoadNames(fstest.MapFS{}, nil, "fr", nil); err == nil {
		t.Error("no names at all are enough")
	}
}

func TestDrawFollowsWeights(t *testing.T) {
	var b Bag
	b.add("a", 3)
	b.add("b", 1)
	b.add("no", 0)
	b.add("", 5)
	rng := rand.New(rand.NewPCG(1, 2))
	count := map[string]int{}
	for range 4000 {
		count[b.Draw(rng)]++
	}
	if b.Len() != 2 || count["a"] < 2850 || count["a"] > 3150 {
		t.Error(count)
	}
	if (&Bag{}).Draw(rng) != "" {
		t.Error("an empty bag gives a word")
	}
}

func TestGenitive(t *testing.T) {
	for _, tt := range []struct{ lang, name, suffix, want string }{
		{"sv", "Lotta", "s", "Lottas"},
		{"sv", "Lars", "s", "Lars"},
		{"de", "Anna", "s", "Annas"},
		{"de", "Max", "s", "Max'"},
		{"en", "Ann", "'s", "Ann"},
		{"fr", "Zoé", "", "Zoé"},
	} {
		if got := generator(t, tt.lang, 1).genitive(tt.name, tt.suffix); got != tt.want {
			t.Errorf("%s %s: %s", tt.lang, tt.name, got)
		}
	}
}

// TestGenitiveOfASlot: in German and Swedish the s of a template belongs to the name.
func TestGenitiveOfASlot(t *testing.T) {
	for _, c := range []struct{ lang, template, after string }{
		{"sv", "{last}s morsan", " morsan"}, {"de", "{last}s Handy", " Handy"}, {"de", "{last}straße", "straße"}, {"en", "{last}s car", "s car"},
	} {
		s := generator(t, c.lang, 3).fill(c.template)
		if got := s.Text[s.Spans[0].End:]; got != c.after {
			t.Errorf("%s: %s", c.lang, shown(s))
		}
	}
}

func TestSwap(t *testing.T) {
	for lang, text := range map[string]string{"en": "Tom's dog saw Mary.", "sv": "Toms hund", "de": "Toms Hund", "fr": "Le chien de Tom"} {
		g := generator(t, lang, 5)
		for range 30 {
			s, person := g.swap(text)
			got := shown(s)
			if !person || strings.Contains(s.Text, "Tom") && !strings.Contains(got, "[PERSON") {
				t.Fatal(got)
			}
			if lang == "en" && !strings.Contains(got, "]'s dog saw [PERSON") {
				t.Fatal("the possessive stands outside:", got)
			}
		}
	}
	if s, person := generator(t, "fr", 1).swap("Il pleut."); person || s.Text != "Il pleut." || len(s.Spans) != 0 {
		t.Error("a sentence without a stock name is changed")
	}
}

func TestElision(t *testing.T) {
	g := generator(t, "fr", 3)
	var with, without int
	for range 200 {
		var b strings.Builder
		b.WriteString("le chien de ")
		g.elide(&b, "Ida")
		if b.String() == "le chien d'" {
			with++
		} else if b.String() == "le chien de " {
			without++
		}
	}
	if with < 120 || without < 15 || with+without != 200 {
		t.Errorf("%d with, %d without", with, without)
	}
}

func TestSentencesWithOtherNamesAreLeftOut(t *testing.T) {
	g := generator(t, "fr", 1)
	out := g.Stock([]string{"J'ai vu Mozart hier.", "Tom dort.", "Il dort. Elle lit."}, 60, 0.5)
	persons := 0
	for _, s := range out {
		if strings.Contains(strings.ToLower(s.Text), "mozart") {
			t.Fatal("a name without a label:", s.Text)
		}
		for _, sp := range s.Spans {
			if sp.Label == bauta.Person {
				persons++
			}
		}
	}
	if len(out) != 60 || persons < 20 {
		t.Errorf("%d messages, %d persons", len(out), persons)
	}
}

func TestMessages(t *testing.T) {
	for _, lang := range langs {
		a, b := generator(t, lang, 9).Messages(600), generator(t, lang, 9).Messages(600)
		found := map[bauta.Label]int{}
		for i, s := range a {
			if s.Text != b[i].Text {
				t.Fatal("the same seed gives other messages")
			}
			if strings.ContainsAny(s.Text, "{}") {
				t.Fatal("a slot is left:", s.Text)
			}
			end := 0
			for _, sp := range s.Spans {
				if sp.Start < end || sp.End <= sp.Start || sp.End > len(s.Text) {
					t.Fatal("bad span in", s.Text)
				}
				end = sp.End
				found[sp.Label]++
			}
		}
		for _, label := range []bauta.Label{
			bauta.Person, bauta.Location, bauta.Address, bauta.ZipCode, bauta.Email, bauta.URL, bauta.UID, bauta.Phone,
			bauta.Language, bauta.Nationality, bauta.MeasureUnit, bauta.KnownFigure, bauta.FictionalFigure, bauta.Product,
		} {
			if found[label] == 0 {
				t.Errorf("%s: no %s in 600 messages", lang, label)
			}
		}
	}
}

// TestSlotsAreKnown fills every template once: an unknown slot fills nothing.
func TestSlotsAreKnown(t *testing.T) {
	for _, lang := range langs {
		g := generator(t, lang, 1)
		for _, list := range [][]string{
			g.words.openers, g.words.namedOpeners, g.words.closers, g.words.namedClosers, g.words.templates, g.words.negatives,
		} {
			for _, template := range list {
				for part := range strings.SplitSeq(template, "{") {
					slot, _, ok := strings.Cut(part, "}")
					if text, _ := g.slot(slot); ok && text == "" {
						t.Errorf("%s: slot %q", lang, slot)
					}
				}
			}
		}
		for _, negative := range g.words.negatives {
			if s := g.fill(negative); len(s.Spans) > 0 {
				t.Errorf("%s: a negative with an entity: %s", lang, shown(s))
			}
		}
	}
}

func TestSharedSentences(t *testing.T) {
	root := fixture.Shared(t, "data")
	raw, err := os.ReadFile(root + "/sentences/tatoeba/fr.txt")
	if err != nil {
		t.Fatal(err)
	}
	n, err := LoadNames(os.DirFS(root), nil, "fr", nil)
	if err != nil {
		t.Fatal(err)
	}
	sp, err := gold.NewSpeller(nil, "fr")
	if err != nil {
		t.Fatal(err)
	}
	out := New("fr", n, sp, 1).Stock(strings.Split(string(raw), "\n"), 2000, 0.3)
	persons := 0
	for i, s := range out {
		if i < 15 {
			t.Log(shown(s))
		}
		for _, sp := range s.Spans {
			if sp.Label == bauta.Person {
				persons++
			}
		}
	}
	if len(out) != 2000 || persons < 400 || n.First.Len() < 5000 {
		t.Errorf("%d messages with %d persons out of %d first names", len(out), persons, n.First.Len())
	}
}
