package judge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/bounded"
)

// Report is rows of presets, and their figures for a first page.
type Report struct {
	Sample  float64       `json:"sample"`
	Sets    []Line        `json:"sets"`
	Figures []FirstFigure `json:"figures"`
}

// Line is what a preset did to a set. What is not counted there is nil.
type Line struct {
	Preset   string `json:"preset"`
	Set      string `json:"set"`
	Group    string `json:"group"`
	Messages int    `json:"messages"`

	// Of the persons in gold, per cent that came out changed to the last character,
	// of their characters, and of persons under finds of any type, which are what
	// persons.py counts.
	Gone       *float64 `json:"persons_gone,omitempty"`
	Characters *float64 `json:"characters_gone,omitempty"`
	Whole      *float64 `json:"persons_found,omitempty"`
	// Of the finds of persons, per cent that touch gold of any type, and of their
	// characters, under it.
	Precision     *float64 `json:"precision,omitempty"`
	CharPrecision *float64 `json:"char_precision,omitempty"`
	// In messages without gold, words hidden per 1,000, and per cent changed.
	Words   *float64 `json:"words,omitempty"`
	Changed *float64 `json:"changed,omitempty"`
	// Any type at IoU .75, in per cent; without gold of AGE and TITLE.
	F2     *float64 `json:"f2,omitempty"`
	F2Rest *float64 `json:"f2_without_age,omitempty"`

	Again   int `json:"second_run"`     // messages that a second run changes
	Aside   int `json:"other_language"` // told to be in a language that the preset does not read
	Persons int `json:"persons"`        // in gold
	Found   int `json:"found"`          // finds of persons
	Without int `json:"without"`        // messages without gold
}

// FirstFigure is a figure of a first page, with its 95 % bootstrap interval over
// messages.
type FirstFigure struct {
	Preset  string        `json:"preset"`
	Name    string        `json:"name"`
	Value   float64       `json:"value"`
	Between eval.Interval `json:"between"`
	Fewer   bool          `json:"fewer_is_better,omitempty"`
}

// NewReport puts rows together.
func NewReport(sample float64, rows []Row) *Report {
	r := &Report{Sample: sample}
	var presets []string
	for i := range rows {
		r.Sets = append(r.Sets, rows[i].line())
		if !slices.Contains(presets, rows[i].Preset) {
			presets = append(presets, rows[i].Preset)
		}
	}
	for _, p := range presets {
		for _, m := range measures() {
			if f, ok := m.figure(p, rows); ok {
				r.Figures = append(r.Figures, f)
			}
		}
		for i := range rows {
			if rows[i].Preset == p {
				r.Figures = append(r.Figures, rows[i].attacks...)
			}
		}
	}
	return r
}

func (r *Row) line() Line {
	c := &r.sum.persons
	l := Line{
		Preset: r.Preset, Set: r.Set, Group: r.Group, Messages: len(r.Outcomes),
		Again: r.sum.again, Aside: r.sum.aside, Persons: c.Persons, Found: c.Found, Without: c.Without,
	}
	set := func(to **float64, v float64, counted int) {
		if counted > 0 {
			v = round(v)
			*to = &v
		}
	}
	set(&l.Gone, c.GoneRate(), c.Persons)
	set(&l.Characters, c.LostRate(), c.Persons)
	set(&l.Whole, c.WholeRate(), c.Persons)
	set(&l.Words, c.WordsPer1000(), c.Without)
	set(&l.Changed, 100*float64(c.Changed)/float64(max(c.Without, 1)), c.Without)
	if !r.nameless {
		set(&l.Precision, c.Precision(), c.Found)
		set(&l.CharPrecision, c.CharPrecision(), c.Found)
		set(&l.F2, r.sum.any.F2(), r.sum.any.Gold)
		set(&l.F2Rest, r.sum.without.F2(), r.sum.without.Gold)
	}
	return l
}

// round keeps two places.
func round(v float64) float64 { return float64(int(v*100+0.5)) / 100 }

// measure is a figure of the first page over the messages of some sets.
type measure struct {
	name  string
	fewer bool
	of    func(*Row) bool
	value func(*tally) float64
}

func measures() []measure {
	group := func(groups ...string) func(*Row) bool {
		return func(r *Row) bool { return slices.Contains(groups, r.Group) }
	}
	named := func(set string) func(*Row) bool { return func(r *Row) bool { return r.Set == set } }
	gone := func(t *tally) float64 { return t.persons.GoneRate() }
	precision := func(t *tally) float64 { return t.persons.Precision() }
	persons := func(where, set string) []measure {
		return []measure{
			{"persons gone, " + where, false, group(set), gone},
			{"precision of persons, " + where, false, group(set), precision},
		}
	}
	words := func(t *tally) float64 { return t.persons.WordsPer1000() }
	f2 := measure{"F2 at IoU .75, synth_en without AGE, TITLE", false, named("synth_en"), func(t *tally) float64 {
		return t.without.F2()
	}}
	return slices.Concat(persons("strangers' text", Strangers), []measure{f2},
		persons("strangers' text joined, no language told", Joined), persons("refilled French", Refilled), []measure{
			{"words hidden per 1,000 sentences without names", true, group(Sentences), words},
			{"words hidden per 1,000 frequent words", true, group(Frames), words},
			{"words hidden per 1,000 messages of mixed threads", true, group(Threads), words},
			{"changed by a second run, per 10,000", true, func(*Row) bool { return true }, func(t *tally) float64 {
				return 10_000 * float64(t.again) / float64(max(t.persons.Messages, 1))
			}},
		})
}

// rounds of the bootstrap.
const rounds = 200

// figure measures a preset; not where it has no such set.
func (m measure) figure(preset string, rows []Row) (FirstFigure, bool) {
	var kinds []tally // most messages count the same as others
	var all []int     // the kind of each
	var sum tally
	known := map[tally]int{}
	for i := range rows {
		if rows[i].Preset != preset || !m.of(&rows[i]) {
			continue
		}
		for _, t := range rows[i].tallies {
			k, ok := known[t]
			if !ok {
				k, kinds = len(kinds), append(kinds, t)
				known[t] = k
			}
			all = append(all, k)
			sum.add(&t, 1)
		}
	}
	if len(all) == 0 {
		return FirstFigure{}, false
	}
	f := FirstFigure{Preset: preset, Name: m.name, Value: round(m.value(&sum)), Fewer: m.fewer}
	rng := rand.New(rand.NewPCG(1, 0x6a75646765))
	draws, times := make([]float64, rounds), make([]int, len(kinds))
	for d := range draws {
		clear(times)
		for range all {
			times[all[rng.IntN(len(all))]]++
		}
		var s tally
		for k, n := range times {
			s.add(&kinds[k], n)
		}
		draws[d] = round(m.value(&s))
	}
	f.Between = eval.Middle95(draws)
	return f, true
}

// Against lists the figures that are worse than in an earlier report by more than the
// interval there; an error if the reports are not of the same sample.
func (r *Report) Against(old *Report) ([]string, error) {
	if r.Sample != old.Sample {
		return nil, fmt.Errorf("a sample of %v cannot be held against one of %v", r.Sample, old.Sample)
	}
	var worse []string
	for _, was := range old.Figures {
		i := slices.IndexFunc(r.Figures, func(f FirstFigure) bool {
			return f.Preset == was.Preset && f.Name == was.Name
		})
		if i < 0 {
			continue
		}
		is := r.Figures[i].Value
		if !was.Fewer && is < was.Between.Low || was.Fewer && is > was.Between.High {
			worse = append(worse, fmt.Sprintf("%s, %s: %.2f, and was %.2f [%.2f, %.2f]",
				was.Preset, was.Name, is, was.Value, was.Between.Low, was.Between.High))
		}
	}
	return worse, nil
}

// maxReport bounds the file of a report, in bytes.
const maxReport = 4 * bounded.MiB

// ReadReport reads a report that Save wrote.
func ReadReport(name string) (*Report, error) {
	data, err := bounded.File(name, maxReport)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if json.Unmarshal(data, r) != nil || r.Sample == 0 {
		return nil, errors.New(name + ": not a report of the judge")
	}
	return r, nil
}

// Save writes the report as JSON.
func (r *Report) Save(name string) error {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o644)
}

var columns = []string{
	"set", "messages", "gone %", "characters %", "found %", "precision %", "by character", "words/1,000", "changed %",
	"F2", "F2*", "second run", "other language",
}

func (l *Line) cells() []string {
	show := func(v *float64) string {
		if v == nil {
			return "–"
		}
		return fmt.Sprintf("%.1f", *v)
	}
	return []string{
		l.Set, fmt.Sprint(l.Messages), show(l.Gone), show(l.Characters), show(l.Whole),
		show(l.Precision), show(l.CharPrecision), show(l.Words), show(l.Changed),
		show(l.F2), show(l.F2Rest), fmt.Sprint(l.Again), fmt.Sprint(l.Aside),
	}
}

func (f *FirstFigure) cells() []string {
	return []string{f.Name, fmt.Sprintf("%.1f", f.Value), fmt.Sprintf("[%.1f, %.1f]", f.Between.Low, f.Between.High)}
}

// WriteText writes the tables for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	return r.write(func(title string, rows [][]string) error {
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(w, "\n%s\n", title)
		for _, row := range rows {
			fmt.Fprintln(t, strings.Join(row, "\t"))
		}
		return t.Flush()
	})
}

// WriteMarkdown writes the tables for a page.
func (r *Report) WriteMarkdown(w io.Writer) error {
	return r.write(func(title string, rows [][]string) error {
		fmt.Fprintf(w, "\n## %s\n\n", title)
		for i, row := range rows {
			fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
			if i == 0 {
				fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(row)))
			}
		}
		return nil
	})
}

// write hands over a table for the first page and one for the sets of each preset.
func (r *Report) write(table func(title string, rows [][]string) error) error {
	var presets []string
	for i := range r.Sets {
		if p := r.Sets[i].Preset; !slices.Contains(presets, p) {
			presets = append(presets, p)
		}
	}
	for _, p := range presets {
		first := [][]string{{"first page", "value", "95 %"}}
		for i := range r.Figures {
			if r.Figures[i].Preset == p {
				first = append(first, r.Figures[i].cells())
			}
		}
		if err := table(p, first); err != nil {
			return err
		}
		rows := [][]string{columns}
		for i := range r.Sets {
			if r.Sets[i].Preset == p {
				rows = append(rows, r.Sets[i].cells())
			}
		}
		if err := table(p+", set by set", rows); err != nil {
			return err
		}
	}
	return nil
}
