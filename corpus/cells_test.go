package corpus

import (
	"strings"
	"testing"
)

// TestUnescaped: a cell is read as PostgreSQL reads it, and what is written is read as the
// same text.
func TestUnescaped(t *testing.T) {
	for cell, want := range map[string]string{
		"ok": "ok", `a\nb`: "a\nb", `\b\f\r\t\v\\`: "\b\f\r\t\v\\", `C:\\new`: `C:\new`, `\N`: "", `\\N`: `\N`, `a\N`: "aN",
		`\x50atrice`: "Patrice", `\120atrice`: "Patrice", `P\atrice`: "Patrice", `\xzz`: "xzz", `\x4`: "\x04", `\x414`: "A4", `\1014`: "A4",
		`\9`: "9", `\`: `\`, `a\`: `a\`, `\é`: "é", `\303\251`: "é", `\.`: ".", "": "",
	} {
		got := unescaped(cell)
		if got != want {
			t.Errorf("%s is read as %q, want %q", cell, got, want)
		}
		if again := unescaped(escapedCell(got)); again != got {
			t.Errorf("%q is written as %q, which is %q", got, escapedCell(got), again)
		}
	}
}

// FuzzEscapedCell: any text is written as one cell of one line, and read as itself.
func FuzzEscapedCell(f *testing.F) {
	for _, s := range []string{"a\tb\nc\\", `\N`, `\x41\101`, "é\v"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cell := escapedCell(text)
		if strings.ContainsAny(cell, "\t\r\n") {
			t.Errorf("%q is written as %q", text, cell)
		}
		if got := unescaped(cell); got != text {
			t.Errorf("%q is written as %q, which is read as %q", text, cell, got)
		}
		unescaped(text)
	})
}
