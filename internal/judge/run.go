package judge

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/judge/count"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// Runner takes sets through presets.
type Runner struct {
	Jobs int // messages worked on at once; 0: all cores
	key  string
}

// Close takes away what NewRunner made.
func (r *Runner) Close() error { return os.RemoveAll(filepath.Dir(r.key)) }

// NewRunner makes an invented key, always the same, for presets that need one. It
// guards nothing.
func NewRunner(jobs int) (*Runner, error) {
	folder, err := os.MkdirTemp("", "judge-")
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte("judge"))
	r := &Runner{jobs, filepath.Join(folder, "key")}
	return r, os.WriteFile(r.key, []byte(hex.EncodeToString(sum[:])), 0o600)
}

// Outcome is a message, and what became of it.
type Outcome struct {
	Gold   corpus.Gold
	Result bauta.Result
	Aside  bool         // told to be in a language that the preset does not read: anonymise puts it aside
	Second []bauta.Span // of the text that came out, what a second run changes
	Again  string       // what a second run made of the text that came out, where it is another
}

// gone are the ranges that came out changed.
func (o *Outcome) gone() []bauta.Span { return changed(&o.Result) }

func changed(r *bauta.Result) []bauta.Span {
	if r.Withheld {
		return []bauta.Span{{End: len(r.Message.Text)}}
	}
	var out []bauta.Span
	for _, e := range r.Edits {
		if e.With != r.Message.Text[e.Start:e.End] {
			out = append(out, bauta.Span{Start: e.Start, End: e.End})
		}
	}
	return out
}

// reads says whether a preset claims a language; "" is of several.
func reads(f *policy.File, lang string) bool {
	if f.Language == routing.Auto {
		return lang == "" || slices.Contains(f.Languages, lang)
	}
	return f.Language == lang
}

// Run takes the sets in languages that the preset claims through it, all in one run,
// and what came out through a second one. Threads of one set are none of another.
func (r *Runner) Run(ctx context.Context, preset string, sets []Set) ([]Row, error) {
	file, err := policy.Load(preset)
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{Key: r.key})
	if err != nil {
		return nil, err
	}
	rows, all := []Row{}, []Outcome{}
	for _, s := range sets {
		if !reads(file, s.Lang) || s.Group == Attacked && !rotates(file) {
			continue
		}
		rows = append(rows, Row{
			Preset: preset, Set: s.Name, Group: s.Group, lang: s.Lang, known: s.known, nameless: s.nameless(),
		})
		for _, g := range s.Messages {
			g.Message.ID = s.Name + ":" + g.Message.ID
			if g.Message.Thread != "" {
				g.Message.Thread = s.Name + ":" + g.Message.Thread
			}
			all = append(all, Outcome{Gold: g})
		}
		rows[len(rows)-1].end = len(all)
	}
	if err := r.once(ctx, built, all); err != nil {
		return nil, err
	}
	if err := r.twice(ctx, built, all, rotates(file)); err != nil {
		return nil, err
	}
	at := 0
	for i := range rows {
		rows[i].Outcomes = all[at:rows[i].end]
		at = rows[i].end
		rows[i].count()
	}
	if len(rows) > 0 {
		rows[0].attacks = attacks(preset, rows, built.Rotations())
	}
	return rows, nil
}

// rotates says whether a preset writes names that look like any.
func rotates(f *policy.File) bool {
	for _, rule := range f.Mask {
		if rule.Operator == "rotate" {
			return true
		}
	}
	return false
}

// aside stands in Message.Meta of a message that would be put aside.
type aside struct{}

// filter tells languages and passes all on, as detect does, and marks what anonymise
// would put aside.
func filter(b *policy.Built, all iter.Seq[bauta.Message]) iter.Seq2[bauta.Message, error] {
	return b.Foreign.Filter(func(yield func(bauta.Message, error) bool) {
		for m := range all {
			if !yield(m, nil) {
				return
			}
		}
	}, func(m *bauta.Message, _ langid.Guess) (bool, error) {
		if b.Foreign.Way != routing.Route {
			m.Meta = aside{}
		}
		return true, nil
	})
}

// once runs all messages, in their order.
func (r *Runner) once(ctx context.Context, b *policy.Built, all []Outcome) error {
	i := 0
	messages := func(yield func(bauta.Message) bool) {
		for k := range all {
			if !yield(all[k].Gold.Message) {
				return
			}
		}
	}
	for res, err := range b.Pipeline.Run(ctx, filter(b, messages), r.Jobs) {
		if err != nil {
			return fmt.Errorf("message %s: %w", res.Message.ID, err)
		}
		_, all[i].Aside = res.Message.Meta.(aside)
		all[i].Result = res
		i++
	}
	if i != len(all) {
		return fmt.Errorf("%d messages in and %d out, which is a bug", len(all), i)
	}
	return nil
}

// twice runs all that came out, in its order: a language is told by what was read before,
// so that a message may hang on one that nothing changed. Of a preset that rotates, only
// what it changes beside what it wrote itself is a change.
func (r *Runner) twice(ctx context.Context, b *policy.Built, all []Outcome, rotates bool) error {
	var again []int
	for i := range all {
		if !all[i].Result.Withheld {
			again = append(again, i)
		}
	}
	messages := func(yield func(bauta.Message) bool) {
		for _, i := range again {
			m := all[i].Gold.Message
			m.ID, m.Text = "2:"+m.ID, all[i].Result.Text
			if m.Thread != "" {
				m.Thread = "2:" + m.Thread
			}
			if !yield(m) {
				return
			}
		}
	}
	n := 0
	for res, err := range b.Pipeline.Run(ctx, filter(b, messages), r.Jobs) {
		if err != nil {
			return fmt.Errorf("message %s, run again: %w", res.Message.ID, err)
		}
		o := &all[again[n]]
		n++
		o.Second = changed(&res)
		if other := res.Text != o.Result.Text; other && (!rotates || beside(&o.Result, &res)) {
			o.Again = res.Text
		}
	}
	if n != len(again) {
		return fmt.Errorf("%d messages in and %d out of the second run, which is a bug", len(again), n)
	}
	return nil
}

// beside says whether a second run changed what the first one did not write: what a
// rotation writes is rotated again, and is to be.
func beside(first, second *bauta.Result) bool {
	type piece struct{ start, end int }
	var wrote []piece
	shift := 0
	for _, e := range first.Edits {
		start := e.Start + shift
		wrote = append(wrote, piece{start, start + len(e.With)})
		shift += len(e.With) - (e.End - e.Start)
	}
	return slices.ContainsFunc(second.Edits, func(e bauta.Edit) bool {
		return e.With != first.Text[e.Start:e.End] && !slices.ContainsFunc(wrote, func(p piece) bool {
			return p.start <= e.Start && e.End <= p.end
		})
	})
}

// tally is what is counted of one message.
type tally struct {
	persons      count.Persons
	any, without count.PresidioCount // any type at IoU .75, without AGE and TITLE
	again        int
	aside        int
}

func (t *tally) add(u *tally, n int) {
	t.persons.Add(u.persons, n)
	t.any.Add(u.any, n)
	t.without.Add(u.without, n)
	t.again, t.aside = t.again+n*u.again, t.aside+n*u.aside
}

func tallyOf(o *Outcome) tally {
	text, found := o.Gold.Message.Text, o.Result.Spans
	t := tally{persons: count.OfPersons(text, o.Gold.Spans, found, o.gone())}
	if len(o.Gold.Spans)+len(found) > 0 {
		by := count.Presidio{IoU: 0.75}
		t.any = by.Count(text, o.Gold.Spans, found)
		by.Drop = []bauta.Label{"AGE", "TITLE"}
		t.without = by.Count(text, o.Gold.Spans, found)
	}
	if o.Again != "" {
		t.again = 1
	}
	if o.Aside {
		t.aside = 1
	}
	return t
}

// Row is a preset over a set.
type Row struct {
	Preset, Set, Group string
	Outcomes           []Outcome `json:"-"`

	lang     string
	known    map[string]float64
	attacks  []FirstFigure // of all sets that are attacked
	nameless bool
	end      int // of its messages among all
	tallies  []tally
	sum      tally
}

func (r *Row) count() {
	r.tallies = make([]tally, len(r.Outcomes))
	for i := range r.Outcomes {
		r.tallies[i] = tallyOf(&r.Outcomes[i])
		r.sum.add(&r.tallies[i], 1)
	}
}
