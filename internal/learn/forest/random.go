package forest

import (
	"encoding"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/codec"
)

// RandomForest learns trees from bootstrap samples, each node trying a random
// choice of features, and averages the shares of the classes at the leaves. The
// zero value is 100 trees.
type RandomForest struct {
	Trees   int   // 0 means 100
	Tries   int   // features tried at a node; 0 means the square root of their number
	MinLeaf int   // least rows of a leaf; 0 means 1
	Depth   int   // 0 means 32
	Seed    int64 // 0 means 1
}

// Forest is a random forest.
type Forest struct {
	encoder *learn.Encoder
	classes int
	trees   []*regTree
}

var (
	_ learn.Learner              = RandomForest{}
	_ learn.Shaped               = (*Forest)(nil)
	_ encoding.BinaryMarshaler   = (*Forest)(nil)
	_ encoding.BinaryUnmarshaler = (*Forest)(nil)
)

const maxTreeDepth = 64

// Learn implements [learn.Learner].
func (c RandomForest) Learn(d *learn.Dataset) (learn.Classifier, error) {
	setDefault(&c.Trees, 100)
	setDefault(&c.MinLeaf, 1)
	setDefault(&c.Depth, 32)
	if c.Trees < 1 || c.Trees > maxTrees || c.Depth < 1 || c.Depth > maxTreeDepth || c.MinLeaf < 1 {
		return nil, fmt.Errorf("random forest of %d trees, depth %d, leaves of %d; all must be positive, depth at "+
			"most %d",
			c.Trees, c.Depth, c.MinLeaf, maxTreeDepth)
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	d = d.Labelled()
	b := newBinned(d)
	width := b.encoder.Width()
	setDefault(&c.Tries, max(1, int(math.Sqrt(float64(width)))))
	k := len(d.Class.Values)
	gr := &grower{
		binned: b, outs: k, rng: learn.NewRand(max(c.Seed, 1)), features: upTo(width),
		limits: limits{depth: c.Depth, minLeaf: float64(c.MinLeaf), tries: min(c.Tries, width)},
	}
	forest := &Forest{encoder: b.encoder, classes: k}
	keep, alias := aliases(d)
	for range c.Trees {
		rows := gr.sample(d, keep, alias)
		forest.trees = append(forest.trees, gr.grow(rows))
	}
	return forest, nil
}

// sample draws a bootstrap sample: the rows drawn, each once, weighted by how
// often it was drawn.
func (gr *grower) sample(d *learn.Dataset, keep []float64, alias []int) []int32 {
	n := d.Len()
	gr.h, gr.g = make([]float64, n), make([]float64, n*gr.outs)
	for range n {
		gr.h[draw(gr.rng, keep, alias)]++
	}
	var rows []int32
	for i, w := range gr.h {
		if w > 0 {
			rows = append(rows, int32(i))
			gr.g[i*gr.outs+d.Y[i]] = w
		}
	}
	return rows
}

func setDefault(p *int, v int) {
	if *p == 0 {
		*p = v
	}
}

func upTo(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = i
	}
	return s
}

// Probabilities implements [learn.Classifier].
func (f *Forest) Probabilities(row, out []float64) {
	var few [64]float64
	x := room(few[:], f.encoder.Width())
	f.encoder.Encode(row, x)
	clear(out)
	for _, t := range f.trees {
		for k, v := range t.leaf(x) {
			out[k] += v
		}
	}
	normalise(out)
}

// room returns n places, in the buffer when they fit.
func room(buffer []float64, n int) []float64 {
	if n <= len(buffer) {
		return buffer[:n]
	}
	return make([]float64, n)
}

// MagicForest is how the bytes of a [Forest] begin.
const MagicForest = "bautaRF1"

// MarshalBinary writes the forest.
func (f *Forest) MarshalBinary() ([]byte, error) {
	w := codec.NewWriter(MagicForest)
	w.Attributes(f.encoder.Attributes())
	w.Uint(f.classes)
	w.Uint(len(f.trees))
	for _, t := range f.trees {
		t.write(w)
	}
	return w.Bytes(), nil
}

// maxClasses bounds what is read.
const maxClasses = 1 << 16

// UnmarshalBinary reads what MarshalBinary wrote.
func (f *Forest) UnmarshalBinary(data []byte) error {
	r := codec.NewReader(MagicForest, data)
	read := Forest{encoder: learn.NewEncoder(r.Attributes()), classes: r.Uint(maxClasses)}
	n := r.Len(1)
	if r.Err() == nil && (n == 0 || read.classes == 0) {
		r.Fail("no trees or no classes")
	}
	for range n {
		if r.Err() != nil {
			break
		}
		read.trees = append(read.trees, readRegTree(r, read.encoder.Width(), read.classes))
		for _, v := range read.trees[len(read.trees)-1].values {
			if v < 0 || v > 1 {
				r.Fail("a share of a class is not between 0 and 1")
			}
		}
	}
	if err := r.Done(); err != nil {
		return err
	}
	*f = read
	return nil
}

// Shape implements [learn.Shaped].
func (f *Forest) Shape() ([]learn.Attribute, int) { return f.encoder.Attributes(), f.classes }
