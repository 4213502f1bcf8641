package location

import (
	"cmp"
	"slices"
)

// greedy deletes word by word, each time the one that leaves the lowest value,
// as a beam of one does. It is meant for long messages and whole timelines: the
// scores are carried along, so that to try a word costs a few rows of weights
// and not a pass over all words.
type greedy struct {
	p     *problem
	gone  []bool
	left  []int // the word kept before each, −1 for none
	right []int // the one behind, the number of words for none
	sides []*tally
	tried int // how often a word was tried
}

// tally is the scores of one target and how often each feature stands in what is
// left: more than once counts once.
type tally struct {
	*side
	z     []float64
	count map[int64]int
	room  []float64
}

func newGreedy(p *problem) *greedy {
	n := len(p.words)
	g := &greedy{p: p, gone: make([]bool, n)}
	for i := range n {
		g.left, g.right = append(g.left, i-1), append(g.right, i+1)
	}
	for _, s := range p.sides {
		t := &tally{side: s, z: make([]float64, s.k), count: map[int64]int{}, room: make([]float64, s.k)}
		for k := range t.z {
			t.z[k] = float64(s.base[k])
		}
		for i := range n {
			g.enter(t, i, 1, t.z)
			t.enter(p.pairKey(s, i-1, i), 1, t.z)
		}
		g.sides = append(g.sides, t)
	}
	return g
}

// none is the key of no feature.
const none = -1

// pairKey is the key of units j < i as neighbours.
func (p *problem) pairKey(s *side, j, i int) int64 {
	if j < 0 || i >= len(p.words) || !p.joined(s, j, i) {
		return none
	}
	if id, ok := s.pair[[2]int32{int32(j), int32(i)}]; ok {
		return p.key(i, id)
	}
	if i-j == 1 {
		return none // the pairs that stood there are all known
	}
	if id := s.c.Vocabulary.pair(s.last[j], s.first[i]); id >= 0 {
		return p.key(i, id)
	}
	return none
}

// enter adds a feature to what is left, or takes one out (by −1), and to the
// scores z where it is the first or was the last.
func (t *tally) enter(key int64, by int, z []float64) {
	if key == none {
		return
	}
	before := t.count[key]
	after := before + by
	if after == 0 {
		delete(t.count, key)
	} else {
		t.count[key] = after
	}
	if (before > 0) == (after > 0) {
		return
	}
	for k, w := range t.row(int32(key)) {
		z[k] += float64(by) * float64(w)
	}
}

// enter adds the features of a unit by itself, or takes them out (by −1).
func (g *greedy) enter(t *tally, i, by int, z []float64) {
	for _, id := range t.own[i] {
		t.enter(g.p.key(i, id), by, z)
	}
}

// take takes a word out (by 1), or puts it back (by −1), in the scores z.
func (g *greedy) take(t *tally, i, by int, z []float64) {
	t.enter(g.p.pairKey(t.side, g.left[i], g.right[i]), by, z)
	g.enter(t, i, -by, z)
	t.enter(g.p.pairKey(t.side, g.left[i], i), -by, z)
	t.enter(g.p.pairKey(t.side, i, g.right[i]), -by, z)
}

// without is the value of what is left without a word.
func (g *greedy) without(i int) float64 {
	g.tried++
	worst := 0.0
	for _, t := range g.sides {
		copy(t.room, t.z)
		g.take(t, i, 1, t.room)
		worst = max(worst, normalised(t.room, t.c.Weights, t.only)/t.threshold)
		g.take(t, i, -1, t.room)
	}
	return worst
}

// remove deletes a word for good.
func (g *greedy) remove(i int) {
	for _, t := range g.sides {
		g.take(t, i, 1, t.z)
	}
	g.gone[i] = true
	if l := g.left[i]; l >= 0 {
		g.right[l] = g.right[i]
	}
	if r := g.right[i]; r < len(g.left) {
		g.left[r] = g.left[i]
	}
}

// rounds bounds how often all words left are tried, so that the time is linear
// in the length: of many words several are deleted after one round.
const rounds = 100

// greedy gives the first deletion found whose value is below 1.
func (p *problem) greedy() (answer, bool) { return newGreedy(p).search() }

func (g *greedy) search() (answer, bool) {
	p := g.p
	for m := 0; m < len(p.words); {
		tried := g.try()
		if len(tried) == 0 {
			break
		}
		for _, c := range tried[:min(len(tried), 1+len(p.words)/rounds)] {
			g.remove(c.unit)
			m++
			if v, below := g.below(); below {
				return answer{deleted: g.gone, value: v, count: m}, true
			}
		}
	}
	return answer{}, false
}

// candidate is a unit that may go, and the value of what is left then.
type candidate struct {
	unit  int
	value float64
}

// try tries each unit that is left, the best first.
func (g *greedy) try() (out []candidate) {
	for i := range g.p.words {
		if !g.gone[i] && !g.p.fixed[i] {
			out = append(out, candidate{i, g.without(i)})
		}
	}
	slices.SortFunc(out, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(g.p.size[a.unit], g.p.size[b.unit]),
			cmp.Compare(a.unit, b.unit))
	})
	return out
}

// below says whether what is left is below 1, and its value.
func (g *greedy) below() (float64, bool) {
	worst := 0.0
	for _, t := range g.sides {
		worst = max(worst, normalised(t.z, t.c.Weights, t.only)/t.threshold)
	}
	if worst >= 1+slack {
		return worst, false
	}
	v := g.p.exact(g.gone)
	return v, v < 1
}
