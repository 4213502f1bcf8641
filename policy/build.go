package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/routing"
	"github.com/bauta/bauta/settle"
	"github.com/bauta/bauta/thread"
)

var pendings = map[string]bauta.Pending{
	"": bauta.MaskPending, "mask": bauta.MaskPending, "withhold": bauta.Withhold, "keep": bauta.KeepPending,
}

// Options are what the command line says beside the policy.
type Options struct {
	Lang    string // of messages that bring none, instead of the policy's
	Pending string // instead of the policy's pending
	Key     string // file of the key of rules that name none
	// FindOnly is for who wants the spans and no text: no key is asked for,
	// and what one would mask with it is suppressed.
	FindOnly bool
}

// Built is a ready pipeline and what it was made of, for reports.
type Built struct {
	Pipeline *bauta.Pipeline
	Lang     string
	Lexicon  *lexicon.Lexicon
	Parts    []Part
	// Weigh gives every word that the dictionaries do not settle with the
	// probability that it is a name; nil where the policy weighs nothing.
	Weigh func(*bauta.Doc) []bauta.Span
	// Foreign tells messages in languages that the policy does not read; nil
	// where it has one language, in which everything is read.
	Foreign *routing.Foreign

	opt       Options
	links     thread.Chain
	rotations []rotation
	keys      map[string]mask.Key // by file
	detectors []string            // by name, as they stand in the pipeline
	opinions  settle.SecondOpinion
	advised   map[string]float64 // languages in which dictionaries advise the tagger, with the bound of both
}

// Part names something a result depends on: the policy, a lexicon, a model.
type Part struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // first 16 hex digits of its SHA-256
}

// Build makes the pipeline.
func (f *File) Build(opt Options) (*Built, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	b := &Built{Lang: f.Language, Pipeline: &bauta.Pipeline{}, opt: opt}
	if opt.Lang != "" && b.Lang != auto { // where languages are told, it is that of messages that bring none
		b.Lang = opt.Lang
	}
	if b.Lang == "" {
		b.Lang = "fr"
	}
	pending := f.Pending
	if opt.Pending != "" {
		pending = opt.Pending
	}
	p, ok := pendings[pending]
	if !ok {
		return nil, fmt.Errorf("pending %q; use mask, withhold or keep", pending)
	}
	b.Pipeline.Pending = p
	b.note("policy "+f.Policy, f.src)
	var err error
	if b.Pipeline.Analyse, err = f.analyser(b.Lang, opt.Lang); err != nil {
		return nil, err
	}
	if err := f.lexicons(b); err != nil {
		return nil, err
	}
	f.foreign(b)
	if err := f.detectors(b); err != nil {
		return nil, err
	}
	if err := f.settlers(b); err != nil {
		return nil, err
	}
	// What gives a place away is weighed in a message as a whole.
	b.Pipeline.Read = routing.Reader{Analyse: b.Pipeline.Analyse, Whole: f.Detect.Location != nil}
	b.Pipeline.Across = []bauta.Settler{settle.Readings{Keeps: b.Pipeline.Keeps}}
	f.coref(b)
	if err := f.operators(b); err != nil {
		return nil, err
	}
	if len(b.links) > 0 {
		b.Pipeline.Link = b.links
	}
	return b, f.judge(b)
}

func (b *Built) note(name string, data []byte) {
	sum := sha256.Sum256(data)
	p := Part{name, hex.EncodeToString(sum[:8])}
	if !slices.Contains(b.Parts, p) { // two detectors may read one model
		b.Parts = append(b.Parts, p)
	}
}

// maxList bounds a list, as text or compiled, in bytes.
const maxList = 64 * bounded.MiB

// lexicons puts the user's lists before the embedded one.
func (f *File) lexicons(b *Built) error {
	b.Lexicon = lexicon.Default()
	b.note("lexicon", lexicon.Default().Bytes())
	for _, l := range f.Lexicons {
		path := f.beside(l.File)
		data, err := bounded.File(path, maxList)
		if err != nil {
			return err
		}
		role, err := lexicon.ParseRole(l.Role)
		if err != nil {
			return err
		}
		u, err := openList(data, path, lexicon.Options{Role: role, Lang: l.Lang})
		if err != nil {
			return err
		}
		b.Lexicon = b.Lexicon.With(u)
		b.note("list "+l.File, data)
	}
	return nil
}

// openList takes a list as text or CSV, or compiled by lexicon import.
func openList(data []byte, path string, o lexicon.Options) (*lexicon.User, error) {
	if u, err := lexicon.OpenUser(data); err == nil {
		return u, nil
	}
	return lexicon.Import(bytes.NewReader(data), path, o)
}
