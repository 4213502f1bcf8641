package policy

import (
	"cmp"
	"runtime"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/model"
)

// ahead begins to read, beside what else is made, what nearly every message takes: the lexicon, everyday words,
// and where taggers look at them frequent words and the first tagger of a language that is stated. Who needs one
// of them waits for it. Where there is one processor nobody has the time.
func (f *File) ahead(b *Built) {
	if runtime.GOMAXPROCS(0) == 1 {
		return
	}
	go lexicon.Default()
	go lexicon.EverydayIn("")
	n := f.Detect.NER
	if n == nil {
		return
	}
	go lexicon.Counted()
	name := linear.prefix + cmp.Or(b.opt.Lang, b.Lang)
	if n.Model != "" || !b.kit.models.Has(name) || b.kit.held == nil {
		return
	}
	if bundle, err := model.Open(b.kit.models, name); err == nil { // else the first message says so
		b.kit.held.taggers.Ahead(bundle.Digest(), readLinear(bundle))
	}
}

// readNames reads the dictionaries' models of names, while the lexicon is read. What is wrong with one is
// told by who asks for it.
func (f *File) readNames(b *Built) {
	if f.Detect.Lexical == nil {
		return
	}
	for _, lang := range f.weighed(b) {
		names(b, lang)
	}
}
