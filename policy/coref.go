package policy

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/thread"
)

// coref puts the linkers of a thread first: what finds answers to questions, and
// names that fields and other messages show, then coreference, so that rotation and numbered tags find both.
func (f *File) coref(b *Built) {
	if f.Detect.Thread {
		b.links = append(b.links, thread.Answers{Pipeline: b.Pipeline, Harmless: harmless})
	}
	b.links = append(b.links, coref.Finder{
		Lexicon: b.Lexicon, Keeps: b.Pipeline.Keeps, Stands: frame.New(b.Lexicon).Stands, Fields: !f.Detect.Thread,
	})
	if f.Coref {
		b.links = append(b.links, coref.Linker{Lexicon: b.Lexicon})
	}
}

// harmless reports types that tell nobody's identity.
func harmless(l bauta.Label) bool {
	k, ok := kindOf(string(l))
	return ok && k.Group == "Other"
}
