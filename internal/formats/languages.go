package formats

import (
	_ "embed" // of the codes of languages
	"slices"
	"strings"
	"sync"
)

// A code of three letters (ISO 639-3, also ISO 639-2/T) and that of two (ISO 639-1) a line,
// of the languages that package langid tells.
//
//go:embed system/iso639.txt
var languageList string

var shortCodes = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(languageList) {
		if long, short, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			out[long] = short
		}
	}
	return out
})

// coded reports a language that package langid tells, and none of the codes for several, or for no language.
func coded(code string) bool {
	for long, short := range shortCodes() {
		if code == short || code == long {
			return true
		}
	}
	return false
}

// languages writes the codes that a file declares (eng, fra) as messages have them: en,fr. A
// code of a language that nobody here knows stays.
func languages(declared string) string {
	var out []string
	parts := func(r rune) bool { return strings.ContainsRune(", \t\r\n;", r) }
	for code := range strings.FieldsFuncSeq(declared, parts) {
		code, _, _ = strings.Cut(strings.ToLower(code), "-")
		if short := shortCodes()[code]; short != "" {
			code = short
		}
		if code != "" && !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	return strings.Join(out, ",")
}
