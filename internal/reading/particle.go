package reading

import (
	"sync"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Particles begin surnames, and are no first names themselves.
var Particles = sync.OnceValue(func() lists.Words { return lists.In("surname-particles") })

// BehindParticles gives the word behind the particles of a surname, two at most, that
// begin at word i; i where there are none.
func (r *Reading) BehindParticles(i int) int {
	for n := 0; n < 2 && Particles()[r.Norm(i)] && r.IsWord(i+1) && r.Beside(i, i+1); n++ {
		i++
	}
	return i
}
