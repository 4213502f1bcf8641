package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// accountSigns stand between the halves of an account's name.
const accountSigns = "._"

// leastHalf is how many letters the other half of an account's name has: endings of files have fewer.
const leastHalf = 5

// account lets a find of one word reach over the other half of the name of an account, "wiebke.harmsen",
// "itziar_goikoetxea": a word in small letters that is none of the language, however it is spelt.
func (r *frames) account(s *bauta.Span) {
	from, to, ok := r.At(s.Start, s.End)
	if !ok || from != to || !r.IsWord(from) || r.Word(from).Capital || !r.Word(from).Is(lexicon.Dictionary) {
		return
	}
	switch {
	case r.halves(from, from+2) && r.half(from+2):
		s.End = r.Doc.Tokens[from+2].End
	case r.halves(from-2, from) && r.half(from-2):
		s.Start = r.Doc.Tokens[from-2].Start
	default:
		return
	}
	s.Part = bauta.Full
	s.Why += ", with the other half of an account's name"
}

// halves reports two words with nothing but one of the signs between, and neither sign nor letter directly before
// and behind them, but the end of a sentence.
func (r *frames) halves(i, j int) bool {
	if i < 0 || j >= r.Len() || !r.IsWord(i) || !r.IsWord(j) || !strings.Contains(accountSigns, r.Surface(i+1)) {
		return false
	}
	if r.Gap(i, i+1) != "" || r.Gap(i+1, j) != "" {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(r.Doc.Text[:r.Doc.Tokens[i].Start])
	behind := strings.TrimLeft(r.Doc.Text[r.Doc.Tokens[j].End:], ".,;:!?)\"'")
	next, _ := utf8.DecodeRuneInString(behind)
	return apartFrom(before) && apartFrom(next)
}

// apartFrom reports a sign that is no part of a path, an address or an identifier, or none.
func apartFrom(c rune) bool {
	return c == utf8.RuneError || unicode.IsSpace(c) || strings.ContainsRune("([\"'«“„:,;=", c)
}

// half reports a word that may be the other half.
func (r *frames) half(i int) bool {
	if r.Word(i).Capital || utf8.RuneCountInString(r.Norm(i)) < leastHalf || !r.strange(i) {
		return false
	}
	e, _, _ := r.lex.Resolve(r.Norm(i), r.Lang)
	return !e.Kept() || e.Hidden()
}
