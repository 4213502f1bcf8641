package triage

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// Class is what the model says of a message.
type Class uint8

// The classes. The zero class is the careful one.
const (
	Unsure   Class = iota // between the thresholds
	ClassTA               // to anonymise
	ClassNTA              // nothing to anonymise
)

// String gives the paper's name.
func (c Class) String() string { return [...]string{"unsure", "TA", "NTA"}[min(c, 2)] }

// Table joins the outcome of the detectors with the class of the model
// (Seek&Hide, table 2). The zero table sends everything to the expert.
type Table struct {
	Name  string
	Cells [3][3]bauta.Verdict // by bauta.Outcome and Class
}

// cellsOf reads the cells of a table from verdicts in the order of the classes
// unsure, TA, NTA.
func cellsOf(untagged, ta, nta [3]bauta.Verdict) [3][3]bauta.Verdict {
	return [3][3]bauta.Verdict{bauta.Untagged: untagged, bauta.TA: ta, bauta.NTA: nta}
}

// Presets returns the tables by name, in the order of the documentation:
//
//	seek    the expert sees every untagged message; no model
//	table2  the paper's table: where detectors and model agree that is done, where
//	        they do not the expert decides, and untagged messages follow the model
//	safe    table2 with two thresholds: what lies between them goes to the expert
//	bound   the thresholds of the leak bound alone decide
//
// No table lets a message in which nothing was found count as anonymised.
func Presets() []Table {
	const ask, hide, leave = bauta.AskExpert, bauta.Anonymise, bauta.Leave
	type row = [3]bauta.Verdict
	return []Table{
		{"seek", cellsOf(row{ask, ask, ask}, row{hide, hide, hide}, row{leave, leave, leave})},
		{"table2", cellsOf(row{ask, hide, leave}, row{ask, hide, ask}, row{ask, ask, leave})},
		{"safe", cellsOf(row{ask, hide, leave}, row{ask, hide, ask}, row{ask, ask, leave})},
		{"bound", cellsOf(row{ask, hide, leave}, row{ask, hide, leave}, row{ask, ask, leave})},
	}
}

// Preset returns a table by name.
func Preset(name string) (Table, error) {
	var names []string
	for _, t := range Presets() {
		if t.Name == name {
			return t, nil
		}
		names = append(names, t.Name)
	}
	return Table{}, fmt.Errorf("no such verdict table; use %s", strings.Join(names, ", "))
}

// NeedsModel says whether the verdict hangs on the class anywhere.
func (t Table) NeedsModel() bool {
	for _, row := range t.Cells {
		if row[0] != row[1] || row[0] != row[2] {
			return true
		}
	}
	return false
}

// Thresholded says whether the class is found with two thresholds rather than
// the one cut of the model.
func (t Table) Thresholded() bool { return t.NeedsModel() && t.Name != "table2" }

// With returns the table with some cells changed. Cells are named
// OUTCOME/CLASS, or OUTCOME for its whole row ("untagged/NTA": "expert").
func (t Table) With(cells map[string]string) (Table, error) {
	for _, cell := range slices.Sorted(maps.Keys(cells)) {
		o, c, err := cellOf(cell)
		if err != nil {
			return t, err
		}
		v, err := verdictOf(cells[cell])
		if err != nil {
			return t, fmt.Errorf("cell %s: %w", cell, err)
		}
		for i := range t.Cells[o] {
			if c < 0 || i == c {
				t.Cells[o][i] = v
			}
		}
	}
	if slices.Contains(t.Cells[bauta.NTA][:], bauta.Anonymise) {
		return t, fmt.Errorf("cell NTA: anonymise where nothing was found would release the text as it is; use " +
			"expert or leave")
	}
	return t, nil
}

// cellOf reads the name of a cell; class −1 is the whole row.
func cellOf(name string) (outcome, class int, err error) {
	o, c, one := strings.Cut(name, "/")
	outcome = slices.Index([]string{"untagged", "TA", "NTA"}, o)
	class = slices.Index([]string{"unsure", "TA", "NTA"}, c)
	if outcome < 0 || one && class < 0 {
		return 0, 0, errors.New("no such cell; write OUTCOME/CLASS with outcome untagged, TA or NTA and class " +
			"unsure, TA or NTA")
	}
	return outcome, class, nil
}

func verdictOf(name string) (bauta.Verdict, error) {
	for _, v := range []bauta.Verdict{bauta.AskExpert, bauta.Anonymise, bauta.Leave} {
		if v.String() == name {
			return v, nil
		}
	}
	return 0, errors.New("no such verdict; use expert, anonymise or leave")
}

// Judge is the phase of the pipeline that gives the verdict.
type Judge struct {
	Table  Table
	Model  *Model  // nil for a table that needs none
	Reader *Reader // goes with the model
	// LeaveBelow and AnonymiseAbove bound the classes: at or below the first a
	// message is NTA, at or above the second TA. NewJudge fills them in.
	LeaveBelow, AnonymiseAbove float64
	// Keeps reports the finds that stay in the text, as bauta.Pipeline.Keeps
	// does; nil: none.
	Keeps func(bauta.Span) bool
}

// NewJudge checks that table, model and thresholds go together. Thresholds that
// are both 0 are those of the model; the table2 preset takes the model's one cut.
func NewJudge(t Table, m *Model, r *Reader, leave, anonymise float64) (*Judge, error) {
	j := &Judge{Table: t, Model: m, Reader: r, LeaveBelow: leave, AnonymiseAbove: anonymise}
	if !t.NeedsModel() {
		return j, nil
	}
	if m == nil || r == nil {
		return nil, fmt.Errorf("verdict table %s needs a model; name one, or use seek", t.Name)
	}
	if leave == 0 && anonymise == 0 {
		j.LeaveBelow, j.AnonymiseAbove = m.LeaveBelow, m.AnonymiseAbove
		if !t.Thresholded() || j.AnonymiseAbove == 0 {
			j.LeaveBelow, j.AnonymiseAbove = m.Cut, m.Cut
		}
		if t.Thresholded() && m.AnonymiseAbove == 0 {
			return nil, fmt.Errorf("the model has no thresholds for verdict table %s; train it with --leak, or give "+
				"leave_below and anonymise_above", t.Name)
		}
	}
	if !(0 <= j.LeaveBelow && j.LeaveBelow <= j.AnonymiseAbove && j.AnonymiseAbove <= 1) {
		return nil, fmt.Errorf("thresholds leave_below %g and anonymise_above %g; give 0 ≤ leave_below ≤ "+
			"anonymise_above ≤ 1", j.LeaveBelow, j.AnonymiseAbove)
	}
	return j, nil
}

// Class of a probability.
func (j *Judge) Class(p float64) Class {
	switch {
	case j.Model == nil:
		return Unsure
	case p >= j.AnonymiseAbove:
		return ClassTA
	case p <= j.LeaveBelow:
		return ClassNTA
	}
	return Unsure
}

// Judge implements bauta.Judge: Why names the cell that decided.
func (j *Judge) Judge(_ context.Context, d *bauta.Doc, r *bauta.Result) error {
	outcome := min(r.Outcome, bauta.NTA)
	// no class makes a difference
	if row := j.Table.Cells[outcome]; j.Model == nil || row == [3]bauta.Verdict{row[0], row[0], row[0]} {
		r.Score = j.any(r)
		r.Verdict = row[Unsure]
		r.Why = j.Table.Name + ": " + outcome.String()
	} else {
		r.Score = j.probability(d, r)
		class := j.Class(r.Score)
		r.Verdict = j.Table.Cells[outcome][class]
		r.Why = j.Table.Name + ": " + outcome.String() + "/" + class.String()
	}
	if r.Verdict == bauta.Anonymise && outcome == bauta.NTA {
		r.Verdict = bauta.AskExpert
		r.Why += ", but nothing was found to hide"
	}
	return nil
}

// longest is how many bytes of text with an open question the model is asked about. It learns
// from messages of some words, and of a thousand it holds one for a name: of 213 texts of 16 kB
// with a question, French SMS and sentences joined, it says so of each.
const longest = 16 << 10

// probability is that of something to hide.
func (j *Judge) probability(d *bauta.Doc, r *bauta.Result) float64 {
	if len(d.Text) > longest && r.Outcome == bauta.Untagged {
		return 1
	}
	return j.Model.Probability(j.Reader.Read(d, r))
}

// any is the chance that one of the finds to hide or of the questions is right,
// if they are independent.
func (j *Judge) any(r *bauta.Result) float64 {
	none := 1.0
	for _, spans := range [][]bauta.Span{r.Spans, r.Candidates} {
		for _, s := range spans {
			if j.Keeps == nil || !j.Keeps(s) {
				none *= 1 - max(0, min(1, s.P))
			}
		}
	}
	return 1 - none
}
