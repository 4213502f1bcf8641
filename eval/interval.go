package eval

import "gonum.org/v1/gonum/mathext"

// Bound is an observed rate with its exact 95 % bounds, shares from 0 to 1.
type Bound struct {
	Events int     `json:"events"`
	Trials int     `json:"trials"`
	Rate   float64 `json:"rate"`
	// Low and High are the two-sided Clopper–Pearson interval.
	Low  float64 `json:"low"`
	High float64 `json:"high"`
	// Upper is the one-sided bound: with 95 % confidence the rate is below it.
	Upper float64 `json:"upper"`
}

// ClopperPearson bounds the rate of k events in n trials (Clopper and Pearson,
// Biometrika 26, 1934). It assumes independent trials. Without trials the rate
// may be anything: 0 to 1. k is clipped to 0 … n.
func ClopperPearson(k, n int) Bound {
	n = max(n, 0)
	k = max(0, min(k, n))
	b := Bound{Events: k, Trials: n, High: 1, Upper: 1}
	if n == 0 {
		return b
	}
	b.Rate = float64(k) / float64(n)
	if k > 0 {
		b.Low = mathext.InvRegIncBeta(float64(k), float64(n-k+1), 0.025)
	}
	if k < n {
		above := func(p float64) float64 { return mathext.InvRegIncBeta(float64(k+1), float64(n-k), p) }
		b.High, b.Upper = above(0.975), above(0.95)
	}
	return b
}
