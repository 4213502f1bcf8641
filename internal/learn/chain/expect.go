package chain

// PairExpectations adds weight times the expected number of each pair of
// neighbouring labels to dst[from·labels+to]: with the marginals, the gradient
// of LogPartition for scores that are not a Model's.
func (l *Lattice) PairExpectations(weight float64, dst []float64) {
	l.sum()
	k := l.k
	l.pairs, l.out = grown(l.pairs, k*k), grown(l.out, k)
	clear(l.pairs)
	for t := 1; t < l.n; t++ {
		e, b, out := l.exp[t*k:(t+1)*k], l.beta[t*k:(t+1)*k], l.out[:k]
		for y := range out {
			out[y] = e[y] * b[y] * l.inv[t]
		}
		for x, a := range l.alpha[(t-1)*k : t*k] {
			row := l.pairs[x*k : (x+1)*k]
			if a == 0 {
				continue
			}
			for y, o := range out {
				row[y] += a * o
			}
		}
	}
	for i, n := range l.pairs {
		if n > 0 {
			dst[i] += weight * n * boundedExp(l.trans.score[i])
		}
	}
}
