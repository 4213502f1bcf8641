package policy

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/external"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/lazy"
	"github.com/bauta/bauta/internal/location/japanese"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/text"
)

// optional are the languages of which packs or code of their own may be left out.
func optional() []string { return []string{"de", "en", "es", "fr", "it", "ja", "sv"} }

// kit is what a pipeline may be made of. Only everything, which Build alone calls,
// names what belongs to languages: a program that calls BuildWith links the packs
// that it gives, and nothing else.
type kit struct {
	models   model.Joined
	left     []string // languages left out: the policy does not read them
	telling  func() (*langid.Model, error)
	held     *held          // models that other pipelines hold, too; nil: none
	japanese bauta.Detector // who finds people in Japanese; nil: nobody
	// places makes the detector of what gives the place away; nil: no vocabulary is linked.
	// It names no File: the linker would keep all that Build reaches.
	places func(*Location, opener) (bauta.Detector, error)
	// external asks what is no part of this program; nil: nobody does.
	external func(external.Config) (*external.Detector, error)
}

// held are the models that come with the program, by digest: the pipelines of a process share them.
type held struct {
	taggers lazy.Held[crf.Model]
	names   lazy.Held[lexical.Model]
}

var ofProgram held

func (h *held) ofNames() *lazy.Held[lexical.Model] {
	if h == nil {
		return nil
	}
	return &h.names
}

// everything is all that comes with the program, but what build tags leave out.
func everything() kit {
	k := kitOf(models.All())
	k.left = slices.DeleteFunc(k.left, func(lang string) bool { return lang == "ja" })
	k.telling, k.held = langid.Default, &ofProgram // one for all pipelines
	k.japanese, k.places, k.external = japanese.Names{}, places, external.New
	return k
}

// kitOf is what packs bring.
func kitOf(packs []model.Pack) kit {
	k := kit{models: model.Join(packs...), left: optional()}
	for _, p := range packs {
		if p.Files != nil {
			k.left = slices.DeleteFunc(k.left, func(lang string) bool { return lang == p.Lang })
		}
	}
	if k.models.Has(langid.Kind) {
		k.telling = func() (*langid.Model, error) { return langid.Open(k.models, langid.Kind) }
	}
	return k
}

// narrowed is the policy without the languages that are left out.
func (f *File) narrowed(k kit) (*File, error) {
	out := func(lang string) bool {
		base, _, _ := strings.Cut(lang, "-")
		return slices.Contains(k.left, base)
	}
	if f.Language != auto {
		if out(f.Language) {
			return nil, fmt.Errorf("policy %s reads language %q, of which no models are linked; "+
				"give its pack, models.French() for fr", f.Policy, f.Language)
		}
		return f, nil
	}
	reads := slices.DeleteFunc(slices.Clone(f.languages()), out)
	switch {
	case len(reads) == len(f.languages()):
		return f, nil
	case len(reads) == 0:
		return nil, fmt.Errorf("of the languages that policy %s reads, %s, no models are linked; "+
			"give the pack of one, models.French() for fr", f.Policy, strings.Join(f.languages(), ", "))
	}
	g := *f
	g.Languages = reads
	return &g, nil
}

// single is the analyser of a program that has one language and nothing to tell
// languages by: what declares another language is an error, and not read as what
// it is not.
type single struct {
	text.Analyser
	policy string
}

var _ bauta.Analyser = single{}

// Analyse refuses a message that declares another language.
func (s single) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	if other := s.other(m.Lang); other != "" {
		return nil, fmt.Errorf("the message is in language %q; policy %s reads %q here", other, s.policy, s.Lang)
	}
	m.Lang = ""
	return s.Analyser.Analyse(ctx, m)
}

// other gives a known language that is declared where the one that is read is not.
func (s single) other(declared string) (other string) {
	for code := range strings.SplitSeq(declared, ",") {
		base, _, _ := strings.Cut(strings.TrimSpace(code), "-")
		switch {
		case base == s.Lang:
			return ""
		case slices.Contains(langid.Languages(), base):
			other = base
		}
	}
	return other
}
