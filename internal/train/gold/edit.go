package gold

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"golang.org/x/text/unicode/norm"
)

// piece is a run of letters and digits (with apostrophes and hyphens between
// them), or a run of anything else; label is "" outside entities, and no piece
// crosses the border of one.
type piece struct {
	text  string
	word  bool
	label bauta.Label
}

// pieces cuts the sentence; joined again they give its text.
func (s Sentence) pieces() []piece {
	var out []piece
	at := 0
	for _, sp := range s.Spans {
		out = cutWords(out, s.Text[at:sp.Start], "")
		out = cutWords(out, s.Text[sp.Start:sp.End], sp.Label)
		at = sp.End
	}
	return cutWords(out, s.Text[at:], "")
}

func cutWords(out []piece, text string, label bauta.Label) []piece {
	start, inWord := 0, false
	for i, r := range text {
		word := isWordRune(r) || inWord && isJoiner(r) && wordFollows(text[i+utf8.RuneLen(r):])
		if i > start && word != inWord {
			out = append(out, piece{text[start:i], inWord, label})
			start = i
		}
		inWord = word
	}
	if start < len(text) {
		out = append(out, piece{text[start:], inWord, label})
	}
	return out
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func isJoiner(r rune) bool { return r == '\'' || r == '’' || r == '-' }

func wordFollows(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}

// Edit returns the sentence with every piece rewritten: words and what stands
// between them, each with the label it lies under ("" for none). Spans are
// carried along; one that is rewritten to nothing is dropped.
func (s Sentence) Edit(rewrite func(text string, word bool, label bauta.Label) string) Sentence {
	out := Sentence{Set: s.Set, Lang: s.Lang}
	var b strings.Builder
	starts := map[int]int{}
	ends := map[int]int{}
	at := 0
	for _, p := range s.pieces() {
		if _, ok := starts[at]; !ok {
			starts[at] = b.Len()
		}
		b.WriteString(rewrite(p.text, p.word, p.label))
		at += len(p.text)
		ends[at] = b.Len()
	}
	out.Text = b.String()
	for _, sp := range s.Spans {
		sp.Start, sp.End = starts[sp.Start], ends[sp.End]
		if sp.Start < sp.End {
			out.Spans = append(out.Spans, sp)
		}
	}
	return out
}

// Lower returns a copy in lower case.
func Lower(s Sentence) Sentence {
	return s.Edit(func(t string, _ bool, _ bauta.Label) string { return strings.ToLower(t) })
}

// Upper returns a copy in capitals.
func Upper(s Sentence) Sentence {
	return s.Edit(func(t string, _ bool, _ bauta.Label) string { return strings.ToUpper(t) })
}

// NoAccents returns a copy whose letters have lost their marks.
func NoAccents(s Sentence) Sentence {
	return s.Edit(func(t string, _ bool, _ bauta.Label) string { return StripMarks(t) })
}

// StripMarks drops diacritics: é to e, ß and ø stay.
func StripMarks(t string) string {
	ascii := true
	for i := range len(t) {
		ascii = ascii && t[i] < utf8.RuneSelf
	}
	if ascii {
		return t
	}
	t = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(t))
	return norm.NFC.String(t)
}

// NoFinal returns a copy without the punctuation at its end.
func NoFinal(s Sentence) Sentence {
	end := len(strings.TrimRight(s.Text, " .!?…"))
	if n := len(s.Spans); n > 0 {
		end = max(end, s.Spans[n-1].End)
	}
	return s.slice(0, end)
}

// Recase gives a lower-case sentence of an encyclopaedia the capitals it once
// had: at its start and on the words of names, small words apart. What is not
// a proper name (a disease, a language) stays.
func Recase(s Sentence) Sentence {
	first := true
	return s.Edit(func(t string, word bool, label bauta.Label) string {
		if !word {
			return t
		}
		name := label != "" && label != bauta.MedChem && label != bauta.MeasureUnit && label != bauta.Date
		if first || name && !small()[t] {
			first = false
			return Capital(t)
		}
		return t
	})
}

// small are the words that are written in lower case inside names.
var small = sync.OnceValue(func() lists.Words { return lists.In("small-in-names") })

// Capital returns the word with its first letter in upper case.
func Capital(t string) string {
	if t == "" {
		return t
	}
	r, size := utf8.DecodeRuneInString(t)
	return string(unicode.ToUpper(r)) + t[size:]
}
