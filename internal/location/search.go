package location

import "slices"

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
	b, can := newBounder(p, most, budget)
	if !can {
		return first, found
	}
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

// maxBeam bounds the words of which a beam is held.
const maxBeam = 100

// beam deletes word by word and keeps the best few at each size. It gives the
// first size at which any is below 1, with the best found there.
func (p *problem) beam(width int) (answer, bool) {
	n := len(p.words)
	if n > maxBeam {
		return p.greedy()
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
				key := mask(d)
				if seen[key] {
					continue
				}
				seen[key] = true
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
