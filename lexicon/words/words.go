package words

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// Word is a word of a message.
type Word struct {
	Start, End int // bytes of Message.Text
	Kind       bauta.TokenKind
	Text, Norm string // as written; folded

	Caps    Caps
	Pattern Pattern

	Honorific bool // it stands before names (lexicon.Honorific)

	Known bool          // whether the lexicon has it
	Entry lexicon.Entry // without users' lists, which no model has learnt
	// Phrase are the kinds of an entry of several words that it stands in;
	// First says that it is the first of them.
	Phrase lexicon.Kind
	First  bool
}

// Reader reads messages of a language. The lexicon may be nil.
type Reader struct {
	Lexicon *lexicon.Lexicon
	Lang    string
}

// Read appends the words of a document to dst. It looks at Text and Tokens.
func (r Reader) Read(d *bauta.Doc, dst []Word) []Word {
	from, end := len(dst), 0
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Start < end || t.End > len(d.Text) || t.Start >= t.End {
			continue // not a token of this text, or one of the same bytes as the one before
		}
		dst = r.cut(d, t, dst)
		end = t.End
	}
	r.phrases(dst[from:])
	return dst
}

// cut appends the words of a token: one, unless a name may stand inside it.
func (r Reader) cut(d *bauta.Doc, t *bauta.Token, dst []Word) []Word {
	text, norm := d.Text[t.Start:t.End], t.Norm
	if norm == "" {
		norm = lexicon.Fold(text)
	}
	switch t.Kind {
	case bauta.Tag:
		if len(text) > 1 && text[0] == '#' && norm[0] == '#' {
			return append(dst, r.word(text[1:], norm[1:], t.Start+1, t.Kind))
		}
	case bauta.Word, bauta.Number:
		if a, b, ok := Apostrophe(text, norm); ok {
			return append(dst, r.word(text[:a], norm[:b], t.Start, t.Kind),
				r.word(text[a:], norm[b:], t.Start+a, t.Kind))
		}
		if a := Amount(text); a > 0 && len(norm) == len(text) {
			return append(dst, r.word(text[:a], norm[:a], t.Start, bauta.Number),
				r.word(text[a:], norm[a:], t.Start+a, bauta.Word))
		}
	}
	return append(dst, r.word(text, norm, t.Start, t.Kind))
}

// ending says whether English writes a word after an apostrophe.
func ending(s string) bool {
	switch s {
	case "s", "ll", "re", "ve", "d", "m":
		return true
	}
	return false
}

// elided says whether a French or Italian word of more than two letters has lost
// its end before a vowel.
func elided(s string) bool {
	switch s {
	case "jusqu", "lorsqu", "puisqu", "quoiqu", "dell", "nell", "sull", "dall", "all", "coll", "quest", "quell",
		"bell", "sant", "dov", "com", "cos", "anch", "tutt", "cent", "senz", "mezz", "nient":
		return true
	}
	return false
}

// Apostrophe says where a word with an apostrophe is cut, in bytes of its text and
// of its normal form: before an English ending, after an elided word.
func Apostrophe(text, norm string) (at, atNorm int, ok bool) {
	b := strings.IndexByte(norm, '\'')
	if b <= 0 || b == len(norm)-1 {
		return 0, 0, false
	}
	a := strings.IndexAny(text, "'’ʼ‘")
	if a <= 0 {
		return 0, 0, false
	}
	_, size := utf8.DecodeRuneInString(text[a:])
	if a+size >= len(text) {
		return 0, 0, false
	}
	left, right := norm[:b], norm[b+1:]
	switch {
	case len(left) >= 2 && ending(right):
		return a, b, true
	case len(left) <= 2 || elided(left):
		return a + size, b + 1, true
	}
	return 0, 0, false
}

// Amount returns the length in bytes of the number in "10kg", and 0 for what is not a
// number with one to four letters after it.
func Amount(s string) int {
	i := 0
	for i < len(s) && strings.IndexByte("0123456789.,", s[i]) >= 0 {
		i++
	}
	if i > 0 && (s[0] == '.' || s[0] == ',') {
		return 0
	}
	if i == 0 || i == len(s) || len(s)-i > 4 {
		return 0
	}
	for j := i; j < len(s); j++ {
		if c := s[j] | 0x20; c < 'a' || c > 'z' {
			return 0
		}
	}
	return i
}

// word makes one word.
func (r Reader) word(text, norm string, start int, kind bauta.TokenKind) Word {
	w := Word{
		Start: start, End: start + len(text), Kind: kind, Text: text, Norm: norm, Caps: capsOf(text),
		Pattern: patternOf(text, kind),
	}
	if kind == bauta.Word || kind == bauta.Tag || kind == bauta.Handle {
		w.Entry, w.Known = r.look(norm)
		w.Entry.Kinds &^= lexicon.Hide | lexicon.Keep
		_, w.Honorific = lexicon.Honorific(norm, r.Lang)
	}
	return w
}

// look asks the lexicon, for the word and where it is unknown for the word
// without lengthened letters: one of each run, then two.
func (r Reader) look(norm string) (lexicon.Entry, bool) {
	if r.Lexicon == nil {
		return lexicon.Entry{}, false
	}
	e, ok := r.Lexicon.Look(norm, r.Lang)
	for n := 1; !ok && n <= 2; n++ {
		short := shortened(norm, n)
		if len(short) == len(norm) {
			break
		}
		e, ok = r.Lexicon.Look(short, r.Lang)
	}
	return e, ok
}

// shortened cuts runs of three and more of a letter to n.
func shortened(s string, n int) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		end := i + size
		for strings.HasPrefix(s[end:], s[i:i+size]) && r != utf8.RuneError {
			end += size
		}
		keep := end - i
		if run := keep / size; run >= 3 {
			keep = n * size
		}
		b.WriteString(s[i : i+keep])
		i = end
	}
	return b.String()
}

// maxPhrase is the number of words of the longest entry looked for.
const maxPhrase = 3

// phrases looks for entries of several words, the longest first.
func (r Reader) phrases(list []Word) {
	if r.Lexicon == nil {
		return
	}
	var buf []byte
	for i := 0; i < len(list); i++ {
		n := 1
		for n < maxPhrase && i+n < len(list) && list[i+n-1].Kind == bauta.Word && list[i+n].Kind == bauta.Word {
			n++
		}
		for ; n > 1; n-- {
			buf = append(buf[:0], list[i].Norm...)
			for _, w := range list[i+1 : i+n] {
				buf = append(append(buf, ' '), w.Norm...)
			}
			e, ok := r.Lexicon.Look(string(buf), r.Lang)
			if kinds := e.Kinds &^ (lexicon.Hide | lexicon.Keep); ok && kinds != 0 {
				for k := range n {
					list[i+k].Phrase, list[i+k].First = kinds, k == 0
				}
				i += n - 1
				break
			}
		}
	}
}
