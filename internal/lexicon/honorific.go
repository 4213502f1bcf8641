package lexicon

import (
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Honorific reports a form of address or a degree that stands before the name of a
// person and is none, folded, with or without its full stop, and the sex that it
// says, 0 if none. Words that are as often something else in the language (M, Miss,
// an English Don, the words of kin) are not among them.
func Honorific(norm, lang string) (sex Sex, ok bool) {
	titles := honorifics()
	if norm = strings.TrimRight(norm, "."); norm == "" || len(norm) > titles.longest || !titles.begins[norm[0]] {
		return 0, false
	}
	base, _, _ := strings.Cut(lang, "-")
	if sex, ok = titles.by["all"][norm]; !ok && base != "all" {
		sex, ok = titles.by[base][norm]
	}
	return sex, ok
}

// titles are the honorifics by language with the sex that they say, and what tells
// most words apart from all of them: every word of a message is asked about.
type titles struct {
	by      map[string]map[string]Sex
	begins  [256]bool // by first byte
	longest int       // in bytes
}

var honorifics = sync.OnceValue(func() *titles {
	out := &titles{by: map[string]map[string]Sex{}}
	for lang, list := range lists.NotesByLang("honorifics") {
		out.by[lang] = Sexes(list)
		for word := range list {
			out.begins[word[0]], out.longest = true, max(out.longest, len(word))
		}
	}
	return out
})

// Sexes reads the sex that a list says of its words; it panics on a word that
// ParseSex does not read, which is a mistake in a list that comes with the program.
func Sexes(list lists.Notes) map[string]Sex {
	out := map[string]Sex{}
	for word, note := range list {
		sex, err := ParseSex(note)
		if err != nil {
			panic(err)
		}
		out[word] = sex
	}
	return out
}
