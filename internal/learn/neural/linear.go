package neural

// linear is a layer of scores: out × in, and a bias.
type linear struct {
	w, b *Param
}

func newLinear(name string, in, out int) *linear {
	return &linear{empty(name+".w", out, in), newParam(name+".b", 1, out, false)}
}

func (l *linear) params() []*Param { return []*Param{l.w, l.b} }

// forward stores x·wᵀ + b, rows × out, in y, which is grown if it is too short.
func (l *linear) forward(x []float32, rows int, y []float32, w *factor) []float32 {
	out := l.w.Rows
	y = grown(y, rows*out)
	for r := range rows {
		copy(y[r*out:(r+1)*out], l.b.W)
	}
	w.mulAdd(y, x, rows)
	return y
}

// linearTape holds transposes; it is reused.
type linearTape struct{ dyT, xT, wT []float32 }

// backward adds to the gradients of the weights and stores that of x in dx.
func (l *linear) backward(x, dy []float32, rows int, t *linearTape, dx []float32) []float32 {
	out, in := l.w.Rows, l.w.Cols
	t.dyT, t.xT, t.wT = transpose(t.dyT, dy, rows, out), transpose(t.xT, x, rows, in), transpose(t.wT, l.w.W, out, in)
	mulAdd(l.w.grad, t.dyT, t.xT, out, in, rows)
	columnSums(l.b.grad, dy, rows, out)
	dx = zeroed(dx, rows*in)
	mulAdd(dx, dy, t.wT, rows, in, out)
	return dx
}
