package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Tokenise cuts a normalised string into tokens whose ranges are bytes of it.
// It takes linear time and never fails: what is nothing else is punctuation.
func Tokenise(s string) []bauta.Token {
	toks := make([]bauta.Token, 0, len(s)/5+1)
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.IsSpace(r) {
			i += size
			continue
		}
		if n := numbered(s[i:]); n > 0 && parted(s[:i]) {
			toks = append(toks, bauta.Token{Start: i, End: i + n, Norm: Fold(s[i : i+n]), Kind: bauta.Masked})
			i += n
			continue
		}
		end := i + size
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if unicode.IsSpace(r) || r >= 'A' && r <= 'Z' && parted(s[:end]) && numbered(s[end:]) > 0 {
				break
			}
			end += size
		}
		toks = chunk(toks, s, i, end)
		i = end
	}
	return toks
}

// maxLink bounds the chunks that are looked at as a whole.
const maxLink = 2048

// chunk cuts s[i:end], which holds no white space.
func chunk(toks []bauta.Token, s string, i, end int) []bauta.Token {
	for i < end {
		a, b, ok := link(s[i:end])
		if a > 0 {
			a += marksLen(s[i+a : i+b])
		}
		if !ok || s[i+a] == 'x' && mailLen(s[i+a:i+b]) > 0 {
			break
		}
		toks = pieces(toks, s, i, i+a)
		toks = append(toks, bauta.Token{Start: i + a, End: i + b, Norm: Fold(s[i+a : i+b]), Kind: bauta.Link})
		i += b
	}
	return pieces(toks, s, i, end)
}

// pieces cuts s[i:end] from left to right, always at the longest piece with the
// marks on it, which are no part of the normal form of a sign.
func pieces(toks []bauta.Token, s string, i, end int) []bauta.Token {
	for i < end {
		n, kind := piece(s[:end], i)
		t := bauta.Token{Start: i, End: i + n, Kind: kind}
		if kind != bauta.Punct && kind != bauta.Emoji {
			t.Norm = Fold(s[i : i+n])
		} else {
			t.Norm = s[i : i+n]
		}
		t.End += marksLen(s[t.End:end])
		toks = append(toks, t)
		i = t.End
	}
	return toks
}

// piece gives length and kind of the piece of s that starts at i.
func piece(s string, i int) (int, bauta.TokenKind) {
	if n, kind := marked(s, i); n > 0 {
		return n, kind
	}
	rest := s[i:]
	if n := smiley(s, i); n > 0 {
		return n, bauta.Emoji
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == utf8.RuneError && size <= 1: // U+FFFD counts as a symbol like an emoji
		return 1, bauta.Punct
	case unicode.IsMark(r): // on nothing: no word begins with one
		return marksLen(rest), bauta.Punct
	case isWord(r):
		return wordPiece(rest)
	case unicode.In(r, unicode.So, unicode.Sk) && r > 0x2000:
		return emojiLen(rest), bauta.Emoji
	}
	return punctLen(rest), bauta.Punct
}

// marked gives length and kind of what a sign of its own begins at s[i]: a code in
// place of something hidden, a handle, a tag.
func marked(s string, i int) (int, bauta.TokenKind) {
	rest := s[i:]
	switch s[i] {
	case '<', '[', '*':
		return masked(rest), bauta.Masked
	case 'N', 'x':
		if begins(s, i) {
			return masked(rest), bauta.Masked
		}
	case '@':
		if n := wordLen(rest[1:], true); n > 0 && begins(s, i) {
			return n + 1, bauta.Handle
		}
	case '#':
		if n := wordLen(rest[1:], true); n > 0 && begins(s, i) {
			return n + 1, bauta.Tag
		}
	}
	return 0, bauta.Punct
}

// begins reports that no word goes on at s[i].
func begins(s string, i int) bool { return i == 0 || !wordEnd(s[:i]) }

// wordPiece gives length and kind of the word or number that s begins with.
func wordPiece(s string) (int, bauta.TokenKind) {
	n := wordLen(s, false)
	switch c := s[0]; {
	case c >= 'A' && c <= 'Z':
		if m := labelLen(s); labels[s[:m]] {
			return m, bauta.Masked
		}
	case c >= '0' && c <= '9':
		if m := numberLen(s); m >= n {
			return m, bauta.Number
		}
	}
	return n, bauta.Word
}

// isWord reports the characters that words are made of.
func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// wordEnd reports whether a word ends s. Marks are of what they stand on.
func wordEnd(s string) bool { return isWord(lastBase(s)) }

// lastBase is the last character of s that is no mark, U+FFFD where there is none.
func lastBase(s string) rune {
	r, size := utf8.DecodeLastRuneInString(s)
	for unicode.IsMark(r) {
		s = s[:len(s)-size]
		r, size = utf8.DecodeLastRuneInString(s)
	}
	return r
}

// marksLen is the length of the marks at the start of s.
func marksLen(s string) int {
	n := 0
	for n < len(s) && s[n] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsMark(r) {
			break
		}
		n += size
	}
	return n
}

// wordLen is the length of the word at the start of s: letters and digits, and
// between them apostrophes and hyphens. Handles and hashtags may hold "_", and
// handles ".".
func wordLen(s string, handle bool) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if isWord(r) {
			n += size
			continue
		}
		join := r == '\'' || r == '’' || r == '-' || handle && r == '_'
		if !join || n == 0 && r != '_' || n+size >= len(s) {
			break
		}
		rest := s[n+size:]
		next, _ := utf8.DecodeRuneInString(rest)
		elided := r == '\'' || r == '’'
		if !isWord(next) && !(handle && next == '_') || elided && labels[rest[:labelLen(rest)]] {
			break // d'PERSON: what stands for a name is a token of its own
		}
		n += size
	}
	return n
}

// punctLen is the length of a run of the same sign: "!!!" and "..." are one
// token. What stands for something hidden may begin with the last of them: <<PRE_7>>.
func punctLen(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	for n < len(s) {
		q, size := utf8.DecodeRuneInString(s[n:])
		if q != r || (q == '<' || q == '[') && masked(s[n:]) > 0 {
			break
		}
		n += size
	}
	return n
}

// emojiLen takes a run of emoji with their modifiers.
func emojiLen(s string) int {
	n := 0
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !(unicode.In(r, unicode.So, unicode.Sk) && r > 0x2000) {
			break
		}
		n += size
	}
	return n
}

// Fold gives the normal form under which words are looked up: lower case and
// straight apostrophes. The string should be NFC.
func Fold(s string) string {
	if strings.Contains(s, "’") {
		s = strings.ReplaceAll(s, "’", "'")
	}
	return strings.ToLower(s)
}
