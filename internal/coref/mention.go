package coref

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// mention is a name as it stands in a message, read.
type mention struct {
	first, last *word  // both nil for what has no letters; last alone for a known surname
	middle      []word // what stands between them, particles apart
	whole       string
	part        bauta.Part
	title       lexicon.Sex // what a title before the name says
	sex         lexicon.Sex // that, or what the lists say of the first name
	handle      bool        // a handle or e-mail address: words are what it is made of
	words       []word
}

// maxWords bounds the words of a name that are read.
const maxWords = 8

// read makes a mention of the text of a span.
func (s *Session) read(d *bauta.Doc, sp bauta.Span) mention {
	surface := visible(d, sp)
	m := mention{part: sp.Part, handle: !named(sp.Label)}
	surface, m.title = untitled(surface, d.Lang)
	lang := d.Lang
	if lang == "gsw" {
		lang = "de" // whose lists hold the names of both
	}
	if i := strings.IndexByte(surface, '@'); i > 0 {
		surface, m.handle = surface[:i], true
	}
	small := []bool{}
	for _, w := range strings.FieldsFunc(inOrder(surface), m.gap()) {
		for _, piece := range m.pieces(w) {
			if made := newWord(s.lex, piece, lang); made.key != "" && len(m.words) < maxWords {
				m.words = append(m.words, made)
				c, _ := utf8.DecodeRuneInString(piece)
				small = append(small, unicode.IsLower(c))
			}
		}
	}
	if !m.handle && !sp.By(Field) {
		m.trim(small)
	}
	if len(m.words) == 0 {
		return m
	}
	for _, w := range m.words {
		m.whole += w.loose
	}
	m.name()
	if m.title == 0 {
		m.title = titleSex(d, sp.Start)
	}
	if m.sex = m.title; m.sex == 0 && m.first != nil {
		m.sex = m.first.sex
	}
	return m
}

// trim takes words away that went with a name: those in no list of names, in front where they are words that people
// use (Hat Moni), behind in small letters (rossi paga), and either where the name has a capital and they have none
// (Moni gsagt). small says which words have none.
func (m *mention) trim(small []bool) {
	capital := slices.Contains(small, false)
	strange := func(i int) bool {
		w, less, usual := &m.words[i], small[i] && capital, lexicon.FrequentAnywhere(m.words[i].key)
		switch {
		case w.known(), reading.Particles()[w.loose], len(w.full) > 0 && !(less && usual):
			return false
		}
		return less || (small[i] || i == 0) && usual
	}
	for len(m.words) > 1 && strange(0) && m.words[1].named() {
		m.words, small = m.words[1:], small[1:]
	}
	for last := len(m.words) - 1; last > 0 && strange(last) && m.words[last-1].named(); last-- {
		m.words = m.words[:last]
	}
}

// inOrder puts the surname behind the first name where a comma says that it stands in front,
// as directories and mails write people.
func inOrder(surface string) string {
	last, first, ok := strings.Cut(surface, ", ")
	if !ok || strings.Contains(first, ",") {
		return surface
	}
	return first + " " + last
}

// visible gives what a span covers in the shadow copy, where invisible
// characters are gone and look-alikes are what they look like.
func visible(d *bauta.Doc, sp bauta.Span) string {
	if len(d.Shifts) == 0 {
		return d.Surface(sp.Start, sp.End)
	}
	shadow, _ := text.Normalise(d.Surface(sp.Start, sp.End))
	return shadow
}

// gap reports what parts the words of a name; in a handle digits do too.
func (m *mention) gap() func(rune) bool {
	return func(r rune) bool {
		switch {
		case unicode.IsLetter(r), unicode.IsMark(r), r == '\'', r == '’', r == '`':
			return false
		case r == '-', r == '‐', r == '‑':
			return m.handle
		}
		return true
	}
}

// pieces cuts a word of a handle where a capital starts another: NicoMartin.
func (m *mention) pieces(w string) []string {
	if !m.handle {
		return []string{w}
	}
	var out []string
	start, small := 0, false
	for i, r := range w {
		if small && unicode.IsUpper(r) {
			out, start = append(out, w[start:i]), i
		}
		small = unicode.IsLower(r)
	}
	return append(out, w[start:])
}

// name says which word is the first name and which the surname. A surname that
// comes first is known by the lists, one alone by the particle before it.
func (m *mention) name() {
	n := len(m.words)
	a, z := &m.words[0], &m.words[n-1]
	switch {
	case n == 1 && (m.part == bauta.Last || m.part == bauta.WholeName && a.surname()):
		m.last = a
	case n == 1:
		m.first = a
	case reading.Particles()[a.loose]:
		m.last = z
	case a.surname() && z.first:
		m.first, m.last = z, a
	default:
		m.first, m.last = a, z
	}
	if m.first == nil || n < 3 {
		return
	}
	for _, w := range m.words[1 : n-1] {
		if !reading.Particles()[w.loose] {
			m.middle = append(m.middle, w)
		}
	}
}

// kinTitles are words of kin and titles that are often something else.
var kinTitles = sync.OnceValue(func() map[string]lexicon.Sex { return lexicon.Sexes(lists.NotesIn("kin-titles")) })

// namesSomebody reports whether a handle holds a first name of the lists that is
// no everyday word.
func (m *mention) namesSomebody() bool {
	for i := range m.words {
		w, two := &m.words[i], len(m.words) == 2 && m.words[1-i].known()
		if len(w.key) >= 3 && (w.first || len(w.full) > 0) && (two || !w.plain) {
			m.first, m.last = w, nil
			if len(m.words) == 2 && len(m.words[1-i].key) >= 3 {
				m.last = &m.words[1-i]
			}
			m.handle = false
			return true
		}
	}
	return false
}

// titleSex gives the sex that a title before byte at says.
func titleSex(d *bauta.Doc, at int) lexicon.Sex {
	i, found := slices.BinarySearchFunc(d.Tokens, at, func(t bauta.Token, at int) int { return t.Start - at })
	if !found && i > 0 && d.Tokens[i-1].End > at {
		return 0
	}
	for back := 1; back <= 2 && i-back >= 0; back++ {
		if norm := d.Tokens[i-back].Norm; norm != "." {
			sex, _ := title(norm, d.Lang)
			return sex
		}
	}
	return 0
}

// title reports a word that stands before names, of kin too, and the sex that it
// says.
func title(norm, lang string) (sex lexicon.Sex, ok bool) {
	if sex, ok = lexicon.Honorific(norm, lang); ok {
		return sex, true
	}
	sex, ok = kinTitles()[strings.TrimSuffix(norm, ".")]
	return sex, ok
}

// untitled cuts titles off the front of a name that was found with them, and
// gives the sex they say. A title alone stays.
func untitled(surface, lang string) (name string, sex lexicon.Sex) {
	for {
		first, rest, ok := strings.Cut(strings.TrimLeft(surface, " "), " ")
		if !ok || strings.TrimSpace(rest) == "" {
			return surface, sex
		}
		first = strings.ToLower(first)
		says, ok := title(first, lang)
		if !ok {
			return surface, sex
		}
		surface, sex = rest, sex|says
	}
}
