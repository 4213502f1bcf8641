package policy

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
)

// router is a detector for several languages: each document goes to that of
// its language. One in another language goes to the first, or to nobody where
// the policy has taggers to read it.
type router struct {
	langs  []string
	by     map[string]bauta.Detector
	others bool // taggers read the other languages
}

// Detect passes the document on.
func (r router) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if det, ok := r.by[d.Lang]; ok {
		return det.Detect(ctx, d)
	}
	if r.others {
		return nil, nil
	}
	return r.by[r.langs[0]].Detect(ctx, d)
}

// add puts a detector in.
func (r *router) add(lang string, d bauta.Detector) {
	if r.by == nil {
		r.by = map[string]bauta.Detector{}
	}
	if !slices.Contains(r.langs, lang) {
		r.langs = append(r.langs, lang)
	}
	r.by[lang] = d
}
