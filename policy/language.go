package policy

import (
	"context"
	"fmt"
	"slices"
	"strings"

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
	return telling{id: id, fallback: f.first(lang), reads: f.languages()}, nil
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
	reads    []string
}

// Analyse tells the language, then normalises and cuts.
func (a telling) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	lang := m.Lang
	if base, _, ok := strings.Cut(lang, "-"); ok {
		lang = base // de-CH is read as de
	}
	if to, ok := near[lang]; ok && !slices.Contains(a.reads, lang) && slices.Contains(a.reads, to) {
		lang = to
	}
	if lang == "" {
		if lang = a.id.Identify(m.Text).Lang; lang == "" {
			lang = a.fallback
		}
	}
	m.Lang = ""
	return text.Analyser{Lang: lang}.Analyse(ctx, m)
}

// near gives the language in whose stead another is read, where a corpus
// declares a language that nobody here reads.
var near = map[string]string{
	"gsw": "de", "nds": "de", "lb": "de", "bar": "de", "nl": "de", "af": "de",
	"nb": "sv", "nn": "sv", "no": "sv", "da": "sv", "fo": "sv", "is": "sv",
	"pt": "es", "gl": "es", "ca": "es", "ast": "es", "oc": "fr", "co": "it", "rm": "it", "lmo": "it", "scn": "it", "sco": "en",
}

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
