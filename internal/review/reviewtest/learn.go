package reviewtest

import (
	"fmt"

	"github.com/bauta/bauta/internal/review"
)

// learns: what is thought of a word that nobody decided about changes with every
// review.RefitEvery decided words, and not in between.
func learns(d *desk) {
	var texts []string
	for i := range 2 * review.RefitEvery {
		texts = append(texts, fmt.Sprintf("vu [%s?0.5] hier", letters(100+i)))
	}
	d.load(append(texts, "et [Xavi~0.4] dort")...)
	likely := func() float64 {
		d.Helper()
		got, err := d.Words(d.ctx, d.p.ID, review.WordQuery{Kind: review.NameWord, N: 1})
		d.must(err)
		if len(got.Rows) != 1 || got.Rows[0].Word != "Xavi" {
			d.Fatalf("like a name are %+v", got.Rows)
		}
		return got.Rows[0].Likely
	}
	was := likely()
	for n := 1; n <= len(texts); n++ {
		d.decide(d.decision(1, letters(99+n), review.OnGroup, review.Mask))
		now := likely()
		if fits := n%review.RefitEvery == 0; fits != (now != was) {
			d.Errorf("after %d decisions %v, before %v", n, now, was)
		}
		was = now
	}
}
