package location

import (
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/logistic"
)

// Read cuts a document into what is read and deleted as one.
func (m *Model) Read(d *bauta.Doc) ([]Unit, error) { return m.reader().read(d) }

// Read cuts a document into what is read and deleted as one, the same ranges as
// a Model with the same segmenter does.
func (f *Feasibility) Read(d *bauta.Doc) ([]Unit, error) { return f.reader().read(d) }

// Guess gives the probability of each class of the units that are not out.
// Something may stand where a unit was or nothing: of who reads over it and who
// does not, the one who is surer is believed.
func (m *Model) Guess(units []Unit, out []bool) []float64 { return m.guess(units, out, -1) }

// Guess gives the probability that people think they can tell, as Model.Guess.
func (f *Feasibility) Guess(units []Unit, out []bool) float64 { return f.guess(units, out, 1)[1] }

func (c *Classifier) guess(units []Unit, out []bool, only int) []float64 {
	over := target{c: c, threshold: 1, only: only, base: c.Weights.Bias}
	apart := over
	apart.apart = true
	p := &problem{targets: []target{over, apart}}
	for i, u := range units {
		p.add(u.Words, 0)
		p.gap[i] = u.gap
	}
	p.prepare(0)
	surer := p.sides[0]
	if p.probability(p.sides[1], out) > p.probability(surer, out) {
		surer = p.sides[1]
	}
	return shares(p.scores(surer, out), c.Weights)
}

// shares are the probabilities of scores.
func shares(z []float64, m *logistic.Model) []float64 {
	most, sum := math.Inf(-1), 0.0
	for _, v := range z {
		most = max(most, v)
	}
	out := make([]float64, len(z))
	for k, v := range z {
		if m.OneVsRest {
			out[k] = 1 / (1 + math.Exp(-v/float64(m.Temperature)))
		} else {
			out[k] = math.Exp((v - most) / float64(m.Temperature))
		}
		sum += out[k]
	}
	for k := range out {
		out[k] /= sum
	}
	return out
}
