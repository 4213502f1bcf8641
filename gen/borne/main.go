// Command borne writes internal/lexicon/borne/borne.bin, how often the first names of
// the lexicon are borne, and internal/lexicon/register/register.bin, who is called so at
// all, from the open data beside the project. Births are those of
// France. In other languages it is how often the subtitles of films say the word, less
// the share of it that is no name: what the sentences write in small letters, and in
// German, which writes nouns with a capital, nine of ten where the lexicon has it as
// a word.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/borne"
)

func main() {
	data := flag.String("data", "../shared/data", "folder of the open data")
	out := flag.String("o", "internal/lexicon/borne/borne.bin", "file to write")
	people := flag.String("register", "internal/lexicon/register/register.bin", "file to write")
	flag.Parse()
	names, err := gather(*data)
	if err == nil {
		var table []byte
		if table, err = registered(*data); err == nil {
			err = os.WriteFile(*people, table, 0o644)
		}
	}
	if err == nil {
		err = os.WriteFile(*out, borne.Write(names), 0o644)
	}
	if err != nil {
		log.Fatal("borne: ", err)
	}
	fmt.Println(len(names), "names")
}

func gather(data string) ([]borne.Name, error) {
	names, err := births(filepath.Join(data, "lexicon/insee_prenoms.tsv"))
	for _, lang := range []string{"en", "de", "es", "it", "sv"} {
		if err != nil {
			return nil, err
		}
		var more []borne.Name
		more, err = said(data, lang)
		names = append(names, more...)
	}
	return names, err
}

func lines(name string, do func(line string)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		do(sc.Text())
	}
	return sc.Err()
}

// few is the share of births from which on a name is one of a sex, too.
const few = 0.05

// births sums both sexes up.
func births(name string) ([]borne.Name, error) {
	all, since, girls := map[string]float64{}, map[string]float64{}, map[string]float64{}
	err := lines(name, func(line string) {
		cells := strings.Split(line, "\t")
		if len(cells) < 4 {
			return
		}
		n, err1 := strconv.Atoi(cells[2])
		m, err2 := strconv.Atoi(cells[3])
		if w := strings.ToLower(cells[0]); err1 == nil && err2 == nil {
			all[w], since[w] = all[w]+float64(n), since[w]+float64(m)
			if cells[1] == "F" {
				girls[w] += float64(n)
			}
		}
	})
	var out []borne.Name
	for w := range lexicon.Default().Words(lexicon.FirstName|lexicon.Hypocoristic, "fr") {
		if n := all[w]; n > 0 {
			out = append(out, borne.Name{Word: w, Lang: "fr", Figures: borne.Figures{
				Weight: n, Dated: true, Late: since[w] > n/2, Male: n-girls[w] > n*few, Female: girls[w] > n*few,
			}})
		}
	}
	return out, err
}

// said weighs the words of subtitles.
func said(data, lang string) ([]borne.Name, error) {
	small, capital := map[string]float64{}, map[string]float64{}
	err := lines(filepath.Join(data, "sentences/tatoeba", lang+".txt"), func(line string) {
		for i, w := range strings.FieldsFunc(line, func(r rune) bool { return !unicode.IsLetter(r) }) {
			if r, _ := utf8.DecodeRuneInString(w); unicode.IsLower(r) {
				small[w]++
			} else if i > 0 {
				capital[strings.ToLower(w)]++
			}
		}
	})
	if err != nil {
		return nil, err
	}
	counts := map[string]float64{}
	err = lines(filepath.Join(data, "lexicon/frequencywords", lang+"_50k.txt"), func(line string) {
		w, n, _ := strings.Cut(line, " ")
		if count, err := strconv.Atoi(n); err == nil {
			counts[w] = float64(count)
		}
	})
	var out []borne.Name
	for w, e := range lexicon.Default().Words(lexicon.FirstName|lexicon.Hypocoristic, lang) {
		name := (capital[w] + 0.5) / (small[w] + capital[w] + 1)
		if lang == "de" && e.Kinds&lexicon.Form != 0 {
			name = 0.1
		}
		if n := counts[w] * name; n >= 1 {
			out = append(out, borne.Name{Word: w, Lang: lang, Figures: borne.Figures{Weight: n}})
		}
	}
	return out, err
}
