package server

import (
	"fmt"
	"io/fs"
	"net/http"
	"strings"

	"golang.org/x/text/language"
)

// phrases is what the pages about signing in say: by language, then by key.
type phrases map[string]map[string]string

// languages are the columns of phrases.tsv. The first is for whoever asks for none
// of them.
var languages = []string{"fr", "en", "de", "es", "it", "sv"}

// readPhrases reads phrases.tsv: a key, then what stands for it in each language.
func readPhrases(files fs.FS) (phrases, error) {
	data, err := fs.ReadFile(files, "phrases.tsv")
	if err != nil {
		return nil, err
	}
	out := phrases{}
	for _, lang := range languages {
		out[lang] = map[string]string{}
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		n++
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 1+len(languages) {
			return nil, fmt.Errorf("phrases.tsv, line %d: write a key and %d languages", n, len(languages))
		}
		for i, lang := range languages {
			out[lang][cells[0]] = cells[1+i]
		}
	}
	return out, nil
}

// say is what stands for a key; the key itself where there is nothing.
func (p phrases) say(lang, key string, args ...any) string {
	said, ok := p[lang][key]
	if !ok {
		return key
	}
	if len(args) == 0 {
		return said
	}
	return fmt.Sprintf(said, args...)
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
func (s *Server) say(r *http.Request, key string) string { return s.phrases.say(languageOf(r), key) }

// maxAccept bounds what is read of a browser's wishes, in bytes.
const maxAccept = 256

// languageOf is the one of the languages that a browser would rather have.
func languageOf(r *http.Request) string {
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
