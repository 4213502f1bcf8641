// Package lists holds the words by which rules go, as data: what announces an
// identifier, what asks for one, what stands behind an age. Each is a file
// LANG/NAME.tsv with its source and licence in the first lines, a word a line, as
// text.Plain or lexicon.Fold writes it where the rule says so, and behind a tab what
// else the rule must know of it; "all" holds what is of no one language. A word is
// added with an editor; nothing is trained or generated.
package lists

import (
	"cmp"
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed */*.tsv
var files embed.FS

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

// langs are the folders that hold a list of a name. Looking for one in a folder that has
// none would cost as much as reading it.
var langs = sync.OnceValue(func() map[string][]string {
	dirs, err := files.ReadDir(".")
	if err != nil {
		panic(err) // part of the program; a test reads them
	}
	out := map[string][]string{}
	for _, dir := range dirs {
		lists, err := files.ReadDir(dir.Name())
		if err != nil {
			panic(err)
		}
		for _, f := range lists {
			name := strings.TrimSuffix(f.Name(), ".tsv")
			out[name] = append(out[name], dir.Name())
		}
	}
	return out
})

// known are the lists that were asked for: most programs need a tenth of the words.
var known sync.Map // name → map[string]Notes by language

// named reads the files of a name, by language.
func named(name string) map[string]Notes {
	if v, ok := known.Load(name); ok {
		return v.(map[string]Notes)
	}
	out := map[string]Notes{}
	for _, lang := range langs()[name] {
		data, err := files.ReadFile(lang + "/" + name + ".tsv")
		if err != nil {
			panic(err)
		}
		out[lang] = read(string(data))
	}
	v, _ := known.LoadOrStore(name, out)
	return v.(map[string]Notes)
}

// read takes the words of a file: the first field of each line that is no comment,
// with the others.
func read(data string) Notes {
	out := make(Notes, strings.Count(data, "\n"))
	for line := range strings.Lines(data) {
		word, note, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if word != "" && !strings.HasPrefix(word, "#") {
			out[word] = note
		}
	}
	return out
}
