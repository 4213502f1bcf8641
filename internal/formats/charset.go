package formats

import (
	"errors"
	"strings"
	"unicode"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
)

// charsetOf finds a charset by its name; UTF-8 holds ASCII. x-user-defined is none: what its bytes mean only
// who wrote them knows.
func charsetOf(name string) (encoding.Encoding, error) {
	e, err := small(name), error(nil)
	if e == nil {
		e, err = large(name)
	}
	if err == nil && e == charmap.XUserDefined {
		return nil, errUserDefined
	}
	return e, err
}

var errUserDefined = errors.New("a charset that says nothing of its letters")

// readAs are names that the web reads as another charset than they say.
var readAs = map[string]string{
	"": "utf8", "ascii": "utf8", "usascii": "utf8", "iso88591": "windows1252", "latin1": "windows1252",
	"latin2": "iso88592", "iso88599": "windows1254", "latin5": "windows1254", "iso885911": "windows874",
}

// small finds a charset of Unicode, or of one byte a letter; nil: it is none.
func small(charset string) encoding.Encoding {
	name := folded(charset)
	if number, ok := strings.CutPrefix(name, "cp"); ok {
		name = "windows" + number
	}
	if other, ok := readAs[name]; ok {
		name = other
	}
	switch name {
	case "utf8":
		return utf.UTF8
	case "utf16", "utf16le":
		return utf.UTF16(utf.LittleEndian, utf.IgnoreBOM)
	case "utf16be":
		return utf.UTF16(utf.BigEndian, utf.IgnoreBOM)
	}
	for _, e := range charmap.All {
		if m, ok := e.(*charmap.Charmap); ok && folded(m.String()) == name {
			return m
		}
	}
	return nil
}

// folded keeps letters and digits, in small letters.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
}
