package count

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Presidio counts spans as presidio-research's span evaluator does, over words
// instead of characters that stand between them: what a text is tagged with, word by
// word, makes spans; words that say nothing ("the", "street", "Mr.") and punctuation
// are skipped; neighbours of one type with nothing but these between them are one
// span; and a span of gold is found where the spans of its type that overlap it have,
// together, at least IoU of it. Words are cut by an expression, where
// presidio-research asks spaCy, so figures differ from its own in the third place.
type Presidio struct {
	IoU   float64       // intersection over union from which a span is found, 0 to 1
	Typed bool          // a span counts by its type; otherwise all are of one
	Drop  []bauta.Label // of gold: as if they were not there
}

// PresidioCount adds up what Presidio counts.
type PresidioCount struct {
	Right int `json:"right"` // spans found, of their type
	Found int `json:"found"` // predictions, one for each type over a span of gold
	Gold  int `json:"gold"`
}

// Add adds the counts of other messages, n times.
func (c *PresidioCount) Add(d PresidioCount, n int) {
	c.Right, c.Found, c.Gold = c.Right+n*d.Right, c.Found+n*d.Found, c.Gold+n*d.Gold
}

// F2 weighs recall twice as much as precision, in per cent.
func (c PresidioCount) F2() float64 {
	p, r := percent(c.Right, c.Found), percent(c.Right, c.Gold)
	if p+r == 0 {
		return 0
	}
	return 5 * p * r / (4*p + r)
}

// Count counts one message. Spans are bytes of the text; questions do not count.
func (c Presidio) Count(text string, gold, pred []bauta.Span) PresidioCount {
	words := presidioWords(text)
	want := c.spans(words, wordTags(words, gold, c.Drop))
	have := c.spans(words, wordTags(words, pred, nil))
	var out PresidioCount
	out.Gold = len(want)
	over := make([]bool, len(have))
	for _, g := range want {
		types := map[bauta.Label]map[int]bool{}
		for i, p := range have {
			if !meet(g.at, p.at) {
				continue
			}
			over[i] = true
			if types[p.label] == nil {
				types[p.label] = map[int]bool{}
			}
			for at := p.at[0]; at <= p.at[1]; at++ {
				types[p.label][at] = true
			}
		}
		for label, at := range types {
			out.Found++
			if label == g.label && overlap(g.at, at) >= c.IoU {
				out.Right++
			}
		}
	}
	for _, o := range over {
		if !o {
			out.Found++
		}
	}
	return out
}

// presidioWord is a word and its place, in code points.
type presidioWord struct {
	lower      string
	start, end int // code points
	from, to   int // bytes
}

// wordForm cuts e-mails, addresses of pages, numbers with points, words, signs and
// wider gaps. Letters, digits and blanks are those of Unicode.
var wordForm = regexp.MustCompile(`[\p{L}\p{N}_]+@[\p{L}\p{N}_.\-]+|(?:https?://|www\.)[^\s\p{Z}]+|` +
	`\p{Nd}+(?:\.\p{Nd}+)+|` +
	`[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s\p{Z}]|[\s\p{Z}][\s\p{Z}]+|\n`)

func presidioWords(text string) []presidioWord {
	var out []presidioWord
	at, runes := 0, 0
	for _, m := range wordForm.FindAllStringIndex(text, -1) {
		runes += utf8.RuneCountInString(text[at:m[0]])
		n := utf8.RuneCountInString(text[m[0]:m[1]])
		out = append(out, presidioWord{strings.ToLower(text[m[0]:m[1]]), runes, runes + n, m[0], m[1]})
		at, runes = m[1], runes+n
	}
	return out
}

// wordTags gives each word the label of the first span that holds its start, or lies
// in it; "" for none.
func wordTags(words []presidioWord, spans []bauta.Span, drop []bauta.Label) []bauta.Label {
	out := make([]bauta.Label, len(words))
	for i, w := range words {
		for _, s := range spans {
			if s.Doubt != bauta.Sure || dropped(drop, s.Label) {
				continue
			}
			if s.Start <= w.from && w.from < s.End || w.from <= s.Start && s.End <= w.to {
				out[i] = s.Label
				break
			}
		}
	}
	return out
}

func dropped(drop []bauta.Label, l bauta.Label) bool {
	for _, d := range drop {
		if d == l {
			return true
		}
	}
	return false
}

// presidioSpan is a run of words of one type.
type presidioSpan struct {
	label       bauta.Label
	at          [2]int // first to last code point of what is not skipped, and the one behind
	first, next int    // its words
}

// spans joins the tags of words.
func (c Presidio) spans(words []presidioWord, tags []bauta.Label) []presidioSpan {
	var out []presidioSpan
	for i := 0; i < len(words); {
		label, next := tags[i], i+1
		for next < len(words) && c.same(tags[next], label) {
			next++
		}
		if label == "" {
			i = next
			continue
		}
		if s, ok := spoken(words, i, next); ok {
			s.label = label
			if !c.Typed {
				s.label = bauta.Person
			}
			n := len(out)
			if n > 0 && out[n-1].label == s.label && silent(words[out[n-1].next:i]) {
				out[n-1].at, out[n-1].next = [2]int{out[n-1].at[0], max(out[n-1].at[1], s.at[1])}, next
			} else {
				out = append(out, s)
			}
		}
		i = next
	}
	return out
}

// same says whether two words may stand in one span.
func (c Presidio) same(a, b bauta.Label) bool {
	if c.Typed {
		return a == b
	}
	return (a == "") == (b == "")
}

// spoken gives the span of words [first, next), without what is skipped; none where
// all is.
func spoken(words []presidioWord, first, next int) (presidioSpan, bool) {
	s, found := presidioSpan{first: first, next: next}, false
	for _, w := range words[first:next] {
		if w.skipped() {
			continue
		}
		end := w.start + utf8.RuneCountInString(w.lower)
		if !found {
			s.at[0] = w.start
		}
		s.at[1], found = max(s.at[1], end), true
	}
	return s, found
}

func silent(words []presidioWord) bool {
	for _, w := range words {
		if !w.skipped() {
			return false
		}
	}
	return true
}

func (w presidioWord) skipped() bool {
	return presidioSkips()[w.lower] || strings.TrimFunc(w.lower, unicode.IsSpace) == ""
}

func meet(a, b [2]int) bool { return a[0] <= b[1] && b[0] <= a[1] }

func overlap(g [2]int, at map[int]bool) float64 {
	both := 0
	for i := g[0]; i <= g[1]; i++ {
		if at[i] {
			both++
		}
	}
	return float64(both) / float64(g[1]-g[0]+1+len(at)-both)
}

//go:embed data/presidio-skip.txt
var skipList string

// presidioSkips are the words that are skipped, and every sign of ASCII.
var presidioSkips = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(skipList) {
		if !strings.HasPrefix(line, "##") {
			out[strings.TrimSpace(line)] = true
		}
	}
	for r := '!'; r <= '~'; r++ {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			out[string(r)] = true
		}
	}
	return out
})
