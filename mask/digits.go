package mask

import (
	"context"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// Digits writes N for each digit of every run of three or more, and leaves
// shorter runs and what is between: 079 987 65 43 is NNN NNN 65 43
// (sms4science.ch, "Numbers"). With All every digit becomes N, and what has letters, a
// number in words, a plate or a password, is its type.
type Digits struct{ All bool }

// Replace masks the digits of a span.
func (o Digits) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	least, word := 3, d.Surface(s.Start, s.End)
	if o.All {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			return string(s.Label), nil
		}
		least = 1
	}
	var b strings.Builder
	run := 0
	flush := func(to int) {
		if run >= least {
			b.WriteString(strings.Repeat("N", run))
		} else {
			b.WriteString(lastRunes(word[:to], run))
		}
		run = 0
	}
	for i, r := range word {
		if isDigit(r) {
			run++
			continue
		}
		flush(i)
		b.WriteRune(r)
	}
	flush(len(word))
	return b.String(), nil
}

// isDigit reports decimal digits, also full-width ones and those of Arabic and
// Indian scripts.
func isDigit(r rune) bool {
	switch {
	case r >= '0' && r <= '9':
		return true
	case r < 0x660:
		return false
	case r >= '０' && r <= '９', r >= 0x660 && r <= 0x669, r >= 0x6F0 && r <= 0x6F9, r >= 0x966 && r <= 0x96F:
		return true
	}
	return false
}

// lastRunes gives the last n characters of s.
func lastRunes(s string, n int) string {
	at := len(s)
	for ; n > 0 && at > 0; n-- {
		at--
		for at > 0 && s[at]&0xC0 == 0x80 {
			at--
		}
	}
	return s[at:]
}

// Partly reports an operator that may leave some of what a span covers as it was:
// of a find that covers more than the form it was made for, what stays may be a
// name.
func Partly(op bauta.Operator) bool {
	switch o := op.(type) {
	case Digits:
		return true
	case When:
		return Partly(o.Then) || Partly(o.Else)
	}
	return false
}
