package neural

import "github.com/bauta/bauta/internal/learn/chain"

// Tagger runs a network. It belongs to one goroutine and is reused; what it
// returns is good until the next call.
type Tagger struct {
	net     *Net
	lattice *chain.Lattice

	letters lettersTape
	layout  layout
	x, y    []float32 // rows of input; rows × 2·hidden
	sums    []float32 // rows × 4·hidden: what input adds to the gates
	scores  []float32
	tapes   [2]lstmTape
	ready   *ready
	lengths []int
	rank    []int
}

// ready are weights prepared for taggers, which read them alone.
type ready struct {
	trans   *chain.Transitions
	inputs  [2]*factor // weights of the input, and of the state, of both directions
	states  [2]*factor
	labels  *factor      // weights of the scores
	letters [2]*factor   // weights of the state over letters
	table   [2][]float32 // letters × 4·spelling: what a letter adds to the gates
}

// prepared makes the weights ready as they are.
func (n *Net) prepared() (*ready, error) {
	trans, err := n.crf.transitions()
	if err != nil {
		return nil, err
	}
	r := &ready{trans: trans, labels: n.scores.w.packed()}
	for k, l := range []*lstm{n.left, n.right} {
		r.inputs[k], r.states[k] = l.wx.packed(), l.wh.packed()
	}
	if n.letters != nil {
		for k, l := range n.letters.both {
			r.letters[k] = l.wh.packed()
			r.table[k] = n.letters.gates(k, nil)
		}
	}
	return r, nil
}

// NewTagger returns a tagger with the weights as they are; those of a coded network, which
// learns no more, are prepared once for all taggers. It fails where the network's weights are no
// numbers.
func (n *Net) NewTagger() (*Tagger, error) {
	r, err := n.taggers()
	if err != nil {
		return nil, err
	}
	t := &Tagger{net: n, ready: r, lattice: chain.NewLattice(r.trans)}
	t.letters.states, t.letters.table, t.letters.ready = r.letters, r.table, true
	return t, nil
}

// FormSize is the length of the vectors that Form makes.
func (t *Tagger) FormSize() int { return t.net.sizes.form() }

// Form stores the vector of a form in dst, of FormSize numbers: what may be kept
// for the next time the spelling occurs.
func (t *Tagger) Form(f *Form, dst []float32) {
	s := t.net.sizes
	t.net.wordVector(f, true, dst[:s.Word])
	if t.net.letters != nil {
		t.net.letters.forward(func(int) []int32 { return f.Letters }, 1, &t.letters, dst[s.Word:], s.form())
	}
}

// Input is a token, and what it adds to the network: what may be kept for the next time that a token
// has the same form and features.
type Input struct {
	Form     []float32 // the vector of its form, as Tagger.Form made it
	Features []int32
	Gates    []float32 // InputSize numbers: what it adds to the gates of both directions
}

// InputSize is the length of the Gates of an Input.
func (t *Tagger) InputSize() int { return 2 * 4 * t.net.sizes.Hidden }

// Inputs stores the Gates of tokens.
func (t *Tagger) Inputs(tokens []Input) {
	s, n := t.net.sizes, len(tokens)
	t.x = zeroed(t.x, n*s.input())
	for i, in := range tokens {
		row := t.x[i*s.input() : (i+1)*s.input()]
		copy(row, in.Form)
		if s.Feature > 0 {
			t.net.featureVector(in.Features, row[s.form():])
		}
	}
	gates := 4 * s.Hidden
	for k, l := range []*lstm{t.net.left, t.net.right} {
		t.sums = grown(t.sums, n*gates)
		l.project(t.x, n, t.sums, t.ready.inputs[k])
		for i, in := range tokens {
			copy(in.Gates[k*gates:], t.sums[i*gates:(i+1)*gates])
		}
	}
}

// Run scores a batch of sequences of so many tokens each. token stores the Gates
// of a token.
func (t *Tagger) Run(lengths []int, token func(sequence, i int, input []float32)) {
	s := t.net.sizes
	t.lengths = append(t.lengths[:0], lengths...)
	t.layout.arrange(t.lengths)
	rows, gates := t.layout.rows(), 4*s.Hidden
	for k := range t.tapes {
		t.tapes[k].gates = grown(t.tapes[k].gates, rows*gates)
	}
	t.rank = grown(t.rank, len(lengths))
	input := make([]float32, t.InputSize())
	for rank, k := range t.layout.order {
		t.rank[k] = rank
		for i := range t.lengths[k] {
			at := t.layout.row(rank, i) * gates
			token(k, i, input)
			copy(t.tapes[0].gates[at:at+gates], input)
			copy(t.tapes[1].gates[at:at+gates], input[gates:])
		}
	}
	t.y = grown(t.y, rows*2*s.Hidden)
	for k, l := range []*lstm{t.net.left, t.net.right} {
		t.net.beside(k, l.recur(&t.layout, &t.tapes[k], t.ready.states[k]), rows, t.y)
	}
	t.scores = t.net.scores.forward(t.y, rows, t.scores, t.ready.labels)
}

// Scores are those of the labels of each token of a sequence of the last batch: what may be kept for the next time
// that the same tokens stand in a row.
func (t *Tagger) Scores(sequence int) []float32 {
	k := t.net.sizes.Labels
	out := make([]float32, 0, t.lengths[sequence]*k)
	for i := range t.lengths[sequence] {
		row := t.layout.row(t.rank[sequence], i)
		out = append(out, t.scores[row*k:(row+1)*k]...)
	}
	return out
}

// Lattice returns the lattice of the scores of a sequence.
func (t *Tagger) Lattice(scores []float32) *chain.Lattice {
	k := t.net.sizes.Labels
	t.net.crf.fill(t.lattice, len(scores)/k, func(i int) []float32 { return scores[i*k : (i+1)*k] })
	return t.lattice
}

// read runs both directions over x and stores their states side by side in y.
func (n *Net) read(x []float32, p *layout, tapes *[2]lstmTape, y []float32) {
	for k, l := range []*lstm{n.left, n.right} {
		n.beside(k, l.forward(x, p, &tapes[k]), p.rows(), y)
	}
}

// beside stores the states of direction k beside those of the other.
func (n *Net) beside(k int, h []float32, rows int, y []float32) {
	hid := n.sizes.Hidden
	for r := range rows {
		copy(y[r*2*hid+k*hid:r*2*hid+(k+1)*hid], h[r*hid:])
	}
}
