package policy

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/model"
)

// own puts the user's tagger in the place of the shipped one of its kind and language,
// so that whoever opens that one opens the user's.
func (f *File) own(b *Built) error {
	n := f.Detect.NER
	if n == nil || n.Model == "" {
		return nil
	}
	bundle, dir, err := f.bundle(b, n.Model)
	if err != nil {
		return f.placed(wrong("detect.ner.model", "%v; give the folder that bauta ner train wrote, beside the policy",
			err))
	}
	kind, ok := map[string]reading{linearKind: linear, neuralKind: deep}[bundle.Kind]
	switch {
	case !ok:
		return f.placed(wrong("detect.ner.model", "%s holds no tagger; give the folder that bauta ner train wrote",
			n.Model))
	case n.Kind != "" && string(n.Kind) != bundle.Kind:
		return f.placed(wrong("detect.ner.model", "%s is a tagger of kind %s; write kind: %[2]s, or leave kind out",
			n.Model, bundle.Kind))
	case !f.reads(b, bundle.Lang):
		return f.placed(wrong("detect.ner.model", "%s reads %q, and this policy does not; name the language in it",
			n.Model, bundle.Lang))
	}
	name := kind.prefix + bundle.Lang
	b.ownKind, b.ownTagger = TaggerKind(bundle.Kind), name
	b.kit.models = maps.Clone(b.kit.models)
	b.kit.models[name] = renamed{name, dir}
	return nil
}

// reads reports a language in which messages are read, by taggers too.
func (f *File) reads(b *Built, lang string) bool {
	langs := []string{b.Lang}
	if b.Lang == auto {
		langs = f.languages()
	}
	asked := f.Detect.NER.Languages
	return lang != "" && (len(asked) == 0 || slices.Contains(asked, lang)) &&
		slices.ContainsFunc(langs, func(l string) bool { base, _, _ := strings.Cut(l, "-"); return base == lang })
}

// opened opens the user's tagger at once: what is wrong with it is an error before the
// first message.
func (b *Built) opened(s tagger.Source) (tagger.Source, error) {
	m, err := s.Open()
	if err != nil {
		return s, err
	}
	if m.Lang() != s.Lang {
		return s, fmt.Errorf("the manifest says language %q, the tagger is of another; train it again", s.Lang)
	}
	return tagger.Ready(m)[0], nil
}

// bundle opens a folder named in the policy.
func (f *File) bundle(b *Built, name string) (*model.Bundle, fs.FS, error) {
	path, err := filepath.Abs(f.beside(name))
	if err != nil {
		return nil, nil, err
	}
	bundle, err := model.Open(os.DirFS(filepath.Dir(path)), filepath.Base(path))
	if err != nil {
		return nil, nil, err
	}
	b.note("model "+name, []byte(bundle.Digest()))
	return bundle, os.DirFS(path), nil
}

// renamed is the folder of a bundle under the name by which it is asked for.
type renamed struct {
	name  string
	files fs.FS
}

// Open opens a file of the bundle.
func (r renamed) Open(name string) (fs.File, error) {
	return r.files.Open(strings.TrimPrefix(name, r.name+"/"))
}
