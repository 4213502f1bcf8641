package judge

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/corpus"
)

// The groups of sets.
const (
	Strangers = "strangers" // with gold, by others
	Examples  = "examples"  // with gold, by the hand that wrote the rules
	Sentences = "sentences" // without names: Tatoeba
	Frames    = "frames"    // frequent words alone and behind greetings, titles, clitics, short forms
	Threads   = "threads"   // without names, of two languages, where one wrong find may spread
	Joined    = "joined"    // strangers' messages joined to longer texts whose language nobody says
	Refilled  = "refilled"  // sentences respelt as SMS with invented names in the slots of stock ones
)

// Set is messages with gold, empty where nothing is to be hidden.
type Set struct {
	Name, Group string
	Lang        string // of its messages; "" for several
	Messages    []corpus.Gold
	known       map[string]float64 // how often its names are borne, for who attacks
}

// nameless says whether nothing is to be hidden in any message.
func (s Set) nameless() bool {
	return s.Group == Sentences || s.Group == Frames || s.Group == Threads
}

// Config says where sets are and how much of them is taken.
type Config struct {
	Root   string  // the repository
	Shared string  // the folder that holds data/ beside it
	Sample float64 // share of each set, above 0 to 1: always the same messages
	Only   []string
}

// Languages are those in which sets without names are made.
func Languages() []string { return []string{"fr", "en", "de", "es", "it", "sv"} }

// wants says whether a set was asked for: by its name, the beginning of it, or its
// group.
func (c Config) wants(group, name string) bool {
	return len(c.Only) == 0 || slices.ContainsFunc(c.Only, func(o string) bool {
		return o == group || strings.HasPrefix(name, o)
	})
}

// Sets reads and makes all sets that were asked for. Without data beside the project
// it gives an error that is fs.ErrNotExist.
func Sets(c Config) ([]Set, error) {
	if !(c.Sample > 0 && c.Sample <= 1) {
		return nil, errors.New("a sample is a share above 0, to 1")
	}
	data := filepath.Join(c.Shared, "data")
	strangers, err := c.labelled(filepath.Join(data, "judge"))
	if err != nil {
		return nil, err
	}
	out := c.wanted(append(grouped(strangers, Strangers), joined(strangers)...))
	own, err := c.labelled(filepath.Join(c.Root, "examples"))
	if err != nil {
		return nil, err
	}
	out = append(out, c.wanted(grouped(own, Examples))...)
	made, err := c.made(os.DirFS(data), os.DirFS(filepath.Join(c.Root, "gen/lexicon/lists")))
	if err != nil {
		return nil, err
	}
	if out = append(out, made...); len(out) == 0 {
		return nil, errors.New("no such set")
	}
	for i := range out {
		out[i].sample(c.Sample)
	}
	return out, nil
}

// sample keeps a share of the messages, whole threads of them, by what they are.
func (s *Set) sample(share float64) {
	if share >= 1 {
		return
	}
	s.Messages = slices.DeleteFunc(s.Messages, func(g corpus.Gold) bool {
		key := g.Message.Thread
		if key == "" {
			key = g.Message.ID
		}
		h := fnv.New32a()
		fmt.Fprintf(h, "%s %s", s.Name, key)
		return float64(h.Sum32()%10_000) >= share*10_000
	})
}

// wanted are the sets that were asked for.
func (c Config) wanted(sets []Set) []Set {
	return slices.DeleteFunc(sets, func(s Set) bool { return !c.wants(s.Group, s.Name) })
}

// grouped gives sets that belong to a group.
func grouped(sets []Set, group string) []Set {
	out := slices.Clone(sets)
	for i := range out {
		out[i].Group = group
	}
	return out
}

// labelled reads the files of gold in a folder.
func (c Config) labelled(folder string) ([]Set, error) {
	entries, err := fs.ReadDir(os.DirFS(folder), ".")
	if err != nil {
		return nil, err
	}
	var out []Set
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".jsonl")
		if !ok {
			continue
		}
		set, err := read(filepath.Join(folder, e.Name()), name)
		if err != nil {
			return nil, err
		}
		out = append(out, set)
	}
	return out, nil
}

func read(file, name string) (Set, error) {
	f, err := os.Open(file)
	if err != nil {
		return Set{}, err
	}
	defer f.Close()
	s := Set{Name: name}
	for g, err := range corpus.ReadGold(f, path.Base(file)) {
		if err != nil {
			return s, err
		}
		if len(s.Messages) == 0 {
			s.Lang = g.Message.Lang
		} else if s.Lang != g.Message.Lang {
			s.Lang = ""
		}
		s.Messages = append(s.Messages, g)
	}
	return s, nil
}
