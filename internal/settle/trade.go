package settle

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// tradeWords are words of those who make software, in whatever language they write: "die Payload", "innan Release".
// "sure" stands behind those that hardly anybody else writes.
var tradeWords = sync.OnceValue(func() lists.Notes { return lists.NotesIn("trade-words") })

// A trade is where words stand in a message that only those who make software write, and names of programs, in bytes.
type trade []place

// tradeOf reads the words of a message.
func tradeOf(d *bauta.Doc, lex *lexicon.Lexicon) (out trade) {
	for _, t := range d.Tokens {
		if t.Kind != bauta.Word {
			continue
		}
		note, ok := tradeWord(t.Norm)
		if ok && note != "" || programOnly(lex, t.Norm, d.Lang) {
			out = append(out, place{t.Start, t.End})
		}
	}
	return out
}

// programOnly reports a program's name that is nobody's.
func programOnly(lex *lexicon.Lexicon, word, lang string) bool {
	note, ok := software()[word]
	if !ok || note != "" {
		return ok
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

// ofTrade reports a find of which every word is one of the trade, and no first name, beside others: "Lazy Loading" in a
// message on a deploy.
func (o Notation) ofTrade(d *bauta.Doc, s bauta.Span, near func() trade) bool {
	i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
	words := 0
	for ; i < len(d.Tokens) && d.Tokens[i].Start < s.End; i++ {
		t := d.Tokens[i]
		if t.Kind != bauta.Word {
			continue
		}
		if words++; !o.tradeOnly(t.Norm, d.Lang) {
			return false
		}
	}
	return words > 0 && near().around(s)
}

// tradeOnly reports a word of the trade that is no first name, and of hyphens one of several.
func (o Notation) tradeOnly(word, lang string) bool {
	for part := range strings.SplitSeq(word, "-") {
		if _, ok := tradeWord(part); !ok {
			return false
		}
		if e, _ := o.Lexicon.Look(part, lang); e.Kinds&(lexicon.FirstName|lexicon.Hide) != 0 || e.Name() {
			return false
		}
	}
	return true
}
