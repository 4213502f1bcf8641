package policy

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/borne"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/mask"
)

// ErrNoKey is what a policy says that rotates, hashes or encrypts and was given
// no key.
var ErrNoKey = errors.New("this policy needs a key; make one with bauta key new FILE, outside the output, " +
	"and give --key FILE")

// keyed are the operators that do nothing without a key.
var keyed = []OperatorName{"hash", "encrypt", "rotate"}

// needsKey reports whether the rule itself, its alternative apart, needs a key.
func (r Rule) needsKey() bool {
	return slices.Contains(keyed, r.Operator) || r.Reference == mask.Keyed
}

// key reads the key of a rule: its own, or the one of the command line. Each
// file is read once, so that a pipe may give it.
func (f *File) key(b *Built, r Rule) (mask.Key, error) {
	path := b.opt.Key
	if r.Key != "" {
		path = f.beside(r.Key)
	}
	if path == "" {
		return nil, ErrNoKey
	}
	if b.keys[path] == nil {
		key, err := ReadKey(path)
		if err != nil {
			return nil, err
		}
		if b.keys == nil {
			b.keys = map[string]mask.Key{}
		}
		b.keys[path] = key
	}
	return b.keys[path], nil
}

// maxKeyFile bounds a key file, in bytes.
const maxKeyFile = 4096

// ReadKey reads a key file: hex digits drawn at random, readable by its owner
// alone. Errors never show what stands in it.
func ReadKey(path string) (mask.Key, error) {
	data, err := private.Read(path, maxKeyFile)
	switch {
	case errors.Is(err, private.ErrShared):
		return nil, fmt.Errorf("%s: others may read this key; %s", path, private.Close(path))
	case errors.Is(err, private.ErrAbsent):
		return nil, fmt.Errorf("%s: cannot be opened; may you read it? make a key with bauta key new", path)
	}
	key, ok := ParseKey(data)
	if err != nil || !ok {
		return nil, fmt.Errorf("%s: not a key; make one with bauta key new", path)
	}
	if err := key.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// ParseKey reads what a key file holds, whatever editor saved it: at least 32
// hex digits, in small letters or capitals, between blanks and line ends.
func ParseKey(data []byte) (mask.Key, bool) {
	text := strings.TrimPrefix(string(data), "\ufeff")
	key, err := hex.DecodeString(strings.TrimSpace(text))
	return key, err == nil && len(key) >= 16 && len(data) <= maxKeyFile
}

// rotation is a rotation that was made for a rule.
type rotation struct {
	rule Rule
	op   *mask.Rotate
}

// Rotations are the rotations of first names of the policy, one for all rules that
// say the same.
func (b *Built) Rotations() []*mask.Rotate {
	var out []*mask.Rotate
	for _, r := range b.rotations {
		out = append(out, r.op)
	}
	return out
}

// rotate makes a rotation over the first names of the lexicon, one for all the
// rules that say the same, so that no two parts of a name get one surrogate.
func (f *File) rotate(b *Built, r Rule) (*mask.Rotate, error) {
	var rest bauta.Operator = mask.Tag{}
	var err error
	if r.Else != nil {
		if rest, err = f.operator(b, *r.Else); err != nil {
			return nil, err
		}
	}
	r.If, r.Else = "", nil // neither changes anything in the table
	for _, made := range b.rotations {
		if reflect.DeepEqual(made.rule, r) {
			return made.op.Otherwise(rest), nil
		}
	}
	cfg := mask.RotateConfig{Names: f.firstNames(b), Scope: r.Scope, K: r.K, Else: rest}
	if cfg.Key, err = f.key(b, r); err != nil {
		return nil, err
	}
	op, err := mask.NewRotate(cfg)
	if err != nil {
		return nil, err
	}
	b.rotations = append(b.rotations, rotation{r, op})
	b.links = append(b.links, op)
	return op, nil
}

// usualName is the number of lists from which a short form (anna) counts as a
// name like others.
const usualName = 12

// firstNames lists the first names of the lexicon, once for each of the policy's
// languages whose lists have it, with how often it is borne there; those of other
// languages once, without. Short forms count as short, and for what, in the language
// whose list has them.
func (f *File) firstNames(b *Built) []mask.Name {
	langs := f.languages()
	if b.Lang != auto {
		langs = []string{b.Lang}
	}
	var list []mask.Name
	add := func(lang string, n mask.Name) {
		n.Lang = lang
		if figures, ok := borne.Default().Of(n.Word, lang); ok {
			n.Borne = figures.Weight
			if figures.Male != figures.Female {
				n.Sex = uint8(lexicon.Male)
				if figures.Female {
					n.Sex = uint8(lexicon.Female)
				}
			}
			switch {
			case figures.Dated && figures.Late:
				n.Born = mask.Since1950
			case figures.Dated:
				n.Born = mask.Before1950
			}
		}
		list = append(list, n)
	}
	short := map[[2]string]bool{}
	for _, lang := range langs {
		for w, e := range b.Lexicon.Words(lexicon.Hypocoristic, lang) {
			if e.NameRank < usualName {
				short[[2]string{lang, w}] = true
				full := b.Lexicon.FullNames(w, lang)
				for i := range full {
					full[i] = lexicon.Fold(full[i])
				}
				add(lang, mask.Name{Word: w, Sex: uint8(e.Sex), Rank: max(1, int(e.NameRank)), Nick: true, Full: full})
			}
		}
	}
	for w, e := range b.Lexicon.Words(lexicon.FirstName, f.first(b.Lang)) {
		n, home := mask.Name{Word: w, Sex: uint8(e.Sex), Rank: int(e.NameRank)}, false
		origins := b.Lexicon.Origins(e)
		for _, lang := range langs {
			if short[[2]string{lang, w}] {
				home = true
			} else if slices.Contains(origins, lang) {
				home = true
				add(lang, n)
			}
		}
		if !home {
			list = append(list, n)
		}
	}
	return list
}
