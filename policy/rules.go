package policy

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/towns"
	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/mask"
)

// operators are the names a rule may give, each with the keys that it takes beside
// if and else.
var operators = []struct {
	name OperatorName
	keys []string
}{
	{"code", []string{"reference", "key"}},
	{"suppress", nil},
	{"tag", []string{"numbered"}},
	{"substitute", []string{"with"}},
	{"keep", nil},
	{"digits", []string{"all"}},
	{"email", nil},
	{"hash", []string{"key"}},
	{"encrypt", []string{"key"}},
	{"generalise", []string{"month", "band"}},
	{"rotate", []string{"key", "scope", "k"}},
}

// operatorNames lists them for people.
func operatorNames() string {
	var names []string
	for _, o := range operators {
		names = append(names, string(o.name))
	}
	return strings.Join(names, ", ")
}

// Rule is what happens to a type: a bare operator name, or a mapping.
type Rule struct {
	Operator  OperatorName   `yaml:"operator"`
	Reference mask.Reference `yaml:"reference"` // of code: none, dictionary, keyed
	Key       string         `yaml:"key"`       // file of the key: code keyed, hash, encrypt, rotate
	With      string         `yaml:"with"`      // string of substitute
	Numbered  bool           `yaml:"numbered"`  // tag: Person 1
	All       bool           `yaml:"all"`       // digits: also runs of one and two
	Month     bool           `yaml:"month"`     // generalise: keep the month
	Band      int            `yaml:"band"`      // generalise: years of an age band
	Scope     mask.Scope     `yaml:"scope"`     // rotate: message, thread, corpus
	K         int            `yaml:"k"`         // rotate: lists a name must stand in
	If        string         `yaml:"if"`        // condition; see mask.ParseCondition
	Else      *Rule          `yaml:"else"`      // where the condition does not hold, or a name is not rotated
}

// ruleKeys are the keys of a rule.
func ruleKeys() []string {
	var keys []string
	for t, i := reflect.TypeFor[Rule](), 0; i < t.NumField(); i++ {
		keys = append(keys, t.Field(i).Tag.Get("yaml"))
	}
	return keys
}

// UnmarshalYAML accepts the short form, "EMAIL: code".
func (r *Rule) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		r.Operator = OperatorName(n.Value)
		return nil
	}
	type plain Rule
	known := ruleKeys()
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; n.Kind == yaml.MappingNode && !slices.Contains(known, key.Value) {
			meant := nearest.Meant(key.Value, known)
			return &lineError{key.Line, "unknown key" + meant + "; those of a rule are " + strings.Join(known, ", ")}
		}
	}
	return n.Decode((*plain)(r))
}

// operators fills the table of what is done with each type.
func (f *File) operators(b *Built) error {
	b.Pipeline.Operators = map[bauta.Label]bauta.Operator{}
	b.Pipeline.Keep = map[bauta.Label]bool{}
	b.Masks = map[bauta.Label][]string{}
	for _, k := range Kinds {
		b.Masks[k.Label] = f.masking(k.Label)
		r, ok := f.Mask[string(k.Label)]
		if !ok && f.Default != nil {
			r, ok = *f.Default, true
		}
		if !ok {
			r = Rule{Operator: "suppress"} // careful: what nobody thought of is hidden
		}
		if r.Operator == "keep" && r.If == "" && !f.parted(k.Label) {
			b.Pipeline.Keep[k.Label] = true
			continue
		}
		op, err := f.operator(b, r)
		if err == nil && f.parted(k.Label) {
			op, err = f.parts(b, op)
		}
		if err != nil {
			return fmt.Errorf("type %s: %w", k.Label, err)
		}
		b.Pipeline.Operators[k.Label] = op
	}
	return nil
}

// parted reports whether parts of the type have rules of their own.
func (f *File) parted(l bauta.Label) bool {
	for label := range f.Mask {
		if kind, _, ok := strings.Cut(label, "."); ok && kind == string(l) {
			return true
		}
	}
	return false
}

// parts makes the operator of a name whose parts have rules of their own.
func (f *File) parts(b *Built, whole bauta.Operator) (bauta.Operator, error) {
	p := mask.Parts{By: map[bauta.Part]bauta.Operator{}, Else: whole}
	for _, part := range []bauta.Part{bauta.First, bauta.Last, bauta.Nick} {
		r, ok := f.Mask[string(bauta.Person)+"."+string(part)]
		if !ok {
			continue
		}
		op, err := f.operator(b, r)
		if err != nil {
			return nil, err
		}
		p.By[part] = op
	}
	p.Part = partOf(b.Lexicon)
	if rot, ok := p.By[bauta.First].(*mask.Rotate); ok {
		p.Part = func(word, lang string) bauta.Part {
			if rot.Known(word) {
				return bauta.First
			}
			return partOf(b.Lexicon)(word, lang)
		}
	}
	return p, nil
}

// partOf says that a word is a first name where the lists say so, else a last
// name.
func partOf(lex *lexicon.Lexicon) func(word, lang string) bauta.Part {
	const first = lexicon.FirstName | lexicon.Hypocoristic
	return func(word, lang string) bauta.Part {
		if e, _, ok := lex.Resolve(lexicon.Fold(word), lang); ok && e.Kinds&first != 0 {
			return bauta.First
		}
		return bauta.Last
	}
}

// operator makes the operator of a rule with its alternative.
func (f *File) operator(b *Built, r Rule) (bauta.Operator, error) {
	op, err := f.plain(b, r)
	if err != nil || r.If == "" {
		return op, err
	}
	cond, err := mask.ParseCondition(r.If)
	if err != nil {
		return nil, err
	}
	if r.Else == nil {
		return nil, fmt.Errorf("if %q has no else", r.If)
	}
	otherwise, err := f.operator(b, *r.Else)
	if err != nil {
		return nil, err
	}
	return mask.When{If: cond, Then: op, Else: otherwise}, nil
}

// keyless stands for an operator whose key was not asked for. It is a type of its
// own, so that no report says that what it will replace was removed.
type keyless struct{ mask.Suppress }

// plain makes one operator.
func (f *File) plain(b *Built, r Rule) (bauta.Operator, error) {
	if b.opt.FindOnly && r.needsKey() {
		return keyless{}, nil
	}
	switch r.Operator {
	case "keep":
		return mask.Keep{}, nil
	case "suppress":
		return mask.Suppress{}, nil
	case "tag":
		return mask.Tag{Numbered: r.Numbered}, nil
	case "digits":
		return mask.Digits{All: r.All}, nil
	case "email":
		return mask.Email{}, nil
	case "generalise":
		return mask.Generalise{Month: r.Month, Band: r.Band, Country: towns.Region}, nil
	case "hash", "encrypt":
		key, err := f.key(b, r)
		if err != nil {
			return nil, err
		}
		if r.Operator == "hash" {
			return mask.Hash{Key: key}, nil
		}
		return mask.Encrypt{Key: key}, nil
	case "substitute":
		if r.With == "" || strings.ContainsAny(r.With, "\n\r") {
			return nil, fmt.Errorf("substitute needs with: a string on one line")
		}
		return mask.Substitute{With: r.With}, nil
	case "rotate":
		return f.rotate(b, r)
	case "code":
		return f.code(b, r)
	}
	return nil, fmt.Errorf("no operator %q; use %s", r.Operator, operatorNames())
}

func (f *File) code(b *Built, r Rule) (bauta.Operator, error) {
	c := mask.Code{Tags: codeTags(), Reference: r.Reference, Part: partOf(b.Lexicon)}
	switch c.Reference {
	case "", mask.NoReference:
	case mask.Dictionary:
		c.Index, c.Size = b.Lexicon.NameNumber, b.Lexicon.NameNumbers(b.Lang)
	case mask.Keyed:
		key, err := f.key(b, r)
		if err != nil {
			return nil, err
		}
		c.Key = key
	default:
		return nil, fmt.Errorf("no reference %q; use none, dictionary or keyed", r.Reference)
	}
	return c, nil
}
