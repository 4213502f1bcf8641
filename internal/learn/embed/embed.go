package embed

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/bauta/bauta/internal/learn"
)

// Config says how vectors are learnt. The zero value works.
type Config struct {
	Dim       int     // components of a vector; 0 means 64
	Window    int     // farthest context word; 0 means 5
	Negative  int     // random words for each true one; 0 means 5
	Epochs    int     // passes over the text; 0 means 5
	Rate      float64 // learning rate at the start, falling to 0; 0 means 0.05
	Subsample float64 // frequency above which words are thinned out; 0 means 1e-3, negative means never

	// Grams returns the buckets of a word's character n-grams, in [0, Buckets);
	// nil means whole words alone. It is called once for each word.
	Grams   func(word int32) []uint32
	Buckets int

	Seed uint64
	Jobs int // goroutines; 0 means 1
	// Round is the number of words each job reads between two additions of
	// the changes; 0 means 100,000.
	Round int
}

// Vectors holds a vector for each word and each bucket.
type Vectors struct {
	Dim   int
	Word  []float32 // [word·Dim+i]
	Gram  []float32 // [bucket·Dim+i]; nil without n-grams
	grams [][]uint32
}

// errWords: the words of the text are not those promised.
var errWords = errors.New("a word of the text is out of the vocabulary")

// Train learns vectors for words 0 … words−1 from sequences of them. Negative
// numbers in the text stand for unknown words: they hold a place in the window
// and are not learnt.
func Train(ctx context.Context, text [][]int32, words int, c Config) (*Vectors, error) {
	c.fill()
	if c.Grams != nil && c.Buckets < 1 {
		return nil, errors.New("character n-grams need buckets")
	}
	t := &trainer{c: c, text: text, words: words, logistic: sigmoidTable()}
	if err := t.count(); err != nil {
		return nil, err
	}
	t.layout()
	return t.run(ctx)
}

func (c *Config) fill() {
	for _, d := range []struct {
		p *int
		v int
	}{{&c.Dim, 64}, {&c.Window, 5}, {&c.Negative, 5}, {&c.Epochs, 5}, {&c.Jobs, 1}, {&c.Round, 100_000}} {
		if *d.p <= 0 {
			*d.p = d.v
		}
	}
	if c.Rate <= 0 {
		c.Rate = 0.05
	}
	if c.Subsample == 0 {
		c.Subsample = 1e-3
	}
}

// trainer is one training. Inputs are the words, then the buckets.
type trainer struct {
	c      Config
	text   [][]int32
	words  int
	counts []int
	total  int // known words in the text
	grams  [][]uint32
	keep   []float64 // probability that an occurrence of a word is read
	noise  []int32   // words in proportion to count^0.75

	logistic []float32 // table of the function
	in       []float32 // input vectors
	out      []float32 // output vectors, of words alone
}

func (t *trainer) count() error {
	t.counts = make([]int, t.words)
	for _, s := range t.text {
		for _, w := range s {
			if int(w) >= t.words {
				return fmt.Errorf("%w: %d of %d", errWords, w, t.words)
			}
			if w >= 0 {
				t.counts[w]++
				t.total++
			}
		}
	}
	return nil
}

// noiseLen is the size of the table from which negative words are drawn.
const noiseLen = 1 << 20

// layout makes the tables and the first vectors.
func (t *trainer) layout() {
	t.keep = make([]float64, t.words)
	sum := 0.0
	for w, n := range t.counts {
		sum += math.Pow(float64(n), 0.75)
		t.keep[w] = 1
		if f := float64(n) / max(1, float64(t.total)); t.c.Subsample > 0 && f > 0 {
			t.keep[w] = math.Sqrt(t.c.Subsample/f) + t.c.Subsample/f
		}
	}
	if sum > 0 {
		t.noise = make([]int32, 0, noiseLen)
		acc := 0.0
		for w, n := range t.counts {
			acc += math.Pow(float64(n), 0.75)
			for float64(len(t.noise)) < acc/sum*noiseLen && len(t.noise) < noiseLen {
				t.noise = append(t.noise, int32(w))
			}
		}
	}
	buckets := 0
	if t.c.Grams != nil {
		buckets = t.c.Buckets
		t.grams = make([][]uint32, t.words)
		for w := range t.grams {
			for _, g := range t.c.Grams(int32(w)) {
				t.grams[w] = append(t.grams[w], g%uint32(buckets))
			}
		}
	}
	t.in = make([]float32, (t.words+buckets)*t.c.Dim)
	t.out = make([]float32, t.words*t.c.Dim)
	r := rand.New(rand.NewPCG(t.c.Seed, 0))
	for i := range t.in {
		t.in[i] = (r.Float32() - 0.5) / float32(t.c.Dim)
	}
}

// run trains in rounds: each job reads its next sequences with its own copy of
// the vectors, then the changes of all are added to the common ones.
func (t *trainer) run(ctx context.Context) (*Vectors, error) {
	jobs := make([]*job, t.c.Jobs)
	for i := range jobs {
		jobs[i] = newJob(t, i)
	}
	all := float64(t.total*t.c.Epochs) + 1
	read := 0
	for epoch := range t.c.Epochs {
		for i, j := range jobs {
			j.start(epoch, len(t.text)*i/len(jobs), len(t.text)*(i+1)/len(jobs))
		}
		for more := true; more; {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			rate := float32(t.c.Rate * math.Max(1e-4, 1-float64(read)/all))
			var wg sync.WaitGroup
			for _, j := range jobs {
				wg.Go(func() { j.round(rate) })
			}
			wg.Wait()
			more = false
			for _, j := range jobs {
				read += j.read
				more = more || j.at < j.to
			}
			t.add(jobs)
		}
	}
	v := &Vectors{Dim: t.c.Dim, Word: t.in[: t.words*t.c.Dim : t.words*t.c.Dim], grams: t.grams}
	if t.grams != nil {
		v.Gram = t.in[t.words*t.c.Dim:]
	}
	return v, nil
}

// add adds what the jobs changed to the common vectors. A single job works on
// the common vectors themselves.
func (t *trainer) add(jobs []*job) {
	if len(jobs) == 1 {
		return
	}
	sum := func(common []float32, copyOf func(*job) []float32) {
		const block = 1 << 15
		var wg sync.WaitGroup
		for k := range len(jobs) {
			from, to := len(common)/len(jobs)*k, len(common)/len(jobs)*(k+1)
			if k == len(jobs)-1 {
				to = len(common)
			}
			wg.Go(func() {
				for ; from < to; from += block {
					mix(common, jobs, copyOf, from, min(from+block, to))
				}
			})
		}
		wg.Wait()
		for _, j := range jobs {
			copy(copyOf(j), common)
		}
	}
	sum(t.in, func(j *job) []float32 { return j.in })
	sum(t.out, func(j *job) []float32 { return j.out })
}

// mix adds the changes of all jobs to common[from:to].
func mix(common []float32, jobs []*job, copyOf func(*job) []float32, from, to int) {
	for i := from; i < to; i++ {
		old := common[i]
		v := old
		for _, j := range jobs {
			v += copyOf(j)[i] - old
		}
		common[i] = v
	}
}

// Words returns the number of words.
func (v *Vectors) Words() int { return len(v.Word) / v.Dim }

// Vector stores the vector of a word in dst: its own, or with n-grams the mean
// of its own and those of its n-grams. dst is grown if it is too short.
func (v *Vectors) Vector(word int32, dst []float32) []float32 {
	if cap(dst) < v.Dim {
		dst = make([]float32, v.Dim)
	}
	dst = dst[:v.Dim]
	copy(dst, v.Word[int(word)*v.Dim:])
	if v.grams != nil {
		addGrams(dst, v, v.grams[word], 1)
	}
	return dst
}

// addGrams adds the vectors of grams to dst and divides by their number and
// that of the vectors that are in dst already.
func addGrams(dst []float32, v *Vectors, grams []uint32, already int) {
	if len(grams)+already == 0 {
		return
	}
	buckets := uint32(len(v.Gram) / v.Dim)
	for _, g := range grams {
		axpy(dst, 1, v.Gram[int(g%buckets)*v.Dim:][:v.Dim])
	}
	scale(dst, 1/float32(len(grams)+already))
}

// Unit returns the vectors of all words, each of length 1 (a zero vector stays
// zero), row by row: what clustering and cosines need.
func (v *Vectors) Unit() []float32 {
	u := make([]float32, len(v.Word))
	for w := range v.Words() {
		row := v.Vector(int32(w), u[w*v.Dim:][:v.Dim:v.Dim])
		if n := learn.Dot32(row, row); n > 0 {
			scale(row, 1/float32(math.Sqrt(float64(n))))
		}
	}
	return u
}
