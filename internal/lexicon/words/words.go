package words

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Word is a word of a message.
type Word struct {
	Start, End int // bytes of Message.Text
	Kind       bauta.TokenKind
	Text, Norm string // as it reads; folded

	Caps    Caps
	Pattern Pattern

	Honorific bool // it stands before names (lexicon.Honorific)

	Known bool          // whether the lexicon has it
	Entry lexicon.Entry // without users' lists, which no model has learnt
	// Phrase are the kinds of an entry of several words that it stands in;
	// First says that it is the first of them.
	Phrase lexicon.Kind
	First  bool

	begins bool // an entry of several words may begin with it
}

// Reader reads messages of a language. The lexicon may be nil.
type Reader struct {
	Lexicon *lexicon.Lexicon
	Lang    string
	// Seen is who has looked the tokens of the document up in that lexicon and
	// language; nil: nobody.
	Seen Seen
}

// Seen says what [lexicon.Lexicon.LookOn] does of a token that is a word.
type Seen interface {
	Looked(token int) (e lexicon.Entry, known, begins bool)
}

// Read appends the words of a document to dst. It looks at Text, Shadow and Tokens.
func (r Reader) Read(d *bauta.Doc, dst []Word) []Word {
	from, end := len(dst), 0
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Start < end || t.End > len(d.Text) || t.Start >= t.End {
			continue // not a token of this text, or one of the same bytes as the one before
		}
		dst = r.cut(d, i, dst)
		end = t.End
	}
	r.phrases(dst[from:])
	return dst
}

// cut appends the words of a token: one, unless a name may stand inside it.
func (r Reader) cut(d *bauta.Doc, i int, dst []Word) []Word {
	t := &d.Tokens[i]
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
	if t.Kind == bauta.Word {
		text = Written(d, t.Start, t.End) // of escapes the letters that they stand for
	}
	w := written(text, norm, t.Start, t.Kind)
	if r.Seen != nil && t.Kind == bauta.Word && norm == t.Norm {
		w.Entry, w.Known, w.begins = r.Seen.Looked(i)
		r.finish(&w)
	} else {
		w = r.word(text, norm, t.Start, t.Kind)
	}
	w.End = t.End
	return append(dst, w)
}

// ending says whether English writes a word after an apostrophe.
func ending(s string) bool {
	switch s {
	case "s", "ll", "re", "ve", "d", "m":
		return true
	}
	return false
}

// elided are French and Italian words of more than two letters that have lost their
// end before a vowel.
var elided = sync.OnceValue(func() lists.Words { return lists.In("elided") })

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
	case len(left) <= 2 || elided()[left]:
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

// written makes a word of which nothing is known but how it is written.
func written(text, norm string, start int, kind bauta.TokenKind) Word {
	return Word{
		Start: start, End: start + len(text), Kind: kind, Text: text, Norm: norm, Caps: capsOf(text),
		Pattern: patternOf(text, kind),
	}
}

// word makes one word, and looks it up.
func (r Reader) word(text, norm string, start int, kind bauta.TokenKind) Word {
	w := written(text, norm, start, kind)
	if kind == bauta.Word || kind == bauta.Tag || kind == bauta.Handle {
		if r.Lexicon != nil {
			w.Entry, w.Known, w.begins = r.Lexicon.LookOn(norm, r.Lang)
		}
		r.finish(&w)
	}
	return w
}

// finish asks the lexicon once more for a word that is unknown, without lengthened
// letters: one of each run, then two.
func (r Reader) finish(w *Word) {
	for n := 1; r.Lexicon != nil && !w.Known && n <= 2; n++ {
		short := shortened(w.Norm, n)
		if len(short) == len(w.Norm) {
			break
		}
		w.Entry, w.Known = r.Lexicon.Look(short, r.Lang)
	}
	w.Entry.Kinds &^= lexicon.Hide | lexicon.Keep
	_, w.Honorific = lexicon.Honorific(w.Norm, r.Lang)
}

// shortened cuts runs of three and more of a letter to n.
func shortened(s string, n int) string {
	if !lengthened(s) {
		return s
	}
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

// lengthened reports letters that may be a run of three: a quick look.
func lengthened(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf || i > 1 && s[i] == s[i-1] && s[i] == s[i-2] {
			return true
		}
	}
	return false
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
		if !list[i].begins {
			continue
		}
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
