package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/bauta/bauta/internal/learn"
)

// Config says how vectors are grouped. The zero value works.
type Config struct {
	MaxIter int // 0 means 30
	Seed    uint64
	Jobs    int // goroutines; 0 means 1; the result does not depend on it
}

// Result is one clustering.
type Result struct {
	K       int
	Cluster []int32   // of each row
	Centre  []float32 // [cluster·dim+i]
	Inertia float64   // sum of the squared distances to the centres
	Rounds  int
}

// KMeans groups the rows of a matrix (n·dim values, row by row) into k clusters
// for each k of ks; k is lowered to the number of rows. Rows not finite give
// arbitrary clusters, and no panic. Time is rows × Σk × dim a round.
func KMeans(ctx context.Context, rows []float32, dim int, ks []int, c Config) ([]Result, error) {
	if dim < 1 || len(rows)%dim != 0 {
		return nil, fmt.Errorf("%d values are not rows of %d", len(rows), dim)
	}
	if c.MaxIter <= 0 {
		c.MaxIter = 30
	}
	if c.Jobs <= 0 {
		c.Jobs = 1
	}
	var out []Result
	for i, k := range ks {
		if k < 1 {
			return nil, fmt.Errorf("%d clusters; at least 1 is needed", k)
		}
		g := &grouping{
			c: c, rows: rows, dim: dim, n: len(rows) / dim, k: min(k, len(rows)/dim),
			rand: rand.New(rand.NewPCG(c.Seed, uint64(i))),
		}
		r, err := g.run(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// grouping is one clustering under way.
type grouping struct {
	c         Config
	rows      []float32
	dim, n, k int
	rand      *rand.Rand
	norm      []float32 // squared length of each row
	centre    []float32
	cnorm     []float32 // half the squared length of each centre
	cluster   []int32
	dist      []float32 // squared distance to the nearest centre
}

func (g *grouping) run(ctx context.Context) (Result, error) {
	g.cluster, g.dist, g.norm = make([]int32, g.n), make([]float32, g.n), make([]float32, g.n)
	g.centre, g.cnorm = make([]float32, g.k*g.dim), make([]float32, g.k)
	for i := range g.n {
		g.norm[i] = learn.Dot32(g.row(i), g.row(i))
	}
	if g.n > 0 {
		g.seed()
	}
	rounds := 0
	for moved := g.n; moved > g.n/1000 && rounds < g.c.MaxIter; rounds++ {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		moved = g.assign()
		g.move()
	}
	g.assign()
	total := 0.0
	for _, d := range g.dist {
		total += float64(d)
	}
	return Result{K: g.k, Cluster: g.cluster, Centre: g.centre, Inertia: total, Rounds: rounds}, nil
}

func (g *grouping) row(i int) []float32 { return g.rows[i*g.dim:][:g.dim] }
func (g *grouping) mid(j int) []float32 { return g.centre[j*g.dim:][:g.dim] }

// seed picks the first centres: each with a probability in proportion to its
// squared distance from those picked before.
func (g *grouping) seed() {
	pick := g.rand.IntN(g.n)
	for i := range g.dist {
		g.dist[i] = float32(1e30)
	}
	for j := range g.k {
		copy(g.mid(j), g.row(pick))
		g.parallel(func(i int) {
			d := g.norm[i] + g.norm[pick] - 2*learn.Dot32(g.row(i), g.row(pick))
			g.dist[i] = max(0, min(g.dist[i], d))
		})
		sum := 0.0
		for _, d := range g.dist {
			sum += float64(d)
		}
		pick = g.rand.IntN(g.n)
		if sum > 0 {
			goal := g.rand.Float64() * sum
			for i, d := range g.dist {
				if goal -= float64(d); goal < 0 {
					pick = i
					break
				}
			}
		}
	}
}

// assign gives each row its nearest centre, and returns how many changed.
func (g *grouping) assign() int {
	for j := range g.k {
		g.cnorm[j] = learn.Dot32(g.mid(j), g.mid(j)) / 2
	}
	changed := make([]bool, g.n)
	g.parallel(func(i int) {
		row, best, arg := g.row(i), float32(-1e38), int32(0)
		for j := range g.k {
			if s := learn.Dot32(row, g.mid(j)) - g.cnorm[j]; s > best {
				best, arg = s, int32(j)
			}
		}
		changed[i] = g.cluster[i] != arg
		g.cluster[i], g.dist[i] = arg, max(0, g.norm[i]-2*best)
	})
	n := 0
	for _, c := range changed {
		if c {
			n++
		}
	}
	return n
}

// move puts each centre at the mean of its rows; a centre without rows takes
// the row that lies farthest from its own.
func (g *grouping) move() {
	sum, size := make([]float64, g.k*g.dim), make([]int, g.k)
	for i, j := range g.cluster {
		size[j]++
		s := sum[int(j)*g.dim:][:g.dim]
		for d, v := range g.row(i) {
			s[d] += float64(v)
		}
	}
	for j := range g.k {
		if size[j] == 0 {
			far := 0
			for i, d := range g.dist {
				if d > g.dist[far] {
					far = i
				}
			}
			g.dist[far] = 0
			copy(g.mid(j), g.row(far))
			continue
		}
		mid := g.mid(j)
		for d := range mid {
			mid[d] = float32(sum[j*g.dim+d] / float64(size[j]))
		}
	}
}

// parallel calls f for each row. What f writes belongs to its row alone.
func (g *grouping) parallel(f func(i int)) {
	var wg sync.WaitGroup
	for k := range g.c.Jobs {
		from, to := g.n*k/g.c.Jobs, g.n*(k+1)/g.c.Jobs
		wg.Go(func() {
			for i := from; i < to; i++ {
				f(i)
			}
		})
	}
	wg.Wait()
}
