package gold

import (
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/bauta/bauta"
)

// Set is one file of labelled text.
type Set struct {
	Name    string // folder of the data set
	Lang    string
	Split   string // train, dev or test
	Path    string // below the data folder
	Licence string
	// Half takes every second sentence: 1 the even ones, 2 the odd ones, for
	// sets that have a single file; 0 takes all.
	Half int
	// StripHandles takes the label from @handles, which the set calls persons.
	StripHandles bool

	own  bool // a file of the user's, which lies where Path says
	read func(Set, io.Reader) ([]Sentence, error)
}

const (
	ccBy       = "CC BY 4.0"
	ccByAmazon = "CC BY 4.0 (Amazon)"
	ccBySa     = "CC BY-SA 4.0"
)

// Sets lists every labelled file, by set, language and split. Where a set has
// one file for a language, even sentences are for training and choosing, odd
// ones for testing.
func Sets() []Set {
	sets := []Set{
		{Name: "wnut17", Lang: "en", Split: "train", Path: "wnut17train.conll", read: readColumns},
		{Name: "wnut17", Lang: "en", Split: "dev", Path: "emerging.dev.conll", read: readColumns},
		{Name: "wnut17", Lang: "en", Split: "test", Path: "emerging.test.annotated", read: readColumns},
		{Name: "btc", Lang: "en", Split: "train", Path: "btc.train", StripHandles: true, read: readColumns},
		{Name: "btc", Lang: "en", Split: "dev", Path: "btc.dev", StripHandles: true, read: readColumns},
		{Name: "btc", Lang: "en", Split: "test", Path: "btc.test", StripHandles: true, read: readColumns},
		{Name: "wikigold", Lang: "en", Split: "train", Path: "wikigold.conll.txt", read: readColumns},
		{Name: "nlu_eval_en", Lang: "en", Split: "train", Path: "nlu_eval.jsonl", read: readNLU},
		{Name: "polyai", Lang: "en", Split: "train", Path: "restaurant8k_train_0.json", read: readPolyAI},
		{Name: "polyai", Lang: "en", Split: "test", Path: "restaurant8k_test.json", read: readPolyAI},
		{Name: "winer_fr", Lang: "fr", Split: "train", Path: "train.jsonl", read: readOffsets},
		{Name: "winer_fr", Lang: "fr", Split: "dev", Path: "dev.jsonl", read: readOffsets},
		{Name: "winer_fr", Lang: "fr", Split: "test", Path: "test.jsonl", read: readOffsets},
		{Name: "germeval2014", Lang: "de", Split: "train", Path: "NER-de-dev.tsv", read: readGermEval},
		{Name: "germeval2014", Lang: "de", Split: "test", Path: "NER-de-test.tsv", read: readGermEval},
		{Name: "mobie_de", Lang: "de", Split: "train", Path: "train.conll2003", read: readColumns},
		{Name: "mobie_de", Lang: "de", Split: "dev", Path: "dev.conll2003", read: readColumns},
		{Name: "mobie_de", Lang: "de", Split: "test", Path: "test.conll2003", read: readColumns},
		{Name: "meddocan_es", Lang: "es", Split: "train", Path: "train.jsonl", read: readOffsets},
		{Name: "meddocan_es", Lang: "es", Split: "dev", Path: "dev.jsonl", read: readOffsets},
		{Name: "meddocan_es", Lang: "es", Split: "test", Path: "test.jsonl", read: readOffsets},
		{Name: "swedish_ner_corpus", Lang: "sv", Split: "train", Path: "train_corpus.txt", read: readColumns},
		{Name: "swedish_ner_corpus", Lang: "sv", Split: "test", Path: "test_corpus.txt", read: readColumns},
		{Name: "multiconer_v2", Lang: "en", Split: "train", Path: "en-train90.conll", read: readColumns},
		{Name: "multiconer_v2", Lang: "en", Split: "train", Path: "en-train10.conll", read: readColumns},
	}
	for _, lang := range []string{"de", "sv"} {
		sets = append(sets, Set{
			Name: "multiconer_v2", Lang: lang, Split: "train", Path: lang + "-train.conll", read: readColumns,
		})
	}
	for _, lang := range []string{"en", "de", "sv"} {
		sets = append(sets, Set{
			Name: "multiconer_v2", Lang: lang, Split: "test", Path: lang + "-dev.conll", read: readColumns,
		})
	}
	for _, lang := range []string{"fr", "es", "it"} {
		sets = append(sets,
			Set{Name: "multiconer_v2", Lang: lang, Split: "dev", Path: lang + "-dev.conll", Half: 1, read: readColumns},
			Set{
				Name: "multiconer_v2", Lang: lang, Split: "test", Path: lang + "-dev.conll", Half: 2, read: readColumns,
			})
	}
	for _, lang := range []string{"en", "de", "es"} {
		sets = append(sets,
			Set{Name: "multiconer_v1", Lang: lang, Split: "train", Path: lang + "-train.conll", read: readColumns},
			Set{Name: "multiconer_v1", Lang: lang, Split: "dev", Path: lang + "-dev.conll", read: readColumns})
	}
	for i := range sets {
		sets[i].Path = "ner/" + sets[i].Name + "/" + sets[i].Path
		sets[i].Licence = ccBy
		if sets[i].Name == "multiconer_v1" || sets[i].Name == "multiconer_v2" {
			sets[i].Licence = ccByAmazon
		}
	}
	return append(sets, news()...)
}

// news lists the news in six languages whose labels are ours.
func news() []Set {
	var out []Set
	for _, file := range []string{"en.eng-US", "fr.fra", "de.deu", "it.ita", "es.spa", "sv.swe"} {
		for _, split := range []string{"train", "test"} {
			out = append(out, Set{
				Name: "ntrex", Lang: file[:2], Split: split, Path: "langid/train/ntrex/" + file + ".txt",
				Licence: ccBySa, read: readNews,
			})
		}
	}
	return out
}

// Find lists the files of a set in a language with a split.
func Find(name, lang, split string) []Set {
	return slices.DeleteFunc(Sets(), func(s Set) bool {
		return s.Name != name || s.Lang != lang || s.Split != split
	})
}

// Labels lists what the set annotates, sorted: a scorer leaves out what a
// tagger finds of other labels, because gold says nothing about it.
func (s Set) Labels() []bauta.Label {
	var out []bauta.Label
	for _, to := range labelMap(s.Name) {
		switch to {
		case unitWord:
			out = append(out, bauta.MeasureUnit)
		case territory:
			out = append(out, bauta.Location, bauta.ZipCode)
		default:
			out = append(out, to)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Read reads the set from a data folder.
func (s Set) Read(data fs.FS) ([]Sentence, error) {
	if s.own {
		return s.open()
	}
	f, err := data.Open(s.Path)
	if err != nil {
		return nil, fmt.Errorf("gold: %w", err)
	}
	defer f.Close()
	out, err := s.read(s, io.LimitReader(f, maxFile))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", s.Path, err)
	}
	if s.Half == 0 {
		return out, nil
	}
	half := out[:0:0]
	for i, sentence := range out {
		if i%2 == s.Half-1 {
			half = append(half, sentence)
		}
	}
	return half, nil
}
