package neural

import "math/rand/v2"

// letters reads the letters of spellings in either direction; the vector of a
// spelling is the last state of both (Lample and others, section 4.1). What a
// letter adds to the gates is computed once for each letter, not for each place.
type letters struct {
	emb       *Param // letters × dim
	both      [2]*lstm
	maxLength int
}

func newLetters(n, dim, hid, maxLength int) *letters {
	return &letters{
		emb: newParam("letters", n, dim, false), maxLength: maxLength,
		both: [2]*lstm{newLSTM("letters.left", dim, hid, false), newLSTM("letters.right", dim, hid, true)},
	}
}

func (l *letters) params() []*Param {
	return append(append([]*Param{l.emb}, l.both[0].params()...), l.both[1].params()...)
}

func (l *letters) init(rng *rand.Rand) {
	l.emb.normal(rng, 1)
	l.both[0].init(rng)
	l.both[1].init(rng)
}

// lettersTape is what a forward pass leaves; it is reused.
type lettersTape struct {
	layout  layout
	lengths []int
	tapes   [2]lstmTape
	table   [2][]float32 // letters × 4·hid: what a letter adds to the gates
	states  [2]*factor   // weights of the states, packed where they do not change; nil: as they are
	ready   bool         // the table is that of the weights
	dh      []float32
	dtable  []float32
}

// forward stores the vector of the i-th spelling in out[i·stride:]. Spellings
// without letters have a vector of 0, of those with too many the first count.
func (l *letters) forward(spelling func(i int) []int32, n int, t *lettersTape, out []float32, stride int) {
	t.lengths = grown(t.lengths, n)
	for i := range n {
		t.lengths[i] = min(len(spelling(i)), l.maxLength)
	}
	t.layout.arrange(t.lengths)
	hid := l.both[0].hid
	for k, dir := range l.both {
		if !t.ready {
			t.table[k] = l.gates(k, t.table[k])
		}
		tape := &t.tapes[k]
		tape.gates = grown(tape.gates, t.layout.rows()*4*hid)
		l.eachLetter(spelling, t, func(row int, c int32) {
			copy(tape.gates[row*4*hid:(row+1)*4*hid], t.table[k][int(c)*4*hid:])
		})
		wh := t.states[k]
		if wh == nil {
			wh = dir.wh.factor()
		}
		dir.recur(&t.layout, tape, wh)
	}
	for rank, i := range t.layout.order {
		to := out[i*stride : i*stride+2*hid]
		for k := range l.both {
			part := to[k*hid : (k+1)*hid]
			if row := t.last(k, rank, i); row >= 0 {
				copy(part, t.tapes[k].h[row*hid:])
			} else {
				clear(part)
			}
		}
	}
}

// gates gives what each letter adds to the gates of direction k, in room where that has the size.
func (l *letters) gates(k int, room []float32) []float32 {
	dir := l.both[k]
	size := 4 * dir.hid
	if len(room) != l.emb.Rows*size {
		room = make([]float32, l.emb.Rows*size)
	}
	for c := range l.emb.Rows {
		copy(room[c*size:], dir.b.W)
	}
	mulAdd(room, l.emb.W, dir.wx.W, l.emb.Rows, size, dir.in)
	return room
}

// eachLetter calls f with the row of every letter.
func (l *letters) eachLetter(spelling func(i int) []int32, t *lettersTape, f func(row int, c int32)) {
	for rank, i := range t.layout.order {
		for step, c := range spelling(i)[:t.lengths[i]] {
			f(t.layout.row(rank, step), c)
		}
	}
}

// last returns the row of the last state of a spelling in direction k; −1 where
// it has no letters.
func (t *lettersTape) last(k, rank, i int) int {
	switch {
	case t.lengths[i] == 0:
		return -1
	case k == 0:
		return t.layout.row(rank, t.lengths[i]-1)
	}
	return t.layout.row(rank, 0)
}

// backward takes the gradient of the vectors, laid out as forward's out, and
// adds to that of the weights.
func (l *letters) backward(spelling func(i int) []int32, t *lettersTape, dout []float32, stride int) {
	hid := l.both[0].hid
	for k, dir := range l.both {
		t.dh = zeroed(t.dh, t.layout.rows()*hid)
		for rank, i := range t.layout.order {
			if row := t.last(k, rank, i); row >= 0 {
				copy(t.dh[row*hid:(row+1)*hid], dout[i*stride+k*hid:])
			}
		}
		tape := &t.tapes[k]
		dir.through(t.dh, &t.layout, tape)
		t.dtable = zeroed(t.dtable, l.emb.Rows*4*hid)
		l.eachLetter(spelling, t, func(row int, c int32) {
			add(t.dtable[int(c)*4*hid:(int(c)+1)*4*hid], 1, tape.gates[row*4*hid:(row+1)*4*hid])
		})
		dir.input(l.emb.W, l.emb.grad, t.dtable, l.emb.Rows, tape)
	}
}
