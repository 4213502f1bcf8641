package review

import (
	"math"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Fold gives the form under which words are grouped: what package text makes of
// it (invisible characters dropped, accents composed), lower case, runs of white
// space as one space. Accents stay.
func Fold(word string) string {
	clean, _ := text.Normalise(word)
	return text.Fold(strings.Join(strings.Fields(clean), " "))
}

// What a look costs, in seconds: a group, and each occurrence that fits the
// screen. Measured figures replace them when there are some.
const (
	secondsGroup = 4.0
	secondsEach  = 0.4
	onScreen     = 12
)

// Weight sums up the open occurrences of a group.
type Weight struct {
	N    int
	Leak float64 // sum of the probabilities that hiding is right
	Sure float64 // sum of |2p − 1|: how sure the sources are
}

// Add counts one more open occurrence.
func (w *Weight) Add(s bauta.Span) {
	p := min(1, max(0, s.P))
	w.N++
	w.Leak += p
	w.Sure += math.Abs(2*p - 1)
}

// Score is how much a group is worth a look: expected leaks that a second of
// the expert's settles,
//
//	n × P(leak) × (1 − agreement) / expected seconds
//
// where P(leak) is the mean probability that hiding is right and agreement how
// sure the sources are, of which a twentieth is held back so that the sure ones
// keep an order too.
func (w Weight) Score() float64 {
	if w.N == 0 {
		return 0
	}
	seconds := secondsGroup + secondsEach*min(float64(w.N), onScreen)
	return w.Leak * (1 - 0.95*w.Sure/float64(w.N)) / seconds
}
