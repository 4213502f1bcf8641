package crf

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/tags"
)

// Scores gives the scores of labels from which Detect reads its spans. It fails
// when the context ends.
func (d *Detector) Scores(ctx context.Context, doc *bauta.Doc) ([]tags.Scored, error) {
	pool := d.pool(doc.Lang)
	if pool == nil || len(doc.Tokens) == 0 {
		return nil, nil
	}
	t := pool.Get().(*tagger)
	defer pool.Put(t)
	t.ex.Read(doc, &t.sentence)
	words := make([]tags.Word, len(t.sentence.Words))
	for i := range t.sentence.Words {
		w := &t.sentence.Words[i]
		words[i] = tags.Word{Start: w.Start, End: w.End, Mute: w.mute(), Known: w.known}
	}
	var out []tags.Scored
	for from := 0; from < len(words); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := t.sentence.chunk(from)
		t.fill(from, to)
		out = append(out, tags.NewScored(t.model.lang, t.model.types, words[from:to], t.lattice))
		from = to
	}
	return out, nil
}
