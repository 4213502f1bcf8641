package location

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// judged is a random model over the words of a village, with what they tell.
func judged(t testing.TB, seed uint64) (*telling, *logistic.Model, *logistic.Matrix, []int) {
	t.Helper()
	messages, class, author := village(seed)
	tell, _ := told(t, street(t, 8), messages, class, author)
	r := rand.New(rand.NewPCG(seed, 2))
	m := &logistic.Model{Classes: 8, Weight: make([]float32, tell.words.Len()*8), Bias: make([]float32, 8), Temperature: 1}
	for i := range m.Weight {
		m.Weight[i] = float32(r.NormFloat64())
	}
	for i := range m.Bias {
		m.Bias[i] = float32(r.NormFloat64())
	}
	messages = append(messages, []string{"piers", "hilly"}) // spelt
	return tell, m, tell.words.matrix(messages), append(class, 1)
}

// TestFactorsAreTheTrust: the loss that a trust is judged by is that of the model
// whose weights are multiplied by its factors.
func TestFactorsAreTheTrust(t *testing.T) {
	tell, m, x, class := judged(t, 1)
	w := trust{1.1, 2, 0.7, 0.4, 0.2, 0.1, 0.9, 0.3} // nothing below 0
	j := judgement(tell, m, x, class)
	got := j.Eval(w[:], make([]float64, len(w)))
	for a, v := range w {
		got -= trustPrior / 2 * (v - untouched[a]) * (v - untouched[a])
	}
	by := tell.factors(w)
	multiplied := &Model{Classifier: Classifier{Weights: m}}
	multiplied.multiply(by)
	m.Bias = w.constants(m.Bias)
	r, err := m.Evaluate(x, class)
	if err != nil {
		t.Fatal(err)
	}
	if want := r.LogLoss * float64(len(class)); math.Abs(got-want) > 1e-3*want {
		t.Errorf("loss %.5f, that of the model %.5f", got, want)
	}
}

// TestTrustSlope compares the slopes with differences of the loss.
func TestTrustSlope(t *testing.T) {
	tell, m, x, class := judged(t, 2)
	j := judgement(tell, m, x, class)
	w := trust{1.2, 1.5, 0.8, 0.5, -0.2, 0.3, 1, -0.1}
	slope, room := make([]float64, len(w)), make([]float64, len(w))
	j.Eval(w[:], slope)
	const h = 1e-5
	for a := range w {
		up, down := w, w
		up[a] += h
		down[a] -= h
		want := (j.Eval(up[:], room) - j.Eval(down[:], room)) / (2 * h)
		if math.Abs(slope[a]-want) > 1e-4*max(1, math.Abs(want)) {
			t.Errorf("trust %d: slope %.6f, by differences %.6f", a, slope[a], want)
		}
	}
}

// TestTrustOfAVillage: of weights that are right for words that tell and noise for
// those that do not, the first are believed more than the others, and those of
// an empty set of rows as they are.
func TestTrustOfAVillage(t *testing.T) {
	tell, m, _, _ := judged(t, 3)
	r := rand.New(rand.NewPCG(3, 3))
	clear(m.Bias)
	for f, g := range tell.words.grams {
		row := m.Row(int32(f))
		for k := range row {
			row[k] = float32(r.NormFloat64())
		}
		switch g {
		case "pier":
			row[1] += 3
		case "hill":
			row[5], row[6] = row[5]+3, row[6]+3
		}
	}
	messages, class, _ := village(4)
	w, err := tell.fit(context.Background(), m, tell.words.matrix(messages), class)
	if err != nil {
		t.Fatal(err)
	}
	by := tell.factors(w)
	factor := func(word string) float32 { return by[tell.words.word(word)] }
	if factor("pier") < 0.2+2*factor("nice") {
		t.Errorf("pier is believed %.2f times, nice %.2f times; trust %.2f", factor("pier"), factor("nice"), w)
	}
	none, err := tell.fit(context.Background(), m, &logistic.Matrix{Cols: tell.words.Len(), Start: []int{0}}, nil)
	if err != nil || none != untouched {
		t.Errorf("from no rows %.2f: %v", none, err)
	}
}

// TestNoWeightIsTurnedRound: factors are never below 0.
func TestNoWeightIsTurnedRound(t *testing.T) {
	tell, _, _, _ := judged(t, 5)
	for f, v := range tell.factors(trust{-1, -1, 0.1, 0.1, -5, 0, -2, 0}) {
		if v < 0 {
			t.Errorf("feature %d: %v", f, v)
		}
	}
}

// TestTrustIsFittedAndKept: training believes what tells; the plain model is as
// it was learned. Both are read back as they were written by other tests.
func TestTrustIsFittedAndKept(t *testing.T) {
	d := street(t, 8)
	var rs []Record
	for seed := range uint64(4) {
		messages, class, author := village(seed)
		for i, words := range messages {
			text := ""
			for _, w := range words {
				text += w + " "
			}
			rs = append(rs, Record{ID: string(rune('a' + seed)), Author: author[i] + string(rune('a'+seed)), Text: text, Point: d.Place(class[i])})
		}
	}
	guess := func(c Config) (p []float32) {
		m, _, err := Train(context.Background(), rs, d, Words{}, c)
		if err != nil {
			t.Fatal(err)
		}
		return m.Probabilities([]string{"pier"})
	}
	p, again := guess(Config{Jobs: 1}), guess(Config{Jobs: 2})
	for k := range p {
		if p[k] != again[k] {
			t.Fatalf("class %d: %v with one goroutine, %v with two", k, p[k], again[k])
		}
	}
	if logistic.Best(p) != 1 || p[1] < 0.5 {
		t.Errorf("pier is in cell %d: %.2f", logistic.Best(p), p)
	}
	if p := guess(Config{Plain: true}); logistic.Best(p) != 1 {
		t.Errorf("plain: pier is in cell %d: %.2f", logistic.Best(p), p)
	}
}
