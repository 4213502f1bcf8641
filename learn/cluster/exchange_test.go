package cluster

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// grammar returns sentences of determiner, noun, verb: words of a kind are
// numbered kind, kind+3, kind+6 …
func grammar(n, each int, seed uint64) [][]int32 {
	r := rand.New(rand.NewPCG(seed, 2))
	text := make([][]int32, n)
	for i := range text {
		for range 1 + r.IntN(3) {
			for kind := range 3 {
				text[i] = append(text[i], int32(kind+3*r.IntN(each)))
			}
		}
		if r.IntN(10) == 0 {
			text[i][1] = -1
		}
	}
	return text
}

func TestExchangeFindsKinds(t *testing.T) {
	const each = 12
	class, err := Exchange(context.Background(), grammar(800, each, 1), 3*each, 3, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for a := range class {
		for b := range a {
			if (class[a] == class[b]) != (a%3 == b%3) {
				t.Fatalf("words %d and %d: classes %d and %d", a, b, class[a], class[b])
			}
		}
	}
	again, err := Exchange(context.Background(), grammar(800, each, 1), 3*each, 3, Config{})
	if err != nil || !slices.Equal(class, again) {
		t.Error("a second run gives other classes")
	}
}

// objective computes Σ h(pairs) − 2·Σ h(sizes) from the text.
func objective(text [][]int32, class []int32, k int) float64 {
	pairs, size := map[[2]int32]int{}, make([]int, k)
	for _, s := range text {
		for i, w := range s {
			if w < 0 {
				continue
			}
			size[class[w]]++
			if i > 0 && s[i-1] >= 0 {
				pairs[[2]int32{class[s[i-1]], class[w]}]++
			}
		}
	}
	h := func(n int) float64 { return float64(n) * math.Log(math.Max(1, float64(n))) }
	f := 0.0
	for _, n := range pairs {
		f += h(n)
	}
	for _, n := range size {
		f -= 2 * h(n)
	}
	return f
}

// The counts kept from move to move are those of the text, the gain of a move
// is what the objective gains, and no move loses.
func TestExchangeGainIsTheObjectives(t *testing.T) {
	text := grammar(60, 5, 3)
	text = append(text, []int32{1, 1, 1, 4, 4}, []int32{2}, nil)
	const words, k = 15, 4
	e := newExchange(text, words, k)
	value := objective(text, e.class, k)
	for round := range 3 {
		for w := range words {
			old := e.class[w]
			e.neighbours(w)
			e.put(w, old, -1)
			for c := range int32(k) {
				class := slices.Clone(e.class)
				class[w] = c
				want := objective(text, class, k) - value
				if got := e.gain(w, c) - e.gain(w, old); math.Abs(got-want) > 1e-9 {
					t.Fatalf("round %d, word %d to class %d: gain %g, want %g", round, w, c, got, want)
				}
			}
			e.put(w, old, 1)
			for _, d := range e.near {
				e.right[d], e.left[d] = 0, 0
			}
			e.visit(w)
			now := objective(text, e.class, k)
			if now < value-1e-9 {
				t.Fatalf("a move loses %g", value-now)
			}
			value = now
		}
	}
}

func TestExchangeEdges(t *testing.T) {
	ctx := context.Background()
	if _, err := Exchange(ctx, nil, 3, 0, Config{}); err == nil {
		t.Error("no classes were accepted")
	}
	if _, err := Exchange(ctx, [][]int32{{3}}, 3, 2, Config{}); err == nil {
		t.Error("a word out of the vocabulary was accepted")
	}
	for _, text := range [][][]int32{nil, {{}}, {{-1}}, {{0}}} {
		if class, err := Exchange(ctx, text, 2, 9, Config{}); err != nil || len(class) != 2 || class[0] > 1 {
			t.Errorf("%v: %v %v", text, class, err)
		}
	}
	if class, err := Exchange(ctx, nil, 0, 2, Config{}); err != nil || len(class) != 0 {
		t.Errorf("no words: %v %v", class, err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := Exchange(cancelled, [][]int32{{0, 1}}, 2, 2, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
