package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/internal/thread"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/model"
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
	// Pipeline reads every message in one of the policy's languages, whatever it is in.
	// Who takes messages as they come, and has not told their languages, takes Strict.
	Pipeline *bauta.Pipeline
	Lang     string
	Lexicon  *lexicon.Lexicon
	Parts    []Part
	// Masks gives what may be done with the finds of each type, the usual way first:
	// names of operators, "tag.numbered" and "code.keyed" apart from "tag" and "code".
	Masks map[bauta.Label][]string
	// Weigh gives every word that the dictionaries do not settle with the
	// probability that it is a name; nil where the policy weighs nothing.
	Weigh func(*bauta.Doc) []bauta.Span
	// Foreign tells messages in languages that the policy does not read; nil
	// where it has one language, in which everything is read.
	Foreign *routing.Foreign

	name      string
	opt       Options
	kit       kit
	weights   map[string]*lexical.Model // of the dictionaries, by language
	links     thread.Chain
	rotations []rotation
	keys      map[string]mask.Key // by file
	detectors []string            // by name, as they stand in the pipeline
	opinions  settle.SecondOpinion
	weighers  map[string]*lexical.Detector // the dictionaries of names that weigh, by language
	advised   map[string]float64           // where dictionaries advise the tagger: the bound of both
	persons   map[string]float64           // the models' own bounds for persons
	ownKind   TaggerKind                   // of the user's tagger; "" for none
	ownTagger string                       // the shipped bundle in whose place it stands
	taggers   map[string]*tagger.Detector  // by the prefix of their bundles
	networks  networks
	reading   sync.Mutex // of taggers, to which Persons adds
}

// Key is the key of the command line, nil where none was given: under it IDs come out
// that are no text. A file is read once, whoever asks.
func (b *Built) Key() (mask.Key, error) {
	if b.opt.Key == "" {
		return nil, nil
	}
	return (&File{}).key(b, Rule{})
}

// Part names something a result depends on: the policy, a lexicon, a model.
type Part struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // first 16 hex digits of its SHA-256
}

// Build makes the pipeline, with all languages that come with the program.
func (f *File) Build(opt Options) (*Built, error) { return f.build(opt, everything()) }

// BuildWith makes the pipeline with the packs given and no others: the policy reads
// the languages of which there is one, and a program that never calls Build links
// no other. With models.Telling among them the language of each message is told;
// without, one language may be given, in which every message is read that declares
// none, and what declares another is an error. Models that a policy needs beyond the
// packs, Japanese, and detectors of places and of others are errors.
//
// The linker leaves out what no code can reach. A program that calls methods by
// names it makes at run time, as package text/template does, reaches Build.
func (f *File) BuildWith(opt Options, packs ...model.Pack) (*Built, error) {
	return f.build(opt, kitOf(packs))
}

func (f *File) build(opt Options, k kit) (*Built, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	f, err := f.narrowed(k)
	if err != nil {
		return nil, err
	}
	b := &Built{
		name: f.Policy, Lang: f.Language, Pipeline: &bauta.Pipeline{}, opt: opt, kit: k,
		taggers: map[string]*tagger.Detector{},
	}
	if opt.Lang != "" && b.Lang != auto { // where languages are told, it is that of messages that bring none
		b.Lang = opt.Lang
	}
	if b.Lang == "" {
		b.Lang = "fr"
	}
	pending := string(f.Pending)
	if opt.Pending != "" {
		pending = opt.Pending
	}
	p, ok := pendings[pending]
	if !ok {
		return nil, fmt.Errorf("pending %q%s; use mask, withhold or keep", pending,
			nearest.Meant(pending, []string{"mask", "withhold", "keep"}))
	}
	b.Pipeline.Pending = p
	f.ahead(b)
	b.note("policy "+f.Policy, f.src)
	if b.Pipeline.Analyse, err = f.analyser(k, b.Lang, opt.Lang); err != nil {
		return nil, err
	}
	f.readNames(b)
	if err := f.lexicons(b); err != nil {
		return nil, err
	}
	f.foreign(b)
	if err := f.own(b); err != nil {
		return nil, err
	}
	if err := f.detectors(b); err != nil {
		return nil, err
	}
	if err := f.settlers(b); err != nil {
		return nil, err
	}
	// What gives a place away is weighed in a message as a whole.
	b.Pipeline.Read = routing.Reader{Analyse: b.Pipeline.Analyse, Whole: f.Detect.Location != nil}
	b.Pipeline.Across = []bauta.Settler{settle.Readings{Pipeline: b.Pipeline}}
	b.Pipeline.Otherwise = otherwise(b.Lexicon)
	b.Pipeline.Stand = stand(b.Pipeline)
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
	b.part(name, hex.EncodeToString(sum[:]))
}

// part notes a part by its whole digest.
func (b *Built) part(name, digest string) {
	p := Part{name, digest[:16]}
	if !slices.Contains(b.Parts, p) { // two detectors may read one model
		b.Parts = append(b.Parts, p)
	}
}

// maxList bounds a list, as text or compiled, in bytes.
const maxList = 64 * bounded.MiB

// lexicons puts the user's lists before the embedded one.
func (f *File) lexicons(b *Built) error {
	b.Lexicon = lexicon.Default()
	b.part("lexicon", lexicon.Digest())
	for _, l := range f.Lexicons {
		path := f.beside(l.File)
		data, err := bounded.File(path, maxList)
		if err != nil {
			return err
		}
		role, err := lexicon.ParseRole(string(l.Role))
		if err != nil {
			return err
		}
		u, err := openList(data, path, lexicon.Options{Role: role, Lang: l.Lang, Type: bauta.Label(l.Type)})
		if err != nil {
			return err
		}
		for _, label := range u.Types() {
			if u.Role() == lexicon.RoleDictionary && f.keeps(label) {
				return fmt.Errorf("%s: %s", path, unhidden(label))
			}
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
