package langid

import (
	"maps"
	"math"
	"slices"

	"github.com/bauta/bauta/langid"
)

// discount is the Kneser-Ney discount, for a count of 1 or more.
const discount = 0.75

// node is an n-gram in the letter model of one language.
type node struct {
	count float64 // weight of its occurrences; below the longest order, of its continuations
	raw   float64 // weight of its occurrences
	total float64 // as a context: weight of what follows
	kinds float64 // as a context: number of what follows, up to 1 each
	prob  float64
}

// escape is the mass that a context gives to letters not seen after it.
func (n *node) escape() float64 {
	if n.total == 0 {
		return 1
	}
	return discount * n.kinds / n.total
}

// letterModel holds, by n-gram, the weights of one language in nats and the
// weight of its occurrences.
type letterModel struct {
	charges map[string]float64 // part of the weight of a context: its escape
	weights map[string]float64
	counts  map[string]float64
	unseen  float64
}

// letters makes the letter model of a vocabulary: interpolated Kneser-Ney over
// the letters of its words (Chen and Goodman 1998, section 3), written as a
// sum. The log-probability of a text is the sum of the weights of all its
// n-grams, since the weight of an n-gram is what its probability adds to the
// estimate from the n-gram without its first letter, and the weight that a
// context gives up to letters it has not seen is charged to the context, whose
// own occurrence always comes with a next letter. N-grams that are not in the
// model weigh nothing; the sum needs no back-off at run time.
func letters(words vocabulary, alphabet float64, order int) letterModel {
	orders := countGrams(words, order)
	root := orders[0][""]
	m := letterModel{
		weights: map[string]float64{}, counts: map[string]float64{}, charges: map[string]float64{},
		unseen: math.Log(root.escape() / alphabet),
	}
	for n := 1; n <= order; n++ {
		for g, x := range orders[n] {
			r := []rune(g)
			context := orders[n-1][string(r[:n-1])]
			low := 1 / alphabet
			if n > 1 {
				low = orders[n-1][string(r[1:])].prob
			}
			own := (x.count - discount*min(x.count, 1)) / max(context.total, math.SmallestNonzeroFloat64)
			x.prob = own + context.escape()*low
			w := math.Log(x.prob)
			if n > 1 {
				w -= math.Log(context.escape() * low)
			}
			if x.total > 0 && n < order {
				m.charges[g] = math.Log(x.escape())
				w += m.charges[g]
			}
			m.weights[g] = w
			m.counts[g] = x.raw
		}
	}
	return m
}

// countGrams counts n-grams by order, with order 0 the empty one. Only n-grams
// that end after the first edge are predicted; the edge itself is context.
func countGrams(words vocabulary, order int) []map[string]*node {
	orders := make([]map[string]*node, order+1)
	for n := range orders {
		orders[n] = map[string]*node{}
	}
	at := func(n int, g string) *node {
		x := orders[n][g]
		if x == nil {
			x = &node{}
			orders[n][g] = x
		}
		return x
	}
	at(0, "")
	for _, word := range slices.Sorted(maps.Keys(words)) {
		r, w := []rune(word), weight(words[word])
		for end := 1; end < len(r); end++ {
			for n := 1; n <= order && n <= end+1; n++ {
				at(n, string(r[end+1-n:end+1])).raw += w
			}
		}
	}
	for n := order; n > 1; n-- {
		for g, x := range orders[n] {
			orders[n-1][string([]rune(g)[1:])].count += min(1, x.raw)
		}
	}
	for n := 1; n <= order; n++ {
		for g, x := range orders[n] {
			if n == order || n > 1 && g[0] == langid.Edge {
				x.count = x.raw // nothing can stand before it: no continuations
			}
		}
	}
	for n := 1; n <= order; n++ {
		for g, x := range orders[n] {
			r := []rune(g)
			context := at(n-1, string(r[:n-1]))
			context.total += x.count
			context.kinds += min(x.count, 1)
		}
	}
	return orders
}
