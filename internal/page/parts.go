package page

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/policy"
)

const (
	// Index is the part with what the page reads of all models before it reads a message:
	// their manifests and other small files.
	Index = "models"
	// Rest is the empty file that stands in the index for the files of a bundle that are a
	// part of their own, of the bundle's name.
	Rest = "rest"
	// Network is the bundle that second readers of all languages share.
	Network = "network"
)

// ErrPart is the error for a part that could not be fetched.
var ErrPart = errors.New("a part of the page is missing; load it again with a network")

// Parts are the models of a page. A part is fetched when somebody first reads a file of it.
// It is safe for concurrent use.
type Parts struct {
	index fs.FS
	fetch func(name string) (fs.FS, error)
	mu    sync.Mutex
	have  map[string]fs.FS
	lost  bool
}

// NewParts makes them of the index and of what fetches the part of a name.
func NewParts(index fs.FS, fetch func(name string) (fs.FS, error)) *Parts {
	return &Parts{index: index, fetch: fetch, have: map[string]fs.FS{}}
}

// Packs are the models for a policy: those of a language, or of all, with what tells them
// apart, where lang is empty.
func (p *Parts) Packs(lang string) []model.Pack {
	if lang != "" {
		return []model.Pack{{Lang: lang, Files: lent{p, lang}}}
	}
	packs := []model.Pack{{Files: lent{p, ""}}}
	for _, name := range p.bundles() {
		own, ok := strings.CutPrefix(name, "ner-")
		if ok {
			packs = append(packs, model.Pack{Lang: own, Files: lent{p, own}})
		}
	}
	return packs
}

// Open makes the pipeline of a policy for a language, or for all where lang is empty, and
// fetches what it is sure to read: a language's parts where one is chosen, and else what
// tells languages, since no message says yet which of them it needs.
func (p *Parts) Open(name, lang string) (*Page, error) {
	needs := p.Names(lang)
	if lang == "" {
		needs = []string{langid.Kind}
	}
	file, err := policy.Load(name)
	if err != nil {
		return nil, err
	}
	if n := file.Detect.NER; n == nil || n.Kind == "" || n.Kind == "crf" { // no second reader
		needs = slices.DeleteFunc(needs, func(name string) bool { return name == Network })
	}
	if err := p.Fetch(needs...); err != nil {
		return nil, err
	}
	return Open(name, lang, p.Packs(lang)...)
}

// Names are the parts beside the index, sorted: those that a language may ask for, or all
// where lang is empty.
func (p *Parts) Names(lang string) []string {
	return slices.DeleteFunc(p.bundles(), func(name string) bool {
		_, err := fs.Stat(p.index, path.Join(name, Rest))
		return err != nil || lang != "" && !belongs(name, lang)
	})
}

// Fetch fetches parts before somebody reads them.
func (p *Parts) Fetch(names ...string) error {
	for _, name := range names {
		if _, err := p.part(name); err != nil {
			return err
		}
	}
	return nil
}

// Lost reports that a part could not be fetched since it was last asked: what was opened
// meanwhile is to be opened anew.
func (p *Parts) Lost() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	was := p.lost
	p.lost = false
	return was
}

func (p *Parts) part(name string) (fs.FS, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if files := p.have[name]; files != nil {
		return files, nil
	}
	files, err := p.fetch(name)
	if err != nil {
		p.lost = true
		return nil, ErrPart
	}
	p.have[name] = files
	return files, nil
}

// bundles are those of the index, sorted.
func (p *Parts) bundles() (names []string) {
	entries, err := fs.ReadDir(p.index, ".")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// belongs reports a bundle of a language, or of none.
func belongs(name, lang string) bool {
	if lang == "" {
		return name == langid.Kind
	}
	return name == Network || strings.HasSuffix(name, "-"+lang)
}

// lent are the files of a language, as a folder a bundle.
type lent struct {
	*Parts
	lang string
}

var _ fs.ReadDirFS = lent{}

// ReadDir lists a folder of the index.
func (l lent) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(l.index, name)
	if name == "." {
		entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !belongs(e.Name(), l.lang) })
	}
	return entries, err
}

// Open opens a file, of the index or of its part.
func (l lent) Open(name string) (fs.File, error) {
	f, err := l.index.Open(name)
	if !errors.Is(err, fs.ErrNotExist) || path.Base(name) == model.ManifestName { // all manifests are in the index
		return f, err
	}
	bundle, _, _ := strings.Cut(name, "/")
	if !belongs(bundle, l.lang) || !slices.Contains(l.Names(l.lang), bundle) {
		return nil, err
	}
	files, err := l.part(bundle)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return files.Open(name)
}
