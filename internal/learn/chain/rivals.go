package chain

import "math"

// negligible is how far, in nats, a label is behind label 0 so that nothing is lost by
// holding it for as likely as that.
const negligible = 20

// prepareRivals computes what Rivals reads.
func (t *Transitions) prepareRivals() {
	n := t.labels
	t.first, t.next, t.most = grown(t.first, n), grown(t.next, n), grown(t.most, n)
	stays := t.score[0]
	for y := 1; y < n; y++ {
		t.first[y], t.next[y] = max(t.start[y]-t.start[0], t.score[y]-stays), math.Inf(-1)
		for from := 1; from < n; from++ {
			t.next[y] = max(t.next[y], t.score[from*n+y]-stays)
		}
		out := max(0, t.score[y*n]-stays) // paid in advance, whether label 0 follows or not
		first, next := t.first[y]+out, t.next[y]+out
		t.first[y], t.next[y], t.most[y] = math.Exp(first), math.Exp(next), max(first, next)
	}
}

// Rivals bounds from above the sum of exp(score) of all labellings but the one that is
// 0 throughout, as a multiple of that one's: below 1 it is the best, and its
// probability is at least 1/(1 + Rivals). It takes a fraction of what LogPartition
// takes where all are far behind.
func (l *Lattice) Rivals() float64 {
	if l.rivals == 0 {
		l.rivals = l.bound()
	}
	return l.rivals
}

// bound computes what Rivals returns.
func (l *Lattice) bound() float64 {
	t, k := l.trans, l.k
	if l.n == 0 || math.IsInf(t.score[0], -1) || math.IsInf(t.start[0], -1) {
		return math.Inf(1)
	}
	zero, other := 1.0, 0.0 // labellings so far that end in 0, and in another label
	for at := range l.n {
		row := l.state[at*k : (at+1)*k]
		far := row[0] - negligible
		first, next := 0.0, 0.0
		for y := 1; y < k; y++ {
			if row[y]+t.most[y] <= far {
				first, next = first+tiny, next+tiny
				continue
			}
			gain := math.Exp(row[y] - row[0])
			first, next = first+gain*t.first[y], next+gain*t.next[y]
		}
		zero, other = zero+other, zero*first+other*next
	}
	return zero - 1 + other
}

// tiny is more than exp(−negligible).
const tiny = 2.1e-9
