package location

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// Report says how well places are guessed.
type Report struct {
	Messages  int     `json:"messages"`
	Left      int     `json:"left_out"` // outside the box or in dropped cells
	Classes   int     `json:"classes"`
	Accuracy  float64 `json:"accuracy"`
	Top5      float64 `json:"top5"`
	Majority  float64 `json:"majority"` // share of the class that was most frequent in training
	MedianKm  float64 `json:"median_km"`
	ECE       float64 `json:"ece"`
	LogLoss   float64 `json:"log_loss"`
	Attackers []Guess `json:"attackers"`
}

// Guess is how well another kind of attacker does.
type Guess struct {
	Name     string  `json:"name"`
	Accuracy float64 `json:"accuracy"`
	MedianKm float64 `json:"median_km"`
	// Beyond is how much more often it is right than who always names the most
	// frequent cell. AtMost is an upper bound of that for other messages of the
	// kind, as these are a sample: see bound.
	Beyond float64 `json:"beyond"`
	AtMost float64 `json:"at_most"`

	apart int // messages that would say as much if each had an author of its own
}

// Evaluate measures the model and its other attackers on messages.
func (m *Model) Evaluate(rs []Record) (Report, error) {
	in, err := prepare(rs, m.Division, m.reader())
	if err != nil {
		return Report{}, err
	}
	if len(in.words) == 0 {
		return Report{}, errors.New("no message lies in a cell of the model's grid; is the model for another place?")
	}
	x := m.Vocabulary.matrix(in.words)
	score, err := m.Weights.Evaluate(x, in.class)
	if err != nil {
		return Report{}, err
	}
	r := Report{
		Messages: len(in.words), Left: in.left, Classes: m.Division.Classes(), Accuracy: score.Accuracy,
		Top5: score.Top5, LogLoss: score.LogLoss, ECE: score.ECE,
	}
	most := m.majority()
	for _, k := range in.class {
		if k == most {
			r.Majority += 1 / float64(len(in.class))
		}
	}
	r.MedianKm = m.attack("", m.Weights, x, in).MedianKm
	for _, a := range m.Attackers {
		r.Attackers = append(r.Attackers, m.attack(a.Name, a.Weights, x, in))
	}
	return r, nil
}

// majority is the class that was most frequent in training.
func (m *Model) majority() int {
	best := 0
	for k, v := range m.Prior {
		if v > m.Prior[best] {
			best = k
		}
	}
	return best
}

// attack lets a classifier guess each row.
func (m *Model) attack(name string, w *logistic.Model, x *logistic.Matrix, in *rows) Guess {
	g, most := Guess{Name: name}, m.majority()
	z, km := make([]float32, w.Classes), make([]float64, 0, len(in.class))
	right, common := make([]float64, len(in.class)), make([]float64, len(in.class))
	for i, k := range in.class {
		col, val := x.Row(i)
		w.Scores(col, val, z)
		best := logistic.Best(z)
		if best == k {
			right[i] = 1
		}
		if k == most {
			common[i] = 1
		}
		km = append(km, Distance(in.point[i], m.Division.Place(best))/1000)
	}
	slices.Sort(km)
	if len(km) > 0 {
		g.MedianKm = km[len(km)/2]
	}
	g.Accuracy = mean(right)
	g.Beyond = g.Accuracy - mean(common)
	g.apart = apart(right, in.author)
	g.AtMost = bound(right, common, in.author, math.Exp(m.Prior[most]))
	return g
}

// bound is the upper bound, one-sided, of 95 % confidence, of what an attacker has
// beyond the most frequent cell. right and common say of each message whether the attacker is right, and
// whether it lies
// in that cell. The share of that cell is taken from the many messages of the
// training, and how it happens to differ here corrects the accuracy (a control
// variate): a few authors with many messages there would else decide.
func bound(right, common []float64, author []string, share float64) float64 {
	slope, square := 0.0, 0.0
	ours, others := sums(right, author), sums(common, author)
	for _, a := range slices.Sorted(maps.Keys(ours)) {
		slope += ours[a] * others[a]
		square += others[a] * others[a]
	}
	if square > 0 {
		slope /= square
	}
	rest := make([]float64, len(right))
	for i := range rest {
		rest[i] = right[i] - slope*common[i]
	}
	if len(ours) < 2 {
		return 1 // one author says nothing of others
	}
	middle, err := clustered(rest, author)
	few := student(float64(len(ours) - 1))
	return min(1, middle+slope*share-share+few*err+skewed(rest, author, err))
}

// student is the 95 % quantile of Student's t with nu degrees of freedom, nu > 0, by the
// inverse of the regularised incomplete beta function (DLMF 8.17). The package of
// distributions would bring all of linear algebra into the program, 2 MB.
func student(nu float64) float64 {
	p := 0.95 // a variable: 2*(1-p) is rounded as it always was
	x := mathext.InvRegIncBeta(nu/2, 0.5, 2*(1-p))
	return math.Sqrt(nu * (1 - x) / x)
}

// oneSided is the 95 % quantile of the normal distribution, to which that of few authors
// falls as they become more.
const oneSided = 1.645

// skewed is what a bound by the standard error lacks where few are right: their sum has a
// longer tail above, and the samples with few of them have the smaller error, too (Johnson 1978).
func skewed(values []float64, group []string, err float64) float64 {
	third, n := 0.0, float64(len(values))
	by := sums(values, group)
	for _, g := range slices.Sorted(maps.Keys(by)) {
		third += by[g] * by[g] * by[g] / (n * n * n)
	}
	if third <= 0 || err == 0 {
		return 0
	}
	return third / (6 * err * err) * (1 + 2*oneSided*oneSided)
}

// apart is how many messages of one author each would bound a share as these do.
func apart(right []float64, author []string) int {
	share, err := clustered(right, author)
	if err == 0 {
		return len(sums(right, author))
	}
	return max(1, min(len(right), int(math.Round(share*(1-share)/(err*err)))))
}

func mean(values []float64) (m float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	return m
}

// sums are those of the differences from the mean, by group.
func sums(values []float64, group []string) map[string]float64 {
	out, middle := map[string]float64{}, mean(values)
	for i, v := range values {
		out[group[i]] += v - middle
	}
	return out
}

// clustered is the mean of the values and its standard error where those of one
// group hang together (Liang and Zeger 1986, for a mean).
func clustered(values []float64, group []string) (middle, err float64) {
	by := sums(values, group)
	for _, g := range slices.Sorted(maps.Keys(by)) {
		err += by[g] * by[g]
	}
	return mean(values), math.Sqrt(err) / float64(max(1, len(values)))
}

// WriteText prints the report for people.
func (r Report) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "messages %d in %d cells (%d outside)\naccuracy %.3f, among five %.3f (always the most "+
		"frequent cell: %.3f)\nmedian error %.2f km, calibration error %.3f, log loss %.3f\n",
		r.Messages, r.Classes, r.Left, r.Accuracy, r.Top5, r.Majority, r.MedianKm, r.ECE, r.LogLoss)
	for _, a := range r.Attackers {
		if err == nil {
			_, err = fmt.Fprintf(w, "%s: accuracy %.3f, median error %.2f km\n", a.Name, a.Accuracy, a.MedianKm)
		}
	}
	return err
}
