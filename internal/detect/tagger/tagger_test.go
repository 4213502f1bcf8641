package tagger_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/text"
)

// names holds every word that begins with a capital for a person, and is in doubt of
// underscores.
type names struct{ lang string }

func (names) Kind() string         { return "capitals" }
func (n names) Lang() string       { return n.lang }
func (names) Types() []bauta.Label { return []bauta.Label{bauta.Person} }

func (names) Scorer(*tagger.Sums) (tagger.Scorer, error) {
	score := make([]float64, 9)
	score[2] = math.Inf(-1) // no further word behind one outside
	t, err := chain.NewTransitions(3, score, []float64{0, 0, math.Inf(-1)})
	return &capitals{lattice: chain.NewLattice(t)}, err
}

type capitals struct {
	text    string
	words   []tags.Word
	lattice *chain.Lattice
}

func (c *capitals) Read(d *bauta.Doc) []tags.Word {
	c.text, c.words = d.Text, nil
	for _, t := range d.Tokens {
		c.words = append(c.words, tags.Word{Start: t.Start, End: t.End})
	}
	return c.words
}

func (c *capitals) Lattice(from, to int) *chain.Lattice {
	c.lattice.Reset(to - from)
	for i := range to - from {
		score := -5.0
		switch b := c.text[c.words[from+i].Start]; {
		case b >= 'A' && b <= 'Z':
			score = 5
		case b == '_':
			score = -1
		}
		copy(c.lattice.Row(i), []float64{0, score, -9})
	}
	return c.lattice
}

func (c *capitals) Forget() { c.text = "" }

func doc(t testing.TB, lang, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestOpensWhatIsRead: a model is opened when the first message of its language
// comes, once however many come at once, and models of other languages are not.
func TestOpensWhatIsRead(t *testing.T) {
	var opened [2]atomic.Int32
	of := func(i int, lang string) tagger.Source {
		return tagger.Source{Lang: lang, Open: func() (tagger.Model, error) {
			opened[i].Add(1)
			return names{lang}, nil
		}}
	}
	d, err := tagger.New(tagger.Config{Models: []tagger.Source{of(0, "fr"), of(1, "de")}})
	if err != nil || opened[0].Load() != 0 {
		t.Fatal("a model is opened before a message comes", err)
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			spans, err := d.Detect(context.Background(), doc(t, "fr", "on voit Camille demain"))
			if err != nil || len(spans) != 1 || spans[0].Source != "capitals" || spans[0].Rule != "fr" {
				t.Errorf("%+v, %v", spans, err)
			}
		})
	}
	all.Wait()
	if fr, de := opened[0].Load(), opened[1].Load(); fr != 1 || de != 0 {
		t.Errorf("the model of the messages is opened %d times, the other one %d", fr, de)
	}
}

// TestBrokenModel: a model that cannot be opened is an error for each message of its
// language, the later ones too, and for no other.
func TestBrokenModel(t *testing.T) {
	broken := errors.New("broken")
	d, err := tagger.New(tagger.Config{Models: append(tagger.Ready(names{"fr"}), tagger.Source{
		Lang: "de", Open: func() (tagger.Model, error) { return nil, broken },
	})})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := d.Detect(t.Context(), doc(t, "de", "wir sehen Camille")); !errors.Is(err, broken) {
			t.Errorf("a message that no model has read passes: %v", err)
		}
	}
	if _, err := d.Scores(t.Context(), doc(t, "de", "wir sehen Camille")); !errors.Is(err, broken) {
		t.Error(err)
	}
	if spans, err := d.Detect(t.Context(), doc(t, "fr", "on voit Camille")); err != nil || len(spans) != 1 {
		t.Errorf("%+v, %v", spans, err)
	}
}

// TestAboutIsWhatDetectFindsThere: of a long message only the stretches of the questions are read, and what is found in
// them is what is found by reading all.
func TestAboutIsWhatDetectFindsThere(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"}), Ask: -1})
	if err != nil {
		t.Fatal(err)
	}
	long := doc(t, "fr", strings.Repeat("on voit Camille demain. ", 200))
	all, err := d.Detect(t.Context(), long)
	if err != nil || len(all) != 200 {
		t.Fatal(len(all), err)
	}
	places := func(spans []bauta.Span) map[int]bool {
		at := map[int]bool{}
		for _, s := range spans {
			at[s.Start] = true
		}
		return at
	}
	everywhere := places(all)
	for _, about := range [][]bauta.Span{nil, all[:1], {all[199], all[90]}, all} {
		some, err := d.About(t.Context(), long, about)
		if err != nil {
			t.Fatal(err)
		}
		found := places(some)
		for at := range places(about) {
			if !found[at] {
				t.Errorf("what stands at %d is not found", at)
			}
		}
		for at := range found {
			if !everywhere[at] || len(some) > 40*len(about) {
				t.Fatalf("%d found about %d, one at %d", len(some), len(about), at)
			}
		}
	}
}

// TestHeard: sentences are read, long rows without blanks are not, and nothing is of a language that nobody reads.
func TestHeard(t *testing.T) {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"})})
	if err != nil {
		t.Fatal(err)
	}
	said := "on voit Camille demain"
	for text, want := range map[string]int{said: 1, strings.Repeat("ab,", 100): 0, strings.Repeat(said+". ", 40): 3} {
		heard, err := d.Heard(t.Context(), doc(t, "fr", text))
		if err != nil || len(heard) != want {
			t.Errorf("%.30q: %d stretches, %v", text, len(heard), err)
		}
	}
	if heard, err := d.Heard(t.Context(), doc(t, "de", said)); err != nil || heard != nil {
		t.Errorf("of another language: %v, %v", heard, err)
	}
}

func ExampleNew() {
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(names{"fr"}), Ask: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	doc, _ := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: "on voit Camille demain"})
	spans, _ := d.Detect(context.Background(), doc)
	for _, s := range spans {
		fmt.Println(s.Label, doc.Surface(s.Start, s.End))
	}
	// Output: PERSON Camille
}
