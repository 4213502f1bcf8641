package judge

import (
	"bufio"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/chat"
)

//go:embed frames.tsv
var frameList string

// frames gives the frames of a language, of a kind or of all ("").
func frames(lang, kind string) []string {
	var out []string
	for line := range strings.Lines(frameList) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) == 3 && cells[0] == lang && (kind == "" || kind == cells[1]) {
			out = append(out, cells[2])
		}
	}
	return out
}

// frequent is how many of the most frequent words are framed.
const frequent = 10_000

// framed makes a message of each frequent word that is no name, and another with one
// of the frames around it, each word always in the same.
//
// Only words are taken that sentences of the language write in small letters, and
// more often so than with a capital where a register of names has them (first names
// of France, first names and surnames of the lists of countries); in German, which
// writes nouns with a capital, those too that it writes so and no register has. The
// rest are names and what films alone say.
func framed(data fs.FS, lang string, h written, names map[string]bool) (Set, error) {
	words, err := chat.Frequent(data, lang, frequent)
	if err != nil {
		return Set{}, err
	}
	s := Set{Name: "words-" + lang, Group: Frames, Lang: lang}
	around := frames(lang, "")
	for i, w := range words {
		if isName(w, lang, h, names) {
			continue
		}
		s.add(fmt.Sprint(i+1), w)
		sum := fnv.New32a()
		io.WriteString(sum, w)
		s.add(fmt.Sprint(i+1, "f"), strings.ReplaceAll(around[sum.Sum32()%uint32(len(around))], "{w}", w))
	}
	return s, nil
}

// add puts a message without anything to hide into the set.
func (s *Set) add(id, text string) {
	s.Messages = append(s.Messages, corpus.Gold{Message: bauta.Message{ID: id, Text: text}})
}

func isName(word, lang string, h written, names map[string]bool) bool {
	w := lexicon.Fold(word)
	seen := h[w]
	switch {
	case names[w]:
		return seen.small <= seen.inside
	case lang == "de":
		return seen == wording{}
	}
	return seen.small == 0
}

// wording counts how sentences write a word: in small letters, and with a capital
// inside a sentence.
type wording struct{ small, inside int }

// written counts words, folded.
type written map[string]wording

func writing(sentences []string) written {
	out := written{}
	for _, s := range sentences {
		first := true
		for _, w := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
			key := lexicon.Fold(w)
			c := out[key]
			r, _ := utf8.DecodeRuneInString(w)
			switch {
			case unicode.IsLower(r):
				c.small++
			case !first:
				c.inside++
			}
			out[key], first = c, false
		}
	}
	return out
}

// leastBirths is from how many births on a first name counts.
const leastBirths = 40

// registers reads the first names and surnames that people bear, folded.
func registers(data fs.FS) (map[string]bool, error) {
	out := map[string]bool{}
	return out, errors.Join(
		eachLine(data, "lexicon/insee_prenoms.tsv", func(cells []string) {
			if n, err := strconv.Atoi(cells[min(2, len(cells)-1)]); err == nil && n >= leastBirths {
				out[lexicon.Fold(cells[0])] = true
			}
		}),
		eachName(data, "lexicon/popular_names_cc0/common-forenames-by-country.csv", out),
		eachName(data, "lexicon/popular_names_cc0/common-surnames-by-country.csv", out),
	)
}

func eachLine(data fs.FS, name string, do func(cells []string)) error {
	f, err := data.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		do(strings.Split(lines.Text(), "\t"))
	}
	return lines.Err()
}

// eachName takes the last columns of a table of names, as they are written and in
// Latin letters.
func eachName(data fs.FS, name string, into map[string]bool) error {
	f, err := data.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	rows := csv.NewReader(f)
	rows.FieldsPerRecord = -1
	head, err := rows.Read()
	at := slices.Index(head, "Romanized Name")
	for err == nil {
		var row []string
		if row, err = rows.Read(); err == nil && at >= 0 && at < len(row) {
			into[lexicon.Fold(strings.TrimSpace(row[at]))] = true
		}
	}
	if err == io.EOF {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}
