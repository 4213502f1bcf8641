package location

import (
	"cmp"
	"maps"
	"math"
	"slices"
)

// solve finds the fewest deletions that bring the value below 1, and among
// those of that number the best. It says whether that is proved; ok is false
// where no deletion does (proved, or not found within the budget).
//
// A beam search gives a first answer; branch and bound then shows that no
// smaller number will do, and looks among those of its number for a better one.
func (p *problem) solve(budget, beam int) (best answer, ok bool) {
	p.prepare(0)
	none := make([]bool, len(p.words))
	if v := p.exact(none); v < 1 {
		return answer{deleted: none, value: v, minimal: true}, true
	}
	first, found := p.beam(beam)
	most := len(p.words)
	if found {
		most = first.count
	}
	if len(p.words) > maxProved || p.oneVsRest() {
		return first, found
	}
	p.prepare(most)
	b := &bounder{p: p, budget: budget}
	for m := 1; m <= most; m++ {
		b.best = answer{value: 1}
		if m == first.count && found {
			b.best = first
		}
		if !b.level(m) {
			return first, found // beyond the budget
		}
		if b.best.deleted != nil {
			b.best.minimal = true
			return b.best, true
		}
	}
	return answer{minimal: true}, false
}

// maxProved bounds the words for which a proof is tried.
const maxProved = 64

func (p *problem) oneVsRest() bool {
	for _, t := range p.targets {
		if t.c.Weights.OneVsRest {
			return true
		}
	}
	return false
}

// bounder walks over the deletions of one size, from left to right: a node is
// the last word kept and the number of deletions left. The sums of the words
// kept so far are carried along; what the words to the right can still add is
// bounded for each class by itself (dynamic programming over the last word kept
// and the deletions left, in [bounder.ahead]).
//
// With a reference class c the greatest probability is at least
// 1 / Σ_j exp(z_j − z_c), and each z_j − z_c at most what has been kept plus the
// bound of what is ahead. Features that come from several places count once, so
// they are no sum over places; each is taken as present or absent, whichever is
// worse for the bound.
type bounder struct {
	p       *problem
	sides   []*walker
	best    answer
	deleted []bool
	budget  int
	size    int
}

// walker is the room of one target.
type walker struct {
	*side
	word   [][]float32            // weights of each word's own feature, nil for none
	pair   map[[2]int32][]float32 // of the pairs
	suffix [][]float32            // what all words after a kept one add, by its place + 1
	z      [][]float32            // sums of the nodes on the way down
	refs   []reference
	room   []float32
	kept   map[int64]int  // repeated features among the words kept so far: how often
	sure   map[int64]bool // repeated words with more places than deletions: always present
}

// reference is a class with the bounds that hang on it.
type reference struct {
	class int
	ahead [][]float32 // (place + 1) × (deletions left)
	extra [][]float32 // of the repeated features, by the words kept
	room  [][]float32 // by the words kept
	// few are the classes that can weigh anything in any deletion of this size,
	// the heaviest first; all the others together weigh at most rest.
	few  []int32
	rest float32
}

const (
	maxRefs = 4
	slack   = 1e-4 // relative error of single precision, generously
	// negligible is the share of a bound that classes may take together and not
	// be looked at one by one.
	negligible = 0.01
)

// level looks for the best deletion of m words below best. It returns false
// when the budget is spent.
func (b *bounder) level(m int) bool {
	n := len(b.p.words)
	b.size, b.deleted, b.sides = m, make([]bool, n), nil
	for _, s := range b.p.sides {
		b.sides = append(b.sides, b.newWalker(s))
	}
	b.walk(-1, m, 0)
	return b.budget > 0
}

func (b *bounder) newWalker(s *side) *walker {
	n, p := len(b.p.words), b.p
	w := &walker{
		side: s, word: make([][]float32, n), pair: map[[2]int32][]float32{}, room: make([]float32, s.k),
		kept: map[int64]int{}, sure: map[int64]bool{},
	}
	places := map[int64]int{}
	for i, id := range s.word {
		if id < 0 {
			continue
		}
		if key := p.key(i, id); s.repeated[key] {
			places[key]++
			w.sure[key] = places[key] > b.size
		} else {
			w.word[i] = s.row(id)
		}
	}
	for at, id := range s.pair {
		if !s.repeated[p.key(int(at[1]), id)] {
			w.pair[at] = s.row(id)
		}
	}
	w.z, w.suffix = make([][]float32, n+1), make([][]float32, n+1)
	for i := range w.z {
		w.z[i], w.suffix[i] = make([]float32, s.k), make([]float32, s.k)
	}
	for a := n - 2; a >= -1; a-- {
		copy(w.suffix[a+1], w.suffix[a+2])
		add(w.suffix[a+1], w.word[a+1])
		if a >= 0 {
			add(w.suffix[a+1], w.pair[[2]int32{int32(a), int32(a + 1)}])
		}
	}
	copy(w.z[0], s.base)
	z := p.scores(s, make([]bool, n))
	best := 0
	for k := range z {
		if z[k] > z[best] {
			best = k
		}
	}
	if s.only >= 0 {
		best = s.only
	}
	b.refer(w, best)
	return w
}

func add(to, x []float32) {
	if x == nil {
		return
	}
	for i, v := range x[:len(to)] {
		to[i] += v
	}
}

// refer makes the bounds for a reference class.
func (b *bounder) refer(w *walker, class int) {
	n := len(b.p.words)
	ref := reference{class: class, extra: make([][]float32, n+1), room: make([][]float32, n+1), ahead: make([][]float32, (n+1)*(b.size+1))}
	extra := make([]float32, w.k)
	for _, key := range slices.Sorted(maps.Keys(w.repeated)) {
		row := w.row(int32(key))
		for j, v := range row {
			if d := v - row[class]; d > 0 || w.sure[key] {
				extra[j] += d
			}
		}
	}
	for i := range ref.extra {
		ref.extra[i] = extra // of nodes already on the way down: looser than need be, and right
	}
	for a := n - 1; a >= -1; a-- {
		for r := 0; r <= b.size && r <= n-a-1; r++ {
			ref.ahead[(a+1)*(b.size+1)+r] = b.ahead(w, &ref, a, r)
		}
	}
	b.weigh(w, &ref)
	w.refs = append(w.refs, ref)
}

// weigh parts the classes by the most that each can reach against the reference:
// the bounds only fall on the way down.
func (b *bounder) weigh(w *walker, ref *reference) {
	reach, t := make([]float32, w.k), 1/w.c.Weights.Temperature
	ahead := ref.ahead[b.size]
	for j := range reach {
		ref.few = append(ref.few, int32(j))
		if ahead != nil {
			reach[j] = exp((w.z[0][j] + ahead[j] + ref.extra[0][j] - w.z[0][ref.class]) * t)
		}
	}
	slices.SortFunc(ref.few, func(i, j int32) int { return cmp.Compare(reach[j], reach[i]) })
	limit := float32(negligible / (b.best.value * w.threshold))
	for ahead != nil && len(ref.few) > 1 {
		last := reach[ref.few[len(ref.few)-1]]
		if ref.rest+last > limit {
			break
		}
		ref.few, ref.rest = ref.few[:len(ref.few)-1], ref.rest+last
	}
}

// ahead bounds, for each class j, what z_j − z_class can gain from the words
// after place a, of which r are deleted; nil where that cannot be done.
func (b *bounder) ahead(w *walker, ref *reference, a, r int) []float32 {
	n := len(b.p.words)
	var out []float32
	for g := 0; g <= r; g++ {
		if g > 0 && (a+g >= n || b.p.fixed[a+g]) {
			break
		}
		next := a + 1 + g
		if next == n {
			if g == r {
				out = most(out, make([]float32, w.k))
			}
			break
		}
		rest := ref.ahead[(next+1)*(b.size+1)+r-g]
		if rest == nil {
			continue
		}
		v := slices.Clone(rest)
		gain(v, w.word[next], ref.class)
		if a >= 0 {
			gain(v, w.pair[[2]int32{int32(a), int32(next)}], ref.class)
		}
		out = most(out, v)
	}
	return out
}

func gain(v, row []float32, class int) {
	if row == nil {
		return
	}
	for j := range v {
		v[j] += row[j] - row[class]
	}
}

func most(a, b []float32) []float32 {
	if a == nil {
		return b
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
	if b.budget--; b.budget <= 0 {
		return
	}
	if r == 0 {
		b.leaf(a, depth)
		return
	}
	if b.hopeless(a, r, depth) {
		return
	}
	defer func() {
		for i := a + 1; i <= min(a+r, n-1); i++ {
			b.deleted[i] = false
		}
	}()
	for g := 0; g <= r; g++ {
		if g > 0 {
			if a+g >= n || b.p.fixed[a+g] {
				return
			}
			b.deleted[a+g] = true
		}
		next := a + 1 + g
		if next == n {
			if g == r {
				b.leaf(n-1, depth)
			}
			return
		}
		if n-next-1 < r-g {
			continue
		}
		for _, w := range b.sides {
			z := w.z[depth+1]
			copy(z, w.z[depth])
			add(z, w.word[next])
			if a >= 0 {
				add(z, w.pair[[2]int32{int32(a), int32(next)}])
			}
			b.count(w, a, next, depth, 1)
		}
		b.walk(next, r-g, depth+1)
		for _, w := range b.sides {
			b.count(w, a, next, depth, -1)
		}
	}
}

// count notes that a word is kept after place a (or no more, by -1). A repeated
// feature that is among the words kept is present, whatever follows: the bounds
// of the node below take it as it is.
func (b *bounder) count(w *walker, a, next, depth, by int) {
	if len(w.repeated) == 0 {
		return
	}
	var fresh [2]int64
	n := 0
	note := func(id int32, ok bool) {
		if !ok || id < 0 {
			return
		}
		key := b.p.key(next, id)
		if !w.repeated[key] {
			return
		}
		if w.kept[key] == 0 && !w.sure[key] {
			fresh[n] = key
			n++
		}
		w.kept[key] += by
	}
	note(w.side.word[next], true)
	if a >= 0 {
		id, ok := w.side.pair[[2]int32{int32(a), int32(next)}]
		note(id, ok)
	}
	if by < 0 {
		return
	}
	for i := range w.refs {
		ref := &w.refs[i]
		ref.extra[depth+1] = ref.extra[depth]
		if n == 0 {
			continue
		}
		if ref.room[depth+1] == nil {
			ref.room[depth+1] = make([]float32, w.k)
		}
		extra := ref.room[depth+1]
		copy(extra, ref.extra[depth])
		for _, key := range fresh[:n] {
			row := w.row(int32(key))
			for j, v := range row {
				if d := v - row[ref.class]; d < 0 {
					extra[j] += d
				}
			}
		}
		ref.extra[depth+1] = extra
	}
}

// hopeless reports that no deletion below a node can be as good as the best.
func (b *bounder) hopeless(a, r, depth int) bool {
	for _, w := range b.sides {
		limit := float32(1 / (b.best.value * w.threshold * (1 + slack)))
		t := 1 / w.c.Weights.Temperature
		z := w.z[depth]
		for i := range w.refs {
			ref := &w.refs[i]
			ahead := ref.ahead[(a+1)*(b.size+1)+r]
			if ahead == nil {
				return true
			}
			if ref.below(z, ahead, ref.extra[depth], t, limit) {
				// What closed this node will likely close the next.
				w.refs[0], w.refs[i] = w.refs[i], w.refs[0]
				return true
			}
		}
	}
	return false
}

// below reports whether Σ exp((z + ahead + extra − z of the reference)·t) < limit.
func (ref *reference) below(z, ahead, extra []float32, t, limit float32) bool {
	sum, zero := ref.rest, z[ref.class]
	for _, j := range ref.few {
		if sum += exp((z[j] + ahead[j] + extra[j] - zero) * t); sum >= limit {
			return false
		}
	}
	return true
}

// exp is eˣ within 1e-6 relative, cut off beyond ±80; see learn/logistic.
func exp(x float32) float32 {
	if !(x > -80) {
		return 0
	}
	x = min(x, 80)
	n := float32(math.Floor(float64(x*1.44269504 + 0.5)))
	f := (x - n*0.693359375) + n*2.12194440e-4
	p := 1 + f*(1+f*(0.5+f*(1.0/6+f*(1.0/24+f*(1.0/120+f*(1.0/720))))))
	return p * math.Float32frombits(uint32(int32(n)+127)<<23)
}

// leaf compares a complete deletion with the best: first by the sums, then, if
// it may win, exactly.
func (b *bounder) leaf(a, depth int) {
	for _, w := range b.sides {
		z := w.room
		copy(z, w.z[depth])
		add(z, w.suffix[a+1])
		if len(w.repeated) > 0 {
			b.addRepeated(w, z)
		}
		top := w.only
		if top < 0 {
			top = 0
			for j, v := range z {
				if v > z[top] {
					top = j
				}
			}
		}
		limit := float32(1 / (b.best.value * w.threshold * (1 + slack)))
		var sum float32
		t := 1 / w.c.Weights.Temperature
		for _, v := range z {
			if sum += exp((v - z[top]) * t); sum >= limit {
				break
			}
		}
		if sum < limit {
			b.remember(w, top)
			return
		}
	}
	got := answer{deleted: b.deleted, value: b.p.exact(b.deleted), count: b.size}
	if got.value < 1 && (b.best.deleted == nil || b.p.better(got, b.best)) {
		got.deleted = slices.Clone(b.deleted)
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

// addRepeated adds the repeated features that are present.
func (b *bounder) addRepeated(w *walker, z []float32) {
	keys := b.p.present(w.side, b.deleted)
	for i, key := range keys {
		if (i == 0 || key != keys[i-1]) && w.repeated[key] {
			add(z, w.row(int32(key)))
		}
	}
}

// beam deletes word by word and keeps the best few at each size. It gives the
// first size at which any is below 1, with the best found there.
func (p *problem) beam(width int) (answer, bool) {
	n := len(p.words)
	if n > 100 {
		width = 1
	}
	states := []answer{{deleted: make([]bool, n)}}
	for m := 1; m <= n; m++ {
		var next []answer
		seen := map[string]bool{}
		for _, s := range states {
			for i := range n {
				if s.deleted[i] || p.fixed[i] {
					continue
				}
				d := slices.Clone(s.deleted)
				d[i] = true
				if width > 1 {
					key := mask(d)
					if seen[key] {
						continue
					}
					seen[key] = true
				}
				next = append(next, answer{deleted: d, value: p.exact(d), count: m})
			}
		}
		if len(next) == 0 {
			return answer{}, false
		}
		slices.SortFunc(next, func(a, b answer) int {
			switch {
			case p.better(a, b):
				return -1
			case p.better(b, a):
				return 1
			}
			return 0
		})
		if next[0].value < 1 {
			return next[0], true
		}
		states = next[:min(len(next), width)]
	}
	return answer{}, false
}

func mask(d []bool) string {
	out := make([]byte, (len(d)+7)/8)
	for i, v := range d {
		if v {
			out[i/8] |= 1 << (i % 8)
		}
	}
	return string(out)
}
