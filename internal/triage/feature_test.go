package triage_test

import (
	"math"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/triage"
)

// The twelve features of the paper, counted by hand.
func TestPaperFeatures(t *testing.T) {
	const a = "Coucou Camille, tu viens a Montpellier dem1 en france ? bsr looool !!"
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"Abbreviations", "slt tu fais quoi", 1},
		{"Abbreviations", "tu fais cela", 0},
		{"LEFFF", "tu viens demain", 3},
		{"FirstNames", "je vois Camille et Mehdi", 2},
		{"FirstNames", "je vois la maison", 0},
		{"Countries", "en France ou en Espagne", 2},
		{"Cities", "je suis a Montpellier", 1},
		{"Length", "été 😀", 5},
		{"Capitals", a, 3},
		{"MeanWordLength", "tu viens", 3.5},
		{"Pronouns", "je te vois", 2},
		{"Numbers", "rdv 18h30 au 12 rue", 2},
		{"Elongations", "looool tropppp bien", 2},
		{"Elongations", "111 fois non", 0},
	} {
		if got := value(t, c.name, c.text); got != c.want {
			t.Errorf("%s of %q: %v, want %v", c.name, c.text, got, c.want)
		}
	}
}

func TestExtendedFeatures(t *testing.T) {
	const none = -12
	near := func(p float64) float64 { return math.Log(p / (1 - p)) }
	for _, c := range []struct {
		name, text string
		want       float64
	}{
		{"name.1", "tu vois Zorglub demain", near(0.8)},
		{"name.1", "tu vas bien", none},
		{"name.2", "avec Zorglub et Zarbi", near(0.8)},
		{"name.last", "bisous titou", near(0.1)},
		{"name.first", "tu vas ou", none},
		{"name.sum", "avec Zorglub et titou", 0.9},
		{"name.capital", "avec Zorglub", near(0.8)},
		{"name.capital", "avec titou", none},
		{"name.unknown", "avec titou", near(0.1)},
		{"name.greeted", "salut titou ca va", near(0.1)},
		{"name.greeted", "tu vois titou", none},
		{"name.likely", "avec Zorglub et titou", 1},
		{"name.maybe", "avec Zorglub et titou", 2},
		{"find.person", "avec Zorglub", 1},
		{"digits", "le 06 12 34", 6},
		{"digits.run", "le 06 12 34 et 5", 6},
		{"words", "tu vas bien", 3},
		{"tokens.handle", "avec @zorglub", 1},
		{"tokens.masked", "avec <PRE_6>", 1},
		{"unknown.doubled", "avec zozo", 0}, // a word of the lexicon, or said twice
	} {
		got := value(t, c.name, c.text)
		if c.name == "unknown.doubled" {
			if got < 0 || got > 1 {
				t.Errorf("%s: %v", c.name, got)
			}
			continue
		}
		if math.Abs(got-c.want) > 1e-3 {
			t.Errorf("%s of %q: %v, want %v", c.name, c.text, got, c.want)
		}
	}
}

func TestFeatureTable(t *testing.T) {
	paper, err := triage.Features(triage.Paper)
	if err != nil {
		t.Fatal(err)
	}
	if len(paper) != 12 {
		t.Errorf("%d features of the paper, want 12", len(paper))
	}
	all, err := triage.Features(triage.Extended)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, f := range all {
		if f.Name == "" || f.Doc == "" || seen[f.Name] {
			t.Errorf("feature %d %q: no name, no description, or twice", i+1, f.Name)
		}
		seen[f.Name] = true
		if i < len(paper) && f.Name != paper[i].Name {
			t.Errorf("the extended set has %s where the paper's has %s", f.Name, paper[i].Name)
		}
	}
	if _, err := triage.Features("none"); err == nil {
		t.Error("an unknown set is no error")
	}
	page, err := triage.Describe(triage.Paper)
	if err != nil || strings.Count(page, "\n") != 12 || !strings.Contains(page, "LEFFF") {
		t.Errorf("the page of the set: %v\n%s", err, page)
	}
}

// Whatever the message, the numbers are finite and the message is not changed.
func TestRowsAreFinite(t *testing.T) {
	rd := reader()
	for _, m := range fixture.Messages() {
		d := doc(t, m.Text)
		finite(t, rd.Read(d, result(d)))
		finite(t, rd.Read(d, &bauta.Result{Message: d.Message, Spans: []bauta.Span{{Start: 0, End: len(m.Text), Label: bauta.Person, P: 1}}}))
	}
}

func finite(t *testing.T, r triage.Row) {
	t.Helper()
	for i, x := range r.X {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Fatalf("feature %d is %v", i+1, x)
		}
	}
	for _, w := range r.Words {
		if len(w.Keys) == 0 || len(w.Keys) != len(w.Values) {
			t.Fatalf("a word with %d keys and %d values", len(w.Keys), len(w.Values))
		}
	}
}

func FuzzRead(f *testing.F) {
	for s := range fixture.Texts(200) {
		f.Add(s, 0, 3)
	}
	rd := reader()
	f.Fuzz(func(t *testing.T, s string, start, end int) {
		if len(s) > 2000 {
			return
		}
		d := doc(t, s)
		r := result(d)
		r.Candidates = []bauta.Span{{Start: start, End: end, Label: bauta.Person, Doubt: bauta.Unknown, P: math.NaN()}}
		finite(t, rd.Read(d, r))
	})
}
