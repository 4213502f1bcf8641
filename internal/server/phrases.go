package server

import (
	"fmt"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/text/language"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/internal/plural"
)

// phrases is what the pages say: by language, then by key. What the packages below say
// in English, as reasons, refusals and the help of keys, has its English as the key,
// behind "said.".
type phrases map[string]map[string]string

// languages are the columns of the phrases. The first is for whoever asks for none
// of them.
var languages = []string{"fr", "en", "de", "es", "it", "sv"}

// readPhrases reads the files of phrases, packed or not: lines of a key, then what stands
// for it in each language.
func readPhrases(files fs.FS) (phrases, error) {
	names, err := fs.Glob(files, "phrases/*.tsv*")
	if err != nil {
		return nil, err
	}
	out := phrases{}
	for _, lang := range languages {
		out[lang] = map[string]string{}
	}
	for _, name := range names {
		name = strings.TrimSuffix(name, packed.Suffix)
		data, err := fs.ReadFile(packed.FS(files), name)
		if err != nil {
			return nil, err
		}
		if err := out.add(name, string(data)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// add takes a file's lines over.
func (p phrases) add(name, data string) error {
	n := 0
	for line := range strings.Lines(data) {
		n++
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 1+len(languages) {
			return fmt.Errorf("%s, line %d: write a key and %d languages", name, n, len(languages))
		}
		if p[languages[0]][cells[0]] != "" {
			return fmt.Errorf("%s, line %d: %s stands twice", name, n, cells[0])
		}
		for i, lang := range languages {
			p[lang][cells[0]] = cells[1+i]
		}
	}
	return nil
}

// say is what stands for a key; the key itself where there is nothing. The modules fill
// it alike.
func (p phrases) say(lang, key string, args ...any) string {
	said, ok := p[lang][key]
	if !ok {
		return key
	}
	return plural.Fill(lang, said, args...)
}

// said is what stands for a text that a package below gives in English; the text
// itself where there is nothing.
func (p phrases) said(lang, english string) string {
	if s, ok := p[lang]["said."+english]; ok {
		return s
	}
	return english
}

// label is what a label is called; one that a project made for itself has its own name.
func (p phrases) label(lang, name string) string {
	if said, ok := p[lang]["js.label."+name]; ok {
		return said
	}
	return name
}

// outside is what the measures call a word without a label.
const outside = "O"

// undefined is what stands for why a figure of agreement is none; some of these reasons end
// in a label.
func (p phrases) undefined(lang, english string) string {
	at := strings.LastIndex(english, " ") + 1
	why, label := "said."+english[:at]+"%s", english[at:]
	switch {
	case p[lang]["said."+english] != "" || p[lang][why] == "":
		return p.said(lang, english)
	case label == outside:
		return p.say(lang, why, p.say(lang, "js.nolabel"))
	}
	return p.say(lang, why, p.label(lang, label))
}

// notLetters are what the name of a settler has in it that its key has not.
var notLetters = regexp.MustCompile(`[^a-z]+`)

// settler is what a settler is called; as it calls itself where there is nothing.
func (p phrases) settler(lang, name string) string {
	if said, ok := p[lang]["js.settler."+notLetters.ReplaceAllString(name, "-")]; ok {
		return said
	}
	return name
}

// ruleName is what rules are called that find by a form.
var ruleName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// reason is what stands for why something was found. Detectors compose reasons of
// parts: each is looked up for itself.
func (p phrases) reason(lang, english string) string {
	if english == "" || p[lang]["said."+english] != "" {
		return p.said(lang, english)
	}
	for _, join := range []string{" + ", ", "} {
		if left, right, ok := strings.Cut(english, join); ok {
			return p.reason(lang, left) + join + p.reason(lang, right)
		}
	}
	if what, how, ok := strings.Cut(english, " by "); ok {
		return p.said(lang, what) + " " + p.said(lang, "by "+how)
	}
	word, behind := strings.CutPrefix(english, "behind ")
	settler, taken := strings.CutPrefix(english, "taken away: ")
	switch {
	case taken:
		return p.say(lang, "why.taken", p.settler(lang, settler))
	case behind: // a word of our lists
		return p.say(lang, "why.behind", word)
	case slices.Contains(languages, english):
		return p.say(lang, "why.model", english)
	case ruleName.MatchString(english):
		return p.say(lang, "why.form", english)
	}
	return english
}

// under gives the phrases whose keys begin alike.
func (p phrases) under(lang, prefix string) map[string]string {
	out := map[string]string{}
	for key, said := range p[lang] {
		if strings.HasPrefix(key, prefix) {
			out[key] = said
		}
	}
	return out
}

// say is what stands for a key in the language of who asks.
func (s *Server) say(r *http.Request, key string, args ...any) string {
	return s.phrases.say(s.languageOf(r), key, args...)
}

// maxAccept bounds what is read of a browser's wishes, in bytes.
const maxAccept = 256

// languageOf is the language that somebody chose, else the one of ours that the browser
// would rather have.
func (s *Server) languageOf(r *http.Request) string {
	if own := s.settingsOf(r).Language; own != "" {
		return own
	}
	wish := r.Header.Get("Accept-Language")
	tags, _, err := language.ParseAcceptLanguage(wish[:min(len(wish), maxAccept)])
	if err != nil {
		return languages[0]
	}
	known := make([]language.Tag, len(languages))
	for i, l := range languages {
		known[i] = language.Make(l)
	}
	_, i, _ := language.NewMatcher(known).Match(tags...)
	return languages[i]
}

// languageRow is one language to choose, in its own words.
type languageRow struct{ Value, Says string }

// ownNames are what the languages call themselves.
var ownNames = []string{"Français", "English", "Deutsch", "Español", "Italiano", "Svenska"}

// ownName is what a language calls itself; its code where the pages do not speak it.
func ownName(lang string) string {
	if i := slices.Index(languages, lang); i >= 0 {
		return ownNames[i]
	}
	return lang
}

// languagesOffered are the languages, each in its own words.
func languagesOffered() []languageRow {
	out := make([]languageRow, len(languages))
	for i, l := range languages {
		out[i] = languageRow{l, ownNames[i]}
	}
	return out
}
