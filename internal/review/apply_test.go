package review_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/text"
)

// few are messages and rules without a database.
type few struct {
	review.Corpus
	messages []review.Stored
	rules    []review.Rule
	err      error
}

func (f *few) Messages(context.Context, int64) iter.Seq2[review.Stored, error] {
	return func(yield func(review.Stored, error) bool) {
		for _, m := range f.messages {
			if !yield(m, f.err) {
				return
			}
		}
	}
}

func (f *few) Rules(context.Context, int64) ([]review.Rule, error) { return f.rules, nil }

// stored is an item whose occurrences hold as given.
func stored(it review.Item, now ...review.Label) review.Stored {
	m := review.Stored{ID: 1, Item: it}
	for i, s := range it.Spans {
		m.Occurrences = append(m.Occurrences, review.Occurrence{Message: 1, Range: review.Range{Start: s.Start, End: s.End}, Span: s, Now: now[i]})
	}
	return m
}

// stars masks every span with as many stars; questions stay <?_n>.
type stars struct{}

func (stars) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return strings.Repeat("*", s.Len()), nil
}

// marked detects what reviewtest.Item marks.
type marked map[string]review.Item

func (m marked) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	return m[d.ID].Spans, nil
}

// release takes marked messages through a pipeline with decisions.
func release(t *testing.T, a *review.Applied, items ...review.Item) (out []string) {
	t.Helper()
	found := marked{}
	p := &bauta.Pipeline{
		Analyse: text.Analyser{}, Detectors: []bauta.Detector{found},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: stars{}, bauta.Location: stars{}},
	}
	if a != nil {
		p.Link = a
	}
	for _, it := range items {
		found[it.Message.ID] = it
		r, err := p.Thread(t.Context(), []bauta.Message{it.Message})
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r[0].Text)
	}
	return out
}

func TestApply(t *testing.T) {
	mask, keep := review.Label{Effect: review.Mask, Label: bauta.Person, Decision: "a"}, review.Label{Effect: review.Keep, Decision: "b"}
	edges := review.Label{Effect: review.Mask, Label: bauta.Location, Decision: "c", As: review.Range{Start: 3, End: 12}}
	from := &few{
		messages: []review.Stored{
			stored(reviewtest.Item("1", "vois [Rose?] et [lys?] et [iris?], [Ana!]"), mask, keep, review.Label{}, review.Label{Effect: review.Mask}),
			stored(reviewtest.Item("2", "le [Pont?] Neuf"), edges),
			stored(reviewtest.Item("3", "[Ana!] dort"), keep),
		},
		rules: []review.Rule{
			{Decision: review.Decision{ID: "r1", Scope: review.OnWord, Effect: review.Mask, Label: bauta.Person}, Word: "lys"},
			{Decision: review.Decision{ID: "r2", Scope: review.OnWord, Effect: review.Keep, Exact: true}, Word: "Paris"},
			{Decision: review.Decision{ID: "r3", Scope: review.OnPattern, Effect: review.Keep}, Word: "lys", Left: "un", Next: "blanc"},
			{Decision: review.Decision{ID: "r4", Scope: review.OnWord, Effect: review.Mask, Label: bauta.Location}, Word: "pont neuf"},
		},
	}
	a, err := review.Apply(t.Context(), from, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"1:vois [Rose?] et [lys?] et [iris?], [Ana!]": "vois **** et lys et <?_4>, ***",
		"2:le [Pont?] Neuf":                           "le *********",
		"3:[Ana!] dort":                               "Ana dort",
		"3:[Ana!] court":                              "*** court", // the same ID, another text: nobody decided about it
		"4:un [lys?] rouge":                           "un *** rouge",
		"5:un [lys?] blanc":                           "un lys blanc",
		"6:un lys rouge":                              "un *** rouge", // always, where the pipeline sees nothing
		"7:[Paris?] et [paris?]":                      "Paris et <?_5>",
		"8:sur le pont neuf":                          "sur le *********",
		"9:[neu!]":                                    "***",
		"10:rien":                                     "rien",
	} {
		id, txt, _ := strings.Cut(in, ":")
		if got := release(t, a, reviewtest.Item(id, txt)); got[0] != want {
			t.Errorf("%s: %q, want %q", in, got[0], want)
		}
	}
	spans, err := a.Detect(t.Context(), &bauta.Doc{Message: from.messages[0].Message})
	if err != nil || len(spans) != 4 {
		t.Errorf("%d stored spans, %v", len(spans), err)
	}
	from.err = errors.New("broken")
	if _, err := review.Apply(t.Context(), from, 1, nil); err == nil {
		t.Error("a broken corpus was applied")
	}
}

// TestTouchingMasksAreOne: what somebody had masked in a token and a find of its type beside it are one mask, whose number is that of the
// find; of another type, over the border of a token, or where nobody decided, they are two.
func TestTouchingMasksAreOne(t *testing.T) {
	decided := review.Label{Effect: review.Mask, Label: bauta.Person, Decision: "a"}
	for in, want := range map[string]string{
		"1:de [l'!][Ambroise!]": "de **********", "2:[l'!][Ambroise!] ici": "********** ici", "3:[Jean!] [Ambroise!]": "**** ********",
	} {
		id, txt, _ := strings.Cut(in, ":")
		it := reviewtest.Item(id, txt)
		a, err := review.Apply(t.Context(), &few{messages: []review.Stored{stored(it, decided, review.Label{})}}, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		spans := [][]bauta.Span{it.Spans}
		d, err := text.Analyser{}.Analyse(t.Context(), it.Message)
		if err != nil {
			t.Fatal(err)
		}
		spans[0][1].Entity = "Person 3"
		if err := a.Link(t.Context(), []*bauta.Doc{d}, spans); err != nil {
			t.Fatal(err)
		}
		one := id != "3"
		if (len(spans[0]) == 1) != one || spans[0][len(spans[0])-1].Entity != "Person 3" {
			t.Errorf("%s: %+v", in, spans[0])
		}
		if got := release(t, a, it); got[0] != want {
			t.Errorf("%s: %q, want %q", in, got[0], want)
		}
	}
}

// before is a linker that fails or takes everything out.
type before struct{ err error }

func (b before) Link(_ context.Context, _ []*bauta.Doc, spans [][]bauta.Span) error {
	for i := range spans {
		spans[i] = nil
	}
	return b.err
}

func TestApplyLinksFirst(t *testing.T) {
	a, err := review.Apply(t.Context(), &few{}, 1, before{})
	if err != nil {
		t.Fatal(err)
	}
	if got := release(t, a, reviewtest.Item("1", "[Ana!] dort")); got[0] != "Ana dort" {
		t.Errorf("%q", got[0])
	}
	if a, err = review.Apply(t.Context(), &few{}, 1, before{errors.New("no")}); err != nil {
		t.Fatal(err)
	}
	if err := a.Link(t.Context(), []*bauta.Doc{{}}, make([][]bauta.Span, 1)); err == nil {
		t.Error("the linker's error is lost")
	}
}

// open makes a store with a project and imports marked texts.
func open(t testing.TB, texts iter.Seq2[review.Item, error]) (*sqlstore.Store, int64) {
	t.Helper()
	s, err := sqlstore.Open(t.Context(), filepath.Join(t.TempDir(), "desk.db"), sqlstore.Config{Key: make([]byte, sqlstore.KeySize)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", SecondAbove: 25})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Import(t.Context(), p.ID, texts); err != nil {
		t.Fatal(err)
	}
	return s, p.ID
}

// TestSecondRunAsksNothingTwice: after all is decided, a run over the same
// messages has no open question, and one over new ones asks only new words.
func TestSecondRunAsksNothingTwice(t *testing.T) {
	texts := []string{"[rose?0.9] la", "la [rose?0.1]", "[lys?]", "[Ana!]"}
	s, project := open(t, reviewtest.Texts(texts...))
	truth := func(m bauta.Message) []bauta.Span {
		if strings.HasPrefix(m.Text, "rose") {
			return []bauta.Span{{Start: 0, End: 4}}
		}
		return nil
	}
	got, err := review.Simulate(t.Context(), s, project, 1, review.ByLeak, truth, 0)
	if err != nil {
		t.Fatal(err)
	}
	// rose as proposed: one key; lys is no name: never, two keys; Ana was not asked.
	if got.Decisions != 2 || got.Keys != 3 || got.Groups != 2 || got.Gold != 1 || got.Leaked != 0 || got.Overdue != 1 || got.PerK != 500 {
		t.Errorf("%+v", got)
	}
	a, err := review.Apply(t.Context(), s, project, nil)
	if err != nil {
		t.Fatal(err)
	}
	var items []review.Item
	for i, x := range texts {
		items = append(items, reviewtest.Item(fmt.Sprintf("m%d", i+1), x))
	}
	want := []string{"**** la", "la rose", "lys", "***"}
	for i, text := range release(t, a, items...) {
		if text != want[i] {
			t.Errorf("message %d: %q, want %q", i+1, text, want[i])
		}
	}
}

func TestSimulateExceptions(t *testing.T) {
	s, project := open(t, reviewtest.Texts("[rose?0.9]", "x [rose?0.9]", "y [rose?0.1]", "z [rose?0.1] zut"))
	truth := func(m bauta.Message) []bauta.Span {
		if strings.HasPrefix(m.Text, "x") {
			return nil
		}
		return []bauta.Span{{Start: 0, End: len(m.Text)}}
	}
	got, err := review.Simulate(t.Context(), s, project, 1, review.AtRandom, truth, 0)
	if err != nil {
		t.Fatal(err)
	}
	// All but one are names: that one first, then always.
	if got.Decisions != 2 || got.Overdue != 0 || got.Leaked != 2 || got.Missed != 0 {
		t.Errorf("%+v", got)
	}
}

// numberer calls every find Location 1.
type numberer struct{}

func (numberer) Link(_ context.Context, _ []*bauta.Doc, spans [][]bauta.Span) error {
	for _, of := range spans {
		for i := range of {
			of[i].Entity = "Location 1"
		}
	}
	return nil
}

// TestAnotherTypeHasAnotherNumber: a find of which somebody says that it is of another type does not
// keep the number of the first; one that is confirmed does.
func TestAnotherTypeHasAnotherNumber(t *testing.T) {
	for label, want := range map[bauta.Label]string{bauta.Location: "", bauta.Person: "Location 1"} {
		from := &few{rules: []review.Rule{
			{Decision: review.Decision{ID: "r", Scope: review.OnWord, Effect: review.Mask, Label: label}, Word: "ana"},
		}}
		a, err := review.Apply(t.Context(), from, 1, numberer{})
		if err != nil {
			t.Fatal(err)
		}
		it := reviewtest.Item("1", "[Ana!] dort")
		spans := [][]bauta.Span{it.Spans}
		if err := a.Link(t.Context(), []*bauta.Doc{{Message: it.Message}}, spans); err != nil {
			t.Fatal(err)
		}
		if got := spans[0]; len(got) != 1 || got[0].Label != label || got[0].Entity != want {
			t.Errorf("masked as %s: %+v", label, got)
		}
	}
}
