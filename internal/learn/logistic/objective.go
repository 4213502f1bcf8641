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
	targets *Matrix   // see Config.Targets; nil for none
	related *Matrix   // see Config.Related; nil for none
	parts   *Matrix   // see Config.Parts, by column; nil for none
	wholes  *Matrix   // the same turned round
	scale   []float32 // by column, the constant last
	weight  []float32 // the point in natural units
	rest    []float32 // row × class: p − y
	losses  []float64 // by block of rows
	sums    []float64 // penalty by block of columns
	rooms   sync.Pool // of *room
}

// room is what one goroutine needs for a block of columns.
type room struct {
	sums []float32 // column × class
	mix  *mixer    // nil where no classes are related
}

const (
	rowBlock    = 128
	columnBlock = 64
)

func newObjective(x *Matrix, y []int32, classes int, cfg Config) *objective {
	o := &objective{
		cols: byColumn(x, cfg.Parts), y: y, classes: classes, c: cfg.C, jobs: cfg.Jobs, oneRest: cfg.OneVsRest,
		related: cfg.Related, targets: cfg.Targets,
	}
	o.rows = o.cols.rows(x.Rows())
	n := o.cols.len()
	if cfg.Parts != nil {
		o.wholes, o.parts = o.cols.wholes(cfg.Parts)
	}
	o.scale = make([]float32, n+1)
	for f := range o.scale {
		square := float64(len(y))
		penalty := 0.0
		if f < n {
			square, penalty = o.square(f), 1/o.c
		}
		// The curvature of a class's weight is about Σ v² p(1−p) + 1/C, and a
		// row's p is far from 0 and 1 for a few classes alone.
		o.scale[f] = float32(1 / math.Sqrt(penalty+square*curvature))
	}
	o.weight = make([]float32, (n+1)*classes)
	o.rest = make([]float32, len(y)*classes)
	o.losses = make([]float64, (len(y)+rowBlock-1)/rowBlock)
	o.sums = make([]float64, (n+1+columnBlock-1)/columnBlock)
	o.rooms.New = func() any {
		r := &room{sums: make([]float32, columnBlock*classes)}
		if o.related != nil {
			r.mix = newMixer(o.related, columnBlock)
		}
		return r
	}
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
	o.columns(func(f int) float64 {
		s, sum := float64(o.scale[f]), 0.0
		w := o.weight[f*k : (f+1)*k]
		for j, v := range x[f*k : (f+1)*k] {
			v *= s
			w[j] = float32(v)
			sum += v * v
		}
		if f == n-1 {
			return 0
		}
		return sum
	})
	norm := 0.0
	for _, s := range o.sums {
		norm += s
	}
	o.compose()
	parallel(o.jobs, len(o.losses), func(b int) {
		o.losses[b] = 0
		for i := b * rowBlock; i < min(len(o.y), (b+1)*rowBlock); i++ {
			o.losses[b] += o.row(i)
		}
	})
	o.slopes(x, grad)
	loss := 0.0
	for _, p := range o.losses {
		loss += p
	}
	return loss + norm/(2*o.c)
}

// columns calls f for each column and the constant, and keeps the sums of each
// block.
func (o *objective) columns(f func(f int) float64) {
	n := o.cols.len() + 1
	parallel(o.jobs, len(o.sums), func(b int) {
		o.sums[b] = 0
		for c := b * columnBlock; c < min(n, (b+1)*columnBlock); c++ {
			o.sums[b] += f(c)
		}
	})
}

// square is about Σ v² of a column; that of a part holds what its wholes bring.
func (o *objective) square(f int) float64 {
	sum := 0.0
	for _, v := range o.cols.val[o.cols.start[f]:o.cols.start[f+1]] {
		sum += float64(v) * float64(v)
	}
	if o.parts != nil {
		col, val := o.wholes.Row(f)
		for i, w := range col {
			sum += float64(val[i]) * float64(val[i]) * float64(o.cols.start[w+1]-o.cols.start[w])
		}
	}
	return sum
}

// compose adds to the weights of the columns those of their parts, then what
// related classes share.
func (o *objective) compose() {
	k := o.classes
	if o.parts != nil {
		o.columns(func(f int) float64 {
			if f < o.cols.len() {
				col, val := o.parts.Row(f)
				for i, g := range col {
					axpy(val[i], o.weight[int(g)*k:int(g+1)*k], o.weight[f*k:(f+1)*k])
				}
			}
			return 0
		})
	}
	if o.related != nil {
		parallel(o.jobs, len(o.sums), func(b int) {
			if from, to := b*columnBlock, min(o.cols.len(), (b+1)*columnBlock); from < to {
				r := o.rooms.Get().(*room)
				r.mix.forward(o.weight[from*k : to*k])
				o.rooms.Put(r)
			}
		})
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
	right := o.right(i, z)
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
	if o.targets == nil {
		z[y]--
	} else {
		class, share := o.targets.Row(i)
		for j, c := range class {
			z[c] -= share[j]
		}
	}
	return float64(most) + math.Log(sum) - right
}

// right is the score of a row's class, or the mean of those of its targets.
func (o *objective) right(i int, z []float32) float64 {
	if o.targets == nil {
		return float64(z[o.y[i]])
	}
	sum := 0.0
	class, share := o.targets.Row(i)
	for j, c := range class {
		sum += float64(share[j]) * float64(z[c])
	}
	return sum
}

// slopes writes the gradient: of the weights first, then of their parts, then
// in the units of the point and with the penalty.
func (o *objective) slopes(x, grad []float64) {
	n, k := o.cols.len(), o.classes
	parallel(o.jobs, len(o.sums), func(b int) {
		from, to := b*columnBlock, min(n+1, (b+1)*columnBlock)
		r := o.rooms.Get().(*room)
		sums := r.sums[:(to-from)*k]
		clear(sums)
		for f := from; f < to; f++ {
			o.column(f, sums[(f-from)*k:(f-from+1)*k])
		}
		if shared := min(n, to) - from; o.related != nil && shared > 0 {
			r.mix.backward(sums[:shared*k])
		}
		for i, v := range sums {
			grad[from*k+i] = float64(v)
		}
		o.rooms.Put(r)
	})
	if o.parts != nil {
		o.columns(func(g int) float64 {
			if g < n {
				to := grad[g*k : (g+1)*k]
				col, val := o.wholes.Row(g)
				for i, f := range col {
					v := float64(val[i])
					for j, s := range grad[int(f)*k : int(f+1)*k] {
						to[j] += v * s
					}
				}
			}
			return 0
		})
	}
	o.columns(func(f int) float64 {
		s := float64(o.scale[f])
		shrink := s * s / o.c
		if f == n {
			shrink = 0
		}
		to := grad[f*k : (f+1)*k]
		for j, v := range x[f*k : (f+1)*k] {
			to[j] = s*to[j] + shrink*v
		}
		return 0
	})
}

// column adds up the slopes of the loss by the weights of a column.
func (o *objective) column(f int, sum []float32) {
	k := o.classes
	if f == o.cols.len() {
		for i := range o.y {
			axpy(1, o.rest[i*k:(i+1)*k], sum)
		}
		return
	}
	for i := o.cols.start[f]; i < o.cols.start[f+1]; i++ {
		r := int(o.cols.row[i])
		axpy(o.cols.val[i], o.rest[r*k:(r+1)*k], sum)
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
