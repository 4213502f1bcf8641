package settle

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/text"
)

// tradeWords are words of those who make software, in whatever language they write: "die Payload", "innan Release".
// "sure" stands behind those that hardly anybody else writes.
var tradeWords = sync.OnceValue(func() lists.Notes { return lists.NotesIn("trade-words") })

// A trade is where words stand in a message that only those who make software write, or that others than in English
// take over from them, names of programs, and signs of code, in bytes.
type trade []place

// tradeOf reads the words of a message.
func tradeOf(d *bauta.Doc, lex *lexicon.Lexicon) (out trade) {
	for _, t := range d.Tokens {
		if t.Kind != bauta.Word {
			if codeSign(d.Text, t) {
				out = append(out, place{t.Start, t.End})
			}
			continue
		}
		note, ok := tradeWord(t.Norm)
		taken := ok && base(d.Lang) != "en" && !usualIn(lex, t.Norm, d.Lang)
		loud := ok && d.Text[t.End-1] <= 'Z' // ERROR
		if ok && note != "" || taken || loud || programOnly(lex, t.Norm, d.Lang) {
			out = append(out, place{t.Start, t.End})
		}
	}
	return out
}

// codeSign reports what programs write between two words, a=b, a::b, a_b, and what opens a comment.
func codeSign(s string, t bauta.Token) bool {
	blank := strings.HasPrefix(s[t.End:], " ")
	switch s[t.Start:t.End] {
	case "//", "#":
		return blank
	case "=", "::", "_":
		return !blank && t.Start > 0 && s[t.Start-1] != ' '
	}
	return false
}

// usualIn reports a word of a language, and not of English alone.
func usualIn(lex *lexicon.Lexicon, word, lang string) bool {
	return lexicon.Frequent(word, lang) || lex.Usual(word, lang)
}

// programOnly reports a program's name that is nobody's and no word of the language (vite).
func programOnly(lex *lexicon.Lexicon, word, lang string) bool {
	note, ok := software()[word]
	if !ok || note != "" || lexicon.Frequent(word, lang) {
		return note == "sure"
	}
	e, _ := lex.Look(word, lang)
	return !e.Hidden()
}

// nearTrade is how far from a find the trade counts, in bytes.
const nearTrade = 160

// around reports such a word near a find, and none of its own.
func (o trade) around(s bauta.Span) bool {
	i, _ := slices.BinarySearchFunc(o, s.Start-nearTrade, func(p place, at int) int { return p.start - at })
	for ; i < len(o) && o[i].start < s.End+nearTrade; i++ {
		if o[i].end <= s.Start || o[i].start >= s.End {
			return true
		}
	}
	return false
}

// Of a word of the trade that takes an ending of the language (Pipelinen, Releases): the longest ending and the
// shortest word, in letters.
const (
	longestEnding = 2
	shortestTrade = 5
)

// tradeWord gives the note of a word of the trade, also with an ending.
func tradeWord(word string) (note string, ok bool) {
	all := tradeWords()
	word = text.Plain(word)
	if note, ok = all[word]; ok {
		return note, true
	}
	for range longestEnding {
		_, size := utf8.DecodeLastRuneInString(word)
		if word = word[:len(word)-size]; len(word) < shortestTrade {
			return "", false
		}
		if note, ok = all[word]; ok {
			return note, true
		}
	}
	return "", false
}

// ofTrade reports a find of which every word is one of the trade, and no first name, beside others, or that only those
// who make software write: "Lazy Loading" in a message on a deploy.
func (o Notation) ofTrade(d *bauta.Doc, s bauta.Span, near func() trade) bool {
	i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
	words, sure := 0, true
	for ; i < len(d.Tokens) && d.Tokens[i].Start < s.End; i++ {
		t := d.Tokens[i]
		if t.Kind != bauta.Word {
			continue
		}
		if words++; !o.tradeOnly(t.Norm, d.Lang) {
			return false
		}
		note, _ := tradeWord(t.Norm)
		sure = sure && note != ""
	}
	return words > 0 && (sure || near().around(s))
}

// tradeOnly reports a word of the trade that is no first name, but where hardly anybody else writes it, or several of
// them with hyphens.
func (o Notation) tradeOnly(word, lang string) bool {
	for part := range strings.SplitSeq(word, "-") {
		note, ok := tradeWord(part)
		if !ok {
			return false
		}
		e, _ := o.Lexicon.Look(part, lang)
		first := e.Kinds&lexicon.FirstName != 0 && note == ""
		alone := e.Name() && e.Kinds&lexicon.Dictionary&^lexicon.City != 0
		if first || alone || e.Kinds&lexicon.Hide != 0 {
			return false
		}
	}
	return true
}
