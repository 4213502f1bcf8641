package reviewtest

import (
	"fmt"

	"github.com/bauta/bauta/internal/review"
)

// likenesses: words of the same stem come first, then what stands between the same words,
// then capitals of the same author; what is hidden, and what is like in nothing, never.
func likenesses(d *desk) {
	var items []review.Item
	for i, m := range []struct{ author, text string }{
		{"u1", "on voit Arthur demain soir"},
		{"u2", "on voit Berta demain matin"},
		{"u2", "on voit Cleo hier"},
		{"u1", "et puis Dora part"},
		{"u2", "et puis Emil part"},
		{"u3", "salut artur, va voir [Arthure!]"},
		{"u1", "Franz part, dit bonjour"},
		{"", "et puis Gerd part"},
	} {
		it := Item(fmt.Sprint("m", i), m.text)
		it.Message.Author = m.author
		items = append(items, it)
	}
	_, err := d.Import(d.ctx, d.p.ID, Items(items...))
	d.must(err)
	at := d.at(review.Decision{}, 0, "Arthur")
	list := func(limit int) (out string) {
		d.Helper()
		got, err := d.Alike(d.ctx, d.p.ID, at.Message, at.Range, limit)
		d.must(err)
		for _, a := range got {
			out += fmt.Sprintf("%s by %s, ", a.Text[a.Start:a.End], a.How)
		}
		return out
	}
	if got := list(9); got != "artur by stem, Berta by context, Dora by author, " {
		d.Errorf("alike are %s", got)
	}
	if got := list(2); got != "artur by stem, Berta by context, " {
		d.Errorf("the first two are %s", got)
	}
	berta := d.at(d.decision(1, "", review.OnWord, review.Mask), 1, "Berta")
	d.decide(berta)
	if got := list(9); got != "artur by stem, Dora by author, " {
		d.Errorf("with one of them hidden alike are %s", got)
	}
	at.Message += 1000
	_, err = d.Alike(d.ctx, d.p.ID, at.Message, at.Range, 9)
	d.fails(err, review.ErrNotFound)
}
