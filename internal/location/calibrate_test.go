package location

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/bauta/bauta/eval"
)

// chosen is what the threshold that was taken did: all before it are within the margin, and at
// most one behind it, which is not, was tried.
func chosen(t testing.TB, tried []Outcome, threshold float64) Outcome {
	t.Helper()
	at := slices.IndexFunc(tried, func(o Outcome) bool { return o.Threshold == threshold })
	if at < 0 || at < len(tried)-2 {
		t.Fatalf("threshold %v is number %d of %d tried", threshold, at, len(tried))
	}
	return tried[at]
}

// TestPassed: the first that fails is the end, whatever would pass behind it, and an error is one.
func TestPassed(t *testing.T) {
	at := func(what ...bool) (int, int) {
		asked := 0
		n, _ := passed(make([]float64, len(what)), func(float64) (bool, error) {
			asked++
			return what[asked-1], nil
		})
		return n, asked
	}
	for _, c := range []struct {
		what        []bool
		good, asked int
	}{
		{[]bool{false, true}, 0, 1}, {[]bool{true, false, true}, 1, 2}, {[]bool{true, true}, 2, 2},
	} {
		if good, asked := at(c.what...); good != c.good || asked != c.asked {
			t.Errorf("%v: %d pass, %d asked", c.what, good, asked)
		}
	}
	if _, err := passed([]float64{1}, func(float64) (bool, error) { return true, errors.New("no") }); err == nil {
		t.Error("an error is lost")
	}
}

// TestWrongThresholds: over samples of authors, a threshold is claimed at which an attacker
// truly has more than the margin beyond the most frequent cell in 5 % (within what so many
// draws tell), wherever the thresholds lie, and whether or not what is beyond grows with them.
// Who takes the greatest that passes is wrong more often.
func TestWrongThresholds(t *testing.T) {
	const in, out, draws = 0.03, 0.101, 400
	all := slices.Repeat([]float64{out}, 8)
	for name, truth := range map[string][]float64{
		"all a little beyond": all,
		"one within":          append([]float64{in}, all...),
		"in turns":            {in, out, in, out, in, out},
		"some within":         {in, in, in, out, out, 0.2, 0.2},
	} {
		if b := eval.ClopperPearson(wronglyPassed(truth, draws), draws); b.Low > 0.05 {
			t.Errorf("%s: wrong in %.3f", name, b.Rate)
		}
	}
	greatest, r := 0, rand.New(rand.NewPCG(5, 8))
	for range draws / 4 {
		if slices.ContainsFunc(all, func(truth float64) bool { return sampled(r, truth) <= claimed }) {
			greatest++
		}
	}
	if b := eval.ClopperPearson(greatest, draws/4); b.Low <= 0.05 {
		t.Errorf("the greatest that passes is wrong in %.3f: this simulation tells nothing", b.Rate)
	}
}

// claimed is the margin of the simulation.
const claimed = 0.1

// wronglyPassed is how many draws let a threshold through at which the truth is beyond.
func wronglyPassed(truth []float64, draws int) (wrong int) {
	r := rand.New(rand.NewPCG(21, 7))
	for range draws {
		i := 0
		good, _ := passed(make([]float64, len(truth)), func(float64) (bool, error) {
			i++
			return sampled(r, truth[i-1]) <= claimed, nil
		})
		if slices.ContainsFunc(truth[:good], func(v float64) bool { return v > claimed }) {
			wrong++
		}
	}
	return wrong
}

// sampled is the bound that one sample of authors gives, two messages each, told together.
func sampled(r *rand.Rand, beyond float64) float64 {
	const share = 0.04
	var right, common []float64
	var author []string
	for a := range 100 {
		hit, most := 0.0, 0.0
		if r.Float64() < share+beyond {
			hit = 1
		}
		if r.Float64() < share {
			most = 1
		}
		who := strconv.Itoa(a)
		right, common, author = append(right, hit, hit), append(common, most, most), append(author, who, who)
	}
	return bound(right, common, author, share)
}
