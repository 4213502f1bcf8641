package eval

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Ablated is what a pipeline does to a set of messages, with all its parts or without
// one, message by message.
type Ablated struct {
	Part  string // what is switched off; "" for the whole
	Took  time.Duration
	cases []tally
}

// tally counts one message.
type tally struct {
	characters, charactersGone int // of gold spans
	names, namesGone           int // of persons in gold, whole
	exact                      Score
	negative                   bool // nothing in it is to be hidden
	words                      int  // hidden in a negative
}

// Add counts a message: with gold, of which gone is what came out changed, or a
// negative, in which nothing is to be hidden. Ranges are bytes of the text.
func (a *Ablated) Add(text string, negative bool, gold, found, gone []bauta.Span) {
	t := tally{negative: negative}
	hidden := make([]bool, len(text))
	for _, s := range gone {
		for i := s.Start; i < s.End; i++ {
			hidden[i] = true
		}
		if negative {
			t.words += len(strings.Fields(text[s.Start:s.End]))
		}
	}
	for _, g := range gold {
		all, left := utf8.RuneCountInString(text[g.Start:g.End]), 0
		for i := range text[g.Start:g.End] {
			if !hidden[g.Start+i] {
				left++
			}
		}
		t.characters, t.charactersGone = t.characters+all, t.charactersGone+all-left
		if g.Label == bauta.Person {
			t.names++
			if left == 0 {
				t.namesGone++
			}
		}
	}
	t.exact = exactly(gold, found)
	a.cases = append(a.cases, t)
}

// exactly scores the spans that have borders and type of one in gold.
func exactly(gold, found []bauta.Span) Score {
	type place struct {
		start, end int
		label      bauta.Label
	}
	in := map[place]bool{}
	for _, g := range gold {
		in[place{g.Start, g.End, g.Label}] = true
	}
	s := Score{Gold: len(gold), Found: len(found)}
	for _, f := range found {
		if in[place{f.Start, f.End, f.Label}] {
			s.Correct++
		}
	}
	return s
}

// measures are the columns of an ablation: characters gone, names gone and exact F1 in
// per cent, words hidden per 1,000 messages without names.
const measures = 4

// measure adds up the messages that draw picks.
func (a *Ablated) measure(draw []int) [measures]float64 {
	var sum tally
	negatives := 0
	for _, i := range draw {
		t := &a.cases[i]
		sum.characters += t.characters
		sum.charactersGone += t.charactersGone
		sum.names, sum.namesGone = sum.names+t.names, sum.namesGone+t.namesGone
		if t.negative {
			negatives++
			sum.words += t.words
			continue
		}
		sum.exact.add(t.exact)
	}
	return [measures]float64{
		percent(sum.charactersGone, sum.characters), percent(sum.namesGone, sum.names), sum.exact.F1(),
		1000 * float64(sum.words) / float64(max(negatives, 1)),
	}
}

// PartScore is one part of a pipeline: what the whole measures less what it measures
// without the part, with a 95 % bootstrap interval over messages.
type PartScore struct {
	Part        string             `json:"part"`
	Without     [measures]float64  `json:"without"`
	Adds        [measures]float64  `json:"adds"`
	Between     [measures]Interval `json:"between"`
	Changes     int                `json:"changes"` // messages that it changes
	Nanoseconds int64              `json:"nanoseconds"`
}

// AblationReport says what each part adds and costs.
type AblationReport struct {
	Messages int               `json:"messages"`
	Whole    [measures]float64 `json:"whole"`
	Parts    []PartScore       `json:"parts"`
}

// Ablation compares runs without a part to the run of the whole, over the same
// messages in the same order. Draws are the same for a seed, and for all parts.
func Ablation(whole *Ablated, without []*Ablated, rounds int, seed uint64) (AblationReport, error) {
	n := len(whole.cases)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	r := AblationReport{Messages: n, Whole: whole.measure(all)}
	for _, w := range without {
		if len(w.cases) != n {
			return r, fmt.Errorf("%d messages without %s, %d with it", len(w.cases), w.Part, n)
		}
		p := PartScore{Part: w.Part, Without: w.measure(all), Nanoseconds: int64(whole.Took - w.Took)}
		for i := range w.cases {
			if w.cases[i] != whole.cases[i] {
				p.Changes++
			}
		}
		p.Adds, p.Between = less(r.Whole, p.Without), whole.between(w, rounds, seed)
		r.Parts = append(r.Parts, p)
	}
	return r, nil
}

func less(a, b [measures]float64) (out [measures]float64) {
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

// between draws as many messages as there are, with replacement, rounds times.
func (a *Ablated) between(w *Ablated, rounds int, seed uint64) (out [measures]Interval) {
	n := len(a.cases)
	if rounds < 1 || n == 0 {
		return out
	}
	rng := rand.New(rand.NewPCG(seed, 0x62617574612e6576))
	draw := make([]int, n)
	var draws [measures][]float64
	for range rounds {
		for i := range draw {
			draw[i] = rng.IntN(n)
		}
		for k, d := range less(a.measure(draw), w.measure(draw)) {
			draws[k] = append(draws[k], d)
		}
	}
	for k := range draws {
		out[k] = Middle95(draws[k])
	}
	return out
}

// WriteText writes a table: a row a part, what it adds to the whole. A part pays whose
// interval of what is gone lies above nothing, or of words below it.
func (r AblationReport) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%d messages; the whole: characters gone %.2f %%, names gone %.2f %%, exact F1 %.2f, "+
		"words hidden per 1,000 messages without names %.1f\n",
		r.Messages, r.Whole[0], r.Whole[1], r.Whole[2], r.Whole[3])
	rows := [][]string{{"part", "changes", "characters", "names", "exact F1", "words", "time"}}
	for _, p := range r.Parts {
		row := []string{p.Part, fmt.Sprint(p.Changes)}
		for k := range measures {
			row = append(row, fmt.Sprintf("%+.2f [%+.2f, %+.2f]", p.Adds[k], p.Between[k].Low, p.Between[k].High))
		}
		rows = append(rows, append(row, time.Duration(p.Nanoseconds).Round(time.Millisecond).String()))
	}
	table(&b, rows)
	return flush(w, &b)
}
