package reading

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
)

// Reading is a document with what is known of each of its tokens. A token is named by
// its number; one that there is none of is no word.
type Reading struct {
	Doc   *bauta.Doc
	Lang  string // in which words were looked up
	Loud  bool   // nothing in the message is a small letter
	lex   *lexicon.Lexicon
	words []Word // by token
}

// key is under which a document keeps its reading.
type key struct {
	lex  *lexicon.Lexicon
	lang string
}

// Of reads a document in its language. A nil lexicon is the one that comes with the
// program.
func Of(d *bauta.Doc, lex *lexicon.Lexicon) *Reading { return In(d, lex, d.Lang) }

// In reads a document in a language.
func In(d *bauta.Doc, lex *lexicon.Lexicon, lang string) *Reading {
	if lex == nil {
		lex = lexicon.Default()
	}
	r, _ := d.Once(key{lex, lang}, func() any { return read(d, lex, lang) }).(*Reading)
	return r
}

// read looks at each token.
func read(d *bauta.Doc, lex *lexicon.Lexicon, lang string) *Reading {
	r := &Reading{Doc: d, Lang: lang, Loud: loud(d.Text), lex: lex, words: make([]Word, len(d.Tokens))}
	for i := range d.Tokens {
		r.words[i] = token(d, lex, lang, i)
	}
	return r
}

// Token reads one token of a document in its language, for who looks at few of them when
// the document is not being read any more.
func Token(d *bauta.Doc, lex *lexicon.Lexicon, i int) Word { return token(d, lex, d.Lang, i) }

func token(d *bauta.Doc, lex *lexicon.Lexicon, lang string, i int) Word {
	t, w := d.Tokens[i], Word{Opens: opens(d, i)}
	w.Capital, w.Upper = capitals(words.Written(d, t.Start, t.End))
	if t.Kind == bauta.Word {
		w.look(t.Norm, lex, lang)
		if title := dotted(d, i); title != "" {
			if _, ok := lexicon.Honorific(title, lang); ok {
				w.Role |= Title
			}
		}
	}
	return w
}

// dotted is the abbreviation with a full stop inside that ends with token i: "sig.ra",
// "dott.ssa"; "" for none.
func dotted(d *bauta.Doc, i int) string {
	if i < 2 || d.Tokens[i-2].Kind != bauta.Word {
		return ""
	}
	head, tail := d.Tokens[i-2], d.Tokens[i]
	if d.Surface(head.End, tail.Start) != "." {
		return ""
	}
	return head.Norm + "." + tail.Norm
}

// loud reports a text that is its own upper case.
func loud(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return unicode.ToUpper(c) != c })
}

// opens reports whether a sentence may open with a token: behind another word, or a
// comma, none does, unless a line begins.
func opens(d *bauta.Doc, i int) bool {
	if i == 0 {
		return true
	}
	before, t := d.Tokens[i-1], d.Tokens[i]
	if before.Kind != bauta.Word && d.Surface(before.Start, before.End) != "," {
		return true
	}
	return strings.IndexByte(d.Surface(before.End, t.Start), '\n') >= 0
}

// Word gives what is known of a token; of what is no word, how it is written and whether
// a sentence opens with it.
//
// Word, IsWord, Surface, Norm and Gap stand in hundreds of conditions: inlined they take 49 kB of
// the program, and save no time that can be measured.
//
//go:noinline
func (r *Reading) Word(i int) Word {
	if i < 0 || i >= len(r.words) {
		return Word{}
	}
	return r.words[i]
}

// Compound is Word, but of a word with hyphens that the lexicon does not have what its
// parts have in common: "marie-lou" is a first name.
func (r *Reading) Compound(i int) Word {
	w := r.Word(i)
	if w.Known || !r.IsWord(i) || strings.IndexByte(r.Norm(i), '-') < 0 {
		return w
	}
	first := true
	for norm := range strings.SplitSeq(r.Norm(i), "-") {
		var part Word
		part.look(norm, r.lex, r.Lang)
		if first {
			w.Entry, w.Common, w.Known, first = part.Entry, part.Common, part.Known, false
			continue
		}
		w.meet(part)
	}
	return w
}

// Looked is what the lexicon has of a token that is a word: see package lexicon/words,
// which stands below.
func (r *Reading) Looked(i int) (e lexicon.Entry, known, begins bool) {
	w := &r.words[i]
	return w.Entry, w.Known, w.Begins
}

// Resolve is what the lexicon has of a token in any spelling of it.
func (r *Reading) Resolve(i int) (lexicon.Entry, bool) {
	e, _, ok := r.lex.Resolve(r.Norm(i), r.Lang)
	return e, ok
}

// Joined reports words written as one of which none is a name: "helpdesk".
func (r *Reading) Joined(i int) bool {
	e, m, ok := r.lex.Resolve(r.Norm(i), r.Lang)
	return ok && m.Heuristic == variant.Concatenation && !e.Name()
}

// Len is the number of tokens.
func (r *Reading) Len() int { return len(r.words) }

// IsWord reports that there is a token i and it is a word.
//
//go:noinline
func (r *Reading) IsWord(i int) bool {
	return i >= 0 && i < len(r.words) && r.Doc.Tokens[i].Kind == bauta.Word
}

// Surface is a token as it is written.
//
//go:noinline
func (r *Reading) Surface(i int) string {
	t := r.Doc.Tokens[i]
	return r.Doc.Text[t.Start:t.End]
}

// Norm is a token folded.
//
//go:noinline
func (r *Reading) Norm(i int) string { return r.Doc.Tokens[i].Norm }

// Bare is a folded token without what is elided before it and without a genitive:
// "j'ai" is "ai", "l'anna" and "anna's" are "anna".
func (r *Reading) Bare(i int) string { return Bare(r.Norm(i), r.Lang) }

// Plain is Bare in plain letters, see [text.Plain].
func (r *Reading) Plain(i int) string { return text.Plain(r.Bare(i)) }

// Gap is what stands between two tokens.
//
//go:noinline
func (r *Reading) Gap(i, j int) string { return r.Doc.Text[r.Doc.Tokens[i].End:r.Doc.Tokens[j].Start] }

// Beside reports that at most two blanks stand between two tokens.
func (r *Reading) Beside(i, j int) bool {
	gap := r.Gap(i, j)
	return len(gap) <= 2 && strings.Trim(gap, " \u00a0") == ""
}

// Before is what the word before token i says of it, behind the full stop of an
// abbreviation, too: "Dr. Okafor".
func (r *Reading) Before(i int) Role {
	j := i - 1
	if j > 0 && r.Surface(j) == "." && r.Gap(j-1, j) == "" {
		j--
	}
	return r.Word(j).Role
}

// Shouted reports a word in capitals among others: in YOANN A PRIS SA VOITURE nothing
// tells a company from a word, and a company would carry the name out.
func (r *Reading) Shouted(i int) bool {
	return r.Word(i).Upper && (r.Loud || r.Word(i+1).Upper)
}

// At gives the first and the last token of a range of bytes that begins and ends with
// them; false if it cuts tokens.
func (r *Reading) At(start, end int) (from, to int, ok bool) {
	starts := func(t bauta.Token, at int) int { return cmp.Compare(t.Start, at) }
	stops := func(t bauta.Token, at int) int { return cmp.Compare(t.End, at) }
	from, begins := slices.BinarySearchFunc(r.Doc.Tokens, start, starts)
	to, ends := slices.BinarySearchFunc(r.Doc.Tokens, end, stops)
	return from, to, begins && ends && to >= from
}
