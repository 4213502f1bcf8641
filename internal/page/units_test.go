package page_test

import "unicode/utf16"

// units are a text as JavaScript counts it.
type units []uint16

func utf16s(text string) units { return utf16.Encode([]rune(text)) }

func (u units) slice(from, to int) string { return string(utf16.Decode(u[from:to])) }
