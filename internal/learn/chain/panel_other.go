//go:build !amd64

package chain

func (b *panel) sum(sum *[wide]float64, source []float64) { b.plain(sum, source) }
