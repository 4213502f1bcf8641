// Package lists holds the words by which rules go, as data: what announces an
// identifier, what asks for one, what stands behind an age. Each is a file
// LANG/NAME.tsv with its source and licence in the first lines, a word a line, as
// text.Plain or lexicon.Fold writes it where the rule says so; "all" holds what is of
// no one language. A word is added with an editor; nothing is trained or generated.
package lists

import (
	"embed"
	"maps"
	"path"
	"strings"
	"sync"
)

//go:embed */*.tsv
var files embed.FS

// Words is a set of words.
type Words map[string]bool

// ByLang gives the list of a name by language; what is of no one language is "all".
func ByLang(name string) map[string]Words { return maps.Clone(all()[name]) }

// In gives the words of a list in all languages.
func In(name string) Words {
	out := Words{}
	for _, words := range all()[name] {
		maps.Copy(out, words)
	}
	return out
}

// all reads the files: name, then language.
var all = sync.OnceValue(func() map[string]map[string]Words {
	out := map[string]map[string]Words{}
	langs, err := files.ReadDir(".")
	if err != nil {
		panic(err) // part of the program; a test reads them
	}
	for _, lang := range langs {
		named, err := files.ReadDir(lang.Name())
		if err != nil {
			panic(err)
		}
		for _, f := range named {
			data, err := files.ReadFile(path.Join(lang.Name(), f.Name()))
			if err != nil {
				panic(err)
			}
			name := strings.TrimSuffix(f.Name(), ".tsv")
			if out[name] == nil {
				out[name] = map[string]Words{}
			}
			out[name][lang.Name()] = read(string(data))
		}
	}
	return out
})

// read takes the first field of each line that is no comment.
func read(data string) Words {
	words := Words{}
	for line := range strings.Lines(data) {
		word, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		if word != "" && !strings.HasPrefix(word, "#") {
			words[word] = true
		}
	}
	return words
}
