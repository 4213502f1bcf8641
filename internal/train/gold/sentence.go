package gold

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// Sentence is a labelled piece of text. Spans are sorted, disjoint, and count
// bytes of Text.
type Sentence struct {
	Set  string // name of the set it comes from
	Lang string
	Text string
	// Spans carry Start, End and Label only.
	Spans []bauta.Span
}

// tagged is a token with its label in the names of its set: "" outside.
type tagged struct {
	word  string
	label string
	begin bool // starts an entity even if the token before has the same label
}

// fromTokens joins tokens with blanks. A token that continues the one before
// ("@" + "name", glued in the original) is joined without one.
func fromTokens(set Set, tokens []tagged) Sentence {
	s := Sentence{Set: set.Name, Lang: set.Lang}
	var b strings.Builder
	raw := ""
	for i, t := range tokens {
		handle := i > 0 && tokens[i-1].word == "@"
		if i > 0 && !handle {
			b.WriteByte(' ')
		}
		start := b.Len()
		b.WriteString(t.word)
		label := t.label
		if set.StripHandles && (handle || strings.HasPrefix(t.word, "@")) {
			label = "" // a handle is an identifier, found by pattern, never a person
		}
		switch {
		case label == "":
		case label == raw && !t.begin:
			s.Spans[len(s.Spans)-1].End = b.Len()
		default:
			s.Spans = append(s.Spans, bauta.Span{Start: start, End: b.Len(), Label: bauta.Label(label)})
		}
		raw = label
	}
	s.Text = b.String()
	s.Spans = set.mapSpans(s.Text, s.Spans)
	return s
}

// mapSpans turns labels of the set into the project's. The outermost of
// nested spans wins.
func (set Set) mapSpans(text string, spans []bauta.Span) []bauta.Span {
	var out []bauta.Span
	for _, s := range spans {
		to := labelMap(set.Name)[string(s.Label)]
		switch {
		case to == unitWord:
			s = unitOf(text, s)
		case to == territory:
			s.Label = bauta.Location
			if digits := text[s.Start:s.End]; len(digits) == 5 && strings.Trim(digits, "0123456789") == "" {
				s.Label = bauta.ZipCode
			}
		case to == "":
			continue
		default:
			s.Label = to
		}
		s = withoutHash(text, s)
		if s.Start < s.End {
			out = append(out, s)
		}
	}
	return outermost(out)
}

// withoutHash leaves of a hashtag the name alone, as the guidelines ask, and as
// the tagger cuts it.
func withoutHash(text string, s bauta.Span) bauta.Span {
	if name, tag := strings.CutPrefix(text[s.Start:s.End], "#"); tag {
		s.Start++
		s.End = s.Start + len(strings.TrimRight(name, "!?.,;:…"))
	}
	return s
}

// unitOf shrinks an amount to the words after its last digit; nothing remains
// of an amount without a digit or without a unit.
func unitOf(text string, s bauta.Span) bauta.Span {
	amount := text[s.Start:s.End]
	last := strings.LastIndexFunc(amount, unicode.IsDigit)
	if last < 0 {
		s.End = s.Start
		return s
	}
	rest := amount[last+1:]
	s.Start = s.End - len(strings.TrimLeft(rest, " .,-"))
	s.Label = bauta.MeasureUnit
	return s
}

func outermost(spans []bauta.Span) []bauta.Span {
	slices.SortStableFunc(spans, func(a, b bauta.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	out, end := spans[:0], 0
	for _, s := range spans {
		if s.Start < end {
			continue
		}
		out = append(out, s)
		end = s.End
	}
	return out
}

// slice cuts [start, end) out of a longer text, with the spans inside it.
func (s Sentence) slice(start, end int) Sentence {
	out := Sentence{Set: s.Set, Lang: s.Lang, Text: s.Text[start:end]}
	for _, sp := range s.Spans {
		if sp.Start >= start && sp.End <= end {
			sp.Start -= start
			sp.End -= start
			out.Spans = append(out.Spans, sp)
		}
	}
	return out
}

// split cuts a document into lines and lines into sentences: after . ! ? and
// a blank, never inside a span. Empty pieces are dropped.
func (s Sentence) split() []Sentence {
	var out []Sentence
	start, next := 0, 0
	cut := func(at int) {
		if piece := s.slice(start, at); strings.TrimSpace(piece.Text) != "" {
			out = append(out, piece)
		}
		start = at
	}
	for i := 0; i < len(s.Text); i++ {
		for next < len(s.Spans) && s.Spans[next].End <= i {
			next++
		}
		inside := next < len(s.Spans) && s.Spans[next].Start <= i
		switch c := s.Text[i]; {
		case inside:
		case c == '\n':
			cut(i + 1)
		case c == ' ' && i > start+20 && strings.IndexByte(".!?", s.Text[i-1]) >= 0 && startsUpper(s.Text[i+1:]):
			cut(i + 1)
		}
	}
	cut(len(s.Text))
	return out
}

func startsUpper(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r)
	}
	return false
}

// Dedupe drops sentences whose letters and digits, without case, stand in an
// earlier sentence, and returns how many were dropped. Put what must be kept
// first: test files before training files.
func Dedupe(lists ...[]Sentence) ([][]Sentence, int) {
	seen := map[[sha256.Size]byte]bool{}
	dropped := 0
	out := make([][]Sentence, len(lists))
	for i, list := range lists {
		for _, s := range list {
			key := contentKey(s.Text)
			if seen[key] {
				dropped++
				continue
			}
			seen[key] = true
			out[i] = append(out[i], s)
		}
	}
	return out, dropped
}

func contentKey(text string) [sha256.Size]byte {
	return sha256.Sum256([]byte(strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)))
}
