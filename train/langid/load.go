package langid

import (
	"archive/zip"
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/bauta/bauta/langid"
)

// Texts holds the lines of each language. News lines of one number stand for
// the same sentence in all languages.
type Texts map[string]*Lines

// Lines are the lines of a language: news apart, because it is parallel.
type Lines struct{ News, Rights, Informal []string }

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
// langid/train/ntrex and langid/train/tatoeba, langid/train/udhr2.zip and
// sentences/tatoeba, each file named for its language.
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
			return nil, fmt.Errorf("no file %s in the data folder; give the folder that holds langid and sentences", set.pattern)
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
	return texts, loadRights(data, texts)
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
