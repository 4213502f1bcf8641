package policy

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/mask"
)

var operators = []string{"code", "suppress", "tag", "substitute", "keep"}

var pendings = map[string]bauta.Pending{"": bauta.MaskPending, "mask": bauta.MaskPending, "withhold": bauta.Withhold, "keep": bauta.KeepPending}

// Options are what the command line says beside the policy.
type Options struct {
	Lang    string // instead of the policy's language
	Pending string // instead of the policy's pending
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
}

// Part names something a result depends on: the policy, a lexicon, a model.
type Part struct {
	Name   string `json:"name"`
	Digest string `json:"digest"` // first 16 hex digits of its SHA-256
}

// Build makes the pipeline.
func (f *File) Build(opt Options) (*Built, error) {
	b := &Built{Lang: f.Language, Pipeline: &bauta.Pipeline{}}
	if opt.Lang != "" {
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
	if b.Pipeline.Analyse, err = f.analyser(b.Lang); err != nil {
		return nil, err
	}
	if err := f.lexicons(b); err != nil {
		return nil, err
	}
	if err := f.detectors(b); err != nil {
		return nil, err
	}
	if err := f.operators(b); err != nil {
		return nil, err
	}
	return b, f.judge(b)
}

func (b *Built) note(name string, data []byte) {
	sum := sha256.Sum256(data)
	b.Parts = append(b.Parts, Part{name, hex.EncodeToString(sum[:8])})
}

// lexicons puts the user's lists before the embedded one.
func (f *File) lexicons(b *Built) error {
	b.Lexicon = lexicon.Default()
	b.note("lexicon", lexicon.Default().Bytes())
	for _, l := range f.Lexicons {
		path := f.beside(l.File)
		data, err := os.ReadFile(path)
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

// operators fills the table of what is done with each type.
func (f *File) operators(b *Built) error {
	b.Pipeline.Operators = map[bauta.Label]bauta.Operator{}
	b.Pipeline.Keep = map[bauta.Label]bool{}
	for _, k := range Kinds {
		r, ok := f.Mask[string(k.Label)]
		if !ok && f.Default != nil {
			r, ok = *f.Default, true
		}
		if !ok {
			r = Rule{Operator: "suppress"} // careful: what nobody thought of is hidden
		}
		op, err := f.operator(b, r)
		if err != nil {
			return fmt.Errorf("type %s: %w", k.Label, err)
		}
		if op == nil {
			b.Pipeline.Keep[k.Label] = true
			continue
		}
		b.Pipeline.Operators[k.Label] = op
	}
	return nil
}

// operator makes one operator; nil keeps the text.
func (f *File) operator(b *Built, r Rule) (bauta.Operator, error) {
	switch r.Operator {
	case "keep":
		return nil, nil
	case "suppress":
		return mask.Suppress{}, nil
	case "tag":
		return mask.Tag{}, nil
	case "substitute":
		if r.With == "" || strings.ContainsAny(r.With, "\n\r") {
			return nil, fmt.Errorf("substitute needs with: a string on one line")
		}
		return mask.Substitute{With: r.With}, nil
	case "code":
		return f.code(b, r)
	}
	return nil, fmt.Errorf("no operator %q; use %s", r.Operator, strings.Join(operators, ", "))
}

func (f *File) code(b *Built, r Rule) (bauta.Operator, error) {
	c := mask.Code{Tags: codeTags(), Reference: mask.Reference(r.Reference)}
	switch c.Reference {
	case "", mask.NoReference:
	case mask.Dictionary:
		lex := b.Lexicon
		for _, e := range lex.Words(lexicon.FirstName, b.Lang) {
			c.Size = max(c.Size, e.NameIndex)
		}
		c.Index = func(word, lang string) (int, bool) {
			e, _, _ := lex.Resolve(lexicon.Fold(word), lang)
			return e.NameIndex, e.NameIndex > 0
		}
	case mask.Keyed:
		if r.Key == "" {
			return nil, fmt.Errorf("reference: keyed needs key: the file of a key, made by bauta key new")
		}
		key, err := readKey(f.beside(r.Key))
		if err != nil {
			return nil, err
		}
		c.Key = key
	default:
		return nil, fmt.Errorf("no reference %q; use none, dictionary or keyed", r.Reference)
	}
	return c, nil
}

// readKey reads a key file: 64 hex digits, readable by its owner alone.
func readKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: others may read this key; chmod 600 it", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(data)))
	if err != nil || len(key) < 16 {
		return nil, fmt.Errorf("%s: not a key; make one with bauta key new", path)
	}
	return key, nil
}
