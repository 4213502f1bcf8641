package server

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// written imports messages of authors, each "author: text".
func (w *world) written(t *testing.T, lines ...string) {
	t.Helper()
	var items []review.Item
	for i, line := range lines {
		author, text, _ := strings.Cut(line, ": ")
		it := reviewtest.Item(fmt.Sprint("w", i), text)
		it.Message.Author = author
		items = append(items, it)
	}
	if _, err := w.store.Import(t.Context(), w.project.ID, reviewtest.Items(items...)); err != nil {
		t.Fatal(err)
	}
}

// TestAuthorLocation: what three messages say adds up to what none says alone.
// By hand, of four cells alike beforehand: "gare" gives the third 2 in 5; twice
// it is 4 in 7; with "nord" once, 2·2·9 = 36 in 39.
func TestAuthorLocation(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} })
	w.written(t, "ana: gare demain", "ben: au sud", "ana: la gare", "ana: nord", ": sud")
	c := w.as(t, w.users[review.PrivacyOfficer].ID)
	var first *placeWire
	c.ask("location/task", placeAsk{Message: 1, This: true}, &first)
	var got authorWire
	if code := c.ask("location/author", lookAtAsk{Message: first.Message, Out: make([]bool, 2)}, &got); code != http.StatusOK {
		t.Fatalf("%d", code)
	}
	if !got.Named || got.Messages != 3 || got.Cut || math.Abs(got.Before.Max-36.0/39) > 1e-6 || math.Abs(got.After.Max-36.0/39) > 1e-6 {
		t.Errorf("together: %+v", got)
	}
	top := got.Rows[0]
	if len(got.Rows) != 3 || top.Number != 4 || math.Abs(top.Effect-(4.0/7-36.0/39)) > 2e-6 || top.Here || !got.Rows[1].Here && !got.Rows[2].Here {
		t.Errorf("rows: %+v", got.Rows)
	}
	// What was accepted of one message, and what is out of this one on the
	// screen, counts after.
	accept := acceptAsk{ID: newID(w.now()), Message: top.Message, Out: []bool{true}, Threshold: 0.5}
	if code := c.ask("location/accept", accept, nil); code != http.StatusOK {
		t.Fatalf("accepted: %d", code)
	}
	c.ask("location/author", lookAtAsk{Message: first.Message, Out: []bool{true, false}}, &got)
	if math.Abs(got.Before.Max-36.0/39) > 1e-6 || math.Abs(got.After.Max-2.0/5) > 1e-6 {
		t.Errorf("after: %v, then %v", got.Before.Max, got.After.Max)
	}
	var this, nobody *placeWire
	if c.ask("location/task", placeAsk{Message: top.Message, This: true}, &this); this == nil || this.Number != 4 || !this.Out[0] {
		t.Errorf("opened: %+v", this)
	}
	c.ask("location/task", placeAsk{Message: top.Message, Step: 1}, &nobody)
	got = authorWire{}
	if c.ask("location/author", lookAtAsk{Message: nobody.Message, Out: []bool{false}}, &got); got.Named || got.Messages != 0 {
		t.Errorf("no author: %+v", got)
	}
	if code := c.ask("location/author", lookAtAsk{Message: first.Message, Out: []bool{true}}, nil); code != http.StatusBadRequest {
		t.Errorf("too few words: %d", code)
	}
}

// TestTogether: the prior counts once, however many messages say nothing.
func TestTogether(t *testing.T) {
	prior := []float64{0.7, 0.2, 0.1}
	for _, n := range []int{0, 1, 2, 50} {
		sum := make([]float64, 3)
		for k := range sum {
			sum[k] = float64(n) * math.Log(prior[k])
		}
		for k, p := range together(sum, logs(prior), n) {
			if math.Abs(p-prior[k]) > 1e-9 {
				t.Errorf("%d messages that say nothing: cell %d has %v, want %v", n, k, p, prior[k])
			}
		}
	}
	if got := together(logs([]float64{0, 1}), nil, 1); got[1] != 1 || math.IsNaN(got[0]) {
		t.Errorf("what cannot be: %v", got)
	}
}

// TestAuthorIsCut: the messages that there is no room for are cut off, never
// the one on the screen.
func TestAuthorIsCut(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = wide{} })
	w.written(t, "ana: un", "ana: deux", "ana: trois", "ana: quatre")
	c := w.as(t, w.users[review.Owner].ID)
	var last *placeWire
	c.ask("location/task", placeAsk{Message: math.MaxInt64, Step: -1}, &last)
	var got authorWire
	c.ask("location/author", lookAtAsk{Message: last.Message, Out: []bool{false}}, &got)
	if !got.Cut || got.Messages != 2 || !got.Rows[0].Here && !got.Rows[1].Here {
		t.Errorf("cut %v, %d messages, %+v", got.Cut, got.Messages, got.Rows)
	}
}

// wide says that it has so many cells that two messages fill the room.
type wide struct{ town }

func (wide) Layout() Layout {
	l := town{}.Layout()
	l.Cells = make([]int, authorRoom/5)
	return l
}

// TestC11LocationRoles: annotators have no part of the screen of places.
func TestC11LocationRoles(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} }, "au sud")
	for role, u := range w.users {
		c := w.as(t, u.ID)
		for _, rt := range w.table() {
			method, path, _ := strings.Cut(rt.pattern, " ")
			if !strings.Contains(path, "/location") {
				continue
			}
			res, _ := c.do(method, strings.ReplaceAll(path, "{slug}", "sms"), "application/json", "{}")
			if (res.StatusCode == http.StatusForbidden) != (role == review.Annotator) || res.StatusCode >= 500 {
				t.Errorf("%s as %s: %d", rt.pattern, role, res.StatusCode)
			}
		}
	}
}

// TestL7NoTrueLocation: coordinates of an import are kept nowhere, so that no
// role can be shown them; what the page has of degrees is the outline's cells.
func TestL7NoTrueLocation(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} })
	it := reviewtest.Item("w", "au sud")
	it.Message.Meta = map[string]string{"latitude": "43.612345", "longitude": "3.876543"}
	if _, err := w.store.Import(t.Context(), w.project.ID, reviewtest.Items(it)); err != nil {
		t.Fatal(err)
	}
	for _, role := range locators.roles {
		_, body := w.as(t, w.users[role].ID).get("/p/sms/location")
		if strings.Contains(body, "612345") || strings.Contains(body, "876543") || !strings.Contains(body, "sud") {
			t.Errorf("%s: the page has the true place, or no message", role)
		}
	}
	for m, err := range w.store.Messages(t.Context(), w.project.ID) {
		if err != nil || m.Message.Meta != nil {
			t.Errorf("stored with it: %v", err)
		}
	}
}
