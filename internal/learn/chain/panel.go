package chain

// plain adds to the sums of a panel its sources times their weights.
func (b *panel) plain(sum *[wide]float64, source []float64) {
	s0, s1, s2, s3, s4, s5, s6, s7 := sum[0], sum[1], sum[2], sum[3], sum[4], sum[5], sum[6], sum[7]
	weight := b.weight[:len(b.from)]
	for i, from := range b.from {
		x, w := source[from], &weight[i]
		s0 += x * w[0]
		s1 += x * w[1]
		s2 += x * w[2]
		s3 += x * w[3]
		s4 += x * w[4]
		s5 += x * w[5]
		s6 += x * w[6]
		s7 += x * w[7]
	}
	*sum = [wide]float64{s0, s1, s2, s3, s4, s5, s6, s7}
}
