package forest

import (
	"encoding"
	"errors"
	"fmt"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/learn/tree"
)

// Bagging learns the same thing from several bootstrap samples, each as large
// as the data, and averages the probabilities. The zero value is ten C4.5 trees.
type Bagging struct {
	Bags int   // 0 means 10
	Seed int64 // 0 means 1, as the reference has it
	Tree tree.C45
}

// maxTrees bounds what is made and what is read.
const maxTrees = 100_000

// Bag is an averaged set of trees.
type Bag struct{ trees []*tree.Tree }

var (
	_ learn.Learner              = Bagging{}
	_ learn.Shaped               = (*Bag)(nil)
	_ encoding.BinaryMarshaler   = (*Bag)(nil)
	_ encoding.BinaryUnmarshaler = (*Bag)(nil)
)

// Learn implements [learn.Learner].
func (c Bagging) Learn(d *learn.Dataset) (learn.Classifier, error) {
	if c.Bags == 0 {
		c.Bags = 10
	}
	if c.Seed == 0 {
		c.Seed = 1
	}
	if c.Bags < 0 || c.Bags > maxTrees {
		return nil, fmt.Errorf("%d bags; choose 1 to %d", c.Bags, maxTrees)
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	d = d.Labelled()
	r := learn.NewRand(c.Seed)
	bag := &Bag{}
	for range c.Bags {
		t, err := c.Tree.Tree(Bootstrap(d, r))
		if err != nil {
			return nil, err
		}
		bag.trees = append(bag.trees, t)
	}
	return bag, nil
}

// Bootstrap draws as many rows as there are, with replacement, each with a
// chance in proportion to its weight; the rows drawn weigh 1 each. It draws by
// Walker's alias method (Ripley, Stochastic Simulation, 1987, page 232), one
// random number a row, as the reference does.
func Bootstrap(d *learn.Dataset, r *learn.Rand) *learn.Dataset {
	n := d.Len()
	keep, alias := aliases(d)
	rows := make([]int, n)
	for k := range rows {
		rows[k] = draw(r, keep, alias)
	}
	s := d.Subset(rows)
	s.W = nil
	return s
}

func draw(r *learn.Rand, keep []float64, alias []int) int {
	u := float64(len(keep)) * r.Float64()
	i := int(u)
	if u >= float64(i)+keep[i] {
		i = alias[i]
	}
	return i
}

// aliases gives each row the chance to be kept when it is hit, and the row to
// take in its place when not.
func aliases(d *learn.Dataset) (keep []float64, alias []int) {
	n := d.Len()
	sum := 0.0
	for i := range n {
		sum += d.Weight(i)
	}
	keep, alias = make([]float64, n), make([]int, n)
	order := make([]int, n) // rows with too little from the front, the others from the back
	low, high := 0, n
	for i := range n {
		alias[i] = i
		keep[i] = float64(n) * (d.Weight(i) / sum)
		if keep[i] < 1 {
			order[low] = i
			low++
		} else {
			high--
			order[high] = i
		}
	}
	if low == 0 {
		return keep, alias
	}
	for s := 0; s < n-1 && high < n; s++ {
		i, j := order[s], order[high]
		alias[i] = j
		keep[j] += keep[i] - 1
		if keep[j] < 1 {
			high++
		}
	}
	return keep, alias
}

// Probabilities implements [learn.Classifier].
func (b *Bag) Probabilities(row, out []float64) {
	var few [16]float64
	one := few[:0]
	if len(out) > len(few) {
		one = make([]float64, 0, len(out))
	}
	one = one[:len(out)]
	clear(out)
	for _, t := range b.trees {
		t.Probabilities(row, one)
		for c, p := range one {
			out[c] += p
		}
	}
	normalise(out)
}

func normalise(p []float64) {
	sum := 0.0
	for _, v := range p {
		sum += v
	}
	for i := range p {
		if sum > 0 {
			p[i] /= sum
		} else {
			p[i] = 1 / float64(len(p))
		}
	}
}

// Trees returns the trees of the bag.
func (b *Bag) Trees() []*tree.Tree { return b.trees }

// MagicBag is how the bytes of a [Bag] begin.
const MagicBag = "bautaBG1"

// MarshalBinary writes the trees.
func (b *Bag) MarshalBinary() ([]byte, error) {
	w := codec.NewWriter(MagicBag)
	w.Uint(len(b.trees))
	for _, t := range b.trees {
		data, err := t.MarshalBinary()
		if err != nil {
			return nil, err
		}
		w.Blob(data)
	}
	return w.Bytes(), nil
}

var errMixed = errors.New("model is damaged: its trees are not of the same attributes")

// UnmarshalBinary reads what MarshalBinary wrote.
func (b *Bag) UnmarshalBinary(data []byte) error {
	r := codec.NewReader(MagicBag, data)
	n := r.Len(len(tree.Magic))
	var trees []*tree.Tree
	for range n {
		t := &tree.Tree{}
		part := r.Blob()
		if r.Err() != nil {
			break
		}
		if err := t.UnmarshalBinary(part); err != nil {
			return err
		}
		if len(trees) > 0 && !sameShape(trees[0], t) {
			return errMixed
		}
		trees = append(trees, t)
	}
	if r.Err() == nil && n == 0 {
		r.Fail("no trees")
	}
	if err := r.Done(); err != nil {
		return err
	}
	b.trees = trees
	return nil
}

// sameShape says whether the same rows fit both trees.
func sameShape(a, b *tree.Tree) bool {
	x, y := a.Attributes(), b.Attributes()
	if len(x) != len(y) || len(a.Class().Values) != len(b.Class().Values) {
		return false
	}
	for i := range x {
		if x[i].Numeric() != y[i].Numeric() || len(x[i].Values) != len(y[i].Values) {
			return false
		}
	}
	return true
}

// Shape implements [learn.Shaped].
func (b *Bag) Shape() ([]learn.Attribute, int) { return b.trees[0].Shape() }
