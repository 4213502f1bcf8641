package policy

import (
	"context"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/text"
)

// auto is the language of a policy that tells each message's language.
const auto = "auto"

// analyser makes the first slot: with a fixed language, or with one told for
// each message among the policy's languages.
func (f *File) analyser(lang string) (bauta.Analyser, error) {
	if lang != auto {
		return text.Analyser{Lang: lang}, nil
	}
	m, err := langid.Default()
	if err != nil {
		return nil, err
	}
	id, err := m.With(langid.Config{Languages: f.Languages})
	if err != nil {
		return nil, fmt.Errorf("languages: %w", err)
	}
	return telling{id: id, fallback: f.first(lang)}, nil
}

// languages are those a policy reads: the listed ones, or its own.
func (f *File) languages() []string {
	if len(f.Languages) > 0 {
		return f.Languages
	}
	return []string{"fr", "en"}
}

// first is the language of messages of which none is told.
func (f *File) first(lang string) string {
	if lang == auto {
		return f.languages()[0]
	}
	return lang
}

// telling is an analyser that tells the language of messages that bring none.
type telling struct {
	id       *langid.Identifier
	fallback string // of messages without letters
}

// Analyse tells the language, then normalises and cuts.
func (a telling) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	lang := m.Lang
	if lang == "" {
		if lang = a.id.Identify(m.Text).Lang; lang == "" {
			lang = a.fallback
		}
	}
	return text.Analyser{Lang: lang}.Analyse(ctx, m)
}

// router is a detector for several languages: each document goes to that of
// its language, or to the first.
type router struct {
	langs []string
	by    map[string]bauta.Detector
}

// Detect passes the document on.
func (r router) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if det, ok := r.by[d.Lang]; ok {
		return det.Detect(ctx, d)
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
