package audit_test

import (
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta/internal/audit"
)

// TestWhatCanBeReadCounts: a name need not be written in what Unicode calls letters.
func TestWhatCanBeReadCounts(t *testing.T) {
	speaks := func(text string) bool { return audit.DigestOf("", "", "", text).Speaks() }
	for name, text := range map[string]string{
		"squared": "🄽🄾🄴", "negative squared": "🅽🅾🅴", "negative circled": "🅝🅞🅔", "flags": "🇳🇴🇪",
		"circled digits": "①②③④", "parenthesised": "⑴⑵⑶", "Braille": "⠝⠕⠑", "letters above": "\u25cc\u0363\u0364",
		"tags": "🏴\U000e006e\U000e006f", "a picture": "🌹", "private use": "\ue000", "not assigned": "\U0003fff0",
		"currencies": "¥€", "one among signs": "... ④ !",
	} {
		if !speaks(text) {
			t.Errorf("%s: is not counted", name)
		}
	}
	for _, text := range []string{"", " \u00a0\t\r\n\u2028", "...?!", "… – « »", "^^ <=>", "؟ 、。"} {
		if speaks(text) {
			t.Errorf("%q is counted", text)
		}
	}
	readable := func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) }
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if strings.ContainsFunc(norm.NFKC.String(string(r)), readable) && !speaks(string(r)) {
			t.Errorf("%U stands for a letter or digit, and is not counted", r)
		}
	}
}
