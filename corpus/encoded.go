package corpus

import (
	"encoding/base64"
	"errors"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/bauta/bauta/internal/formats"
)

// second is an encoding inside the text: letters written in it are seen by no
// detector and would leave in clear.
type second struct {
	what string
	sign string // stands in every such text: a quick look before the slow one
	in   func(text string) bool
}

// seconds gives the encodings that are looked for.
func seconds() []second {
	return []second{
		{"MIME words (=?…?=)", "=?", within(mimeWord)},
		{"quoted-printable (=C3=A9)", "=", within(quotedLetter)},
		{"ISO-2022", "\x1b", within(escapeSequence)},
		{"HZ", "~{", within(hz)},
		{"UTF-7", "+", utf7},
		{"uuencode", "begin", within(uuencode)},
		{"base64", "", inBase64},
	}
}

// within reports a match of an expression in a text.
func within(expression func() *regexp.Regexp) func(string) bool {
	return func(text string) bool { return expression().MatchString(text) }
}

// The signs of an encoding in a text.
var (
	mimeWord     = formats.WhenAsked(`=\?[^?\s]{0,80}\?[A-Za-z]\?[^?\s]+\?=`)
	quotedLetter = formats.WhenAsked(`=C[3-9A-F]=[89AB][0-9A-F]|=D[0-9A-F]=[89AB][0-9A-F]|` +
		`=E[0-9A-F](=[89AB][0-9A-F]){2}`)
	escapeSequence = formats.WhenAsked(`\x1b(\$[@ABCD()*+]|\([IJH])`)
	hz             = formats.WhenAsked(`~\{([!-w][!-~]){2,}~\}`)
	uuencode       = formats.WhenAsked(`(?m)^begin(?:-base64)? [0-7]{3,4} \S.*[\r\n]+` +
		`(?:[!-M][!-` + "`" + ` ]{4,61}|[A-Za-z0-9+/]+={0,2})\r?$`)
	utf7Word = formats.WhenAsked(`\+([A-Za-z0-9/]{3,})-`)
)

// encodedAgain refuses a text whose letters are written in an encoding inside
// the file's own.
func encodedAgain(text string) error {
	for _, s := range seconds() {
		if strings.Contains(text, s.sign) && s.in(text) {
			return errors.New("text in " + s.what + ", which nothing here reads; decode it first")
		}
	}
	if misread(text) {
		return errors.New("UTF-8 that was once read as another encoding (Ã© for é); mend the file, or see --encoding")
	}
	return nil
}

// utf7 reports a Latin letter or an at-sign as UTF-7 has it (RFC 2152).
func utf7(text string) bool {
	for _, m := range utf7Word().FindAllStringSubmatch(text, -1) {
		p, err := base64.RawStdEncoding.Strict().DecodeString(m[1])
		if err != nil || len(p) < 2 {
			continue
		}
		latin := true
		for i := 0; i+1 < len(p); i += 2 {
			r := rune(p[i])<<8 | rune(p[i+1])
			latin = latin && !utf16.IsSurrogate(r) && (r == '@' || r >= 0xC0 && unicode.Is(unicode.Latin, r))
		}
		if latin && len(p)%2 == 0 {
			return true
		}
	}
	return false
}

// misread reports UTF-8 that somebody read as windows-1252 or iso-8859-1 and
// saved: a pair such as Ã© that nobody writes, or several characters in a row.
func misread(text string) bool {
	row := 0 // characters in a row that are such pairs or triples
	for i := 0; i < len(text); {
		c := text[i]
		if c < 0xC3 {
			row, i = 0, i+1
			continue
		}
		r, n := misreadRune(text[i:])
		if n == 0 {
			_, size := utf8.DecodeRuneInString(text[i:])
			row, i = 0, i+size
			continue
		}
		if r >= 0xC0 && r <= 0xFF && accented(text[i:]) {
			return true
		}
		if row++; row >= 3 && unicode.IsLetter(r) || row == 2 && r >= 0x800 && unicode.IsLetter(r) {
			return true
		}
		i += n
	}
	return false
}

// accented reports Ã with a sign behind it that does not stand behind a word in
// capitals (NBSP, quotes).
func accented(s string) bool {
	sign, ok := strings.CutPrefix(s, "Ã")
	r, _ := utf8.DecodeRuneInString(sign)
	return ok && r > 0xA0 && r <= 0xBF && r != '«' && r != '»'
}

// misreadRune gives the character of which the beginning of s is the bytes,
// each read as a character, and how long that is in s; 0 where it is none.
func misreadRune(s string) (rune, int) {
	var p [3]byte
	n, want := 0, 2
	for i := range p {
		r, size := utf8.DecodeRuneInString(s[n:])
		b, ok := charmap.Windows1252.EncodeRune(r)
		if !ok && r < 0x100 {
			b, ok = byte(r), true
		}
		if !ok || size == 0 {
			return 0, 0
		}
		if i == 0 && b >= 0xE0 {
			want = 3
		}
		p[i] = b
		if n += size; i+1 == want {
			break
		}
	}
	r, size := utf8.DecodeRune(p[:want])
	if r == utf8.RuneError || size != want {
		return 0, 0
	}
	return r, n
}
