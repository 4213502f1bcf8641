package reviewtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Clock is a clock that tests turn.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// Now gives the time. It moves on by a millisecond with every look, so that no
// two rows are of one time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.now.IsZero() {
		c.now = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)
	}
	c.now = c.now.Add(time.Millisecond)
	return c.now
}

// Pass lets time pass.
func (c *Clock) Pass(d time.Duration) {
	c.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Suite tries every method of a store. open gives an empty one that lives until
// the test ends.
func Suite(t *testing.T, open func(t testing.TB, clock *Clock) review.Store) {
	for _, c := range append([]namedCase{
		{"projects", projects},
		{"people", people},
		{"import is idempotent", imports},
		{"an import is whole or nothing", whole},
		{"messages come back as they were", messages},
		{"claims and leases", claims},
		{"order of the queue", orders},
		{"accept settles a group once", accept},
		{"bulk leaves single decisions", bulk},
		{"edges of a mask", edges},
		{"never asks a second person", second},
		{"two people disagree", disagree},
		{"undo restores, redo reapplies", undo},
		{"rules hold for later imports", forward},
		{"a context is a rule", pattern},
		{"stale decisions", stale},
		{"skip and flag", putOff},
		{"preview", preview},
		{"audit of a release", audited},
		{"audit by names", auditedByNames},
		{"two people look at once", auditTwice},
		{"asked twice", twice},
		{"what is refused", refused},
		{"chain", chain},
		{"eight reviewers", eight},
		{"any sequence can be rebuilt", anySequence},
		{"purge", purge},
		{"a missed name is masked once", pointOnce},
		{"a missed name is masked everywhere", pointEverywhere},
		{"a missed name is wider than a find", pointWider},
		{"what cannot be pointed at", pointRefused},
		{"what was passed over", passedOver},
		{"what is worth a look is offered", offered},
		{"words of the corpus", words},
		{"the order learns from what is decided", learns},
		{"what was said before and behind", besides},
		{"words like one that was missed", likenesses},
	}, annotations()...) {
		t.Run(c.name, func(t *testing.T) {
			clock := &Clock{}
			d := &desk{T: t, ctx: t.Context(), clock: clock}
			d.Store = open(t, clock)
			d.p = d.project("desk")
			c.try(d)
		})
	}
}

// desk is a store under test with one project.
type desk struct {
	*testing.T
	review.Store
	ctx   context.Context
	clock *Clock
	p     review.Project
	n     int // of decisions
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) project(slug string) review.Project {
	d.Helper()
	p, err := d.CreateProject(d.ctx, review.Project{
		Slug: slug, Name: "Desk", Lang: "fr", Labels: []bauta.Label{bauta.Person, bauta.Location},
		Overlap: 10, Seed: "seed", SecondAbove: 3, LeakLimit: 0.05,
	})
	d.must(err)
	return p
}

func (d *desk) load(marked ...string) review.Imported {
	d.Helper()
	n, err := d.Import(d.ctx, d.p.ID, Texts(marked...))
	d.must(err)
	return n
}

// group finds the group of a word.
func (d *desk) group(word string) review.Group {
	d.Helper()
	all, err := d.Groups(d.ctx, d.p.ID, "", 1000)
	d.must(err)
	for _, g := range all {
		if review.Fold(g.Word) == word {
			return g
		}
	}
	d.Fatalf("no group %q", word)
	return review.Group{}
}

// decision is one by a user about a word, on any version of it.
func (d *desk) decision(user int64, word string, scope review.Scope, effect review.Effect) review.Decision {
	d.Helper()
	d.n++
	out := review.Decision{
		ID: fmt.Sprintf("decision-%04d", d.n), Project: d.p.ID, User: user, Screen: "review", Scope: scope,
		Effect: effect, Expect: -1,
		ActiveMS: 1500, Keys: 1,
	}
	if effect == review.Mask {
		out.Label = bauta.Person
	}
	if word != "" {
		out.Group = d.group(word).ID
	}
	return out
}

func (d *desk) decide(x review.Decision) review.Outcome {
	d.Helper()
	out, err := d.Decide(d.ctx, x)
	d.must(err)
	return out
}

// about lays the n-th occurrence of a word into a decision.
func (d *desk) about(x review.Decision, n int) review.Decision {
	d.Helper()
	o := d.occurrences(x.Group)[n]
	x.Message, x.Range = o.Message, o.Range
	return x
}

func (d *desk) occurrences(group int64) []review.Seen {
	d.Helper()
	laid, err := d.Desk(d.ctx, d.p.ID, 1, group, 1000)
	d.must(err)
	slices.SortFunc(laid.Occurrences, func(a, b review.Seen) int { return int(a.ID - b.ID) })
	return laid.Occurrences
}

// labels writes what holds for the occurrences of a word: m, k or ?.
func (d *desk) labels(word string) string {
	d.Helper()
	out := ""
	for _, o := range d.occurrences(d.group(word).ID) {
		out += map[review.Effect]string{review.Mask: "m", review.Keep: "k", review.Undecided: "?"}[o.Now.Effect]
	}
	return out
}

func (d *desk) want(word, labels string, state review.GroupState) {
	d.Helper()
	g := d.group(word)
	if got := d.labels(word); got != labels || g.State != state {
		d.Errorf("%s: %s %s, want %s %s", word, got, g.State, labels, state)
	}
}

// whole holds the projection against the log.
func (d *desk) whole() string {
	d.Helper()
	stands, err := d.Digest(d.ctx, d.p.ID)
	d.must(err)
	anew, err := d.Rebuild(d.ctx, d.p.ID)
	d.must(err)
	if stands != anew {
		d.Error("the projection does not follow from the log")
	}
	return stands
}

func (d *desk) fails(err, want error) {
	d.Helper()
	if !errors.Is(err, want) {
		d.Errorf("error %v, want %v", err, want)
	}
}
