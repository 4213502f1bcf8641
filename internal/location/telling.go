package location

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// telling says how far words and pairs tell the place: not by the messages that
// they were learned from, but by what some authors' messages say of others'.
type telling struct {
	words *Vocabulary
	// share is the part of a feature's messages whose place the other authors'
	// messages with it tell; the places of all messages tell the rest.
	share   []float64
	authors []int // who wrote a feature
}

// reach is how far around a message others who write the same word write, in
// widths of a cell: several, as a street is narrower than a borough.
var reach = [...]float64{0, 0.7, 1.8, 5}

// blend is how much of the messages each reach tells, and last how much none
// does. evidence is, of one message, the chance of its cell under each, as a
// multiple of its chance among all messages, which is that of the last.
type (
	blend    [len(reach) + 1]float64
	evidence struct {
		weight float64
		likely blend
	}
)

const (
	blendSteps = 20 // of the expectation maximisation
	blendPrior = 3  // authors that what is usual of so many authors counts for
)

// mention is a message that holds a feature.
type mention struct{ author, class int32 }

// telling looks at every word and pair of the first rows, those whose class is
// given. Each author counts once,
// and is left out of what foretells its own messages. The share is that of an
// interpolation of several models (Jelinek and Mercer, Interpolated estimation
// of Markov source parameters from sparse data, 1980), fitted for the feature
// and drawn towards that of all features of as many authors.
func (d *Division) telling(v *Vocabulary, x *logistic.Matrix, class []int, author []string) *telling {
	t := &telling{words: v, share: make([]float64, v.Known()), authors: make([]int, v.Known())}
	near, usual := d.near(), prior(class, d.Classes())
	shown := make([][]evidence, v.Known())
	for f, ms := range mentions(x, class, author, v.Known()) {
		t.authors[f], shown[f] = foretold(ms, near, usual)
	}
	of := t.usual(shown)
	for f, es := range shown {
		start := of[bits.Len(uint(t.authors[f]))]
		b := start
		for range blendSteps {
			sum := start.times(blendPrior)
			b.add(&sum, es)
			b = sum.times(1 / sum.total())
		}
		t.share[f] = 1 - b[len(reach)]
	}
	return t
}

// mentions lists the messages of each feature, by author.
func mentions(x *logistic.Matrix, class []int, author []string, known int) [][]mention {
	out, number := make([][]mention, known), map[string]int32{}
	for i, k := range class {
		a, seen := number[author[i]]
		if !seen {
			a = int32(len(number))
			number[author[i]] = a
		}
		col, _ := x.Row(i)
		for _, f := range col {
			if int(f) < known {
				out[f] = append(out[f], mention{a, int32(k)})
			}
		}
	}
	for _, ms := range out {
		slices.SortFunc(ms, func(a, b mention) int {
			return cmp.Or(cmp.Compare(a.author, b.author), cmp.Compare(a.class, b.class))
		})
	}
	return out
}

// near is the chance of a class beside a message of another, class × class, for
// each reach.
func (d *Division) near() (out [len(reach)][]float64) {
	n := d.Classes()
	for s, r := range reach {
		out[s] = make([]float64, n*n)
		for i := range n {
			row, sum := out[s][i*n:(i+1)*n], 0.0
			for j := range row {
				if i == j {
					row[j] = 1
				} else if r > 0 {
					row[j] = bell(d.Place(i), d.Place(j), r*d.width())
				}
				sum += row[j]
			}
			for j := range row {
				row[j] /= sum
			}
		}
	}
	return out
}

// foretold is what the other authors of a feature foretell of each message;
// nothing where one author wrote all. usual is the log share of each class.
func foretold(ms []mention, near [len(reach)][]float64, usual []float64) (authors int, out []evidence) {
	n := len(usual)
	count := make([]float64, n)
	var groups [][]mention
	for len(ms) > 0 {
		end := 1
		for end < len(ms) && ms[end].author == ms[0].author {
			end++
		}
		for _, m := range ms[:end] {
			count[m.class] += 1 / float64(end)
		}
		groups, ms = append(groups, ms[:end]), ms[end:]
	}
	if len(groups) < 2 {
		return len(groups), nil
	}
	for _, g := range groups {
		one := 1 / float64(len(g))
		for _, m := range g {
			count[m.class] -= one
		}
		for i, m := range g {
			if i > 0 && m.class == g[i-1].class {
				out[len(out)-1].weight += one
				continue
			}
			e := evidence{weight: one}
			for s := range reach {
				for c, v := range count {
					if v > 1e-9 {
						e.likely[s] += v * near[s][c*n+int(m.class)]
					}
				}
				e.likely[s] /= float64(len(groups)-1) * math.Exp(usual[m.class])
			}
			e.likely[len(reach)] = 1
			out = append(out, e)
		}
		for _, m := range g {
			count[m.class] += one
		}
	}
	return len(groups), out
}

// usual is the blend of all features of as many authors, by the bits of that
// number. Those of one author foretell nothing, and are taken for those of two.
func (t *telling) usual(shown [][]evidence) (out [64]blend) {
	for b := range out {
		for s := range out[b] {
			out[b][s] = 1 / float64(len(reach)+1)
		}
	}
	for range blendSteps {
		var sums [len(out)]blend
		for f, es := range shown {
			b := bits.Len(uint(t.authors[f]))
			out[b].add(&sums[b], es)
		}
		for b := range out {
			if n := sums[b].total(); n > 0 {
				out[b] = sums[b].times(1 / n)
			}
		}
	}
	out[1] = out[2]
	return out
}

// add adds to a sum what each part of the blend has of the messages.
func (b *blend) add(sum *blend, es []evidence) {
	for i := range es {
		e := &es[i]
		all := 0.0
		for s, v := range b {
			all += v * e.likely[s]
		}
		for s, v := range b {
			sum[s] += e.weight * v * e.likely[s] / all
		}
	}
}

func (b blend) times(by float64) blend {
	for s := range b {
		b[s] *= by
	}
	return b
}

func (b blend) total() (n float64) {
	for _, v := range b {
		n += v
	}
	return n
}
