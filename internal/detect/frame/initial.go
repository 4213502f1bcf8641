package frame

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// mostInitials bounds how many a name has before it.
const mostInitials = 3

var (
	joiningParticles = sync.OnceValue(func() lists.Notes { return lists.NotesIn("joining-particles") })
	lettered         = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("lettered") })
)

// initialled reads initials with their full stops before a surname: "A. Whitcombe",
// "mit A. König", "S. de La Tour". Where nothing says that a name stands there, a letter
// may end a sentence ("plan B. Then"), so that two initials are wanted, and a word that
// is none of the language.
func initialled(r *frames, i int) (bauta.Span, bool) {
	end := i
	for n := 0; n < mostInitials && r.leads(end); n++ {
		end += 2
	}
	last := r.BehindParticles(end)
	if end == i || !r.capitalised(last) || r.abbreviates(i, end) {
		return bauta.Span{}, false
	}
	strange, several := r.strange(last), end > i+2
	surname := strange || last > end || r.Compound(last).Is(lexicon.Surname) || r.Before(i)&reading.Title != 0
	if !surname || !r.expected(i, several) && !(several && strange) {
		return bauta.Span{}, false
	}
	return r.person(i, last, likely, "behind its initials"), true
}

// capitalised reports a word with a capital, where not all have one.
func (r *frames) capitalised(i int) bool { return !r.Loud && r.Word(i).Named() && !r.short(i) }

// abbreviates reports initials that are nobody's: "P. S.", "Z. B.".
func (r *frames) abbreviates(i, end int) bool {
	var b strings.Builder
	for ; i < end; i += 2 {
		b.WriteString(r.Norm(i))
	}
	return lettered()["all"][b.String()] || lettered()[r.Lang][b.String()]
}

// expected reports that a name may stand at initials: behind a title, a first name, a
// greeting, "and", "from", what introduces somebody or is said to them; first in its line
// or behind a sign other than a full stop, where a numeral of Rome alone may head a
// chapter. In German letters end a sentence behind a noun, which has a capital.
func (r *frames) expected(i int, several bool) bool {
	begins := i == 0 || strings.Contains(r.Gap(i-1, i), "\n")
	if begins || !r.IsWord(i-1) && r.Surface(i-1) != "." {
		return several || !romanDigit(r.Norm(i))
	}
	_, introduced := r.behind(i, r.introductions)
	_, addressed := r.behind(i, r.addressed)
	if introduced || addressed || r.Before(i) != 0 {
		return true
	}
	if r.joined(i-1) || beforeNames[r.Lang][r.Norm(i-1)] {
		return true
	}
	w := r.Word(i - 1)
	noNoun := r.Lang == "de" && r.IsWord(i-1) && !w.Capital
	return noNoun || w.Named() && given(w)
}

// romanDigit reports a letter that heads chapters.
func romanDigit(norm string) bool { return norm == "i" || norm == "v" || norm == "x" }

// listed reads a surname with an initial behind it in a row of people: "Koch L., Okafor B.".
func listed(r *frames, i int) (bauta.Span, bool) {
	last := r.BehindParticles(i)
	if !r.capitalised(last) || !r.rowed(i) || !r.rowEnds(last+1) || !r.Beside(last, last+1) {
		return bauta.Span{}, false
	}
	if !r.strange(last) && !r.Compound(last).Is(lexicon.Surname) {
		return bauta.Span{}, false
	}
	return r.person(i, last+1, likely, "before its initial"), true
}

// rowed reports that a row may begin, or go on, with word i.
func (r *frames) rowed(i int) bool {
	if i == 0 || strings.Contains(r.Gap(i-1, i), "\n") || r.joined(i-1) {
		return true
	}
	before := r.Surface(i - 1)
	return before == ":" || before == ","
}

// rowEnds reports an initial with its full stop at word i, and a comma behind it, or the
// end of a line.
func (r *frames) rowEnds(i int) bool {
	if !r.IsWord(i) || !capitalLetter(r.Surface(i)) || !r.dotted(i) {
		return false
	}
	return i+2 >= r.Len() || r.Surface(i+2) == "," || strings.Contains(r.Gap(i+1, i+2), "\n")
}

// initialsBefore gives the first of the initials before word i, i where there is none.
func (r *frames) initialsBefore(i int) int {
	for n := 0; n < mostInitials && r.leads(i-2); n++ {
		i -= 2
	}
	return i
}

// leads reports an initial with its full stop before a word: a capital, but not that of
// Monsieur, nor "I", which is the one word of a capital that ends sentences.
func (r *frames) leads(i int) bool {
	if !r.IsWord(i) || !r.IsWord(i+2) || !r.dotted(i) || !r.Beside(i+1, i+2) {
		return false
	}
	monsieur := r.Lang == "fr" && r.Norm(i) == "m"
	return capitalLetter(r.Surface(i)) && r.Norm(i) != "i" && !monsieur
}

// initial reports a single letter that is a capital and no word.
func (r *frames) initial(i int) bool {
	if !r.IsWord(i) {
		return false
	}
	return capitalLetter(r.Surface(i)) && !letters[r.Norm(i)]
}

// letters are words of one letter.
var letters = set("i a à y e è o u")

// dotted reports a full stop right behind word i.
func (r *frames) dotted(i int) bool {
	t := r.Doc.Tokens
	return i+1 < len(t) && t[i].End == t[i+1].Start && r.Doc.Surface(t[i+1].Start, t[i+1].End) == "."
}

// doubled reads two initials with a hyphen, which stand for a first name of two parts:
// "J-P", "M.-L.". In square brackets they are the letters of a pattern: [A-Z].
func doubled(r *frames, i int) (bauta.Span, bool) {
	if r.Loud || i > 0 && r.Surface(i-1) == "[" && r.Gap(i-1, i) == "" {
		return bauta.Span{}, false
	}
	if last, ok := r.pair(i); ok {
		return r.person(i, last, likely, "two initials"), true
	}
	return bauta.Span{}, false
}

// pair gives the last token of two initials with a hyphen that begin at word i.
func (r *frames) pair(i int) (last int, ok bool) {
	if a, b, ok := strings.Cut(r.Surface(i), "-"); ok {
		return i, capitalLetter(a) && capitalLetter(b)
	}
	last = i + 4
	if last >= r.Len() || !capitalLetter(r.Surface(i)) || !capitalLetter(r.Surface(i+3)) {
		return 0, false
	}
	t := r.Doc.Tokens
	return last, r.Doc.Surface(t[i].End, t[i+3].Start) == ".-" && r.dotted(i+3)
}

// capitalLetter reports one capital letter and nothing else.
func capitalLetter(s string) bool {
	c, size := utf8.DecodeRuneInString(s)
	return size == len(s) && unicode.IsUpper(c)
}
