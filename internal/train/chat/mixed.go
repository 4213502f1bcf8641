package chat

import (
	"io/fs"
	"path"
	"strings"

	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/train/gold"
)

// maxSentences bounds the file of sentences of a language, in bytes.
const maxSentences = 64 * bounded.MiB

// Sentences reads the short sentences of a language in the folder of open data.
func Sentences(data fs.FS, lang string) ([]string, error) {
	name := path.Join("sentences/tatoeba", lang+".txt")
	f, err := data.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := bounded.Read(f, name, maxSentences)
	if err != nil {
		return nil, err
	}
	return strings.Split(strings.TrimSpace(string(raw)), "\n"), nil
}

// loaded is a generator of a language with names that no shipped model was trained on, and
// the sentences that it refills.
func loaded(data, lists fs.FS, lang string, seed uint64) (*Generator, []string, error) {
	sentences, err := Sentences(data, lang)
	if err != nil {
		return nil, nil, err
	}
	names, err := LoadNames(data, lists, lang, nil)
	if err != nil {
		return nil, nil, err
	}
	speller, err := gold.NewSpeller(lists, lang)
	if err != nil {
		return nil, nil, err
	}
	return New(lang, names.HoldOut(true), speller, seed), sentences, nil
}

// Refilled makes n messages of a language out of its short sentences alone, a share of them
// with persons, whose names no shipped model was trained on; see [Generator.Stock].
func Refilled(data, lists fs.FS, lang string, n int, share float64, seed uint64) ([]gold.Sentence, error) {
	g, sentences, err := loaded(data, lists, lang, seed)
	if err != nil {
		return nil, err
	}
	return g.Stock(sentences, n, share), nil
}

// Mixed makes n messages of a language with names that no shipped model was
// trained on: half from templates and half from sentences, every other of each
// in turn. lists holds the project's word lists; nil has none.
func Mixed(data, lists fs.FS, lang string, n int, seed uint64) ([]gold.Sentence, error) {
	g, sentences, err := loaded(data, lists, lang, seed)
	if err != nil {
		return nil, err
	}
	made := g.Messages(n - n/2)
	stock := g.Stock(sentences, n/2, 0.3)
	var out []gold.Sentence
	for i := range max(len(made), len(stock)) {
		for _, list := range [][]gold.Sentence{made, stock} {
			if i < len(list) {
				out = append(out, list[i])
			}
		}
	}
	return out, nil
}
