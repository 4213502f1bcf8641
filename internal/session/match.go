package session

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// verdict says whether a placeholder stands somewhere.
type verdict uint8

const (
	no   verdict = iota
	yes          // it does
	more         // what comes next decides
)

// match is what stands at a place.
type match struct {
	verdict verdict
	length  int
	name    string // PERSON_1, PERSON_1_2
	tail    string // what a model put inside, behind the number: 's
	link    bool   // it stands as links escape it
}

// brackets are what may stand around a placeholder: as it was written, and as Markdown,
// HTML, JSON, links and Chinese and Japanese text write it.
func brackets() [8][2]string {
	return [...][2]string{
		{"<", ">"},
		{`\<`, `\>`},
		{"&lt;", "&gt;"},
		{"&#60;", "&#62;"},
		{"&#x3c;", "&#x3e;"},
		{`\u003c`, `\u003e`},
		{percent, "%3e"},
		{"＜", "＞"},
	}
}

// percent is how a link escapes what opens a placeholder.
const percent = "%3c"

// before is what stands in front of a place.
type before struct {
	word bool // a letter or digit, or underscores behind one
	open bool // what opens a placeholder
}

// behind is what stands in front of the place behind c.
func (b before) behind(c rune) before { return before{letter(c) || c == '_' && b.word, c == '<'} }

// past is what stands in front of the place behind a text.
func (b before) past(text string) before {
	for _, c := range text {
		b = b.behind(c)
	}
	return b
}

// look says whether a placeholder stands at the beginning of text, and what in front of it.
// Whole says that nothing follows text. Models change the case, drop the
// brackets, write a blank or a hyphen for the underscore, blanks within brackets, a plural of
// the label, and an 's or s behind the number.
func look(text string, before before, whole bool) match {
	m, first := match{}, byte('<')
	if text != "" {
		first = text[0]
	}
	if strings.IndexByte(opening, first) >= 0 {
		for _, b := range brackets() {
			got := inside(text, b[0], b[1], whole)
			if got.verdict == yes {
				got.link = b[0] == percent
				return got
			}
			m.verdict = max(m.verdict, got.verdict)
		}
	}
	if before.word || before.open || m.verdict == more {
		return m
	}
	return bare(text, whole)
}

// opening are the bytes with which what may stand before a placeholder begins.
const opening = "<\\&%\xef"

// scan reads forward in a text.
type scan struct {
	text  string
	at    int
	whole bool
	more  bool // the text ended while something was read
}

// take reads one of some strings, the first that stands there, in any case.
func (s *scan) take(options ...string) bool {
	rest := s.text[s.at:]
	for _, o := range options {
		if len(rest) >= len(o) && strings.EqualFold(rest[:len(o)], o) {
			s.at += len(o)
			return true
		}
		if !s.whole && len(rest) < len(o) && strings.EqualFold(rest, o[:len(rest)]) {
			s.more = true
		}
	}
	return false
}

// digits reads a number of at most six digits.
func (s *scan) digits() string {
	start := s.at
	for s.at < len(s.text) && s.at-start < 7 && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	n := s.text[start:s.at]
	if s.at == len(s.text) && !s.whole {
		s.more = true
	}
	if len(n) > 6 || strings.HasPrefix(n, "0") {
		return ""
	}
	return n
}

// result is what was read, if ok and nothing more can change it.
func (s *scan) result(ok bool, name, tail string) match {
	switch {
	case s.more:
		return match{verdict: more}
	case ok:
		return match{verdict: yes, length: s.at, name: name, tail: tail}
	}
	return match{}
}

// inside reads a placeholder between brackets.
func inside(text, from, to string, whole bool) match {
	s := &scan{text: text, whole: whole}
	if !s.take(from) {
		return s.result(false, "", "")
	}
	s.take(" ")
	name, ok := s.name("_", `\_`, "-", " ")
	if !ok {
		return s.result(false, "", "")
	}
	start := s.at
	s.take("'s", "’s", "s")
	tail := text[start:s.at]
	s.take(" ")
	closed := s.take(to)
	s.more = s.more && !closed // what comes behind the end changes nothing
	return s.result(closed, name, tail)
}

// bare reads a placeholder that lost its brackets. It ends where no word goes on: underscores behind it are those of
// Markdown, unless a letter or digit follows.
func bare(text string, whole bool) match {
	if head := text[:min(len(text), longest)]; len(head) == longest && strings.IndexByte(head, '_') < 0 {
		return match{} // the quick way over plain text
	}
	s := &scan{text: text, whole: whole}
	name, ok := s.name("_", `\_`)
	if !ok {
		return s.result(false, "", "")
	}
	rest := s.text[s.at:]
	for range emphasis {
		rest = strings.TrimPrefix(rest, "_")
	}
	s.more = s.more || !whole && !utf8.FullRuneInString(rest)
	next, _ := utf8.DecodeRuneInString(rest)
	return s.result(!letter(next) && next != '>', name, "")
}

// emphasis is how many underscores Markdown writes at most; of more no word comes.
const emphasis = 3

// letter reports what a word is made of.
func letter(c rune) bool { return unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c) }

// name reads a label, its number, and the number of the writing.
func (s *scan) name(joints ...string) (string, bool) {
	start := s.at
	for _, l := range labels {
		s.at = start
		if !s.label(l.words, joints) {
			continue
		}
		s.take("s") // a plural
		if !s.take(joints...) {
			continue
		}
		n := s.digits()
		if n == "" {
			continue
		}
		name, end := l.name+"_"+n, s.at
		if s.take("_", `\_`) {
			if form := s.digits(); form != "" {
				return name + "_" + form, true
			}
			s.at = end
		}
		return name, true
	}
	s.at = start
	return "", false
}

// label reads a label, whose underscores may be joints.
func (s *scan) label(words, joints []string) bool {
	for i, word := range words {
		if i > 0 && !s.take(joints...) || !s.take(word) {
			return false
		}
	}
	return true
}

// label is a type that placeholders have.
type label struct {
	name  string
	words []string
}

// longest is more than the bytes of a label up to its first underscore.
const longest = 16

var labels = labelsOf(
	literal, bauta.Person, bauta.Address, bauta.ZipCode, bauta.Location, bauta.Email, bauta.Phone, bauta.UID,
	bauta.IPAddress, bauta.Date, bauta.Organization, bauta.Product, bauta.Facility, bauta.URL, bauta.Nationality,
	bauta.Geographical, bauta.Event, bauta.WorkOfArt, bauta.Language, bauta.MeasureUnit, bauta.Misc,
	bauta.MedChem, bauta.SportsTeam, bauta.KnownGroup, bauta.KnownFigure, bauta.FictionalFigure,
)

func labelsOf(all ...bauta.Label) []label {
	var out []label
	for _, l := range all {
		out = append(out, label{string(l), strings.Split(string(l), "_")})
	}
	return out
}
