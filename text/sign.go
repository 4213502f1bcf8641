package text

import "unicode/utf8"

// sign is a character that a reader sees, and the stretch of text it stands for.
type sign struct {
	r        rune
	from, to int
}

// signs reads a text as a reader sees it: invisible characters and tags are
// passed over, and an entity is the characters it stands for, so that a mark
// meets the letter it stands on whatever is written between them.
type signs struct {
	src    string
	at     int
	hidden []markup
	ahead  []sign // read, but not taken
}

// more reports whether there is a next character.
func (s *signs) more() bool {
	for len(s.ahead) == 0 && s.at < len(s.src) {
		s.read()
	}
	return len(s.ahead) > 0
}

// peek gives the next character. There must be one.
func (s *signs) peek() sign { return s.ahead[0] }

// next takes the next character. There must be one.
func (s *signs) next() sign {
	first := s.ahead[0]
	s.ahead = s.ahead[:copy(s.ahead, s.ahead[1:])]
	return first
}

// read takes one character, tag or entity of the text.
func (s *signs) read() {
	if len(s.hidden) > 0 && s.at >= s.hidden[0].from {
		m := s.hidden[0]
		for _, r := range m.with {
			if !invisible(r) {
				s.ahead = append(s.ahead, sign{r, m.from, m.to})
			}
		}
		s.at, s.hidden = m.to, s.hidden[1:]
		return
	}
	r, size := utf8.DecodeRuneInString(s.src[s.at:])
	if !invisible(r) {
		s.ahead = append(s.ahead, sign{r, s.at, s.at + size})
	}
	s.at += size
}
