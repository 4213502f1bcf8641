package location

import (
	"math"

	"gonum.org/v1/gonum/blas/gonum"
)

// bounder walks over the deletions of one size, from left to right: a node is
// the last word kept and the number of deletions left.
//
// What the words say of each class is kept as factors, e to the power of their
// weights: the products of the words kept so far are carried along, and what the
// words to the right can still multiply is bounded for each class by itself
// (dynamic programming over the last word kept and the deletions left, in
// [bounder.ahead]).
//
// With a reference class c the greatest probability is at least
// 1 / Σ_j product_j / product_c, and each of these shares at most what has been
// kept times the bound of what is ahead: a node costs a multiplication and a sum
// over the classes, and no exponential. Features that come from several places
// count once, so they are no product over places; each is taken as present or
// absent, whichever is worse for the bound.
type bounder struct {
	p       *problem
	sides   []*walker
	best    answer
	deleted []bool
	budget  int
	size    int
}

// walker is the room of one target. Factors are relative to the class that
// gains most, and so at most 1.
type walker struct {
	*side
	own    []mark      // of each unit by itself
	pair   [][]mark    // of unit a and the next kept, by a and the units deleted between
	repeat []*repeat   // the repeated features
	suffix [][]float64 // what all words after a kept one multiply to, by its place + 1
	z      [][]float64 // products of the nodes on the way down
	refs   []reference
	room   []float64
}

// mark is what the features at one place do: their factors, multiplied, nil for
// none, and the numbers of the repeated features they are part of.
type mark struct {
	factor   []float64
	repeated []int
}

// repeat is a feature that comes from several places.
type repeat struct {
	factor []float64
	places int
	last   int  // the last place where it stands with no word deleted
	kept   int  // how often it is among the words kept so far
	sure   bool // a word with more places than deletions: always present
}

// reference is a class with the bounds that hang on it.
type reference struct {
	class int
	ahead [][]float64 // (place + 1) × (deletions left)
	extra [][]float64 // of the repeated features, by the words kept
	room  [][]float64 // by the words kept
	less  [][]float64 // by repeated feature: what extra becomes less by when it is known to be there
}

const (
	maxRefs = 4
	slack   = 1e-6 // relative error of the products, generously
	// maxReach bounds the range of all weights together, by the temperature:
	// what is within it neither overflows nor vanishes.
	maxReach = 600
)

// newBounder makes the factors, for deletions of at most so many words. It
// returns false where the weights are too great for products.
func newBounder(p *problem, most, budget int) (*bounder, bool) {
	b := &bounder{p: p, budget: budget, deleted: make([]bool, len(p.words))}
	for _, s := range p.sides {
		w := newWalker(p, s, most)
		if w == nil {
			return nil, false
		}
		b.sides = append(b.sides, w)
	}
	return b, true
}

func newWalker(p *problem, s *side, most int) *walker {
	n := len(p.words)
	w := &walker{side: s, own: make([]mark, n), pair: make([][]mark, n), room: make([]float64, s.k)}
	reach, number := 0.0, map[int64]int{}
	w.z = append(w.z, w.factors(s.base, &reach))
	note := func(m *mark, i int, id int32, own, next bool) {
		key := p.key(i, id)
		if !s.repeated[key] {
			m.times(w.factors(s.row(id), &reach))
			return
		}
		at, known := number[key]
		if !known {
			at = len(w.repeat)
			number[key] = at
			w.repeat = append(w.repeat, &repeat{factor: w.factors(s.row(id), &reach), last: -1})
		}
		if r := w.repeat[at]; own || next {
			r.last = max(r.last, i)
			if own {
				r.places++
			}
		}
		m.repeated = append(m.repeated, at)
	}
	for i := range n {
		for _, id := range s.own[i] {
			note(&w.own[i], i, id, true, false)
		}
		w.pair[i] = make([]mark, min(most, n-1-i)+1)
		for g := range w.pair[i] {
			if id, ok := s.pair[[2]int32{int32(i), int32(i + 1 + g)}]; ok {
				note(&w.pair[i][g], i+1+g, id, false, g == 0)
			}
		}
		w.z = append(w.z, make([]float64, s.k))
	}
	if !(reach < maxReach) {
		return nil
	}
	w.suffix = make([][]float64, n+1)
	w.suffix[n] = ones(s.k)
	for a := n - 2; a >= -1; a-- {
		w.suffix[a+1] = make([]float64, s.k)
		w.step(w.suffix[a+1], w.suffix[a+2], a, 0)
	}
	return w
}

// factors are those of a row of weights, and the reach grows by their range.
func (w *walker) factors(row []float32, reach *float64) []float64 {
	t := float64(w.c.Weights.Temperature)
	most, least := row[0], row[0]
	for _, v := range row[:w.k] {
		most, least = max(most, v), min(least, v)
	}
	*reach += float64(most-least) / t
	out := make([]float64, w.k)
	for k, v := range row[:w.k] {
		out[k] = math.Exp(float64(v-most) / t)
	}
	return out
}

// times multiplies one feature more into a mark.
func (m *mark) times(factor []float64) {
	if m.factor == nil {
		m.factor = factor
		return
	}
	multiply(m.factor, m.factor, factor)
}

func ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// next is what keeping the unit after place a and g deleted ones adds.
func (w *walker) next(a, g int) (own, pair *mark) {
	if a < 0 {
		return &w.own[a+1+g], &mark{}
	}
	return &w.own[a+1+g], &w.pair[a][g]
}

// step writes the product of z and the next word kept.
func (w *walker) step(to, z []float64, a, g int) {
	own, pair := w.next(a, g)
	switch {
	case own.factor == nil && pair.factor == nil:
		copy(to, z)
	case pair.factor == nil:
		multiply(to, z, own.factor)
	case own.factor == nil:
		multiply(to, z, pair.factor)
	default:
		x, y := own.factor[:len(to)], pair.factor[:len(to)]
		for k, v := range z[:len(to)] {
			to[k] = v * x[k] * y[k]
		}
	}
}

func multiply(to, x, y []float64) {
	x, y = x[:len(to)], y[:len(to)]
	for k := range to {
		to[k] = x[k] * y[k]
	}
}

// level looks for the best deletion of m words below best. It returns false
// when the budget is spent.
func (b *bounder) level(m int) bool {
	b.size = m
	for _, w := range b.sides {
		known := w.refs
		w.refs = nil
		for _, r := range w.repeat {
			r.sure = r.places > m
		}
		if len(known) == 0 {
			b.refer(w, w.top(b.p))
		}
		for _, r := range known {
			b.refer(w, r.class)
		}
	}
	b.walk(-1, m, 0)
	return b.budget > 0
}

// top is the class of the first reference: the most probable one of all words.
func (w *walker) top(p *problem) int {
	if w.only >= 0 {
		return w.only
	}
	best, z := 0, p.scores(w.side, make([]bool, len(p.words)))
	for k := range z {
		if z[k] > z[best] {
			best = k
		}
	}
	return best
}

// refer makes the bounds for a reference class.
func (b *bounder) refer(w *walker, class int) {
	n := len(b.p.words)
	ref := reference{
		class: class, extra: make([][]float64, n+1), room: make([][]float64, n+1),
		ahead: make([][]float64, (n+1)*(b.size+1)),
	}
	if len(w.repeat) > 0 {
		extra := ones(w.k)
		for _, r := range w.repeat {
			less := make([]float64, w.k)
			for j, v := range r.factor {
				d := v / r.factor[class]
				if less[j] = min(1, d); d > 1 || r.sure {
					extra[j] *= d
				}
			}
			ref.less = append(ref.less, less)
		}
		for i := range ref.extra {
			ref.extra[i] = extra // of nodes already on the way down: looser than need be, and right
		}
	}
	for a := n - 1; a >= -1; a-- {
		for r := 0; r <= b.size && r <= n-a-1; r++ {
			ref.ahead[(a+1)*(b.size+1)+r] = b.ahead(w, &ref, a, r)
		}
	}
	w.refs = append(w.refs, ref)
}

// ahead bounds, for each class j, what the words after place a, of which r are
// deleted, can multiply its share of the reference by; nil where that cannot be
// done.
func (b *bounder) ahead(w *walker, ref *reference, a, r int) []float64 {
	n := len(b.p.words)
	var out []float64
	room := w.room
	for g := 0; g <= r; g++ {
		if g > 0 && (a+g >= n || b.p.fixed[a+g]) {
			break
		}
		at := a + 1 + g
		if at == n {
			if g == r {
				out = most(out, ones(w.k))
			}
			break
		}
		rest := ref.ahead[(at+1)*(b.size+1)+r-g]
		if rest == nil {
			continue
		}
		w.step(room, rest, a, g)
		share := rest[ref.class] / room[ref.class]
		for j := range room {
			room[j] *= share
		}
		out = most(out, room)
	}
	return out
}

// most is the greater of each; a is kept, and b is not.
func most(a, b []float64) []float64 {
	if a == nil {
		return append(a, b...)
	}
	for j, v := range b {
		a[j] = max(a[j], v)
	}
	return a
}

// walk visits the deletions of r more words after place a, where depth words
// have been kept.
func (b *bounder) walk(a, r, depth int) {
	n := len(b.p.words)
	if b.budget--; b.budget <= 0 || b.hopeless(a, r, depth) {
		return
	}
	if r == 0 {
		b.leaf(a, depth)
		return
	}
	g := 0
	for ; g <= r; g++ {
		if g > 0 {
			if a+g >= n || b.p.fixed[a+g] {
				break
			}
			b.deleted[a+g] = true
		}
		at := a + 1 + g
		if at == n {
			if g == r {
				b.leaf(n-1, depth)
			}
			break
		}
		if n-at-1 < r-g {
			continue
		}
		for _, w := range b.sides {
			w.step(w.z[depth+1], w.z[depth], a, g)
			w.keep(a, g, depth)
		}
		b.walk(at, r-g, depth+1)
		for _, w := range b.sides {
			w.forget(a, g)
		}
	}
	clear(b.deleted[a+1 : min(a+r, n-1)+1])
}

// keep notes that a word is kept after place a. A repeated feature that is among
// the words kept is present, whatever follows: the bounds of the node below take
// it as it is.
func (w *walker) keep(a, g, depth int) {
	if len(w.repeat) == 0 {
		return
	}
	for i := range w.refs {
		w.refs[i].extra[depth+1] = w.refs[i].extra[depth]
	}
	own, pair := w.next(a, g)
	for _, m := range [2]*mark{own, pair} {
		for _, at := range m.repeated {
			r := w.repeat[at]
			if r.kept++; r.kept > 1 || r.sure {
				continue
			}
			for i := range w.refs {
				w.refs[i].present(at, depth+1)
			}
		}
	}
}

// present takes a repeated feature as there in the bounds at a depth.
func (ref *reference) present(repeated, depth int) {
	from := ref.extra[depth]
	if ref.room[depth] == nil {
		ref.room[depth] = make([]float64, len(from))
	}
	multiply(ref.room[depth], from, ref.less[repeated])
	ref.extra[depth] = ref.room[depth]
}

func (w *walker) forget(a, g int) {
	if len(w.repeat) == 0 {
		return
	}
	own, pair := w.next(a, g)
	for _, m := range [2]*mark{own, pair} {
		for _, at := range m.repeated {
			w.repeat[at].kept--
		}
	}
}

// limit is what the shares of a target add up to where it is as good as the
// best: more would be better.
func (b *bounder) limit(w *walker) float64 { return 1 / (b.best.value * w.threshold * (1 + slack)) }

// hopeless reports that no deletion below a node can be as good as the best.
func (b *bounder) hopeless(a, r, depth int) bool {
	for _, w := range b.sides {
		for i := range w.refs {
			ref := &w.refs[i]
			ahead := ref.ahead[(a+1)*(b.size+1)+r]
			if ahead == nil {
				return true
			}
			if z := w.z[depth]; dot(z, ahead, ref.extra[depth]) < b.limit(w)*z[ref.class] {
				// What closed this node will likely close the next.
				w.refs[0], w.refs[i] = w.refs[i], w.refs[0]
				return true
			}
		}
	}
	return false
}

// dot is Σ x·y·z; z is nil where it is 1.
func dot(x, y, z []float64) float64 {
	if z == nil {
		return gonum.Implementation{}.Ddot(len(x), x, 1, y, 1)
	}
	y, z = y[:len(x)], z[:len(x)]
	var even, odd float64
	for i := 1; i < len(x); i += 2 {
		even += x[i-1] * y[i-1] * z[i-1]
		odd += x[i] * y[i] * z[i]
	}
	if last := len(x) - 1; last%2 == 0 {
		even += x[last] * y[last] * z[last]
	}
	return even + odd
}

// leaf compares a complete deletion with the best: first by the products, then,
// if it may win, exactly.
func (b *bounder) leaf(a, depth int) {
	for _, w := range b.sides {
		z := w.room
		multiply(z, w.z[depth], w.suffix[a+1])
		for _, r := range w.repeat {
			if r.kept > 0 || r.last > a {
				multiply(z, z, r.factor)
			}
		}
		top, sum := max(w.only, 0), 0.0
		for j, v := range z {
			sum += v
			if w.only < 0 && v > z[top] {
				top = j
			}
		}
		if sum < b.limit(w)*z[top] {
			b.remember(w, top)
			return
		}
	}
	got := answer{deleted: b.deleted, value: b.p.exact(b.deleted), count: b.size}
	if got.value < 1 && (b.best.deleted == nil || b.p.better(got, b.best)) {
		got.deleted = append([]bool(nil), b.deleted...)
		b.best = got
	}
}

// remember makes bounds for a class that was on top where the bounds known did
// not see it.
func (b *bounder) remember(w *walker, class int) {
	for _, r := range w.refs {
		if r.class == class {
			return
		}
	}
	if len(w.refs) < maxRefs {
		b.refer(w, class)
	}
}
