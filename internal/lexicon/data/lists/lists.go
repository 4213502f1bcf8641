// Package lists holds the words by which rules go, as data: what announces an
// identifier, what asks for one, what stands behind an age. Each is a file
// LANG/NAME.tsv with its source and licence in the first lines, a word a line, as
// text.Plain or lexicon.Fold writes it where the rule says so, and behind a tab what
// else the rule must know of it; "all" holds what is of no one language. A word is
// added with an editor, and packed with the others (go run ./gen/phrases); nothing is trained.
package lists

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// all are the words of all lists without what stands before them, one list behind the other, each behind a line
// [Mark]LANG/NAME.
//
//go:embed lists.txt.zst
var all string

// Mark begins the line before a list.
const Mark = "="

// Words is a set of words.
type Words map[string]bool

// Notes are words with what stands behind each, "" for nothing.
type Notes map[string]string

// ByLang gives the list of a name by language; what is of no one language is "all".
func ByLang(name string) map[string]Words {
	out := map[string]Words{}
	for lang, notes := range named(name) {
		out[lang] = words(notes)
	}
	return out
}

// In gives the words of a list in all languages.
func In(name string) Words {
	out := make(Words, size(name))
	for _, notes := range named(name) {
		for w := range notes {
			out[w] = true
		}
	}
	return out
}

// size is the number of words of a list, those of two languages twice.
func size(name string) (n int) {
	for _, notes := range named(name) {
		n += len(notes)
	}
	return n
}

// NotesByLang is ByLang with what stands behind the words.
func NotesByLang(name string) map[string]Notes { return maps.Clone(named(name)) }

// NotesIn is In with what stands behind the words.
func NotesIn(name string) Notes {
	out := make(Notes, size(name))
	for _, notes := range named(name) {
		maps.Copy(out, notes)
	}
	return out
}

// Longest gives the words of a list in all languages, the longest first: of two that
// both fit, the one that says more.
func Longest(name string) []string {
	return slices.SortedFunc(maps.Keys(NotesIn(name)), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), cmp.Compare(a, b))
	})
}

func words(notes Notes) Words {
	out := make(Words, len(notes))
	for w := range notes {
		out[w] = true
	}
	return out
}

// bodies are the words of lists, by name and by language.
var bodies = sync.OnceValue(func() map[string]map[string]string {
	data, err := opened()
	if err != nil {
		panic(err) // part of the program; a test reads them
	}
	out := map[string]map[string]string{}
	for list := range strings.SplitSeq(string(data), "\n"+Mark) {
		head, body, _ := strings.Cut(list, "\n")
		lang, name, ok := strings.Cut(head, "/")
		if !ok {
			continue // before the first
		}
		if out[name] == nil {
			out[name] = map[string]string{}
		}
		out[name][lang] = body
	}
	return out
})

// opened gives the text of all lists.
func opened() ([]byte, error) {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll([]byte(all), nil)
}

// known are the lists that were asked for: most programs need a tenth of the words.
var known sync.Map // name → map[string]Notes by language

// named reads the files of a name, by language.
func named(name string) map[string]Notes {
	if v, ok := known.Load(name); ok {
		return v.(map[string]Notes)
	}
	out := map[string]Notes{}
	for lang, body := range bodies()[name] {
		out[lang] = read(body)
	}
	v, _ := known.LoadOrStore(name, out)
	return v.(map[string]Notes)
}

// read takes the words of a list: the first field of each line, with the others.
func read(body string) Notes {
	out := make(Notes, strings.Count(body, "\n")+1)
	for line := range strings.Lines(body) {
		word, note, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if word != "" {
			out[word] = note
		}
	}
	return out
}
