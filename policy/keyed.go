package policy

import (
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/mask"
)

// ErrNoKey is what a policy says that rotates, hashes or encrypts and was given
// no key.
var ErrNoKey = errors.New("this policy needs a key; make one with bauta key new FILE, outside the output, and give --key FILE")

// keyed are the operators that do nothing without a key.
var keyed = []string{"hash", "encrypt", "rotate"}

// needsKey reports whether the rule itself, its alternative apart, needs a key.
func (r Rule) needsKey() bool {
	return slices.Contains(keyed, r.Operator) || mask.Reference(r.Reference) == mask.Keyed
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
		return nil, fmt.Errorf("%s: others may read this key; chmod 600 it", path)
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

// rotate makes a rotation over the first names of the lexicon, one for all the
// rules that say the same, so that no two parts of a name get one surrogate.
func (f *File) rotate(b *Built, r Rule) (*mask.Rotate, error) {
	r.If = "" // a condition changes nothing in the table
	for _, made := range b.rotations {
		if reflect.DeepEqual(made.rule, r) {
			return made.op, nil
		}
	}
	cfg := mask.RotateConfig{Names: f.firstNames(b), Scope: mask.Scope(r.Scope), K: r.K}
	var err error
	if cfg.Key, err = f.key(b, r); err != nil {
		return nil, err
	}
	if r.Else != nil {
		if cfg.Else, err = f.operator(b, *r.Else); err != nil {
			return nil, err
		}
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

// firstNames lists the first names of the lexicon. Each counts as one language:
// the first of the policy's that has it, or of its own. Short forms count as
// short, and for what, in the language whose list has them.
func (f *File) firstNames(b *Built) []mask.Name {
	prefer := f.languages()
	if b.Lang != auto {
		prefer = []string{b.Lang}
	}
	var list []mask.Name
	short := map[string]bool{}
	for _, lang := range prefer {
		for w, e := range b.Lexicon.Words(lexicon.Hypocoristic, lang) {
			if !short[w] && e.NameRank < usualName {
				short[w] = true
				full := b.Lexicon.FullNames(w, lang)
				for i := range full {
					full[i] = lexicon.Fold(full[i])
				}
				list = append(list, mask.Name{Word: w, Lang: lang, Sex: uint8(e.Sex), Rank: max(1, int(e.NameRank)), Nick: true, Full: full})
			}
		}
	}
	for w, e := range b.Lexicon.Words(lexicon.FirstName, f.first(b.Lang)) {
		if short[w] {
			continue
		}
		origins, lang := b.Lexicon.Origins(e), ""
		if len(origins) > 0 {
			lang = origins[0]
		}
		if i := slices.IndexFunc(prefer, func(p string) bool { return slices.Contains(origins, p) }); i >= 0 {
			lang = prefer[i]
		}
		list = append(list, mask.Name{Word: w, Lang: lang, Sex: uint8(e.Sex), Rank: int(e.NameRank)})
	}
	return list
}
