package neural

import (
	"math/rand/v2"

	"github.com/bauta/bauta/internal/learn/chain"
)

// pass runs forward and backward over batches; its room is reused.
type pass struct {
	net  *Net
	data *Data

	// What is silenced in training; without a source of chance nothing is.
	rng     *rand.Rand
	share   float64 // of the inputs of a layer
	fresh   bool
	unknown float64 // of the words, which are read as if unknown
	blind   float64 // of the tokens, of which only a part is read
	hidden  []bool  // for each row: the vector of its word, that of its features

	forms   []int32 // those of the batch
	known   []bool  // whether each is read as its word
	place   map[int32]int
	vectors []float32 // of the forms

	layout       layout
	lengths      []int
	x, y, scores []float32
	letters      lettersTape
	tapes        [2]lstmTape
	linear       linearTape
	before, over dropout // of the LSTM over tokens

	dscores, dy, dx, dh, dvectors []float32
	dsides                        [2][]float32
	pairs, marginal               []float64
}

// run adds the gradient of the mean loss of a batch of sequences and returns the
// sum of their losses.
func (b *pass) run(batch []int) (float64, error) {
	trans, err := b.net.crf.transitions()
	if err != nil {
		return 0, err
	}
	b.lengths = b.lengths[:0]
	for _, k := range batch {
		b.lengths = append(b.lengths, len(b.data.Sequences[k].Tokens))
	}
	b.layout.arrange(b.lengths)
	b.gather(batch)
	b.forward(batch)
	loss := b.loss(batch, chain.NewLattice(trans))
	b.backward(batch)
	return loss, nil
}

// gather lists the forms of the batch and makes their vectors.
func (b *pass) gather(batch []int) {
	if b.place == nil {
		b.place = map[int32]int{}
	}
	clear(b.place)
	b.forms, b.known = b.forms[:0], b.known[:0]
	for _, k := range batch {
		for _, t := range b.data.Sequences[k].Tokens {
			if _, ok := b.place[t.Form]; !ok {
				b.place[t.Form] = len(b.forms)
				b.forms = append(b.forms, t.Form)
				b.known = append(b.known, b.rng == nil || b.rng.Float64() >= b.unknown)
			}
		}
	}
	s := b.net.sizes
	b.vectors = grown(b.vectors, len(b.forms)*s.form())
	for i, f := range b.forms {
		b.net.wordVector(&b.data.Forms[f], b.known[i], b.vectors[i*s.form():i*s.form()+s.Word])
	}
	if b.net.letters != nil {
		b.letters.ready = false
		b.net.letters.forward(b.spelling, len(b.forms), &b.letters, b.vectors[s.Word:], s.form())
	}
}

func (b *pass) spelling(i int) []int32 { return b.data.Forms[b.forms[i]].Letters }

// each calls f with every token of the batch and its row.
func (b *pass) each(batch []int, f func(row int, t *Token)) {
	for rank, i := range b.layout.order {
		tokens := b.data.Sequences[batch[i]].Tokens
		for step := range tokens {
			f(b.layout.row(rank, step), &tokens[step])
		}
	}
}

// forward makes the scores of all tokens.
func (b *pass) forward(batch []int) {
	s, rows := b.net.sizes, b.layout.rows()
	b.x, b.y = grown(b.x, rows*s.input()), grown(b.y, rows*2*s.Hidden)
	b.each(batch, func(row int, t *Token) {
		v := b.x[row*s.input() : (row+1)*s.input()]
		copy(v[:s.form()], b.vectors[b.place[t.Form]*s.form():])
		if s.Feature > 0 {
			b.net.featureVector(t.Features, v[s.form():])
		}
	})
	if b.rng != nil {
		b.hide(rows)
		b.blindfold(b.x)
		b.before.fresh, b.over.fresh = b.fresh, b.fresh
		b.before.draw(b.rng, b.share, &b.layout, s.input())
		b.before.apply(b.x, &b.layout, s.input())
	}
	b.net.read(b.x, &b.layout, &b.tapes, b.y)
	if b.rng != nil {
		b.over.draw(b.rng, b.share, &b.layout, 2*s.Hidden)
		b.over.apply(b.y, &b.layout, 2*s.Hidden)
	}
	b.scores = b.net.scores.forward(b.y, rows, b.scores, b.net.scores.w.factor())
}

// loss runs the last layer on each sequence.
func (b *pass) loss(batch []int, l *chain.Lattice) float64 {
	k := b.net.sizes.Labels
	b.dscores = zeroed(b.dscores, b.layout.rows()*k)
	b.pairs = grown(b.pairs, k*k)
	clear(b.pairs)
	sum := 0.0
	for rank, i := range b.layout.order {
		q := &b.data.Sequences[batch[i]]
		if len(q.Gold) == 0 {
			continue
		}
		row := func(list []float32) func(int) []float32 {
			return func(step int) []float32 {
				r := b.layout.row(rank, step)
				return list[r*k : (r+1)*k]
			}
		}
		b.net.crf.fill(l, len(q.Gold), row(b.scores))
		b.marginal = grown(b.marginal, k)
		sum += b.net.crf.loss(l, q.Gold, q.Weight/float64(len(batch)), row(b.dscores), b.pairs, b.marginal)
	}
	for i, p := range b.pairs {
		b.net.crf.pair.grad[i] += float32(p)
	}
	return sum * float64(len(batch))
}

// backward takes the gradient of the scores down to every weight.
func (b *pass) backward(batch []int) {
	s, rows := b.net.sizes, b.layout.rows()
	b.dy = b.net.scores.backward(b.y, b.dscores, rows, &b.linear, b.dy)
	if b.rng != nil {
		b.over.apply(b.dy, &b.layout, 2*s.Hidden)
	}
	b.dx = zeroed(b.dx, rows*s.input())
	for k, l := range []*lstm{b.net.left, b.net.right} {
		b.dh = grown(b.dh, rows*s.Hidden)
		for r := range rows {
			copy(b.dh[r*s.Hidden:(r+1)*s.Hidden], b.dy[r*2*s.Hidden+k*s.Hidden:])
		}
		b.dsides[k] = l.backward(b.x, b.dh, &b.layout, &b.tapes[k], b.dsides[k])
		add(b.dx, 1, b.dsides[k])
	}
	if b.rng != nil {
		b.before.apply(b.dx, &b.layout, s.input())
		b.blindfold(b.dx)
	}
	b.scatter(batch)
}

// scatter gives each vector its gradient.
func (b *pass) scatter(batch []int) {
	s := b.net.sizes
	b.dvectors = zeroed(b.dvectors, len(b.forms)*s.form())
	b.each(batch, func(row int, t *Token) {
		d := b.dx[row*s.input() : (row+1)*s.input()]
		at := b.place[t.Form] * s.form()
		add(b.dvectors[at:at+s.form()], 1, d[:s.form()])
		for _, f := range t.Features {
			add(b.net.features.gradRow(f), 1, d[s.form():])
		}
	})
	for i, id := range b.forms {
		f, d := &b.data.Forms[id], b.dvectors[i*s.form():i*s.form()+s.Word]
		switch {
		case s.Word == 0:
		case b.known[i] && f.Word >= 0:
			add(b.net.words.gradRow(f.Word), 1, d)
		default:
			for _, g := range f.Grams {
				add(b.net.grams.gradRow(g), b.net.gramShare(f), d)
			}
		}
	}
	if b.net.letters != nil {
		b.net.letters.backward(b.spelling, &b.letters, b.dvectors[s.Word:], s.form())
	}
}
