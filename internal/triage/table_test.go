package triage_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/triage"
)

// Seek&Hide, table 2, cell by cell.
func TestTable2IsThePapers(t *testing.T) {
	table, err := triage.Preset("table2")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		outcome bauta.Outcome
		class   triage.Class
		want    bauta.Verdict
	}{
		{bauta.TA, triage.ClassTA, bauta.Anonymise},
		{bauta.TA, triage.ClassNTA, bauta.AskExpert},
		{bauta.NTA, triage.ClassTA, bauta.AskExpert},
		{bauta.NTA, triage.ClassNTA, bauta.Leave},
		{bauta.Untagged, triage.ClassTA, bauta.Anonymise},
		{bauta.Untagged, triage.ClassNTA, bauta.Leave},
	} {
		if got := table.Cells[c.outcome][c.class]; got != c.want {
			t.Errorf("%v/%v: %v, want %v", c.outcome, c.class, got, c.want)
		}
	}
}

func TestPresets(t *testing.T) {
	for _, table := range triage.Presets() {
		if table.NeedsModel() != (table.Name != "seek") {
			t.Errorf("%s: needs a model: %v", table.Name, table.NeedsModel())
		}
		if table.Thresholded() != (table.Name == "safe" || table.Name == "bound") {
			t.Errorf("%s: thresholds: %v", table.Name, table.Thresholded())
		}
		if _, err := table.With(nil); err != nil {
			t.Errorf("%s: %v", table.Name, err)
		}
		for o, row := range table.Cells {
			if table.NeedsModel() && row[triage.Unsure] != bauta.AskExpert {
				t.Errorf("%s: an unsure message of outcome %d does not go to the expert", table.Name, o)
			}
		}
	}
	if _, err := triage.Preset("nonsense"); err == nil || !strings.Contains(err.Error(), "seek, table2, safe, bound") {
		t.Errorf("an unknown preset: %v", err)
	}
	var zero triage.Table
	if zero.Cells[bauta.NTA][triage.ClassNTA] != bauta.AskExpert {
		t.Error("the zero table does not ask")
	}
}

func TestCells(t *testing.T) {
	safe, err := triage.Preset("safe")
	if err != nil {
		t.Fatal(err)
	}
	changed, err := safe.With(map[string]string{"untagged/NTA": "expert", "TA": "anonymise"})
	if err != nil {
		t.Fatal(err)
	}
	if changed.Cells[bauta.Untagged][triage.ClassNTA] != bauta.AskExpert || changed.Cells[bauta.TA][triage.Unsure] != bauta.Anonymise {
		t.Errorf("cells are not changed: %v", changed.Cells)
	}
	if safe.Cells[bauta.Untagged][triage.ClassNTA] != bauta.Leave {
		t.Error("the preset itself was changed")
	}
	for _, c := range []struct{ cell, verdict, want string }{
		{"nonsense", "leave", "no such cell"},
		{"TA/maybe", "leave", "no such cell"},
		{"TA/", "leave", "no such cell"},
		{"TA/TA", "hide", "no such verdict"},
		{"NTA/TA", "anonymise", "release the text as it is"},
	} {
		if _, err := safe.With(map[string]string{c.cell: c.verdict}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("cell %q: %q gives %v, want %q", c.cell, c.verdict, err, c.want)
		}
	}
}

func judge(t testing.TB, name string, m *triage.Model, leave, anonymise float64) *triage.Judge {
	t.Helper()
	table, err := triage.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	j, err := triage.NewJudge(table, m, reader(), leave, anonymise)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestJudgeNamesTheCell(t *testing.T) {
	m := trained(t).Model
	for _, c := range []struct {
		table, text, why string
		verdict          bauta.Verdict
	}{
		{"seek", "ok a demain", "seek: NTA", bauta.Leave},
		{"seek", "avec Zorglub", "seek: TA", bauta.Anonymise},
		{"table2", "ok a demain", "table2: NTA/NTA", bauta.Leave},
		{"table2", "je vois Camille ce soir", "table2: TA/TA", bauta.Anonymise},
		{"safe", "je vois Camille ce soir", "safe: TA/TA", bauta.Anonymise},
	} {
		d := doc(t, c.text)
		r := result(d)
		if err := judge(t, c.table, m, 0, 0).Judge(context.Background(), d, r); err != nil {
			t.Fatal(err)
		}
		if r.Why != c.why || r.Verdict != c.verdict {
			t.Errorf("%s of %q: %s → %v, want %s → %v", c.table, c.text, r.Why, r.Verdict, c.why, c.verdict)
		}
		if r.Score < 0 || r.Score > 1 {
			t.Errorf("score %v", r.Score)
		}
	}
}

// What stays in the text does not count as something to hide.
func TestKeptLabelsDoNotCount(t *testing.T) {
	table, err := triage.Preset("seek")
	if err != nil {
		t.Fatal(err)
	}
	j := &triage.Judge{Table: table, Keeps: func(s bauta.Span) bool { return s.Label == bauta.Location }}
	r := &bauta.Result{Outcome: bauta.NTA, Spans: []bauta.Span{{End: 1, Label: bauta.Location, P: 0.9}}}
	if err := j.Judge(context.Background(), doc(t, "x"), r); err != nil || r.Score != 0 || r.Verdict != bauta.Leave {
		t.Errorf("score %v, verdict %v, error %v", r.Score, r.Verdict, err)
	}
}

// Where nothing was found no verdict says that the message is anonymised, and
// nothing is left that the model is not sure of.
func TestNeverAnonymisedWithoutAFind(t *testing.T) {
	m := trained(t).Model
	rapid.Check(t, func(r *rapid.T) {
		name := rapid.SampledFrom([]string{"table2", "safe", "bound"}).Draw(r, "table")
		lo := rapid.Float64Range(0, 0.5).Draw(r, "leave")
		hi := rapid.Float64Range(0.5, 1).Draw(r, "anonymise")
		text := rapid.StringMatching(`[A-Za-z ]{0,30}`).Draw(r, "text")
		j := judge(t, name, m, lo, hi)
		d := doc(t, text)
		res := result(d)
		if err := j.Judge(context.Background(), d, res); err != nil {
			r.Fatal(err)
		}
		if res.Verdict == bauta.Anonymise && res.Outcome == bauta.NTA {
			r.Fatalf("%s: anonymise without a find", res.Why)
		}
		if res.Verdict == bauta.Leave && res.Score > lo {
			r.Fatalf("%s: left at %v, above %v", res.Why, res.Score, lo)
		}
	})
}

// TestJudgeOfALongText: a long text with an open question counts as one with something to hide, and is not read; one
// in which nothing was found is.
func TestJudgeOfALongText(t *testing.T) {
	reads := 0
	r := triage.NewReader(triage.ReaderConfig{Weigh: func(*bauta.Doc) []bauta.Span { reads++; return nil }})
	table, err := triage.Preset("table2")
	if err != nil {
		t.Fatal(err)
	}
	j, err := triage.NewJudge(table, trained(t).Model, r, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		lines   int
		outcome bauta.Outcome
		reads   int
		verdict bauta.Verdict
	}{
		{200, bauta.Untagged, 1, bauta.Leave}, {2000, bauta.Untagged, 0, bauta.Anonymise}, {2000, bauta.NTA, 1, bauta.Leave},
	} {
		reads = 0
		res := &bauta.Result{Outcome: c.outcome}
		if err := j.Judge(t.Context(), doc(t, strings.Repeat("on se voit demain?\n", c.lines)), res); err != nil {
			t.Fatal(err)
		}
		if reads != c.reads || res.Verdict != c.verdict {
			t.Errorf("%+v: read %d times, %v", c, reads, res.Verdict)
		}
	}
}

func TestJudgeRefuses(t *testing.T) {
	safe, err := triage.Preset("safe")
	if err != nil {
		t.Fatal(err)
	}
	m := *trained(t).Model
	m.LeaveBelow, m.AnonymiseAbove = 0, 0
	for name, c := range map[string]struct {
		m       *triage.Model
		lo, hi  float64
		message string
	}{
		"no model":      {nil, 0, 0, "needs a model"},
		"no thresholds": {&m, 0, 0, "has no thresholds"},
		"crossed":       {&m, 0.9, 0.1, "leave_below"},
		"beyond":        {&m, 0.1, 1.5, "anonymise_above"},
	} {
		if _, err := triage.NewJudge(safe, c.m, reader(), c.lo, c.hi); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, want %q", name, err, c.message)
		}
	}
}
