package neural

import "math/rand/v2"

// lstm is a layer of long short-term memory (Hochreiter and Schmidhuber 1997;
// with a gate that forgets, Gers and others 2000) that reads in one direction.
// Rows of the weights are those of the gates input, forget, cell and output.
type lstm struct {
	in, hid int
	reverse bool
	wx      *Param // 4·hid × in
	wh      *Param // 4·hid × hid
	b       *Param // 1 × 4·hid
}

func newLSTM(name string, in, hid int, reverse bool) *lstm {
	return &lstm{
		in: in, hid: hid, reverse: reverse,
		wx: empty(name+".wx", 4*hid, in),
		wh: empty(name+".wh", 4*hid, hid),
		b:  newParam(name+".b", 1, 4*hid, false),
	}
}

func (l *lstm) params() []*Param { return []*Param{l.wx, l.wh, l.b} }

// init draws weights from ±1/√hid.
func (l *lstm) init(rng *rand.Rand) {
	for _, p := range l.params() {
		p.uniform(rng, inverseRoot(l.hid))
	}
}

// lstmTape is what a forward pass leaves for the backward pass; it is reused.
type lstmTape struct {
	gates []float32 // rows × 4·hid, activated; in the backward pass their gradient
	cell  []float32 // rows × hid
	tanh  []float32 // rows × hid: tanh of cell
	h     []float32 // rows × hid: the output

	dcell, before            []float32 // rows × hid: gradient of cell; the state before
	whT, wxT, dgT, xT, prevT []float32 // transposes
}

// next returns the steps in the direction of reading: the i-th, and the one
// read before it.
func (l *lstm) next(p *layout, i int) (step, before int) {
	if l.reverse {
		step = p.steps() - 1 - i
		return step, step + 1
	}
	return i, i - 1
}

// forward reads x, a row of in numbers for each row of the layout, and returns
// the states, a row of hid numbers each.
func (l *lstm) forward(x []float32, p *layout, t *lstmTape) []float32 {
	t.gates = grown(t.gates, p.rows()*4*l.hid)
	l.project(x, p.rows(), t.gates, l.wx.factor())
	return l.recur(p, t, l.wh.factor())
}

// project stores in gates what rows of input add to them, with the bias. wx are the
// weights of the input.
func (l *lstm) project(x []float32, rows int, gates []float32, wx *factor) {
	for r := range rows {
		copy(gates[r*4*l.hid:(r+1)*4*l.hid], l.b.W)
	}
	wx.mulAdd(gates, x, rows)
}

// recur runs the steps over gates to which the input has been added. wh are the weights of
// the state.
func (l *lstm) recur(p *layout, t *lstmTape, wh *factor) []float32 {
	rows, hid := p.rows(), l.hid
	t.cell, t.tanh, t.h = grown(t.cell, rows*hid), grown(t.tanh, rows*hid), grown(t.h, rows*hid)
	for i := range p.steps() {
		step, before := l.next(p, i)
		row, n := p.at(step)
		last, m := p.at(before)
		m = min(m, n) // the sequences that have a state already
		wh.mulAdd(t.gates[row*4*hid:], t.h[last*hid:], m)
		for r := range n {
			at := (row + r) * hid
			var prev []float32
			if r < m {
				prev = t.cell[(last+r)*hid : (last+r+1)*hid]
			}
			activate(t.gates[4*at:4*(at+hid)], prev, t.cell[at:at+hid], t.tanh[at:at+hid], t.h[at:at+hid])
		}
	}
	return t.h
}

// backward takes the gradient of the output, rows × hid, which it adds to, and
// the input of the forward pass; it adds to the gradients of the weights and
// returns that of the input in dx, which is grown if it is too short.
func (l *lstm) backward(x, dh []float32, p *layout, t *lstmTape, dx []float32) []float32 {
	l.through(dh, p, t)
	dx = zeroed(dx, p.rows()*l.in)
	l.input(x, dx, t.gates, p.rows(), t)
	return dx
}

// through takes the gradient back through the steps: it turns the gates of the
// tape into the gradient of their sums and adds to that of wh.
func (l *lstm) through(dh []float32, p *layout, t *lstmTape) {
	rows, hid := p.rows(), l.hid
	t.dcell, t.before = zeroed(t.dcell, rows*hid), zeroed(t.before, rows*hid)
	t.whT = transpose(t.whT, l.wh.W, 4*hid, hid)
	for i := p.steps() - 1; i >= 0; i-- {
		step, before := l.next(p, i)
		row, n := p.at(step)
		last, m := p.at(before)
		m = min(m, n)
		for r := range n {
			at := (row + r) * hid
			var prev, dprev []float32
			if r < m {
				prev, dprev = t.cell[(last+r)*hid:(last+r+1)*hid], t.dcell[(last+r)*hid:(last+r+1)*hid]
			}
			deactivate(t.gates[4*at:4*(at+hid)], prev, t.tanh[at:at+hid], dh[at:at+hid], t.dcell[at:at+hid], dprev)
		}
		copy(t.before[row*hid:(row+m)*hid], t.h[last*hid:(last+m)*hid])
		mulAdd(dh[last*hid:], t.gates[row*4*hid:], t.whT, m, hid, 4*hid)
	}
	t.dgT = transpose(t.dgT, t.gates, rows, 4*hid)
	t.prevT = transpose(t.prevT, t.before, rows, hid)
	mulAdd(l.wh.grad, t.dgT, t.prevT, 4*hid, hid, rows)
}

// input takes the gradient of the sums, rows × 4·hid, back to the input x: it
// adds to dx and to the gradients of wx and b.
func (l *lstm) input(x, dx, sums []float32, rows int, t *lstmTape) {
	t.dgT = transpose(t.dgT, sums, rows, 4*l.hid)
	t.xT = transpose(t.xT, x, rows, l.in)
	mulAdd(l.wx.grad, t.dgT, t.xT, 4*l.hid, l.in, rows)
	columnSums(l.b.grad, sums, rows, 4*l.hid)
	t.wxT = transpose(t.wxT, l.wx.W, 4*l.hid, l.in)
	mulAdd(dx, sums, t.wxT, rows, l.in, 4*l.hid)
}

// deactivate turns the gates of one row into the gradient of their sums. dcell
// holds what came from the step after; dprev takes what goes to the step before.
func deactivate(gates, prev, tanh, dh, dcell, dprev []float32) {
	n := len(dh)
	in, forget, fresh, out := gates[:n], gates[n:2*n], gates[2*n:3*n], gates[3*n:4*n]
	tanh, dcell = tanh[:n], dcell[:n]
	for j := range in {
		i, f, g, o, th := in[j], forget[j], fresh[j], out[j], tanh[j]
		dc := dcell[j] + dh[j]*o*(1-th*th)
		in[j] = dc * g * i * (1 - i)
		fresh[j] = dc * i * (1 - g*g)
		out[j] = dh[j] * th * o * (1 - o)
		forget[j] = 0
		if prev != nil {
			forget[j] = dc * prev[j] * f * (1 - f)
			dprev[j] += dc * f
		}
	}
}
