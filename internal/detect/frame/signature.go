package frame

import (
	"strings"

	"github.com/bauta/bauta"
)

// signed reads who signs at the end of a line: a name, or a capital, behind a
// leave-taking, initials behind a dash, and initials that are a line of their own.
func signed(r *frames, i int) (bauta.Span, bool) {
	last := i
	if r.near(i, i+1) && r.strange(i+1) {
		last++
	}
	if !r.lastOfLine(last) {
		return bauta.Span{}, false
	}
	initials := last == i && r.initials(i)
	switch {
	case initials && r.firstOfLine(i) && i > 0:
		return r.person(i, i, likely, "initials on a line of their own"), true
	case initials && r.dashed(i):
		return r.person(i, i, likely, "initials behind a dash"), true
	}
	sign, ok := r.leaving(i)
	if ok && (initials || last == i && r.signs(i) || r.strange(i) && strings.Trim(sign, ",") == "") {
		return r.person(i, last, usual, "signs behind a leave-taking"), true
	}
	return bauta.Span{}, false
}

// leaving reports a leave-taking before word i, and the sign that stands between.
func (r *frames) leaving(i int) (sign string, ok bool) {
	last := i - 1
	if last > 0 && r.Doc.Tokens[last].Kind == bauta.Punct && strings.Contains(",.!-–—", r.Norm(last)) {
		sign = r.Norm(last)
		last--
	}
	_, ok = r.ending(last, r.leavings)
	return sign, ok
}

// signs reports a word that at the end of a line can only be who signs: a capital alone,
// also one that is a word in small letters, or a first name with a capital that a
// sentence would not give it.
func (r *frames) signs(i int) bool {
	if r.Loud {
		return false
	}
	return capitalLetter(r.Surface(i)) || given(r.Compound(i)) && r.Word(i).Named() && !r.Word(i).Opens
}

// dashed reports a dash between blanks before word i, as before a signature, and nothing
// but a full stop behind it.
func (r *frames) dashed(i int) bool {
	before := i > 1 && strings.Contains("-–—", r.Norm(i-1)) && r.Gap(i-2, i-1) != ""
	return before && (i+1 == r.Len() || i+2 == r.Len() && r.dotted(i))
}

// initials reports one to three capitals that are no word.
func (r *frames) initials(i int) bool {
	w := r.Word(i)
	return r.initial(i) || w.Upper && !w.Known && len(r.Norm(i)) <= 3 && !r.Loud
}

// manyKisses is how many words of leave-taking may stand behind a signature.
const manyKisses = 4

// lastOfLine reports a word behind which nothing but signs and kisses stand in its line.
func (r *frames) lastOfLine(i int) bool {
	kisses := 0
	for j := i + 1; j < len(r.Doc.Tokens); j++ {
		if strings.Contains(r.Gap(j-1, j), "\n") {
			return true
		}
		if r.kiss(j) && kisses < manyKisses {
			kisses++
			continue
		}
		if k := r.Doc.Tokens[j].Kind; k != bauta.Punct && k != bauta.Emoji {
			return false
		}
	}
	return true
}

// kiss reports a word of leave-taking, or crosses in place of one.
func (r *frames) kiss(i int) bool {
	_, ok := r.ending(i, r.leavings)
	return ok || strings.Trim(r.Norm(i), "xo") == ""
}

// firstOfLine reports a word that begins a line.
func (r *frames) firstOfLine(i int) bool { return i == 0 || strings.Contains(r.Gap(i-1, i), "\n") }
