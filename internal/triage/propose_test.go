package triage_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/triage"
)

func rows(s []triage.Sample) []triage.Row {
	out := make([]triage.Row, len(s))
	for i := range s {
		out[i] = s[i].Row
	}
	return out
}

func TestPropose(t *testing.T) {
	m := trained(t).Model
	pool := rows(samples(t, 9, 300))
	got := m.Propose(pool, 20)
	sorted := slices.Clone(got)
	slices.Sort(sorted)
	if len(got) != 20 || len(slices.Compact(sorted)) != 20 {
		t.Fatalf("%d proposed, some twice: %v", len(got), got)
	}
	if !slices.Equal(got, m.Propose(pool, 20)) {
		t.Error("a second call proposes others")
	}
	// What is proposed is nearer to the cut than what is not, on the whole.
	doubt := func(at []int) float64 {
		sum := 0.0
		for _, i := range at {
			p := m.Probability(pool[i])
			sum += min(p/m.Cut, (1-p)/(1-m.Cut))
		}
		return sum / float64(len(at))
	}
	all := make([]int, len(pool))
	for i := range all {
		all[i] = i
	}
	if doubt(got) < 2*doubt(all) {
		t.Errorf("doubt of the proposed %.3f, of all %.3f", doubt(got), doubt(all))
	}
	for _, n := range []int{-1, 0, 1, 300, 1000} {
		if got := m.Propose(pool, n); len(got) != max(0, min(n, 300)) {
			t.Errorf("%d asked for, %d proposed", n, len(got))
		}
	}
}

// Of many copies of one uncertain message only one is proposed first.
func TestProposeIsDiverse(t *testing.T) {
	m := trained(t).Model
	rd := reader()
	var pool []triage.Row
	for range 50 {
		d := doc(t, "tu vois titou ce soir")
		pool = append(pool, rd.Read(d, result(d)))
	}
	d := doc(t, "nanou dort chez doudou")
	pool = append(pool, rd.Read(d, result(d)))
	if got := m.Propose(pool, 2); !slices.Contains(got, 50) {
		t.Errorf("proposed %v: two copies of one message", got)
	}
}

func TestLabelling(t *testing.T) {
	s := samples(t, 10, 450)
	cfg := triage.Config{Learner: "logistic", Seed: 5}
	c, err := cfg.Labelling(s, 50, 4)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Points) != 4 || c.Test != 150 {
		t.Fatalf("%d steps, tested on %d", len(c.Points), c.Test)
	}
	first := c.Points[0]
	if first.ProposedROC != first.RandomROC || first.ProposedFound != first.RandomFound {
		t.Errorf("the two do not begin alike: %+v", first)
	}
	last := c.Points[len(c.Points)-1]
	if last.Labels != first.Labels+150 || last.ProposedFound < last.RandomFound {
		t.Errorf("after %d labels %d to anonymise were proposed, %d drawn at random", last.Labels, last.ProposedFound, last.RandomFound)
	}
	var b bytes.Buffer
	if err := c.WriteText(&b); err != nil || !strings.Contains(b.String(), "seed 5") {
		t.Errorf("%v\n%s", err, b.String())
	}
	for name, n := range map[string]int{"none": 0, "too many": 400} {
		if _, err := cfg.Labelling(s, n, 3); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
