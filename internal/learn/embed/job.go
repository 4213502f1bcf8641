package embed

import (
	"math"
	"math/rand/v2"

	"github.com/bauta/bauta/internal/learn"
)

// job is one goroutine's part of the training.
type job struct {
	t       *trainer
	number  int
	in, out []float32
	rand    *rand.Rand
	at, to  int // next sequence, end
	read    int // known words read in the last round
	seq     []int32
	hidden  []float32 // input vector of the centre word
	change  []float32
}

func newJob(t *trainer, number int) *job {
	j := &job{
		t: t, number: number, in: t.in, out: t.out,
		hidden: make([]float32, t.c.Dim), change: make([]float32, t.c.Dim),
	}
	if t.c.Jobs > 1 {
		j.in = append([]float32(nil), t.in...)
		j.out = append([]float32(nil), t.out...)
	}
	return j
}

// start sets the job to read sequences [from, to) in an epoch.
func (j *job) start(epoch, from, to int) {
	j.at, j.to = from, to
	j.rand = rand.New(rand.NewPCG(j.t.c.Seed, uint64(epoch)<<16|uint64(j.number)+1))
}

// round reads about Round words.
func (j *job) round(rate float32) {
	for j.read = 0; j.at < j.to && j.read < j.t.c.Round; j.at++ {
		j.sequence(j.t.text[j.at], rate)
	}
}

// sequence learns from one sequence.
func (j *job) sequence(s []int32, rate float32) {
	j.seq = j.seq[:0]
	for _, w := range s {
		if w < 0 {
			j.seq = append(j.seq, w)
			continue
		}
		j.read++
		if k := j.t.keep[w]; k >= 1 || j.rand.Float64() < k {
			j.seq = append(j.seq, w)
		}
	}
	for p, centre := range j.seq {
		if centre < 0 {
			continue
		}
		reach := 1 + int(j.rand.Uint32()%uint32(j.t.c.Window))
		for q := max(0, p-reach); q <= min(len(j.seq)-1, p+reach); q++ {
			if q != p && j.seq[q] >= 0 {
				j.pair(centre, j.seq[q], rate)
			}
		}
	}
}

// pair makes the centre word predict a context word, and not the random ones.
// Gradient of log σ(h·o) + Σ log σ(−h·o'): Mikolov and others 2013, equation 4.
func (j *job) pair(centre, context int32, rate float32) {
	dim := j.t.c.Dim
	row := j.in[int(centre)*dim:][:dim]
	hidden, grams := row, []uint32(nil)
	if j.t.grams != nil {
		grams = j.t.grams[centre]
		hidden = j.hidden
		copy(hidden, row)
		for _, g := range grams {
			axpy(hidden, 1, j.gram(g))
		}
		scale(hidden, 1/float32(len(grams)+1))
	}
	clear(j.change)
	for k := 0; k <= j.t.c.Negative; k++ {
		target, label := context, float32(1)
		if k > 0 {
			target, label = j.t.noise[j.rand.Uint32()%uint32(len(j.t.noise))], 0
			if target == context {
				continue
			}
		}
		out := j.out[int(target)*dim:][:dim]
		g := (label - j.t.sigmoid(learn.Dot32(hidden, out))) * rate
		exchange(j.change, out, hidden, g)
	}
	// As fastText does, each part of the mean moves by the whole change.
	axpy(row, 1, j.change)
	for _, g := range grams {
		axpy(j.gram(g), 1, j.change)
	}
}

func (j *job) gram(g uint32) []float32 {
	return j.in[(j.t.words+int(g))*j.t.c.Dim:][:j.t.c.Dim]
}

// The logistic function is read from a table over ±sigmoidEnd; beyond, the
// gradient is nothing.
const (
	sigmoidEnd   = 8
	sigmoidSteps = 1 << 12
)

func sigmoidTable() []float32 {
	table := make([]float32, sigmoidSteps)
	for i := range table {
		x := (float64(i)+0.5)/sigmoidSteps*2*sigmoidEnd - sigmoidEnd
		table[i] = float32(1 / (1 + math.Exp(-x)))
	}
	return table
}

func (t *trainer) sigmoid(x float32) float32 {
	switch {
	case x >= sigmoidEnd:
		return 1
	case x < -sigmoidEnd:
		return 0
	}
	i := int((x + sigmoidEnd) * (sigmoidSteps / (2 * sigmoidEnd)))
	return t.logistic[min(max(i, 0), sigmoidSteps-1)] // NaN gives any index
}

// exchange adds g·out to change, then g·hidden to out.
func exchange(change, out, hidden []float32, g float32) {
	out, hidden = out[:len(change)], hidden[:len(change)]
	for i := range change {
		o := out[i]
		change[i] += g * o
		out[i] = o + g*hidden[i]
	}
}

// axpy adds k·a to dst.
func axpy(dst []float32, k float32, a []float32) {
	a = a[:len(dst)]
	for i := range dst {
		dst[i] += k * a[i]
	}
}

// scale multiplies a by k.
func scale(a []float32, k float32) {
	for i := range a {
		a[i] *= k
	}
}
