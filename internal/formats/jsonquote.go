package formats

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// quoteJSON writes a string without escaping what JSON does not ask for.
func quoteJSON(v string) []byte {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(v) // a string always encodes
	return []byte(strings.TrimSuffix(b.String(), "\n"))
}

// mend gives what was read as Latin-1 back its letters; false where it was not.
func mend(v string) (string, bool) {
	out := make([]byte, 0, len(v))
	high := false
	for _, r := range v {
		if r > 0xFF {
			return "", false
		}
		high = high || r >= utf8.RuneSelf
		out = append(out, byte(r))
	}
	return string(out), high && utf8.Valid(out)
}

// quoteLatin writes a string as such a file has it: each byte beyond ASCII as an escape.
func quoteLatin(v string) []byte {
	var b strings.Builder
	for _, c := range quoteJSON(v) {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
			continue
		}
		fmt.Fprintf(&b, `\u%04x`, c)
	}
	return []byte(b.String())
}
