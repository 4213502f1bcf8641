package embed_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/learn/embed"
)

// topics returns sequences in which words come from one of two halves of the
// vocabulary: those of a half keep company.
func topics(n, words int, seed uint64) [][]int32 {
	r := rand.New(rand.NewPCG(seed, 9))
	text := make([][]int32, n)
	for i := range text {
		half := r.IntN(2)
		for range 4 + r.IntN(6) {
			text[i] = append(text[i], int32(2*r.IntN(words/2)+half))
		}
		if r.IntN(5) == 0 {
			text[i][0] = -1
		}
	}
	return text
}

func cosine(u []float32, dim, a, b int) (c float32) {
	for i := range dim {
		c += u[a*dim+i] * u[b*dim+i]
	}
	return c
}

// contrast is the mean cosine within the halves less that across.
func contrast(u []float32, dim, words int) float32 {
	var within, across float32
	var nw, na float32
	for a := range words {
		for b := range a {
			if c := cosine(u, dim, a, b); (a-b)%2 == 0 {
				within, nw = within+c, nw+1
			} else {
				across, na = across+c, na+1
			}
		}
	}
	return within/nw - across/na
}

func TestWordsThatKeepCompanyAreNear(t *testing.T) {
	const words = 20
	text := topics(1500, words, 1)
	for name, c := range map[string]embed.Config{
		"one job":  {Dim: 16, Seed: 1, Epochs: 8, Subsample: -1},
		"two jobs": {Dim: 16, Seed: 1, Epochs: 8, Subsample: -1, Jobs: 2, Round: 1000},
		"thinned":  {Dim: 10, Seed: 1, Epochs: 12, Subsample: 0.02},
		"grams": {
			Dim: 16, Seed: 1, Epochs: 8, Subsample: -1, Buckets: 50,
			Grams: func(w int32) []uint32 { return []uint32{uint32(w) * 7, uint32(w)*13 + 1} },
		},
	} {
		v, err := embed.Train(context.Background(), text, words, c)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := contrast(v.Unit(), v.Dim, words); got < 0.4 {
			t.Errorf("%s: contrast %.2f", name, got)
		}
		again, err := embed.Train(context.Background(), text, words, c)
		if err != nil || !slices.Equal(v.Word, again.Word) || !slices.Equal(v.Gram, again.Gram) {
			t.Errorf("%s: a second training gives other vectors (%v)", name, err)
		}
	}
}

func TestTrainRefuses(t *testing.T) {
	ctx := context.Background()
	if _, err := embed.Train(ctx, [][]int32{{3}}, 3, embed.Config{}); err == nil {
		t.Error("a word out of the vocabulary was accepted")
	}
	if _, err := embed.Train(ctx, [][]int32{{1}}, 3, embed.Config{Grams: func(int32) []uint32 { return nil }}); err == nil {
		t.Error("n-grams without buckets were accepted")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := embed.Train(cancelled, [][]int32{{1, 2}}, 3, embed.Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, text := range [][][]int32{nil, {{}}, {{-1, -1}}} {
		if v, err := embed.Train(ctx, text, 2, embed.Config{Jobs: 3}); err != nil || v.Words() != 2 {
			t.Errorf("text %v: %v", text, err)
		}
	}
}

func Example() {
	// Words 0 and 1 stand together, 2 and 3 too.
	var text [][]int32
	for range 300 {
		text = append(text, []int32{0, 1, 0, 1}, []int32{2, 3, 2, 3})
	}
	v, err := embed.Train(context.Background(), text, 4, embed.Config{Dim: 8, Subsample: -1})
	if err != nil {
		fmt.Println(err)
		return
	}
	u := v.Unit()
	fmt.Println(cosine(u, 8, 0, 1) > cosine(u, 8, 0, 2))
	// Output: true
}

func BenchmarkTrain(b *testing.B) {
	text := topics(20_000, 5000, 1)
	n := 0
	for _, s := range text {
		n += len(s)
	}
	for b.Loop() {
		if _, err := embed.Train(context.Background(), text, 5000, embed.Config{Epochs: 1}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "words/s")
}
