package routing

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
)

// inSentences gives a reading in the first language of a text, and in each of its others
// one of the sentences that may be in that one: read in it as a whole, a page of German
// that names an Italian had words of all its sentences for names. False ends it.
func (r Reader) inSentences(
	ctx context.Context, t *Teller, whole bauta.Reading, yield func(bauta.Reading, error) bool,
) bool {
	if len(whole.Doc.Also) == 0 {
		return yield(whole, nil)
	}
	beside, single, err := t.beside(whole.Doc)
	switch {
	case err != nil:
		return yield(bauta.Reading{}, err)
	case single:
		return inLanguages(whole, yield)
	case !yield(whole, nil):
		return false
	}
	for _, p := range beside {
		part, err := r.part(ctx, whole, p)
		if err != nil {
			return yield(bauta.Reading{}, err)
		}
		if part.Doc == nil {
			continue
		}
		part.Doc.Main = whole.Doc.Lang
		if !yield(part, nil) {
			return false
		}
	}
	return true
}

// beside gives the sentences of a document that may be in another of its languages, those
// that follow each other as one passage, language by language; single says that it has one
// sentence alone.
func (a *Teller) beside(d *bauta.Doc) (parts []passage, single bool, err error) {
	to, err := a.open()
	if err != nil {
		return nil, false, err
	}
	plain := unwritten(d.Text)
	in := make([][]passage, len(d.Also))
	for start, end := range sentences(plain) {
		if start == 0 && end == len(plain) {
			return nil, true, nil
		}
		told := a.tellAlone(to, plain[start:end])
		for i, lang := range d.Also {
			if slices.Contains(told, lang) {
				in[i] = longer(in[i], passage{start, end, []string{lang}})
			}
		}
	}
	return slices.Concat(in...), false, nil
}

// longer adds a passage, to the last one where it goes on from there.
func longer(all []passage, p passage) []passage {
	if n := len(all); n > 0 && all[n-1].end == p.start {
		all[n-1].end = p.end
		return all
	}
	return append(all, p)
}
