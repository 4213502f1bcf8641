package audit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stretch is a part of a released text, in bytes, that stands for something else.
type Stretch struct {
	Start, End int
	Was        string
	Bare       bool // nothing shows that it is a mask: it may be put in by hand, or hold a word that stayed
}

// widest is how many words of a message are compared one by one; of more, the part
// between the first and the last difference is one stretch.
const widest = 400

// Replaced finds what of a text was replaced: the common sequence of its words and signs with those
// of the original that has the most words, then the most signs, stays (Wagner and Fischer, Journal of
// the ACM 21(1), 1974). A stretch with a word that the original has too, and that it has nowhere beside
// the stretches, is Bare: that word may have stayed.
func Replaced(original, released string) []Stretch {
	out := differing(original, released)
	var was []string
	for _, s := range out {
		was = append(was, s.Was)
	}
	for i := range out {
		out[i].Bare = Kept(released[out[i].Start:out[i].End], was...)
	}
	return out
}

// Kept reports whether a text has a word of others.
func Kept(released string, others ...string) bool {
	had := map[string]bool{}
	for _, o := range others {
		for _, w := range words(o) {
			had[w] = true
		}
	}
	return slices.ContainsFunc(words(released), func(w string) bool { return had[w] && speaks(w) })
}

// speaks reports whether a word, or a sign, is one in which something may be read.
func speaks(word string) bool { return strings.ContainsFunc(word, read) }

func differing(original, released string) []Stretch {
	a, b := words(original), words(released)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	at := length(b[:head])
	a, b = a[head:len(a)-tail], b[head:len(b)-tail]
	if len(a) > widest || len(b) > widest {
		return []Stretch{{Start: at, End: at + length(b), Was: strings.Join(a, "")}}
	}
	return joined(stretches(a, b, common(a, b), at), released)
}

// joined makes one of stretches between which signs alone stand, or blanks alone: the question
// mark of an address that is one of a mask by chance, the blank of "Person 2" that is
// one of a full name. A canary that puts half a mask back is told by the other half.
func joined(all []Stretch, released string) []Stretch {
	var out []Stretch
	for _, s := range all {
		if last := len(out) - 1; last >= 0 {
			between := released[out[last].End:s.Start]
			signs := !strings.ContainsFunc(between, func(r rune) bool { return unicode.IsSpace(r) || read(r) })
			if signs || strings.TrimSpace(between) == "" {
				out[last].End = s.End
				out[last].Was += between + s.Was
				continue
			}
		}
		out = append(out, s)
	}
	for i := range out {
		out[i].trim(released)
	}
	return out
}

// trim leaves the blanks out with which both texts begin or end.
func (s *Stretch) trim(released string) {
	now := released[s.Start:s.End]
	for _, r := range now {
		n := utf8.RuneLen(r)
		if !unicode.IsSpace(r) || !strings.HasPrefix(s.Was, now[:n]) {
			break
		}
		s.Start, s.Was, now = s.Start+n, s.Was[n:], now[n:]
	}
	for now != "" {
		r, n := utf8.DecodeLastRuneInString(now)
		if !unicode.IsSpace(r) || !strings.HasSuffix(s.Was, now[len(now)-n:]) {
			break
		}
		s.End, s.Was, now = s.End-n, s.Was[:len(s.Was)-n], now[:len(now)-n]
	}
}

// inWord reports what a word is made of.
func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
}

// weight is what a word or sign counts that both texts have: no number of signs outweighs a word, and no
// number of blanks a sign, or a short name between masks is given up for the blanks around it.
func weight(word string) int {
	switch {
	case speaks(word):
		return (widest + 1) * (widest + 1)
	case strings.TrimSpace(word) != "":
		return widest + 1
	}
	return 1
}

// common is the table of the weightiest common sequences of what stands from i and j on.
func common(a, b []string) [][]int {
	t := make([][]int, len(a)+1)
	for i := range t {
		t[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		own := weight(a[i])
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i][j] = t[i+1][j+1] + own
			} else {
				t[i][j] = max(t[i+1][j], t[i][j+1])
			}
		}
	}
	return t
}

// stretches walks the table; at is where b begins in the text.
func stretches(a, b []string, t [][]int, at int) []Stretch {
	var out []Stretch
	open := false
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		if i < len(a) && j < len(b) && a[i] == b[j] {
			at += len(b[j])
			i, j, open = i+1, j+1, false
			continue
		}
		if !open {
			out, open = append(out, Stretch{Start: at, End: at}), true
		}
		s := &out[len(out)-1]
		if j == len(b) || i < len(a) && t[i+1][j] >= t[i][j+1] {
			s.Was += a[i]
			i++
		} else {
			at += len(b[j])
			s.End = at
			j++
		}
	}
	return out
}

// words parts a text into runs of letters and digits, and all other signs one by one.
func words(s string) []string {
	var out []string
	start, inside := 0, false
	for i, r := range s {
		in := inWord(r)
		if i > start && !(in && inside) {
			out = append(out, s[start:i])
			start = i
		}
		inside = in
	}
	if start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

func length(parts []string) (n int) {
	for _, p := range parts {
		n += len(p)
	}
	return n
}

// Shown is a text as a reader gets it: what was replaced stands in brackets, so that a
// name that was invented is not taken for one that was left; what is Bare has none. Of a canary one of the
// stretches, by number, holds again what it was, and nothing tells it from a word
// that was left; -1 for none.
func Shown(released string, replaced []Stretch, canary int) string {
	var b strings.Builder
	last := 0
	for i, s := range replaced {
		b.WriteString(released[last:s.Start])
		switch {
		case i == canary:
			b.WriteString(s.Was)
		case s.Bare:
			b.WriteString(released[s.Start:s.End])
		case s.Start < s.End:
			b.WriteString(bracketed(released[s.Start:s.End]))
		}
		last = s.End
	}
	b.WriteString(released[last:])
	return b.String()
}

// bracketed sets a text in brackets, without the blanks around it.
func bracketed(s string) string {
	inner := strings.TrimSpace(s)
	if inner == "" {
		return s
	}
	before, after, _ := strings.Cut(s, inner)
	return before + "⟦" + inner + "⟧" + after
}

// Telling gives the stretches that could be a canary: what they were has two letters or
// digits at least.
func Telling(replaced []Stretch) []int {
	var out []int
	for i, s := range replaced {
		n := 0
		for _, r := range s.Was {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n++
			}
		}
		if n > 1 && utf8.ValidString(s.Was) {
			out = append(out, i)
		}
	}
	return out
}

// Amid reports whether words stand around what of a released text was replaced: two letters or
// digits that nobody replaced.
func Amid(released string, replaced []Stretch) bool {
	n, last := 0, 0
	count := func(s string) {
		for _, r := range s {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n++
			}
		}
	}
	for _, s := range replaced {
		count(released[last:s.Start])
		last = s.End
	}
	count(released[last:])
	return n > 1
}
