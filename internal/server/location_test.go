package server

import (
	"context"
	"errors"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/text"
)

// town is a grid of 2 × 2 in which a word names a cell: "nord" the third, "sud"
// the first; what else is said leaves all alike.
type town struct{}

func (town) Layout() Layout {
	return Layout{Rows: 2, Cols: 2, South: 43, West: 3, North: 44, East: 4, Cells: []int{0, 1, 2, 3}, Threshold: 0.5, People: true}
}

func (town) Words(_ context.Context, m bauta.Message) (out []review.Range, err error) {
	for _, t := range text.Tokenise(m.Text) {
		out = append(out, review.Range{Start: t.Start, End: t.End})
	}
	return out, nil
}

// Least takes out the words that tell something, as many as are needed.
func (t town) Least(ctx context.Context, m bauta.Message) ([]bool, bool, error) {
	words, err := t.Words(ctx, m)
	out := make([]bool, len(words))
	for i, w := range words {
		out[i] = slices.Contains([]string{"nord", "sud"}, m.Text[w.Start:w.End])
	}
	return out, true, err
}

func (t town) Guess(ctx context.Context, m bauta.Message, out []bool) (Posterior, error) {
	words, err := t.Words(ctx, m)
	score := []float64{1, 1, 1, 1}
	for i, w := range words {
		switch word := m.Text[w.Start:w.End]; {
		case out[i]:
		case word == "nord":
			score[2] *= 9
		case word == "gare":
			score[2] *= 2
		case word == "sud":
			score[0] *= 9
		}
	}
	sum := 0.0
	for _, x := range score {
		sum += x
	}
	for i := range score {
		score[i] /= sum
	}
	return Posterior{P: score, People: 0.7}, err
}

// asking is a town whose model has no threshold: every message is asked about.
type asking struct{ town }

func (a asking) Layout() Layout {
	l := a.town.Layout()
	l.Threshold = 0
	return l
}

// TestIdentifiableIsAsked: a message whose place can still be told is accepted
// when the reviewer is sure, and not before; a threshold that an empty message is
// not below is none.
func TestIdentifiableIsAsked(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} }, "gare nord demain")
	c := w.as(t, w.users[review.PrivacyOfficer].ID)
	var first *placeWire
	c.ask("location/task", placeAsk{}, &first)
	ask := acceptAsk{ID: newID(w.now()), Message: first.Message, Out: make([]bool, 3), Threshold: 0.5}
	if code := c.ask("location/accept", ask, nil); code != http.StatusUnprocessableEntity {
		t.Errorf("unasked: %d", code)
	}
	if _, err := w.store.Located(t.Context(), w.project.ID, first.Message); !errors.Is(err, review.ErrNotFound) {
		t.Errorf("what was refused is stored: %v", err)
	}
	ask.Threshold = 0
	if code := c.ask("location/accept", ask, nil); code != http.StatusUnprocessableEntity {
		t.Errorf("a threshold of nothing: %d", code)
	}
	ask.Threshold, ask.Sure = 0.5, true
	if code := c.ask("location/accept", ask, nil); code != http.StatusOK {
		t.Errorf("sure: %d", code)
	}
	l, err := w.store.Located(t.Context(), w.project.ID, first.Message)
	if err != nil || l.MaxAfter < l.Threshold {
		t.Errorf("stored %+v, %v", l, err)
	}
}

func TestLocationByAPI(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} }, "gare nord demain", "rien", "au sud", "nord")
	c := w.as(t, w.users[review.PrivacyOfficer].ID)
	var first *placeWire
	if code := c.ask("location/task", placeAsk{}, &first); code != http.StatusOK || first == nil {
		t.Fatalf("first: %d", code)
	}
	if math.Abs(first.Before.Max-18.0/21) > 1e-6 || first.Before.P[2] != first.Before.Max || *first.Before.People != 0.7 || first.Number != 1 || first.All != 4 {
		t.Errorf("before: %+v", first.Before)
	}
	if first.Least != 1 || !first.Proved || !first.Out[1] || first.Out[0] || first.After.Max >= 0.5 {
		t.Errorf("it does not begin with the least: %+v", first)
	}
	// L4: the change of the greatest probability when a word alone is left out.
	for i, want := range []float64{9.0/12 - 18.0/21, 2.0/5 - 18.0/21, 0} {
		if math.Abs(first.Effects[i]-want) > 2e-6 {
			t.Errorf("effect of word %d: %f, want %f", i, first.Effects[i], want)
		}
	}
	var after guessGrid
	c.ask("location/look", lookAtAsk{Message: first.Message, Out: []bool{true, true, false}}, &after)
	if after.Max != 0.25 || math.Abs(after.Effective-4) > 1e-9 {
		t.Errorf("all alike: %+v", after)
	}
	ask := acceptAsk{ID: newID(w.now()), Message: first.Message, Out: []bool{false, true, false}, Threshold: 0.5}
	var done acceptedWire
	for range 2 {
		if code := c.ask("location/accept", ask, &done); code != http.StatusOK || done.Next == nil || done.Next.Number != 3 || done.Next.Done != 1 {
			t.Fatalf("accepted: %d, %+v", code, done)
		}
	}
	var back *placeWire
	c.ask("location/task", placeAsk{Message: first.Message, This: true}, &back)
	if !back.Chosen || !back.Out[1] || back.Out[0] || math.Abs(back.After.Max-2.0/5) > 1e-6 {
		t.Errorf("back: %+v", back)
	}
	l, err := w.store.Located(t.Context(), w.project.ID, first.Message)
	if err != nil || len(l.Spans) != 1 || l.Spans[0].Start != 5 || math.Abs(l.MaxBefore-18.0/21) > 1e-6 || l.Threshold != 0.5 {
		t.Errorf("stored %+v, %v", l, err)
	}
	for name, bad := range map[string]acceptAsk{
		"no ID":           {Message: first.Message, Out: ask.Out},
		"too few words":   {ID: newID(w.now()), Message: first.Message, Out: []bool{true}},
		"threshold above": {ID: newID(w.now()), Message: first.Message, Out: ask.Out, Threshold: 2},
	} {
		if code := c.ask("location/accept", bad, nil); code != http.StatusBadRequest {
			t.Errorf("%s: %d", name, code)
		}
	}
	if code := c.ask("location/task", placeAsk{Message: first.Message, Step: -1}, nil); code != http.StatusNotFound {
		t.Errorf("before the first: %d", code)
	}
	if _, body := c.get("/p/sms/location"); !strings.Contains(body, `data-do="accept"`) || !strings.Contains(body, `aria-current="page">Location`) {
		t.Error("the page lacks its parts")
	}
	if res, _ := w.as(t, w.users[review.Annotator].ID).get("/p/sms/location"); res.StatusCode != http.StatusForbidden {
		t.Errorf("an annotator: %d", res.StatusCode)
	}
}

// TestNoLocatorNoScreen: without a model there is no tab and no page.
func TestNoLocatorNoScreen(t *testing.T) {
	w := newWorld(t, nil)
	c := w.as(t, w.users[review.Owner].ID)
	if res, body := c.get("/p/sms/location"); res.StatusCode != http.StatusNotFound || strings.Contains(body, ">Location<") {
		t.Errorf("%d", res.StatusCode)
	}
}

func TestOutline(t *testing.T) {
	o, err := ParseOutline([]byte(`{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"MultiPolygon","coordinates":[[[[3,43],[4,43],[4,44],[3,43]]]]}},
		{"type":"Feature","geometry":null},{"type":"Feature","geometry":{"type":"LineString","coordinates":[[3.5,43.5,120],[4,44]]}},{"type":"Feature","geometry":{"type":"Point","coordinates":[3,43]}},
		{"type":"Feature","properties":{"name":"A","population":2},"geometry":{"type":"Point","coordinates":[3.5,43.5]}},{"type":"Feature","properties":{"name":"Far"},"geometry":{"type":"Point","coordinates":[9,43]}}]}`))
	if err != nil || len(o.Lines) != 2 || len(o.Lines[0]) != 4 || len(o.Places) != 2 {
		t.Fatalf("%v, %v", o, err)
	}
	on := o.On(town{}.Layout())
	if on[0][0] != [2]float64{0, 2} || on[0][2] != [2]float64{2, 0} || on[1][0] != [2]float64{1, 1} {
		t.Errorf("in cells %v", on)
	}
	l := town{}.Layout()
	if names := o.names(l); len(names) != 1 || names[0] != (nameWire{"A", [2]float64{1, 1}}) || math.Abs(l.across()-80.7) > 0.1 {
		t.Errorf("names %v, %f km across", names, l.across())
	}
	l.Places = []Named{{"B", [2]float64{3.25, 43.5}, 1}, {"Out", [2]float64{9, 43.5}, 9}, {"C", [2]float64{3.5, 43.25}, 2}}
	if names := (Outline{}).names(l); len(names) != 2 || names[0].Name != "C" || names[1] != (nameWire{"B", [2]float64{0.5, 1}}) {
		t.Errorf("without an outline the map names %v", names)
	}
	if names := o.names(l); len(names) != 1 || names[0].Name != "A" {
		t.Errorf("beside an outline with names it names %v", names)
	}
	l.Places = nil
	only, err := ParseOutline([]byte(`{"type":"Feature","properties":{"name":"A"},"geometry":{"type":"Point","coordinates":[3.5,43.5]}}`))
	if err != nil || len(only.names(l)) != 1 || !reflect.DeepEqual(only.On(l), (Outline{}).On(l)) {
		t.Errorf("names alone: %v, %v", only, err)
	}
	for _, bad := range []string{`{"type":"Feature","geometry":{"type":"Point","coordinates":[3.5,43.5]}}`, ``, `[]`, `{}`, `{"type":"LineString","coordinates":[[200,1],[2,3]]}`, `{"type":"LineString","coordinates":"x"}`, `{"type":"LineString","coordinates":[[1],[2]]}`, strings.Repeat(" ", maxOutline+1)} {
		if _, err := ParseOutline([]byte(bad)); err == nil {
			t.Errorf("taken: %.40s", bad)
		}
	}
}

// TestEdges: without a file of lines the map shows where the model knows places, and a grid
// of scattered cells nothing.
func TestEdges(t *testing.T) {
	l := Layout{Rows: 3, Cols: 3, Cells: []int{0, 1, 4}} // two in the south, and the middle
	want := [][][2]float64{
		{{1, 1}, {2, 1}},
		{{0, 2}, {1, 2}},
		{{0, 3}, {2, 3}},
		{{0, 2}, {0, 3}},
		{{1, 1}, {1, 2}},
		{{2, 1}, {2, 3}},
	}
	if on := (Outline{}).On(l); !reflect.DeepEqual(on, want) {
		t.Errorf("edges %v", on)
	}
	wide := Layout{Rows: 400, Cols: 400}
	for c := 0; c < 400*400; c += 3 {
		wide.Cells = append(wide.Cells, c)
	}
	if on := (Outline{}).On(wide); on == nil || len(on) > 0 {
		t.Errorf("%d edges", len(on))
	}
}

func FuzzOutline(f *testing.F) {
	f.Add([]byte(`{"type":"Polygon","coordinates":[[[3,43],[4,43],[3,43]]]}`))
	f.Add([]byte(`{"geometry":{"geometry":{"geometry":{}}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := ParseOutline(data)
		if err == nil && len(o.Lines)+len(o.Places) == 0 {
			t.Error("nothing, and no error")
		}
		o.On(town{}.Layout())
		o.names(town{}.Layout())
	})
}
