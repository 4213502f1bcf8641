package jsontext

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// Halved reports an escaped surrogate without its other half, which decoding
// turns into U+FFFD.
func Halved(value []byte) bool {
	for i := 0; i < len(value); i++ {
		if value[i] != '\\' {
			continue
		}
		r := escapedUnit(value[i:])
		switch {
		case r < 0:
			i++ // the sign behind the backslash
		case utf16.IsSurrogate(r) && utf16.DecodeRune(r, escapedUnit(value[i+6:])) == utf8.RuneError:
			return true
		case utf16.IsSurrogate(r):
			i += 11
		default:
			i += 5
		}
	}
	return false
}

// escapedUnit gives the code unit of a \u escape at the start of p; -1 where
// there is none.
func escapedUnit(p []byte) rune {
	if len(p) < 6 || p[0] != '\\' || p[1] != 'u' {
		return -1
	}
	n, err := strconv.ParseUint(string(p[2:6]), 16, 16)
	if err != nil {
		return -1
	}
	return rune(n)
}
