package policy

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/text"
)

// auto is the language of a policy that tells each message's language.
const auto = routing.Auto

// analyser makes the first slot: with a fixed language, or with one told for
// each message among the policy's languages.
func (f *File) analyser(k kit, lang, given string) (bauta.Analyser, error) {
	if lang != auto {
		return text.Analyser{Lang: lang}, nil
	}
	reads := f.languages()
	if k.telling == nil {
		return f.single(reads, given)
	}
	t, err := routing.New(routing.Config{
		Reads: reads, Chooses: len(f.Languages) > 0, Whole: f.Detect.Location != nil, Given: given, Model: k.telling,
	})
	if err == nil && given != "" && t.Reading(given) == "" {
		err = fmt.Errorf("policy %s does not read language %q; it reads %s", f.Policy, given, strings.Join(reads, ", "))
	}
	if err != nil {
		return nil, err
	}
	return t, nil
}

// single makes the analyser of a policy whose languages nothing tells apart.
func (f *File) single(reads []string, given string) (bauta.Analyser, error) {
	if len(reads) > 1 {
		return nil, fmt.Errorf("policy %s reads %s, and nothing is linked that tells them apart; "+
			"give models.Telling() too", f.Policy, strings.Join(reads, ", "))
	}
	s := single{text.Analyser{Lang: reads[0]}, f.Policy}
	if other := s.other(given); other != "" {
		return nil, fmt.Errorf("policy %s does not read language %q here; it reads %s", f.Policy, given, s.Lang)
	}
	return s, nil
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

// foreign makes what tells languages, nil where the policy has one language or
// the user named one.
func (f *File) foreign(b *Built) {
	if t, ok := b.Pipeline.Analyse.(*routing.Teller); ok {
		b.Foreign = &routing.Foreign{Way: f.foreignWay(), Teller: t, Names: b.Lexicon}
	}
}

// foreignWay is what the policy says, or quarantine where it says which
// languages it reads.
func (f *File) foreignWay() string {
	switch {
	case f.Foreign != "":
		return string(f.Foreign)
	case len(f.Languages) > 0:
		return routing.Quarantine
	}
	return routing.Route
}

// Told tells the languages of messages and passes all on, those that are to be set aside
// too: Foreign.Filter asks what becomes of them, and Strict refuses them one by one.
func (b *Built) Told(messages iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error] {
	return b.Foreign.Filter(messages, nil)
}

// Strict is the pipeline for messages of which nobody told the language: one in a language
// that the policy sets aside is an error, where Pipeline reads it as the nearest one and
// lets out what only its own readers would have seen. Messages that Told, or a Filter of
// Foreign, has passed on go through Pipeline.
func (b *Built) Strict() *bauta.Pipeline {
	p := *b.Pipeline
	p.Analyse = b.Foreign.Strict(p.Analyse)
	return &p
}

// Guard passes messages on, or none where most of the first ones are in other
// languages than the one that the policy reads, and the user has not named one.
func (b *Built) Guard(messages iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error] {
	if b.opt.Lang != "" {
		return messages
	}
	return b.Strays().Guard(messages, b.name)
}

// Strays starts a sample of what is read in the policy's one language, or in that which the user said it is in; nil
// for a policy that tells languages itself, and where no pack that was given tells them.
func (b *Built) Strays() *routing.Strays {
	if b.Foreign != nil && b.opt.Lang == "" {
		return nil
	}
	return routing.NewStrays(cmp.Or(b.opt.Lang, b.Lang), b.kit.telling)
}
