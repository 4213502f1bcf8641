package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/learn/cluster"
)

// blobs returns n rows around k corners, row i around corner i mod k.
func blobs(n, k, dim int, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	rows := make([]float32, n*dim)
	for i := range n {
		for d := range dim {
			rows[i*dim+d] = float32(r.NormFloat64() * 0.1)
		}
		rows[i*dim+i%k] += 5
	}
	return rows
}

func TestKMeansFindsBlobs(t *testing.T) {
	const n, dim = 400, 9
	for _, jobs := range []int{1, 3} {
		rs, err := cluster.KMeans(context.Background(), blobs(n, 6, dim, 1), dim, []int{6, 3}, cluster.Config{Seed: 2, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		six := rs[0]
		for i := range n {
			for j := range i {
				if same := six.Cluster[i] == six.Cluster[j]; same != (i%6 == j%6) {
					t.Fatalf("rows %d and %d: together is %v", i, j, same)
				}
			}
		}
		if rs[1].K != 3 || rs[1].Inertia <= six.Inertia {
			t.Errorf("fewer clusters must fit worse: %g and %g", rs[1].Inertia, six.Inertia)
		}
	}
}

// Each row is at its nearest centre, and the inertia is what it says.
func TestKMeansInvariants(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const n, dim, k = 300, 5, 7
	rows := make([]float32, n*dim)
	for i := range rows {
		rows[i] = r.Float32()
	}
	var first []int32
	for _, jobs := range []int{1, 2, 4} {
		rs, err := cluster.KMeans(context.Background(), rows, dim, []int{k}, cluster.Config{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		total := 0.0
		for i := range n {
			best := math.Inf(1)
			var own float64
			for j := range k {
				d := 0.0
				for x := range dim {
					diff := float64(rows[i*dim+x] - rs[0].Centre[j*dim+x])
					d += diff * diff
				}
				best = min(best, d)
				if int32(j) == rs[0].Cluster[i] {
					own = d
				}
			}
			if own > best+1e-5 {
				t.Fatalf("row %d is %g from its centre, %g from the nearest", i, own, best)
			}
			total += own
		}
		if math.Abs(total-rs[0].Inertia) > 1e-3 {
			t.Errorf("inertia %g, recomputed %g", rs[0].Inertia, total)
		}
		if first == nil {
			first = rs[0].Cluster
		}
		if !slices.Equal(first, rs[0].Cluster) {
			t.Errorf("%d jobs give other clusters", jobs)
		}
	}
}

func TestKMeansEdges(t *testing.T) {
	ctx := context.Background()
	if _, err := cluster.KMeans(ctx, make([]float32, 5), 2, []int{1}, cluster.Config{}); err == nil {
		t.Error("half a row was accepted")
	}
	if _, err := cluster.KMeans(ctx, make([]float32, 4), 2, []int{0}, cluster.Config{}); err == nil {
		t.Error("no clusters were accepted")
	}
	rs, err := cluster.KMeans(ctx, make([]float32, 6), 2, []int{10}, cluster.Config{}) // equal rows, too many clusters
	if err != nil || rs[0].K != 3 || rs[0].Inertia != 0 {
		t.Errorf("%+v %v", rs, err)
	}
	if rs, err := cluster.KMeans(ctx, nil, 2, []int{4}, cluster.Config{}); err != nil || len(rs[0].Cluster) != 0 {
		t.Errorf("no rows: %+v %v", rs, err)
	}
	nan := []float32{float32(math.NaN()), 0, 1, float32(math.Inf(1))}
	if _, err := cluster.KMeans(ctx, nan, 2, []int{2}, cluster.Config{}); err != nil {
		t.Error(err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := cluster.KMeans(cancelled, make([]float32, 4), 2, []int{2}, cluster.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func ExampleKMeans() {
	rows := []float32{0, 0, 0, 1, 9, 9, 9, 8}
	rs, err := cluster.KMeans(context.Background(), rows, 2, []int{2}, cluster.Config{})
	c := rs[0].Cluster
	fmt.Println(c[0] == c[1], c[2] == c[3], c[0] == c[2], rs[0].Inertia, err)
	// Output: true true false 1 <nil>
}

func BenchmarkKMeans(b *testing.B) {
	rows := blobs(20_000, 50, 64, 1)
	for b.Loop() {
		if _, err := cluster.KMeans(context.Background(), rows, 64, []int{256}, cluster.Config{MaxIter: 5, Jobs: 2}); err != nil {
			b.Fatal(err)
		}
	}
}
