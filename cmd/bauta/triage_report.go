package main

import (
	"fmt"
	"io"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/learn/assess"
	"github.com/bauta/bauta/internal/learn/calibrate"
	"github.com/bauta/bauta/internal/triage"
)

// corpusCount says how many messages of a corpus are of which class.
type corpusCount struct {
	Messages int `json:"messages"`
	TA       int `json:"ta"`
}

func describe(samples []triage.Sample) corpusCount {
	c := corpusCount{Messages: len(samples)}
	for _, s := range samples {
		if s.TA {
			c.TA++
		}
	}
	return c
}

func (c corpusCount) String() string {
	return fmt.Sprintf("%d messages, %d (%.1f %%) to anonymise", c.Messages, c.TA,
		100*float64(c.TA)/float64(max(1, c.Messages)))
}

// trainingReport is what triage train says.
type trainingReport struct {
	Corpus   corpusCount      `json:"corpus"`
	Training *triage.Training `json:"-"`
	Plan     triage.Choice    `json:"plan"`   // by cross-validation; promises nothing
	Choice   triage.Choice    `json:"choice"` // tested on messages that the model has not seen
	Later    *triageReport    `json:"later,omitempty"`
	Figures  triageFigures    `json:"cross_validation"`

	goal triage.Goal
}

// triageFigures are the figures of a report in short.
type triageFigures struct {
	Balanced float64  `json:"balanced_accuracy"`
	ROC      *float64 `json:"roc_area"` // null where one class does not occur
}

func figures(r *assess.Report) triageFigures {
	f := triageFigures{Balanced: r.Balanced}
	if area := r.Classes[1].ROCArea; !math.IsNaN(area) {
		f.ROC = &area
	}
	return f
}

// WriteText prints the tables.
func (r *trainingReport) WriteText(w io.Writer) error {
	t := r.Training
	fmt.Fprintf(w, "%v; features %s, learner %s\n\nTable 6: cross-validation\n%v\n", r.Corpus, t.Model.Features,
		t.Model.Learner, t.Table)
	fmt.Fprintf(w, "Reliability of the calibrated probabilities, on rows held out\n%v\n", t.Reliability)
	writeThresholds(w, r.goal, r.Plan, r.Choice)
	if r.Later == nil {
		return nil
	}
	fmt.Fprintf(w, "Later in time: %v\n\n", r.Later.Corpus)
	return r.Later.WriteText(w)
}

// writeThresholds prints what was planned for a goal, and what the test says of it.
func writeThresholds(w io.Writer, g triage.Goal, plan, tested triage.Choice) {
	fmt.Fprintf(w, "Plan for a leak of at most %.3g %%, chosen among many on the same rows: it promises "+
		"nothing\n%v\n\nThresholds for a leak of at most %.3g %% at 95 %% confidence, tested on rows that neither "+
		"the model nor the plan has seen\n%v\n\n", 100*g.Leak, plan, 100*g.Leak, tested)
}

// triageReport is how a model does on messages it has not learnt from.
type triageReport struct {
	Corpus      corpusCount   `json:"corpus"`
	Figures     triageFigures `json:"figures"`
	Observed    triage.Curve  `json:"curve_observed"`
	Bounded     triage.Curve  `json:"curve_bounded"`
	Tables      []tableReport `json:"tables"`
	Confusion   [][]float64   `json:"confusion"`
	Plan        triage.Choice `json:"plan"`   // for one half of the messages
	Choice      triage.Choice `json:"choice"` // tested on the other half
	reliability *calibrate.Reliability
	table       *assess.Report
	scored      []triage.Scored
}

// tableReport is what became of the messages under one combination table.
type tableReport struct {
	Name       string     `json:"name"`
	Expert     int        `json:"expert"`
	Anonymised int        `json:"anonymised"`
	Right      int        `json:"right"`
	Leak       eval.Bound `json:"leak"`
}

func newTriageReport(m *triage.Model, samples []triage.Sample, out []bauta.Outcome, precision float64) (*triageReport,
	error,
) {
	r := &triageReport{Corpus: describe(samples)}
	var err error
	if r.table, err = m.Score(samples); err != nil {
		return nil, err
	}
	r.Figures, r.Confusion = figures(r.table), r.table.Confusion
	r.scored = m.Scored(samples)
	cal := make([]calibrate.Sample, len(samples))
	for i, s := range r.scored {
		cal[i] = calibrate.Sample{Score: s.P, Positive: s.TA, Weight: 1}
	}
	if r.reliability, err = calibrate.NewReliability(cal, 10); err != nil {
		return nil, err
	}
	r.Observed, r.Bounded = triage.NewCurve(r.scored, precision, false), triage.NewCurve(r.scored, precision, true)
	for _, t := range triage.Presets() {
		j, err := triage.NewJudge(t, m, &triage.Reader{}, 0, 0)
		if err != nil {
			continue // a model without thresholds has no verdict by them
		}
		r.Tables = append(r.Tables, tabulate(j, r.scored, out))
	}
	return r, nil
}

// tabulate applies a combination table.
func tabulate(j *triage.Judge, scored []triage.Scored, out []bauta.Outcome) tableReport {
	r := tableReport{Name: j.Table.Name}
	released, leaked := 0, 0
	for i, s := range scored {
		switch j.Table.Cells[out[i]][j.Class(s.P)] {
		case bauta.AskExpert:
			r.Expert++
		case bauta.Anonymise:
			r.Anonymised++
			if s.TA {
				r.Right++
			}
		case bauta.Leave:
			released++
			if s.TA {
				leaked++
			}
		}
	}
	r.Leak = eval.ClopperPearson(leaked, released)
	return r
}

// choose plans thresholds for a goal on one half of the messages and tests them on the
// other; the model has seen neither.
func (r *triageReport) choose(g triage.Goal) {
	plan, test := triage.Halves(len(r.scored), 1)
	half := func(at []int) (out []triage.Scored) {
		for _, i := range at {
			out = append(out, r.scored[i])
		}
		return out
	}
	r.Plan = triage.Select(half(plan), g)
	var no bool
	if r.Choice, no = triage.Hopeless(len(r.scored), g); !no {
		r.Choice = triage.Prove(half(plan), half(test), g)
	}
}

// WriteText prints the tables.
func (r *triageReport) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%v\nReliability\n%v\n", r.table, r.reliability)
	fmt.Fprintf(w, "Coverage and risk by the model alone: the expert's share at each leak seen, thresholds chosen "+
		"on these messages\n")
	if err := r.Observed.WriteText(w); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nThe same with the leak's upper 95 %% bound\n")
	if err := r.Bounded.WriteText(w); err != nil {
		return err
	}
	if r.Choice.Messages > 0 {
		fmt.Fprintln(w)
		writeThresholds(w, r.Choice.Goal, r.Plan, r.Choice)
	}
	fmt.Fprintf(w, "Combination tables, with the thresholds of the model\n%-8s %9s %10s %9s %9s %6s %8s %8s\n",
		"table", "expert %", "anonymised", "precision", "released", "leaks", "leak %", "bound %")
	for _, t := range r.Tables {
		fmt.Fprintf(w, "%-8s %9.1f %10d %9.3f %9d %6d %8.3f %8.3f\n", t.Name,
			100*float64(t.Expert)/float64(max(1, r.Corpus.Messages)), t.Anonymised,
			float64(t.Right)/float64(max(1, t.Anonymised)), t.Leak.Trials, t.Leak.Events, 100*t.Leak.Rate,
			100*t.Leak.Upper)
	}
	return nil
}

func outcomes(c *triageCorpus, from, n int) []bauta.Outcome {
	out := make([]bauta.Outcome, n)
	for i := range out {
		out[i] = c.messages[from+i].outcome
	}
	return out
}
