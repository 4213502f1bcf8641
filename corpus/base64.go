package corpus

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// leastBase64 is how many signs of base64 are no word by chance: twelve bytes that are all letters.
const leastBase64 = 16

// inBase64 reports a stretch of base64 that is a text: keys, checksums and pictures are none.
func inBase64(text string) bool {
	for at := 0; at < len(text); at++ {
		from := at
		for at < len(text) && base64Sign(text[at]) {
			at++
		}
		if at-from < leastBase64 && (from > 0 || at < len(text) && text[at] != '=') {
			continue
		}
		run, behind := text[from:at], text[at:]
		alone := from == 0 && strings.HasPrefix(behind, "=") && strings.Trim(behind, "= \r\n") == ""
		if len(run) >= leastBase64 && cased(run) && letters(run, false) || alone && letters(run, true) {
			return true
		}
	}
	return false
}

// cased reports a small letter and a capital behind the first sign: a word in one case is none, long as it is.
func cased(signs string) bool {
	return strings.ToUpper(signs) != signs && strings.ToLower(signs[1:]) != signs[1:]
}

func base64Sign(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("+/-_", c) >= 0
}

// letters reports base64 of letters with a blank or a letter beyond ASCII between them; short, of
// anything that is written.
func letters(signs string, short bool) bool {
	signs = strings.NewReplacer("-", "+", "_", "/").Replace(signs)
	if len(signs)%4 == 1 {
		signs = signs[:len(signs)-1]
	}
	said, err := base64.RawStdEncoding.DecodeString(signs)
	if err != nil {
		return false
	}
	for n := 0; n < utf8.UTFMax-1 && !utf8.Valid(said) && len(said) > 0; n++ {
		said = said[:len(said)-1] // a letter may be cut
	}
	if !utf8.Valid(said) {
		return false
	}
	n, of, telling := 0, 0, short
	for _, r := range string(said) {
		of++
		switch letter := unicode.IsLetter(r); {
		case letter:
			n++
			telling = telling || r >= utf8.RuneSelf
		case r == ' ' || r == '\n' || r == '\r':
			n++
			telling = telling || r == ' '
		case !unicode.IsPrint(r) && r != '\t':
			return false
		}
	}
	return telling && of > 2 && 4*n >= 3*of
}
