package langid

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/langid"
)

// Texts holds the lines of each language. News lines of one number stand for
// the same sentence in all languages.
type Texts map[string]*Lines

// Lines are the lines of a language: news apart, because it is parallel.
type Lines struct {
	News, Rights, Informal []string
	Frequent               []Frequent // the most frequent words of subtitles; a few languages have them
}

// Frequent is a word with its share of all that were counted.
type Frequent struct {
	Word  string
	Share float64
}

// borrowed is the share of a word's share in another language below which it is
// taken for a word of that one: films quote, and people have names.
const borrowed = 0.2

// all gives the lines with the number of the fold each belongs to, out of
// folds: by stretches of news, by position elsewhere.
func (l *Lines) all(folds int, yield func(line string, fold int)) {
	for i, s := range l.News {
		yield(s, i%newsLines/15%folds)
	}
	for i, s := range l.Rights {
		yield(s, i/5%folds)
	}
	for i, s := range l.Informal {
		yield(s, i/50%folds)
	}
}

// newsLines is the number of lines of one translation of the news; languages
// with two have them one after the other.
const newsLines = 1997

// maxLine bounds a line of text, in bytes.
const maxLine = 1 << 20

// Load reads the training texts in the layout of the data folder: files of
// langid/train/ntrex and langid/train/tatoeba, langid/train/udhr2.zip,
// sentences/tatoeba and, of the languages that have one, a list of
// lexicon/frequencywords, each file named for its language.
func Load(data fs.FS) (Texts, error) {
	texts := Texts{}
	for _, lang := range langid.Languages() {
		texts[lang] = &Lines{}
	}
	news := func(l *Lines) *[]string { return &l.News }
	informal := func(l *Lines) *[]string { return &l.Informal }
	for _, set := range []struct {
		pattern string
		to      func(*Lines) *[]string
	}{
		{"langid/train/ntrex/*.*.txt", news},
		{"langid/train/tatoeba/*.txt", informal},
		{"sentences/tatoeba/*.txt", informal},
	} {
		names, err := fs.Glob(data, set.pattern)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("no file %s in the data folder; give the folder that holds langid and sentences",
				set.pattern)
		}
		for _, name := range names {
			lang, _, _ := strings.Cut(path.Base(name), ".")
			if texts[lang] == nil {
				continue
			}
			lines, err := readFile(data, name)
			if err != nil {
				return nil, err
			}
			dst := set.to(texts[lang])
			*dst = append(*dst, lines...)
		}
	}
	if err := loadFrequent(data, texts); err != nil {
		return nil, err
	}
	return texts, loadRights(data, texts)
}

// loadFrequent reads lexicon/frequencywords/LANG_50k.txt, a word and its count a
// line, of the languages that have such a file.
func loadFrequent(data fs.FS, texts Texts) error {
	most := map[string]float64{} // the highest share of a word in any language
	for lang, l := range texts {
		name := "lexicon/frequencywords/" + lang + "_50k.txt"
		lines, err := readFile(data, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		total := 0.0
		for i, line := range lines {
			word, count, _ := strings.Cut(line, " ")
			n, err := strconv.ParseFloat(count, 64)
			if err != nil || !(n > 0 && n < 1e12) {
				return fmt.Errorf("%s:%d: no word with its count", name, i+1)
			}
			l.Frequent = append(l.Frequent, Frequent{word, n})
			total += n
		}
		for i := range l.Frequent {
			f := &l.Frequent[i]
			f.Share /= total
			most[f.Word] = max(most[f.Word], f.Share)
		}
	}
	for _, l := range texts {
		l.Frequent = slices.DeleteFunc(l.Frequent, func(f Frequent) bool { return f.Share < borrowed*most[f.Word] })
	}
	return nil
}

func readFile(data fs.FS, name string) ([]string, error) {
	f, err := data.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readLines(f, name)
}

func readLines(r io.Reader, name string) ([]string, error) {
	var out []string
	s := bufio.NewScanner(r)
	s.Buffer(nil, maxLine)
	for s.Scan() {
		if line := strings.TrimSpace(strings.TrimPrefix(s.Text(), "\ufeff")); line != "" {
			out = append(out, line)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, len(out)+1, err)
	}
	return out, nil
}

// rights names the translations of the declaration by language.
var rights = map[string][]string{
	"ar": {"arb"}, "bg": {"bul"}, "bn": {"ben"}, "ca": {"cat"}, "cs": {"ces"}, "cy": {"cym"}, "da": {"dan"},
	"de": {"deu", "deu_1901"}, "el": {"ell_monotonic"}, "en": {"eng"}, "es": {"spa"}, "et": {"est"}, "eu": {"eus"},
	"fa": {"pes_1", "pes_2"}, "fi": {"fin"}, "fr": {"fra"}, "ga": {"gle"}, "he": {"heb"}, "hi": {"hin"}, "hr": {"hrv"},
	"hu": {"hun"}, "id": {"ind"}, "is": {"isl"}, "it": {"ita"}, "ja": {"jpn"}, "lt": {"lit"}, "lv": {"lav"},
	"mk": {"mkd"}, "nb": {"nob"}, "nl": {"nld"}, "pl": {"pol"}, "pt": {"por_PT", "por_BR"}, "ro": {"ron", "ron_1993"},
	"ru": {"rus"}, "sk": {"slk"}, "sl": {"slv"}, "sq": {"als"}, "sr": {"srp_cyrl", "srp_latn"}, "sv": {"swe"},
	"th": {"tha"}, "tr": {"tur"}, "uk": {"ukr"}, "vi": {"vie"}, "zh": {"cmn_hans", "cmn_hant"},
}

// loadRights reads the declaration of human rights from its archive.
func loadRights(data fs.FS, texts Texts) error {
	const name = "langid/train/udhr2.zip"
	raw, err := fs.ReadFile(data, name)
	if err != nil {
		return err
	}
	z, err := zip.NewReader(strings.NewReader(string(raw)), int64(len(raw)))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for lang, files := range rights {
		for _, file := range files {
			lines, err := readFile(z, "udhr2/"+file+".txt")
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			texts[lang].Rights = append(texts[lang].Rights, lines...)
		}
	}
	return nil
}
