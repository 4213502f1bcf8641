package routing

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
)

// Router is a detector for several languages: each document goes to that of its
// language. One in another language goes to the first, or to nobody where taggers
// read the other languages.
type Router struct {
	langs  []string
	by     map[string]bauta.Detector
	Others bool // somebody else reads the other languages
}

var _ bauta.Detector = (*Router)(nil)

// Add puts the detector of a language in.
func (r *Router) Add(lang string, d bauta.Detector) {
	if r.by == nil {
		r.by = map[string]bauta.Detector{}
	}
	if !slices.Contains(r.langs, lang) {
		r.langs = append(r.langs, lang)
	}
	r.by[lang] = d
}

// First is the language that was added first, "" where none was.
func (r *Router) First() string {
	if len(r.langs) == 0 {
		return ""
	}
	return r.langs[0]
}

// Detect passes the document on.
func (r *Router) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if det, ok := r.by[d.Lang]; ok {
		return det.Detect(ctx, d)
	}
	if r.Others || len(r.langs) == 0 {
		return nil, nil
	}
	return r.by[r.langs[0]].Detect(ctx, d)
}
