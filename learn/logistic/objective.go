package logistic

import (
	"math"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/gonum"
)

// objective is the penalised loss of a set of rows. The point holds, for each
// merged column and last for the constant, a weight for each class, in units of
// 1/scale of the column. It implements learn.Objective.
type objective struct {
	cols    *columns
	rows    *Matrix
	y       []int32
	classes int
	c       float64
	jobs    int
	oneRest bool
	related *Matrix   // see Config.Related; nil for none
	scale   []float32 // by column, the constant last
	weight  []float32 // the point in natural units
	rest    []float32 // row × class: p − y
	parts   []float64 // loss by block of rows
	sums    []float64 // penalty by block of columns
}

const (
	rowBlock    = 128
	columnBlock = 64
)

func newObjective(x *Matrix, y []int32, classes int, cfg Config) *objective {
	o := &objective{cols: byColumn(x), y: y, classes: classes, c: cfg.C, jobs: cfg.Jobs, oneRest: cfg.OneVsRest, related: cfg.Related}
	o.rows = o.cols.rows(x.Rows())
	n := o.cols.len()
	o.scale = make([]float32, n+1)
	for f := range o.scale {
		square := float64(len(y))
		penalty := 0.0
		if f < n {
			square, penalty = 0, 1/o.c
			for _, v := range o.cols.val[o.cols.start[f]:o.cols.start[f+1]] {
				square += float64(v) * float64(v)
			}
		}
		// The curvature of a class's weight is about Σ v² p(1−p) + 1/C, and a
		// row's p is far from 0 and 1 for a few classes alone.
		o.scale[f] = float32(1 / math.Sqrt(penalty+square*curvature))
	}
	o.weight = make([]float32, (n+1)*classes)
	o.rest = make([]float32, len(y)*classes)
	o.parts = make([]float64, (len(y)+rowBlock-1)/rowBlock)
	o.sums = make([]float64, (n+1+columnBlock-1)/columnBlock)
	return o
}

// curvature stands for the mean of p(1−p) over rows and classes near the minimum
// with a hundred classes or more; tried: .02 takes 200 iterations on the
// reference, .004 190, .001 139.
const curvature = 0.001

// len is the number of components of the point.
func (o *objective) len() int { return len(o.weight) }

// Eval implements learn.Objective.
func (o *objective) Eval(x, grad []float64) float64 {
	n, k := o.cols.len()+1, o.classes
	parallel(o.jobs, len(o.sums), func(b int) {
		o.sums[b] = 0
		for f := b * columnBlock; f < min(n, (b+1)*columnBlock); f++ {
			s, sum := float64(o.scale[f]), 0.0
			w := o.weight[f*k : (f+1)*k]
			for j, v := range x[f*k : (f+1)*k] {
				v *= s
				w[j] = float32(v)
				sum += v * v
			}
			if f < n-1 {
				o.sums[b] += sum
				o.mix(w, x[f*k:(f+1)*k], s)
			}
		}
	})
	parallel(o.jobs, len(o.parts), func(b int) {
		o.parts[b] = 0
		for i := b * rowBlock; i < min(len(o.y), (b+1)*rowBlock); i++ {
			o.parts[b] += o.row(i)
		}
	})
	parallel(o.jobs, len(o.sums), func(b int) {
		// One class row in single precision stays in the cache.
		acc := make([]float32, k)
		for f := min(n, (b+1)*columnBlock) - 1; f >= b*columnBlock; f-- {
			o.column(f, acc, x[f*k:(f+1)*k], grad[f*k:(f+1)*k])
		}
	})
	loss, norm := 0.0, 0.0
	for _, p := range o.parts {
		loss += p
	}
	for _, s := range o.sums {
		norm += s
	}
	return loss + norm/(2*o.c)
}

// mix makes the weights of a column of what its classes share.
func (o *objective) mix(w []float32, x []float64, scale float64) {
	if o.related == nil {
		return
	}
	for c := range w {
		other, share := o.related.Row(c)
		sum := 0.0
		for i, j := range other {
			sum += float64(share[i]) * x[j]
		}
		w[c] = float32(sum * scale)
	}
}

// row computes p − y of a row and returns its loss.
func (o *objective) row(i int) float64 {
	k := o.classes
	z := o.rest[i*k : (i+1)*k]
	copy(z, o.weight[len(o.weight)-k:])
	col, val := o.rows.Row(i)
	for j, f := range col {
		axpy(val[j], o.weight[int(f)*k:int(f+1)*k], z)
	}
	y := o.y[i]
	right := z[y]
	if o.oneRest {
		loss := 0.0
		for c, v := range z {
			// log(1 + e^v), or of −v for the right class.
			if int32(c) == y {
				v = -v
			}
			loss += float64(max(v, 0)) + math.Log1p(float64(exp(-max(v, -v))))
			p := sigmoid(v)
			if int32(c) == y {
				p = -p
			}
			z[c] = p
		}
		return loss
	}
	most, sum := softmax(z)
	z[y]--
	return float64(most) + math.Log(sum) - float64(right)
}

// column writes the gradient of a column.
func (o *objective) column(f int, acc []float32, x, grad []float64) {
	k := o.classes
	s := float64(o.scale[f])
	clear(acc)
	if f == o.cols.len() {
		for i := range o.y {
			axpy(1, o.rest[i*k:(i+1)*k], acc)
		}
		for j, a := range acc {
			grad[j] = s * float64(a)
		}
		return
	}
	for i := o.cols.start[f]; i < o.cols.start[f+1]; i++ {
		r := int(o.cols.row[i])
		axpy(o.cols.val[i], o.rest[r*k:(r+1)*k], acc)
	}
	shrink := s * s / o.c
	if o.related != nil {
		for j := range acc {
			grad[j] = shrink * x[j]
		}
		for c, a := range acc {
			other, share := o.related.Row(c)
			for i, j := range other {
				grad[j] += s * float64(share[i]*a)
			}
		}
		return
	}
	for j, a := range acc {
		grad[j] = s*float64(a) + shrink*x[j]
	}
}

// axpy adds a·x to y.
func axpy(a float32, x, y []float32) {
	gonum.Implementation{}.Saxpy(len(x), a, x, 1, y, 1)
}

// parallel calls f for each block, the last one first, on jobs goroutines.
func parallel(jobs, blocks int, f func(b int)) {
	if jobs <= 1 {
		for b := blocks - 1; b >= 0; b-- {
			f(b)
		}
		return
	}
	var wg sync.WaitGroup
	var next atomic.Int64
	next.Store(int64(blocks))
	for range jobs {
		wg.Go(func() {
			for b := next.Add(-1); b >= 0; b = next.Add(-1) {
				f(int(b))
			}
		})
	}
	wg.Wait()
}
