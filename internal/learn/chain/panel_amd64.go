package chain

import "golang.org/x/sys/cpu"

// sums adds to eight sums n sources times their weights, one source after the other, so that
// each sum is to the bit that of plain.
//
//go:noescape
func sums(sum *[wide]float64, source *float64, from *uint8, weight *[wide]float64, n int)

func (b *panel) sum(sum *[wide]float64, source []float64) {
	if n := len(b.from); cpu.X86.HasAVX && n > 0 && int(b.from[n-1]) < len(source) { // they ascend
		sums(sum, &source[0], &b.from[0], &b.weight[0], n)
		return
	}
	b.plain(sum, source)
}
