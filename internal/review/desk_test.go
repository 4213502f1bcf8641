package review

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Rose": "rose", "  jean  -\n paul ": "jean - paul", "L’Été": "l'été", "ANDRE\u0301": "andré", "ro\u200bse": "rose", "": "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestScoreOrder(t *testing.T) {
	weigh := func(scores ...float64) float64 {
		var w Weight
		for _, s := range scores {
			w.Add(bauta.Span{P: s})
		}
		return w.Score()
	}
	if weigh() != 0 {
		t.Error("nothing open has a score")
	}
	// More occurrences, doubt between the ends, likelier names come first.
	for i, c := range [][2]float64{
		{weigh(0.5, 0.5), weigh(0.5)}, {weigh(0.5), weigh(0.95)}, {weigh(0.6), weigh(0.4)}, {weigh(0.9), weigh(0.01)}, {weigh(1), 0},
	} {
		if c[0] <= c[1] {
			t.Errorf("pair %d: %v is not above %v", i, c[0], c[1])
		}
	}
	if s := weigh(math.Inf(1), -3); math.IsNaN(s) || math.IsInf(s, 0) {
		t.Errorf("wild scores give %v", s)
	}
}

func logged(rows ...Decision) (out []Logged) {
	undone := Undone(rows)
	for i, d := range slices.Backward(rows) {
		d.Made = time.Unix(int64(i), 0)
		out = append(out, Logged{Decision: d, Undone: undone[d.ID]})
	}
	return out
}

func TestGates(t *testing.T) {
	two := logged(Decision{ID: "a", User: 2, Scope: OnGroup, Effect: Accept})
	proved := audit.Standing{Attempt: 1, Proved: true}
	shut := func(now Progress, log []Logged, approver int64, a audit.Standing, holds bool, lookers []int64) (names []string) {
		var ahead *Ahead
		if !holds {
			ahead = &Ahead{40, 1540}
		}
		now.Messages = 1540
		for _, g := range Gates(now, log, approver, a, ahead, lookers) {
			if holds == strings.Contains(g.Refusal, "of its 1540 messages 40 are new") && g.Name == "audit" && a.Attempt > 0 && g.Refusal != "" {
				t.Errorf("holds %v: %s", holds, g.Refusal)
			}
			if g.Refusal != "" {
				names = append(names, g.Name)
			}
		}
		return names
	}
	for i, c := range []struct {
		now      Progress
		log      []Logged
		approver int64
		audit    audit.Standing
		holds    bool
		want     []string
		lookers  []int64
	}{
		{Progress{}, two, 1, proved, true, nil, nil},
		{Progress{Left: 1}, two, 1, proved, true, []string{"open"}, nil},
		{Progress{Flagged: 1}, two, 1, proved, true, []string{"flagged"}, nil},
		{Progress{Second: 1}, two, 1, proved, true, []string{"second"}, nil},
		{Progress{}, two, 1, audit.Standing{Attempt: 1}, true, []string{"audit"}, nil},
		{Progress{}, two, 1, proved, false, []string{"audit"}, nil},
		{Progress{}, two, 2, proved, true, []string{"approver"}, nil},
		{Progress{}, nil, 1, proved, true, []string{"approver"}, nil},
		{Progress{}, nil, 1, proved, true, []string{"approver"}, []int64{1}},
		{Progress{}, nil, 1, proved, true, nil, []int64{1, 2}}, // nothing was open, and somebody else has looked
		{Progress{Left: 1, Flagged: 1, Second: 1}, nil, 1, audit.Standing{}, false, []string{"open", "flagged", "second", "audit", "approver"}, nil},
	} {
		if got := shut(c.now, c.log, c.approver, c.audit, c.holds, c.lookers); !slices.Equal(got, c.want) {
			t.Errorf("case %d: shut %v, want %v", i, got, c.want)
		}
	}
}

func TestMeasure(t *testing.T) {
	log := logged(
		Decision{ID: "a", Scope: OnGroup, Effect: Accept, ActiveMS: 2000, Keys: 1, Affected: 14, Proposed: bauta.Person, ProposedP: 0.95, Accepted: true},
		Decision{ID: "b", Scope: OnWord, Effect: Keep, ActiveMS: 6000, Keys: 3, Affected: 6, Proposed: bauta.Person, ProposedP: 0.55},
		Decision{ID: "c", Scope: OnGroup, Effect: Skip, ActiveMS: 1000, Keys: 1},
		Decision{ID: "d", Scope: OnWord, Effect: Mask, ActiveMS: 9000, Keys: 9, Affected: 9},
		Decision{ID: "e", Scope: OnUndo, Of: "d"},
		Decision{ID: "f", Scope: OnAudit, Message: 1, Effect: Keep},
	)
	e := Measure(Progress{Messages: 100}, log)
	if e.Decisions != 3 || e.PerThousand != 30 || e.Median != 2 || e.P90 != 6 || e.TotalSeconds != 9 || math.Abs(e.KeysPerRow-5.0/3) > 1e-9 {
		t.Errorf("%+v", e)
	}
	if e.UndoRate != 25 || e.SkipRate != 25 || e.Proposals != 2 || e.Overridden != 1 || e.Deciles[9].Shown != 1 || e.Deciles[5].Changed != 1 {
		t.Errorf("%+v", e)
	}
	if math.Abs(e.Leverage-20.0/3) > 1e-9 || math.Abs(e.MinutesPer1k-1.5) > 1e-9 || len(e.LearningCurve) != 1 {
		t.Errorf("%+v", e)
	}
	if e := Measure(Progress{}, nil); e.PerThousand != 0 || e.AuditUpper != 1 {
		t.Errorf("of nothing: %+v", e)
	}
}

func TestAroundAndUnusual(t *testing.T) {
	text := "la rose rouge"
	it := &Item{Message: bauta.Message{Text: text}, Tokens: []Range{{0, 2}, {3, 7}, {8, 13}}}
	if l, n := Around(it, 3, 7); l != "la" || n != "rouge" {
		t.Errorf("around: %q %q", l, n)
	}
	if l, n := Around(it, 0, 13); l+n != "" {
		t.Errorf("around all: %q %q", l, n)
	}
	seen := []Seen{
		{Occurrence: Occurrence{ID: 1, Range: Range{3, 7}, Now: Label{Effect: Keep}}, Text: text, Tokens: it.Tokens},
		{Occurrence: Occurrence{ID: 2, Range: Range{3, 7}}, Text: text, Tokens: it.Tokens},
		{Occurrence: Occurrence{ID: 3, Range: Range{3, 7}}, Text: "le rose verte", Tokens: it.Tokens},
	}
	got := Unusual(seen, 5)
	if len(got) != 2 || got[0].ID != 3 {
		t.Errorf("unusual: %d, first %d", len(got), got[0].ID)
	}
}

func TestGoldAndWords(t *testing.T) {
	ask := bauta.Span{Label: bauta.Person, Doubt: bauta.Ambiguous}
	m := &Stored{Item: Item{Message: bauta.Message{Text: "le Pont Neuf, Rose et Lys"}}, Occurrences: []Occurrence{
		{Range: Range{3, 7}, Span: ask, Now: Label{Effect: Mask, Label: bauta.Location, Decision: "a", As: Range{3, 12}}},
		{Range: Range{14, 18}, Span: ask, Now: Label{Effect: Mask, Label: bauta.Person, Decision: "b", Bulk: true}},
		{Range: Range{22, 25}, Span: ask, Now: Label{Effect: Keep, Decision: "c"}},
	}}
	spans, open := Gold(m)
	if open || len(spans) != 2 || spans[0].End != 12 || spans[0].Label != bauta.Location || spans[0].Source != Source || spans[1].Source != "bulk" {
		t.Errorf("%+v, %v", spans, open)
	}
	m.Occurrences[2].Now = Label{}
	if _, open := Gold(m); !open {
		t.Error("an open question makes gold")
	}
	rules := []Rule{
		{Decision: Decision{Scope: OnWord, Effect: Keep}, Word: "rose"},
		{Decision: Decision{Scope: OnWord, Effect: Mask}, Word: "Rose"},
		{Decision: Decision{Scope: OnWord, Effect: Keep, Exact: true}, Word: "Lys"},
		{Decision: Decision{Scope: OnPattern, Effect: Mask}, Word: "lys"},
	}
	if got := Words(rules, Mask); !slices.Equal(got, []string{"rose"}) {
		t.Errorf("always: %v", got)
	}
	if got := Words(rules, Keep); got != nil {
		t.Errorf("never: %v", got)
	}
}
