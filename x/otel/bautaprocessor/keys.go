package bautaprocessor

import (
	_ "embed"
	"errors"
	"fmt"
	"strings"
)

// fate is what becomes of an attribute.
type fate uint8

const (
	read   fate = iota // what points to people goes
	keep               // out as it is
	drop               // never out
	hash               // a code under the key in its place
	person             // by default: hash where there is a key, else drop
)

//go:embed keys.tsv
var conventions string

// KeysConfig chooses attributes by their keys: those of a map in a map are joined by
// points. A * at the end of a key stands for any rest. The longest match counts.
type KeysConfig struct {
	// Include are read, whatever is known of them.
	Include []string `mapstructure:"include"`
	// Exclude go out as they are.
	Exclude []string `mapstructure:"exclude"`
	// Drop never go out.
	Drop []string `mapstructure:"drop"`
	// Hash become a code under the key of KeyFile, the same for the same value.
	Hash []string `mapstructure:"hash"`
	// Conventions are what is known of the keys of the semantic conventions: technical
	// ones stay, those that stand for a person are hashed where there is a key, else
	// dropped.
	Conventions bool `mapstructure:"conventions"`
}

// maxKey bounds a key, with those around it, for which something is said.
const maxKey = 256

// beyond is a key of which nothing is said, and so are those below it.
var beyond = strings.Repeat(".", maxKey+1)

// keys finds the fate of a key.
type keys struct {
	whole, prefix map[string]fate
	longest       int // of the prefixes
}

var errKey = errors.New("want a key of at most 256 bytes, with a * at its end or none")

// keys makes the table: what is configured goes before the conventions.
func (c KeysConfig) keys(keyed bool) (*keys, error) {
	k := &keys{whole: map[string]fate{}, prefix: map[string]fate{}}
	if c.Conventions {
		for line := range strings.Lines(conventions) {
			pattern, what, ok := strings.Cut(strings.TrimSpace(line), "\t")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			k.put(pattern, conventional(what, keyed))
		}
	}
	said := map[string]bool{}
	for _, list := range []struct {
		name string
		of   []string
		fate fate
	}{{"include", c.Include, read}, {"exclude", c.Exclude, keep}, {"drop", c.Drop, drop}, {"hash", c.Hash, hash}} {
		for i, pattern := range list.of {
			if err := sound(pattern); err != nil {
				return nil, fmt.Errorf("keys::%s::%d: %w", list.name, i, err)
			}
			if said[pattern] {
				return nil, fmt.Errorf("keys::%s::%d: the key stands in the lists twice", list.name, i)
			}
			said[pattern] = true
			k.put(pattern, list.fate)
		}
	}
	return k, nil
}

func conventional(what string, keyed bool) fate {
	switch {
	case what == "keep":
		return keep
	case keyed:
		return hash
	}
	return drop
}

func sound(pattern string) error {
	stem := strings.TrimSuffix(pattern, "*")
	if pattern == "" || len(pattern) > maxKey || strings.Contains(stem, "*") {
		return errKey
	}
	return nil
}

func (k *keys) put(pattern string, f fate) {
	if stem, any := strings.CutSuffix(pattern, "*"); any {
		k.prefix[stem] = f
		k.longest = max(k.longest, len(stem))
		return
	}
	k.whole[pattern] = f
}

// of is the fate of a key; what is said of none is read.
func (k *keys) of(key string) fate {
	if len(key) > maxKey {
		return read
	}
	if f, ok := k.whole[key]; ok {
		return f
	}
	for n := min(len(key), k.longest); n >= 0; n-- {
		if f, ok := k.prefix[key[:n]]; ok {
			return f
		}
	}
	return read
}

// under is the key of a field below another one.
func under(key, name string) string {
	switch {
	case key == "":
		return name
	case len(key)+len(name) >= maxKey:
		return beyond
	}
	return key + "." + name
}
