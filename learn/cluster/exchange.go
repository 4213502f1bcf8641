package cluster

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
)

// Exchange groups words by the classes of their neighbours: classes for which
// the class of a word tells most about that of the next one, the objective of
// Brown and others (1992), reached by moving one word at a time to its best
// class (Kneser and Ney 1993; Martin, Liermann and Ney 1998). The text is
// sequences of words 0 … words−1; negative numbers are unknown words, next to
// which nothing is learnt. Words should be numbered by descending frequency.
// The result is the class of each word, 0 … k−1; words that do not occur are
// spread evenly. Of c it reads MaxIter (0 means 10). A round takes
// k × Σ over words of the number of their neighbours' classes.
func Exchange(ctx context.Context, text [][]int32, words, k int, c Config) ([]int32, error) {
	if k < 1 {
		return nil, fmt.Errorf("%d classes; at least 1 is needed", k)
	}
	for _, s := range text {
		for _, w := range s {
			if int(w) >= words {
				return nil, fmt.Errorf("word %d is out of the vocabulary of %d", w, words)
			}
		}
	}
	if c.MaxIter <= 0 {
		c.MaxIter = 10
	}
	e := newExchange(text, words, min(k, max(words, 1)))
	for range c.MaxIter {
		moved := 0
		for w := range words {
			if w%256 == 0 && ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if e.visit(w) {
				moved++
			}
		}
		if moved <= words/1000 {
			break
		}
	}
	return e.class, nil
}

// exchange is one run of the algorithm.
type exchange struct {
	k     int
	class []int32
	next  [][]pair  // of each word: the words that follow it
	prev  [][]pair  // and those that it follows
	self  []int32   // how often a word follows itself
	count []int32   // of each word
	size  []int32   // occurrences of each class
	pairs []int32   // [c·k+d]: how often class d follows class c
	xlogx []float64 // table of x·log x

	right, left []int32 // of the word under work: neighbours by class
	near        []int32 // classes with a neighbour
}

type pair struct{ word, n int32 }

// tableLen is the size of the table of x·log x.
const tableLen = 1 << 18

func newExchange(text [][]int32, words, k int) *exchange {
	e := &exchange{
		k: k, class: make([]int32, words), next: make([][]pair, words), prev: make([][]pair, words),
		self: make([]int32, words), count: make([]int32, words), size: make([]int32, k), pairs: make([]int32, k*k),
		xlogx: make([]float64, tableLen), right: make([]int32, k), left: make([]int32, k),
	}
	for i := 1; i < tableLen; i++ {
		e.xlogx[i] = float64(i) * math.Log(float64(i))
	}
	var all []uint64
	for _, s := range text {
		for i, w := range s {
			if w < 0 {
				continue
			}
			e.count[w]++
			if i > 0 && s[i-1] >= 0 {
				all = append(all, uint64(s[i-1])<<32|uint64(w))
			}
		}
	}
	for w := range e.class {
		e.class[w] = int32(w % k)
		e.size[w%k] += e.count[w]
	}
	slices.SortFunc(all, cmp.Compare[uint64])
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		a, b, n := int32(all[i]>>32), int32(uint32(all[i])), int32(j-i)
		e.pairs[int(e.class[a])*k+int(e.class[b])] += n
		if a == b {
			e.self[a] = n
		} else {
			e.next[a] = append(e.next[a], pair{b, n})
			e.prev[b] = append(e.prev[b], pair{a, n})
		}
		i = j
	}
	return e
}

// h is x·log x.
func (e *exchange) h(x int32) float64 {
	if x < tableLen {
		return e.xlogx[x]
	}
	return float64(x) * math.Log(float64(x))
}

// visit moves a word to its best class; true if that is another one.
func (e *exchange) visit(w int) bool {
	if e.count[w] == 0 {
		return false
	}
	e.neighbours(w)
	old := e.class[w]
	e.put(w, old, -1)
	best, top := old, math.Inf(-1)
	for c := range int32(e.k) {
		if g := e.gain(w, c); g > top || g == top && c == old {
			best, top = c, g
		}
	}
	e.put(w, best, 1)
	e.class[w] = best
	for _, d := range e.near {
		e.right[d], e.left[d] = 0, 0
	}
	return best != old
}

// neighbours counts the classes next to a word, itself left out.
func (e *exchange) neighbours(w int) {
	e.near = e.near[:0]
	add := func(into []int32, p pair) {
		d := e.class[p.word]
		if e.right[d] == 0 && e.left[d] == 0 {
			e.near = append(e.near, d)
		}
		into[d] += p.n
	}
	for _, p := range e.next[w] {
		add(e.right, p)
	}
	for _, p := range e.prev[w] {
		add(e.left, p)
	}
}

// put adds the word to the counts of class c, or takes it away (sign −1).
func (e *exchange) put(w int, c, sign int32) {
	k := int32(e.k)
	for _, d := range e.near {
		e.pairs[c*k+d] += sign * e.right[d]
		e.pairs[d*k+c] += sign * e.left[d]
	}
	e.pairs[c*k+c] += sign * e.self[w]
	e.size[c] += sign * e.count[w]
}

// gain is how much the objective, Σ h(pairs) − 2·Σ h(sizes), grows when the
// word comes to class c.
func (e *exchange) gain(w int, c int32) float64 {
	k := int32(e.k)
	g := -2 * (e.h(e.size[c]+e.count[w]) - e.h(e.size[c]))
	row := e.pairs[c*k : (c+1)*k]
	for _, d := range e.near {
		if d == c {
			continue
		}
		if r := e.right[d]; r > 0 {
			g += e.h(row[d]+r) - e.h(row[d])
		}
		if l := e.left[d]; l > 0 {
			p := e.pairs[d*k+c]
			g += e.h(p+l) - e.h(p)
		}
	}
	if own := e.right[c] + e.left[c] + e.self[w]; own > 0 {
		g += e.h(row[c]+own) - e.h(row[c])
	}
	return g
}
