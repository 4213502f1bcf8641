package train

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/train/gold"
)

// Comparison says how two taggers differ on a set, and what a third made of both
// gains. Shares are in per cent.
type Comparison struct {
	Lang   string `json:"lang"`
	On     string `json:"on"`
	Tokens int    `json:"tokens"`
	// Differ is the share of tokens to which the two give other types; There and
	// Elsewhere are the shares of those, and of all others, about which the second
	// is wrong.
	Differ    float64 `json:"differ"`
	There     float64 `json:"wrong_there"`
	Elsewhere float64 `json:"wrong_elsewhere"`
	// Recall of persons by the first, the second and both, at the Precision that
	// the better of the two has by itself.
	Precision float64    `json:"precision"`
	Recall    [3]float64 `json:"recall"`
}

// Compare runs the detectors over the tests of a recipe. They must give finds,
// and as questions what they hold less likely, with
// probabilities; what they say is fused as a pipeline does it.
func Compare(ctx context.Context, r *Recipe, src Sources, detectors [3]bauta.Detector) ([]Comparison, error) {
	c, err := gather(r, src)
	if err != nil {
		return nil, err
	}
	tests := c.tests
	generated, err := (&Result{Recipe: r, corpus: c, src: src}).heldOut(1)
	if err != nil {
		return nil, err
	}
	if len(generated) > 0 {
		tests = append(tests, test{sentences: generated})
	}
	var out []Comparison
	for _, t := range tests {
		one := Comparison{Lang: r.Lang, On: t.label()}
		var labels []bauta.Label
		if len(t.sets) > 0 {
			labels = t.sets[0].Labels()
		}
		if err := one.run(ctx, t.sentences, labels, detectors); err != nil {
			return nil, err
		}
		out = append(out, one)
	}
	return out, nil
}

// label names a test; one without sets is generated.
func (t test) label() string {
	if len(t.sets) == 0 {
		return "generated chat, names held out"
	}
	return t.name()
}

// run fills in the figures of a set.
func (c *Comparison) run(ctx context.Context, list []gold.Sentence, labels []bauta.Label, detectors [3]bauta.Detector) error {
	var differ, there, elsewhere int
	var found [3]ranking
	for _, s := range list {
		doc := DocOf(s, c.Lang)
		want := slices.DeleteFunc(slices.Clone(s.Spans), func(g bauta.Span) bool { return len(labels) > 0 && !slices.Contains(labels, g.Label) })
		var spans [3][]bauta.Span
		for i, d := range detectors {
			list, err := d.Detect(ctx, doc)
			if err != nil {
				return err
			}
			list = fold(bauta.Fuse(len(s.Text), list), labels)
			spans[i] = withoutHandles(s.Text, slices.DeleteFunc(list, func(f bauta.Span) bool {
				return len(labels) > 0 && !slices.Contains(labels, f.Label)
			}))
			found[i].add(spans[i], want)
		}
		for _, t := range doc.Tokens {
			a, b := typeAt(spans[0], t), typeAt(spans[1], t)
			wrong := b != typeAt(want, t)
			switch {
			case a != b:
				differ++
				there += count(wrong)
			default:
				elsewhere += count(wrong)
			}
		}
		c.Tokens += len(doc.Tokens)
	}
	c.Differ = percent(differ, c.Tokens)
	c.There, c.Elsewhere = percent(there, differ), percent(elsewhere, c.Tokens-differ)
	better := &found[0]
	if found[1].f1() > found[0].f1() {
		better = &found[1]
	}
	c.Precision = better.precision()
	for i := range found {
		c.Recall[i] = found[i].recallAt(c.Precision)
	}
	return nil
}

// typeAt is the type of the find that a token lies in; "" for none.
func typeAt(spans []bauta.Span, t bauta.Token) bauta.Label {
	for _, s := range spans {
		if s.Doubt == bauta.Sure && s.Start < t.End && t.Start < s.End {
			return s.Label
		}
	}
	return ""
}

// ranking holds the persons that a detector named, with their scores.
type ranking struct {
	named []named
	gold  int
}

type named struct {
	score       float64
	right, find bool
}

// add takes in the spans of a sentence, and those of its gold.
func (r *ranking) add(spans, want []bauta.Span) {
	for _, g := range want {
		r.gold += count(g.Label == bauta.Person)
	}
	for _, s := range spans {
		if s.Label == bauta.Person {
			right := slices.ContainsFunc(want, func(g bauta.Span) bool {
				return g.Label == s.Label && g.Start == s.Start && g.End == s.End
			})
			r.named = append(r.named, named{s.Score, right, s.Doubt == bauta.Sure})
		}
	}
}

// finds counts what is sure, and how much of it is right.
func (r *ranking) finds() (right, all int) {
	for _, n := range r.named {
		if n.find {
			right, all = right+count(n.right), all+1
		}
	}
	return right, all
}

func (r *ranking) precision() float64 { return percent(r.finds()) }

func (r *ranking) f1() float64 {
	right, all := r.finds()
	return percent(2*right, all+r.gold)
}

// recallAt is the highest recall at which the precision is at least so much.
func (r *ranking) recallAt(precision float64) float64 {
	slices.SortStableFunc(r.named, func(a, b named) int { return cmp.Compare(b.score, a.score) })
	right, best := 0, 0
	for i, n := range r.named {
		right += count(n.right)
		last := i+1 == len(r.named) || r.named[i+1].score < n.score
		if last && percent(right, i+1) >= precision {
			best = right
		}
	}
	return percent(best, r.gold)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// percent is 100·part/whole, and 0 of nothing.
func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// WriteComparisons prints one line for each set.
func WriteComparisons(w io.Writer, list []Comparison) error {
	if _, err := fmt.Fprintf(w, "%-32s %7s %7s %7s %9s %6s  %-9s %-28s\n", "test", "tokens", "differ", "wrong", "elsewhere", "times",
		"PERSON at", "recall CRF / neural / both"); err != nil {
		return err
	}
	for _, c := range list {
		times := c.There / max(c.Elsewhere, 1e-9)
		if _, err := fmt.Fprintf(w, "%-32s %7d %6.2f%% %6.2f%% %8.2f%% %6.1f  P %6.2f  %6.2f %6.2f %6.2f\n", c.On, c.Tokens, c.Differ, c.There, c.Elsewhere, times,
			c.Precision, c.Recall[0], c.Recall[1], c.Recall[2]); err != nil {
			return err
		}
	}
	return nil
}
