package mask

import (
	"context"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// Email writes x for every letter and digit before the "@" and y for those
// behind it; separators and the last label stay: info@uzh.ch is xxxx@yyy.ch
// (sms4science.ch, "E-Mail addresses"). An address without "@" (spelled out)
// becomes EMAIL.
type Email struct{}

// Replace masks an address.
func (Email) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	word := strings.TrimPrefix(d.Surface(s.Start, s.End), "mailto:")
	at := strings.LastIndexByte(word, '@')
	dot := strings.LastIndexByte(word, '.')
	if at <= 0 || dot < at+2 || !ascii(word[dot+1:]) {
		return string(s.Label), nil
	}
	return fill(word[:at], 'x') + "@" + fill(word[at+1:dot], 'y') + word[dot:], nil
}

// fill writes c for every character that is no separator of an address.
func fill(s string, c rune) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '.' || r == '-', c == 'x' && strings.ContainsRune("_%+", r):
			return r
		case unicode.IsMark(r):
			return -1
		}
		return c
	}, s)
}

// ascii reports at least two letters and nothing else.
func ascii(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return len(s) >= 2
}
