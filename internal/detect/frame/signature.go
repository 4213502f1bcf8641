package frame

import (
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// signed reads who signs at the end of a line: a name, or a capital, behind a
// leave-taking; initials behind a dash, behind a sentence that ends the message, and in
// a line of their own, where a name may stand, too.
func signed(r *frames, i int) (bauta.Span, bool) {
	last, initials := r.monogram(i)
	if !initials && r.near(i, i+1) && r.strange(i+1) {
		last++
	}
	if !r.lastOfLine(last) || last == i && r.kiss(i) || r.abbreviation(i) {
		return bauta.Span{}, false
	}
	if initials {
		if why := r.apart(i, last); why != "" {
			return r.person(i, last, likely, why), true
		}
	} else if last == i && r.lastLine(i) {
		return r.person(i, i, likely, "a last line of its own"), true
	}
	sign, ok := r.leaving(i)
	ok = ok || initials && r.thanks(i)
	short := initials || last == i && r.signs(i)
	if ok && (short || r.strange(i) && strings.Trim(sign, ",") == "") {
		return r.person(i, last, usual, "signs behind a leave-taking"), true
	}
	return bauta.Span{}, false
}

// apart says why initials stand for somebody by their place alone.
func (r *frames) apart(i, last int) string {
	ends := last+1 == r.Len() || last+2 == r.Len() && r.dotted(last)
	switch {
	case i > 0 && r.firstOfLine(i):
		return "initials on a line of their own"
	case ends && r.dashed(i):
		return "initials behind a dash"
	case ends && (last > i || !r.short(i)) && r.stopped(i):
		return "initials behind the last sentence"
	}
	return ""
}

// stopped reports that a sentence may end before word i; none ends inside of letters with full stops (F.A.Q.).
func (r *frames) stopped(i int) bool {
	return i > 1 && strings.Contains(".!?", r.Norm(i-1)) && r.Gap(i-1, i) != ""
}

// lastLine reports a name of the lists that is the last line of a message, behind a
// sentence.
func (r *frames) lastLine(i int) bool {
	if i < sentence || !r.firstOfLine(i) || !r.Word(i).Named() {
		return false
	}
	for j := i - 1; j > i-sentence; j-- {
		if !r.IsWord(j-1) && !r.IsWord(j) || strings.Contains(r.Gap(j-1, j), "\n") {
			return false
		}
	}
	w := r.Compound(i)
	return w.Is(lexicon.Dictionary) && !w.Common
}

// sentence is how many tokens in a line make more of it than an entry of a list.
const sentence = 4

// monogram gives the last token of initials that begin with word i: "JP", "T.K.", and at the end of a message, behind a
// leave-taking, "o.p.".
func (r *frames) monogram(i int) (last int, ok bool) {
	last = i
	for capitalLetter(r.Surface(last)) && r.dotted(last) && last+2 < r.Len() && capitalLetter(r.Surface(last+2)) {
		last += 2
	}
	if last == i && i+4 == r.Len() && r.parts(i) && !r.abbreviates(i, i+4) {
		return i + 2, true
	}
	return last, last > i && last-i <= 4 || r.initials(i) || r.shortened(i)
}

// parts reports two small letters with their full stops behind a leave-taking.
func (r *frames) parts(i int) bool {
	_, leaves := r.leaving(i)
	letters := r.IsWord(i+2) && r.short(i) && r.short(i+2)
	return letters && (leaves || r.thanks(i)) && r.dotted(i) && r.dotted(i+2)
}

// shortened reports two capitals that end a message where somebody signs, by which people shorten a word in small
// letters: "DM".
func (r *frames) shortened(i int) bool {
	const written = lexicon.SMS | lexicon.Brand | lexicon.Loan | lexicon.Proper
	w := r.Word(i)
	pair := w.Upper && len(r.Norm(i)) == 2 && !r.Loud
	if !pair || i+1 < r.Len() || w.Entry.Kinds&^written != 0 {
		return false
	}
	_, leaves := r.leaving(i)
	return leaves || r.firstOfLine(i) || r.dashed(i)
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

// thanks reports a word before word i that greets or thanks somebody: "danke, MK".
func (r *frames) thanks(i int) bool {
	if i > 0 && strings.Contains(",.!", r.Norm(i-1)) {
		i--
	}
	return i > 0 && r.Word(i-1).Is(lexicon.Greeting)
}

// signs reports a word that at the end of a line can only be who signs: a capital alone,
// also one that is a word in small letters, or a first name with a capital that a
// sentence would not give it.
func (r *frames) signs(i int) bool {
	if r.Loud {
		return false
	}
	return capitalLetter(r.Surface(i)) || r.given(i) && r.Word(i).Named() && !r.Word(i).Opens
}

// dashed reports a dash or a stroke behind a blank before word i, as before a signature,
// where no other line begins with one, as in a list.
func (r *frames) dashed(i int) bool {
	dash := i > 1 && strings.Contains("-–—/", r.Norm(i-1)) && r.Gap(i-2, i-1) != ""
	return dash && strings.Count(r.Doc.Text, "\n-") < 2
}

// initials reports one to three capitals that are no word and no abbreviation.
func (r *frames) initials(i int) bool {
	w := r.Word(i)
	several := w.Upper && len(r.Norm(i)) <= 3 && !r.Loud
	return r.initial(i) || several && !w.Known && !r.abbreviation(i)
}

// abbreviation reports letters that stand in capitals where initials may stand, and are nobody's.
func (r *frames) abbreviation(i int) bool {
	return abbreviations()["all"][r.Norm(i)] || abbreviations()[r.Lang][r.Norm(i)]
}

var abbreviations = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("abbreviations") })

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
