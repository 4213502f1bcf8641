package policy

import "github.com/bauta/bauta/coref"

// coref puts the linker of coreference first, so that rotation and numbered tags
// find the entities there.
func (f *File) coref(b *Built) {
	if f.Coref {
		b.links = append(b.links, coref.Linker{Lexicon: b.Lexicon})
	}
}
