package policy

import (
	"fmt"
	"iter"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/routing"
	"github.com/bauta/bauta/text"
)

// auto is the language of a policy that tells each message's language.
const auto = routing.Auto

// analyser makes the first slot: with a fixed language, or with one told for
// each message among the policy's languages.
func (f *File) analyser(lang, given string) (bauta.Analyser, error) {
	if lang != auto {
		return text.Analyser{Lang: lang}, nil
	}
	reads := f.languages()
	t, err := routing.New(routing.Config{
		Reads: reads, Chooses: len(f.Languages) > 0, Whole: f.Detect.Location != nil, Given: given,
	})
	if err == nil && given != "" && t.Reading(given) == "" {
		err = fmt.Errorf("policy %s does not read language %q; it reads %s", f.Policy, given, strings.Join(reads, ", "))
	}
	if err != nil {
		return nil, err
	}
	return t, nil
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
		return f.Foreign
	case len(f.Languages) > 0:
		return routing.Quarantine
	}
	return routing.Route
}

// Told tells the languages of messages and passes all on.
func (b *Built) Told(messages iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Message, error] {
	return b.Foreign.Filter(messages, nil)
}

// Strays starts a sample of what is read in the policy's one language, nil for a
// policy that tells languages itself.
func (b *Built) Strays() *routing.Strays {
	if b.Foreign != nil {
		return nil
	}
	return routing.NewStrays(b.Lang)
}
