package train

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// Comparison says how two taggers differ on a set, or on all of some sets, and
// what a third made of both gains. Shares are in per cent.
type Comparison struct {
	Lang   string `json:"lang,omitempty"` // empty: of several
	On     string `json:"on"`
	Tokens int    `json:"tokens"`
	// Differ is the share of tokens to which the two give other types; There and
	// Elsewhere are the shares of those, and of all others, about which the second
	// is wrong.
	Differ    float64 `json:"differ"`
	There     float64 `json:"wrong_there"`
	Elsewhere float64 `json:"wrong_elsewhere"`
	// Persons is nil where the test does not judge persons.
	Persons *PersonGain `json:"persons,omitempty"`

	differ, there, elsewhere int // tokens
}

// PersonGain is the recall of persons by each of two taggers and by both together.
type PersonGain struct {
	// At is the precision that the better of the two has by itself, at which
	// Recall is that of the first, the second and both. Over several sets they are
	// means.
	At     float64    `json:"precision"`
	Recall [3]float64 `json:"recall"`
	// Gain is what both find above the better of the two, in points.
	Gain float64 `json:"gain"`
}

// Times is how many times as often the second is wrong where the two differ.
func (c *Comparison) Times() float64 { return c.There / max(c.Elsewhere, 1e-9) }

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
			labels = t.labels()
		}
		found, err := one.run(ctx, t.sentences, labels, detectors)
		if err != nil {
			return nil, err
		}
		if t.judges(bauta.Person) {
			one.Persons = found.gain()
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

// judges says whether a type is among those by which the recipe judges.
func (t test) judges(l bauta.Label) bool {
	return len(t.use.Types) == 0 || slices.Contains(t.use.Types, l)
}

// rankings are those of the two taggers and of both.
type rankings [3]ranking

// gain compares the recall of the three.
func (r *rankings) gain() *PersonGain {
	better := &r[0]
	if r[1].f1() > r[0].f1() {
		better = &r[1]
	}
	out := &PersonGain{At: better.precision()}
	for i := range r {
		out.Recall[i] = r[i].recallAt(out.At)
	}
	out.Gain = out.Recall[2] - max(out.Recall[0], out.Recall[1])
	return out
}

// run counts how the two differ on a set, and returns the persons that are found.
func (c *Comparison) run(
	ctx context.Context, list []gold.Sentence, labels []bauta.Label, detectors [3]bauta.Detector,
) (found rankings, err error) {
	for _, s := range list {
		doc := DocOf(s, c.Lang)
		want := slices.DeleteFunc(slices.Clone(s.Spans),
			func(g bauta.Span) bool { return len(labels) > 0 && !slices.Contains(labels, g.Label) })
		var spans [3][]bauta.Span
		for i, d := range detectors {
			list, err := d.Detect(ctx, doc)
			if err != nil {
				return found, err
			}
			list = fold(bauta.Fuse(len(s.Text), list), labels)
			spans[i] = withoutHandles(s.Text, slices.DeleteFunc(list, func(f bauta.Span) bool {
				return len(labels) > 0 && !slices.Contains(labels, f.Label)
			}))
			found[i].add(spans[i], want)
		}
		for _, t := range doc.Tokens {
			a, b := typeAt(spans[0], t), typeAt(spans[1], t)
			wrong := count(b != typeAt(want, t))
			if a != b {
				c.differ, c.there = c.differ+1, c.there+wrong
			} else {
				c.elsewhere += wrong
			}
		}
		c.Tokens += len(doc.Tokens)
	}
	c.shares()
	return found, nil
}

// shares fills in those of the tokens counted.
func (c *Comparison) shares() {
	c.Differ, c.There = percent(c.differ, c.Tokens), percent(c.there, c.differ)
	c.Elsewhere = percent(c.elsewhere, c.Tokens-c.differ)
}

// WithSums puts behind the comparisons of a language one over the tokens of all its
// sets, with the means of the gain, and at the end of several languages one of all.
func WithSums(list []Comparison) []Comparison {
	var out []Comparison
	for from, to := 0, 0; from < len(list); from = to {
		for to = from; to < len(list) && list[to].Lang == list[from].Lang; to++ {
		}
		lang := list[from].Lang
		out = append(append(out, list[from:to]...), sum(lang, "all of "+lang, list[from:to]))
	}
	if len(list) > 0 && list[0].Lang != list[len(list)-1].Lang {
		out = append(out, sum("", "all", list))
	}
	return out
}

// sum is the comparison over all tokens, with the means of the sets that judge
// persons.
func sum(lang, on string, list []Comparison) Comparison {
	out := Comparison{Lang: lang, On: on}
	mean, n := PersonGain{}, 0.0
	for _, c := range list {
		out.Tokens += c.Tokens
		out.differ, out.there, out.elsewhere = out.differ+c.differ, out.there+c.there, out.elsewhere+c.elsewhere
		if p := c.Persons; p != nil {
			n++
			mean.At += (p.At - mean.At) / n
			mean.Gain += (p.Gain - mean.Gain) / n
			for i := range mean.Recall {
				mean.Recall[i] += (p.Recall[i] - mean.Recall[i]) / n
			}
		}
	}
	if n > 0 {
		out.Persons = &mean
	}
	out.shares()
	return out
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
			r.named = append(r.named, named{s.P, right, s.Doubt == bauta.Sure})
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
	if _, err := fmt.Fprintf(w, "%-32s %7s %7s %7s %9s %6s  %-9s %-28s %6s\n", "test", "tokens", "differ", "wrong",
		"elsewhere", "times",
		"PERSON at", "recall CRF / neural / both", "gain"); err != nil {
		return err
	}
	for _, c := range list {
		persons := fmt.Sprintf("%-9s %-28s %6s", "–", "–", "–")
		if p := c.Persons; p != nil {
			persons = fmt.Sprintf("P %6.2f  %6.2f %6.2f %6.2f         %+6.2f", p.At, p.Recall[0], p.Recall[1],
				p.Recall[2], p.Gain)
		}
		if _, err := fmt.Fprintf(w, "%-32s %7d %6.2f%% %6.2f%% %8.2f%% %6.1f  %s\n", c.On, c.Tokens, c.Differ, c.There,
			c.Elsewhere, c.Times(), persons); err != nil {
			return err
		}
	}
	return nil
}
