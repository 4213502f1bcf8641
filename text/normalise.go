package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
)

// Normalise returns the shadow copy of a text and the map back to it. In the
// copy, tags of HTML are gone, though not the values of their attributes, nor
// scripts, style sheets and comments, which come out with the message; entities
// are the characters they stand for (&lt;3 is a heart), invisible and control
// characters are gone (white space stays), wide and compatibility forms of
// letters and digits are plain, letters of another
// script that only look Latin are Latin where the rest of the word is, and
// accents are composed (NFC). Invalid UTF-8 becomes U+FFFD. The map is empty
// where nothing changed. What comes out is read once more where that gives markup:
// texts are escaped twice on their way (&amp;eacute;), and signs of markup may be wide
// letters or have invisible characters inside. The copy of a copy is itself, but for
// what was escaped more than maxPasses times.
func Normalise(text string) (string, []bauta.Shift) {
	shadow, shifts := pass(text)
	for n := 1; n < maxPasses && len(shifts) > 0; n++ {
		next, more := pass(shadow)
		if len(more) == 0 {
			break
		}
		shadow, shifts = next, through(text, shadow, next, shifts, more)
	}
	return shadow, shifts
}

// pass reads a text once.
func pass(text string) (string, []bauta.Shift) {
	hidden := findMarkup(text)
	if len(hidden) == 0 && plain(text) {
		return text, nil
	}
	n := normaliser{signs: signs{src: text, hidden: hidden}, look: lookalikes(text, hidden)}
	n.out.Grow(len(text))
	for n.signs.more() {
		n.cluster()
	}
	n.drop(len(text))
	if !n.changed {
		return text, nil
	}
	return n.out.String(), n.shifts
}

// plain reports whether the text consists of characters that normalise to
// themselves: printable ASCII, white space, and composed Latin letters.
func plain(text string) bool {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r < 0xC0 || r > 0x17F {
			return false
		}
		i += size
	}
	return true
}

// normaliser writes the shadow copy and the map. Each piece it emits stands for
// a stretch of text behind that of the piece before, and a piece is never cut
// by the tokeniser: it is one character, marks alone, or a character with marks
// that composed with it.
type normaliser struct {
	signs   signs
	out     strings.Builder
	shifts  []bauta.Shift
	end     int // what of the text is written or dropped
	changed bool
	folding bool                // the last shift is a fold
	look    map[[2]int]struct{} // words whose look-alikes are folded
}

// maxMarks bounds the marks of a character that are read; a flood of more is
// passed over. NFC would part more than 30 by a joiner of its own, and a mark may
// be two.
const maxMarks = 12

// cluster writes the next character with the marks on it.
func (n *normaliser) cluster() {
	base := n.signs.next()
	with := string(n.fold(base.from, base.r))
	var marks []rune
	from, to := base.to, base.to
	for n.signs.more() && onTop(n.signs.peek().r) {
		mark := n.signs.next()
		if len(marks) == 0 {
			from = mark.from
		}
		if len(marks) < maxMarks && !line(mark.r) {
			marks = append(marks, mark.r)
		}
		to = mark.to
	}
	if len(marks) == 0 {
		n.emit(base.from, to, norm.NFC.String(with))
		return
	}
	alone, all := norm.NFC.String(with), norm.NFC.String(with+string(marks))
	if rest, apart := strings.CutPrefix(all, alone); apart {
		n.emit(base.from, base.to, alone)
		n.emit(from, to, rest)
	} else {
		n.emit(base.from, to, all)
	}
}

// line reports the marks by which a letter is underlined, struck through or framed, which spell nothing.
func line(r rune) bool {
	switch r {
	case 0x305, 0x332, 0x333, 0x335, 0x336, 0x33F, 0x20DD, 0x20DE, 0x20E3:
		return true
	}
	return false
}

// onTop reports the marks that stand on the character before them.
func onTop(r rune) bool { return r >= 0x300 && unicode.In(r, unicode.Mn, unicode.Me) }

// emit writes with for the stretch [from, to) of the text and keeps the map. An
// entity may be two characters: the second joins the piece of the first.
func (n *normaliser) emit(from, to int, with string) {
	if from < n.end {
		n.out.WriteString(with)
		n.end = to
		return
	}
	n.drop(from)
	n.end = to
	switch same := with == n.signs.src[from:to]; {
	case !same:
		n.shift(from, true)
	case n.folding:
		n.shift(from, false)
	}
	n.out.WriteString(with)
}

// drop leaves out the text up to byte to. It belongs to no byte of the shadow: a
// fold before it ends here, and the stretch behind it starts anew.
func (n *normaliser) drop(to int) {
	if to > n.end {
		n.shift(n.end, true)
		n.end = to
	}
}

func (n *normaliser) shift(at int, fold bool) {
	n.shifts = append(n.shifts, bauta.Shift{Shadow: n.out.Len(), Text: at, Fold: fold})
	n.folding, n.changed = fold, true
}

// fold gives the plain form of one character.
func (n *normaliser) fold(at int, r rune) rune {
	switch {
	case r >= 0xFF01 && r <= 0xFF5E: // full-width ASCII
		return r - 0xFEE0
	case r >= 0x1D400 && r <= 0x1D7FF:
		return n.latin(at, r, unadorned(r))
	case unicode.IsDigit(r) && r > 0x7F:
		if k := digit(r); k >= 0 {
			return '0' + k
		}
	case unicode.In(r, unicode.Cyrillic, unicode.Greek):
		return n.latin(at, r, r)
	case r > 0x7F && unicode.Is(unicode.Zs, r):
		return ' '
	case r != '\n' && r != '\t' && r != '\r' && parts(r):
		return '\n'
	case r >= 0xFE50 && r <= 0xFE6F || r == 0x2024: // small forms: @ and full stop
		return single(r)
	}
	return letterform(r)
}

// latin gives the letter that r looks like among Latin letters, otherwise plain.
func (n *normaliser) latin(at int, r, plain rune) rune {
	if with, ok := lookalike[unadorned(r)]; ok && n.foreign(at) {
		return with
	}
	return plain
}

// unadorned gives the letter or digit of a mathematical alphabet, which people
// use as fancy lettering, the letter that another is canonically the same as, and
// any other character as it is.
func unadorned(r rune) rune {
	switch {
	case r >= 0x1D400 && r <= 0x1D7FF:
		return single(r)
	case r >= 0x370 && !norm.NFC.IsNormalString(string(r)):
		if k := []rune(norm.NFC.String(string(r))); len(k) == 1 {
			return k[0]
		}
	}
	return r
}

// single gives the character that another is a form of, where it is one.
func single(r rune) rune {
	if k := []rune(norm.NFKC.String(string(r))); len(k) == 1 {
		return k[0]
	}
	return r
}

// digit gives the value of a decimal digit of any script: in Unicode they
// stand in runs of ten from zero to nine.
func digit(r rune) rune {
	for _, rg := range unicode.Nd.R16 {
		if r >= rune(rg.Lo) && r <= rune(rg.Hi) {
			return (r - rune(rg.Lo)) % 10
		}
	}
	for _, rg := range unicode.Nd.R32 {
		if r >= rune(rg.Lo) && r <= rune(rg.Hi) {
			return (r - rune(rg.Lo)) % 10
		}
	}
	return -1
}

// invisible reports characters that a reader does not see and that hide words
// from a machine: controls, zero-width and directional marks, soft hyphens, fillers,
// tags (Unicode's Default_Ignorable_Code_Point). The joiner and the variation
// selectors inside emoji go too: the shadow is read by detectors, not by people.
// White space stays, as words would grow together without it.
func invisible(r rune) bool {
	switch {
	case r < ' ' || r >= 0x7F && r < 0xA0:
		return !parts(r)
	case r < 0x34F:
		return r == 0xAD
	case unicode.Is(unicode.Cf, r):
		return !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
	}
	return unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// parts reports the controls and signs that end a line or a field.
func parts(r rune) bool {
	switch {
	case r >= '\t' && r <= '\r', r >= 0x1C && r <= 0x1F, r == 0x85, r == 0x2028, r == 0x2029:
		return true
	}
	return false
}

// foreign reports whether the character at byte at stands in a word that is
// otherwise Latin.
func (n *normaliser) foreign(at int) bool {
	for span := range n.look {
		if at >= span[0] && at < span[1] {
			return true
		}
	}
	return false
}

// lookalikes lists the words that mix Latin letters with letters of another
// script that look Latin. Words of one script are left alone. Only the first
// 64 are listed: nobody writes more of them in earnest.
func lookalikes(text string, hidden []markup) map[[2]int]struct{} {
	var found map[[2]int]struct{}
	start, latin, other := -1, false, false
	flush := func(end int) {
		if start >= 0 && latin && other && len(found) < 64 {
			if found == nil {
				found = map[[2]int]struct{}{}
			}
			found[[2]int{start, end}] = struct{}{}
		}
		start, latin, other = -1, false, false
	}
	for seen := (signs{src: text, hidden: hidden}); seen.more(); {
		s := seen.next()
		if !unicode.IsLetter(s.r) && !unicode.IsMark(s.r) {
			flush(s.from)
			continue
		}
		if start < 0 {
			start = s.from
		}
		r := unadorned(s.r)
		if _, ok := lookalike[r]; ok {
			other = true
		} else if unicode.Is(unicode.Latin, r) {
			latin = true
		}
	}
	flush(len(text))
	return found
}

// lookalike maps Cyrillic and Greek letters to the Latin letter they are drawn
// like (Unicode's confusables, the single-letter ones).
var lookalike = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', 'і': 'i', 'ј': 'j', 'ѕ': 's', 'ԁ': 'd',
	'һ': 'h', 'ӏ': 'l', 'ԛ': 'q', 'ԝ': 'w', 'А': 'A', 'В': 'B', 'Е': 'E', 'К': 'K', 'М': 'M', 'Н': 'H', 'О': 'O',
	'Р': 'P', 'С': 'C', 'Т': 'T', 'У': 'Y', 'Х': 'X', 'І': 'I', 'Ј': 'J', 'Ѕ': 'S', 'Α': 'A', 'Β': 'B', 'Ε': 'E',
	'Ζ': 'Z', 'Η': 'H', 'Ι': 'I', 'Κ': 'K', 'Μ': 'M', 'Ν': 'N', 'Ο': 'O', 'Ρ': 'P', 'Τ': 'T', 'Υ': 'Y', 'Χ': 'X',
	'ο': 'o', 'ν': 'v', 'ι': 'i', 'α': 'a', 'ρ': 'p', 'υ': 'u',
}
