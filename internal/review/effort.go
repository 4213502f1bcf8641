package review

import (
	"math"
	"slices"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
)

// Effort is what the expert's work cost and what it did.
type Effort struct {
	// Unreleased stamps the effort beside messages that were written with gates shut.
	Unreleased bool `json:"unreleased,omitempty"`

	Messages  int `json:"messages"`
	Decisions int `json:"decisions"` // rows that stand, a bulk decision counted once
	// PerThousand is decisions per 1,000 messages.
	PerThousand float64 `json:"decisions_per_1000_messages"`
	// Median and P90 are active seconds a decision, from what was measured.
	Median       float64 `json:"seconds_median"`
	P90          float64 `json:"seconds_p90"`
	TotalSeconds float64 `json:"seconds_total"`
	KeysPerRow   float64 `json:"keys_per_decision"`
	Leverage     float64 `json:"occurrences_per_decision"`
	UndoRate     float64 `json:"undone_per_100"` // of all decisions ever
	SkipRate     float64 `json:"skipped_per_100"`
	Proposals    int     `json:"proposals"`
	Overridden   int     `json:"proposals_changed"`
	Deciles      []Tenth `json:"override_by_confidence"` // ten, by how sure the proposal was
	MinutesPer1k float64 `json:"minutes_per_1000_messages"`
	Audited      int     `json:"audited"`
	AuditLeaks   int     `json:"audit_leaks"`
	AuditUpper   float64 `json:"audit_leak_upper_bound_95"`
	// Twice is groups silently asked twice of one person: trials, of which events
	// were answered alike. They count nowhere else.
	Twice         eval.Bound `json:"alike_when_asked_twice"`
	BySource      []Share    `json:"decided_by_source,omitempty"`
	LearningCurve []Curve    `json:"seconds_by_hundred,omitempty"`
}

// Tenth counts proposals of one tenth of confidence, and how many were changed.
type Tenth struct {
	Shown   int `json:"shown"`
	Changed int `json:"changed"`
}

// Share counts occurrences by where they come from and what became of them.
type Share struct {
	Source string `json:"source"`
	Masked int    `json:"masked"`
	Kept   int    `json:"kept"`
	Open   int    `json:"open"`
}

// Curve is the median time of one hundred decisions after the other.
type Curve struct {
	From    int     `json:"from"`
	Seconds float64 `json:"seconds"`
}

// Measure computes the effort from a project's whole log, newest row first as
// Store.Decisions gives it.
func Measure(now Progress, log []Logged) Effort {
	e := Effort{Messages: now.Messages, Deciles: make([]Tenth, 10)}
	var times []float64
	var ever, undone, skipped, keys, affected int
	for _, l := range slices.Backward(log) {
		if l.Again || !l.Scope.labels() && l.Scope != OnConfirm {
			continue
		}
		ever++
		if l.Undone {
			undone++
			continue
		}
		if l.Effect == Skip {
			skipped++
		}
		e.Decisions++
		keys += l.Keys
		affected += l.Affected
		if l.ActiveMS > 0 {
			times = append(times, float64(l.ActiveMS)/1000)
		}
		if l.Proposed != "" {
			e.propose(l.Decision)
		}
	}
	e.AuditUpper = 1
	e.Twice = Consistency(log)
	e.PerThousand = 1000 * ratio(e.Decisions, now.Messages)
	e.KeysPerRow, e.Leverage = ratio(keys, e.Decisions), ratio(affected, e.Decisions)
	e.UndoRate, e.SkipRate = 100*ratio(undone, ever), 100*ratio(skipped, ever)
	e.time(times)
	return e
}

// Audit takes over where the audit stands.
func (e *Effort) Audit(a audit.Standing) {
	e.Audited, e.AuditLeaks, e.AuditUpper = a.Looks, len(a.Leaks), a.Bound
}

// propose counts a proposal by its confidence.
func (e *Effort) propose(d Decision) {
	p := d.ProposedP
	if math.IsNaN(p) {
		p = 0
	}
	t := &e.Deciles[min(9, int(10*min(1, max(0, p))))]
	t.Shown++
	e.Proposals++
	if !d.Accepted {
		t.Changed++
		e.Overridden++
	}
}

// time sums up active seconds, in the order in which they passed.
func (e *Effort) time(times []float64) {
	for from := 0; from < len(times); from += 100 {
		e.LearningCurve = append(e.LearningCurve, Curve{from, quantile(times[from:min(from+100, len(times))], 0.5)})
	}
	for _, t := range times {
		e.TotalSeconds += t
	}
	e.Median, e.P90 = quantile(times, 0.5), quantile(times, 0.9)
	if e.Messages > 0 {
		e.MinutesPer1k = e.TotalSeconds / 60 * 1000 / float64(e.Messages)
	}
}

// quantile is the nearest-rank quantile; 0 of nothing.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(values))
	return s[max(0, int(math.Ceil(q*float64(len(s))))-1)]
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

// Tally counts a message's occurrences by the source that found them.
func Tally(into map[string]*Share, m *Stored) {
	for i := range m.Occurrences {
		o := &m.Occurrences[i]
		if o.Passed && o.Now.Decision == "" {
			continue // nobody found it
		}
		s := into[o.Span.Source]
		if s == nil {
			s = &Share{Source: o.Span.Source}
			into[o.Span.Source] = s
		}
		switch o.Now.Effect {
		case Mask:
			s.Masked++
		case Keep:
			s.Kept++
		default:
			s.Open++
		}
	}
}
