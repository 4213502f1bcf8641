package corpus

import (
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// wideText turns UTF-16 into UTF-8 and fails where the bytes are none: an odd byte
// at the end, an unpaired surrogate, and a stretch of another encoding, which
// reads as rare characters that nobody wrote and no detector knows.
type wideText struct {
	big     bool
	ascii   int // units in a row that read as two ASCII characters
	swapped int // units in a row that read as one in the other byte order
	last    rune
}

var (
	errOddByte = errors.New("an odd byte at the end of UTF-16; is the file cut short, or its end in another " +
		"encoding?")
	errSurrogate = errors.New("half a surrogate pair in UTF-16; is the file cut, or part of it in another encoding?")
	errMixed     = errors.New("UTF-16 with a part in another encoding; save all of it in one")
)

// maxASCII is how many units in a row may read as two ASCII characters each.
// In Chinese running text one in seven does: eight in a row come about once in
// ten million characters.
const maxASCII = 7

// Reset makes the transformer new.
func (u *wideText) Reset() { *u = wideText{big: u.big} }

// Transform implements [transform.Transformer].
func (u *wideText) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for len(src)-nSrc >= 2 {
		r, size := u.unit(src[nSrc:]), 2
		if utf16.IsSurrogate(r) {
			if len(src)-nSrc < 4 && !atEOF {
				return nDst, nSrc, transform.ErrShortSrc
			}
			if len(src)-nSrc >= 4 {
				r, size = utf16.DecodeRune(r, u.unit(src[nSrc+2:])), 4
			}
			if size == 2 || r == utf8.RuneError {
				return nDst, nSrc, errSurrogate
			}
		}
		if len(dst)-nDst < utf8.RuneLen(r) {
			return nDst, nSrc, transform.ErrShortDst
		}
		if u.mixed(r) {
			return nDst, nSrc, errMixed
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	switch {
	case !atEOF && nSrc < len(src):
		return nDst, nSrc, transform.ErrShortSrc
	case nSrc < len(src):
		return nDst, nSrc, errOddByte
	case atEOF && u.tail():
		return nDst, nSrc, errMixed
	}
	return nDst, nSrc, nil
}

func (u *wideText) unit(p []byte) rune {
	if u.big {
		return rune(p[0])<<8 | rune(p[1])
	}
	return rune(p[1])<<8 | rune(p[0])
}

// mixed counts what reads as another encoding and reports when it is too much.
func (u *wideText) mixed(r rune) bool {
	if r == u.last || r > 0xFFFF { // people repeat characters, to laugh
		return false
	}
	before := u.ascii
	u.last = r
	hi, lo := byte(r>>8), byte(r)
	u.ascii, u.swapped = run(u.ascii, asciiPair(hi, lo)), run(u.swapped, asciiText(hi) && lo == 0)
	// The letters of U+0A00 and U+0D00 never follow a Chinese character: here
	// they are an ASCII character and the line end behind it.
	end := (hi == '\n' || hi == '\r') && asciiText(lo)
	if end {
		u.ascii = 0
	}
	return r == 0xFFFE || u.ascii > maxASCII || u.swapped > 2 || end && before > 0
}

// tail reports whether the last characters read as ASCII: a line end, or three
// units.
func (u *wideText) tail() bool {
	return u.ascii > 2 || u.ascii > 1 && byte(u.last) == '\n' || u.swapped > 1
}

// asciiPair reports units that read as two ASCII characters, and are not of the
// blocks that people write: punctuation (U+2000), kana and the Korean letters
// of laughter (U+3000, U+3100).
func asciiPair(hi, lo byte) bool {
	switch hi {
	case '0', '1':
		return false
	case ' ':
		return lo >= 'A' && asciiText(lo)
	}
	return asciiText(hi) && asciiText(lo)
}

// run is one more, or none.
func run(n int, more bool) int {
	if more {
		return n + 1
	}
	return 0
}

// asciiText reports the bytes of which messages in ASCII are made.
func asciiText(b byte) bool {
	switch {
	case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9':
		return true
	case b == ' ', b == '\n', b == '\r', b == '\t', b == '.', b == ',', b == '@', b == '-', b == '_', b == '\'',
		b == '+':
		return true
	}
	return false
}
