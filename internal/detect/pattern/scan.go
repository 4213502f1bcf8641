package pattern

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// scan is the reading of one text.
type scan struct {
	d       *Detector
	s       string
	doc     *bauta.Doc
	lang    string // language the message states, "" when it states none
	words   []word
	found   []find
	host    int // the text up to here has been looked at for host names
	url     int // the same for addresses with a scheme
	dialled int // the text up to here has been read as a telephone number
	secret  int // the same for secrets
	calls   int // how often the telephone library may still be asked: it is slow
	buf     [256]byte
	lowered bool   // the text is folded, where it is ASCII
	low     []byte // the text folded
}

// word is a run of letters and digits.
type word struct {
	start, end int32
	tags       tag
	has        uint8
	val        int8 // value of a number word or month, -1 for none
}

// What a word has.
const (
	hasDigit uint8 = 1 << iota
	hasUpper
	hasLower
	hasHigh // letters that are not ASCII
)

// find is a span of the scanned text before it becomes a bauta.Span.
type find struct {
	start, end int
	rule       *compiled
	score      float64
	why        string
}

func (sc *scan) reset(d *Detector, s, lang string) {
	sc.d, sc.s, sc.host, sc.url, sc.dialled, sc.secret = d, s, 0, 0, 0, 0
	sc.lowered = false
	sc.calls = 32 + len(s)/128
	if lang == "gsw" {
		lang = "de"
	}
	if len(lang) > 2 {
		lang = lang[:2]
	}
	sc.lang = lang
}

// release drops the text, and buffers that one long message has blown up.
func (sc *scan) release() {
	sc.s, sc.lang, sc.doc, sc.words = "", "", nil, sc.words[:0]
	clear(sc.found)
	clear(sc.low)
	sc.found, sc.low = sc.found[:0], sc.low[:0]
	if cap(sc.words) > 1<<14 {
		sc.words = nil
	}
	if cap(sc.found) > 1<<12 {
		sc.found = nil
	}
	if cap(sc.low) > 1<<14 {
		sc.low = nil
	}
}

// run reads the text: first its words, then what they and the signs between
// them set off.
func (sc *scan) run() {
	sc.lex()
	next := 0
	for w := range sc.words {
		x := &sc.words[w]
		sc.signs(next, int(x.start), w)
		next = int(x.end)
		if sc.shaped(w) {
			sc.forms(int(x.start), false)
			sc.keyed(x)
		}
		if x.has&hasDigit != 0 && x.has&^(hasDigit|hasHigh) != 0 && x.end-x.start >= 12 {
			sc.glued(x)
		}
		if x.has&hasDigit != 0 && asDigit(sc.s[x.start]) != 0 {
			sc.call(sc.d.onDigit, int(x.start), w)
		}
		if x.has&hasDigit != 0 && x.has&(hasUpper|hasLower) != 0 || x.end-x.start >= 20 {
			sc.call(sc.d.onMixed, int(x.start), w)
		}
		if x.tags&triggers != 0 {
			for _, r := range sc.d.byTag {
				r.find(sc, r, int(x.start), w)
			}
		}
	}
	sc.signs(next, len(sc.s), len(sc.words))
	sc.call(sc.d.onEnd, len(sc.s), len(sc.words))
}

// shaped reports whether a shape may start at word w: every shape has a digit
// in its first three words, but for bank codes, which are in capitals, and
// hardware addresses, which may have letters alone.
func (sc *scan) shaped(w int) bool {
	x := &sc.words[w]
	switch n := x.end - x.start; {
	case x.has&hasDigit != 0, x.has == hasUpper && n >= 8, (n == 2 || n == 4) && sc.hexed(x):
		return true
	}
	for v := w + 1; v < len(sc.words) && v <= w+2 && sc.words[v].start-sc.words[v-1].end == 1; v++ {
		if sc.words[v].has&hasDigit != 0 {
			return true
		}
	}
	return false
}

// hexed reports a word that may begin a hardware address: "aa:", "aabb.".
func (sc *scan) hexed(x *word) bool {
	if int(x.end) >= len(sc.s) || strings.IndexByte(":-.", sc.s[x.end]) < 0 {
		return false
	}
	for i := x.start; i < x.end; i++ {
		if !hex(sc.s[i]) {
			return false
		}
	}
	return true
}

// signs looks at what is not a word. w is the word that follows.
func (sc *scan) signs(from, to, w int) {
	for i := from; i < to; i++ {
		switch sc.s[i] {
		case '@':
			sc.call(sc.d.onAt, i, w)
		case ':':
			sc.call(sc.d.onColon, i, w)
		case '.':
			if i >= sc.host && sc.dotInside(i) {
				sc.call(sc.d.onDot, i, w)
			}
		case '+', '(':
			if sc.opensNumber(i) {
				sc.call(sc.d.onGroup, i, w)
			}
		}
	}
}

// dotInside reports that the dot at s[i] stands between two signs that are
// neither blanks nor a dot behind it.
func (sc *scan) dotInside(i int) bool {
	if i == 0 || i+1 >= len(sc.s) || sc.s[i-1] <= ' ' {
		return false
	}
	next := sc.s[i+1]
	return next > ' ' && next != '.'
}

// opensNumber reports a plus or a bracket at s[i] that a number may follow.
func (sc *scan) opensNumber(i int) bool {
	if i+1 >= len(sc.s) {
		return false
	}
	next := sc.s[i+1]
	return digit(next) || next == '(' || next == ' ' && sc.s[i] == '+'
}

// reads reports whether the text may be in one of the languages: it states one
// of them, or states none and the configuration does not exclude them.
func (sc *scan) reads(langs ...string) bool {
	for _, l := range langs {
		if sc.lang == l || (sc.lang == "" || sc.d.guessed) && (len(sc.d.langs) == 0 || sc.d.langs[l]) {
			return true
		}
	}
	return false
}

// own reports that word w is an everyday word of the language that the message is told
// to be in, which is none of langs: what such a word is in those it is not here.
func (sc *scan) own(w int, langs ...string) bool {
	if sc.lang == "" || slices.Contains(langs, sc.lang) {
		return false
	}
	word := lexicon.Fold(sc.text(w))
	return lexicon.Frequent(word, sc.lang) || lexicon.Everyday(word, sc.lang)
}

// capitalNouns reports a message told to be in a language that writes all nouns with
// capitals, where one says nothing of a name.
func (sc *scan) capitalNouns() bool { return sc.lang == "de" || sc.lang == "lb" }

func (sc *scan) call(rules []*compiled, at, w int) {
	for _, r := range rules {
		r.find(sc, r, at, w)
	}
}

// lex cuts the text into words and looks each up once.
func (sc *scan) lex() {
	s := sc.s
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf && !alnum(c) {
			i++
			continue
		}
		end, has, foreign := wordEnd(s, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		x := word{start: int32(i), end: int32(end), has: has, val: -1}
		if n := end - i; !foreign && n <= longestWord && has&hasDigit == 0 {
			e := vocabulary()[string(fold(sc.buf[:0], s[i:end]))]
			x.tags, x.val = e.tags, e.val-1
			if e.tags == 0 && numbered(s[i:end]) {
				x.tags = tagOrder
			}
		}
		sc.words = append(sc.words, x)
		i = end
	}
}

// wordEnd returns the end of the word at s[i] and what it has. Scripts without
// spaces are words of their own, apart from the ASCII beside them.
func wordEnd(s string, i int) (end int, has uint8, foreign bool) {
	start := i
	for i < len(s) {
		c := s[i]
		switch {
		case digit(c):
			has |= hasDigit
		case c >= 'a' && c <= 'z':
			has |= hasLower
		case c >= 'A' && c <= 'Z':
			has |= hasUpper
		case c < utf8.RuneSelf:
			return i, has, foreign
		default:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !unicode.IsLetter(r) && !unicode.IsMark(r) || i > start && foreign == joins(r) {
				return i, has, foreign
			}
			foreign = !joins(r)
			has |= hasHigh
			i += size
			continue
		}
		if foreign {
			return i, has &^ (hasDigit | hasLower | hasUpper), true
		}
		i++
	}
	return i, has, foreign
}

// glued tries the digits behind the letters of a word: "is199003052397".
func (sc *scan) glued(x *word) {
	at := int(x.start)
	for at < int(x.end) && !digit(sc.s[at]) {
		at++
	}
	if at > int(x.start) {
		sc.forms(at, true)
	}
}

// keyed tries the shapes that begin within word x, right behind the word for what they are:
// "dni48213905V", "uidCHE-281.259.241".
func (sc *scan) keyed(x *word) {
	word := sc.s[x.start:x.end]
	for n := leastKey; n < min(len(word), longestKey) && !digit(word[n-1]); n++ {
		at := int(x.start) + n
		list := sc.d.forms[indexKey(sc.s, at)]
		if len(list) == 0 || x.has&hasDigit == 0 && strings.ToUpper(word[n:]) != word[n:] {
			continue
		}
		key := phrase(folded(word[:n]))
		for i := range list {
			if list[i].rule.endsIn(key) {
				sc.form(&list[i], at, false)
			}
		}
	}
}

// leastKey and longestKey bound the letters of a word for an identifier.
const leastKey, longestKey = 2, 32

// fewForms is for how many forms the kinds of all bytes need not be looked at.
const fewForms = 3

// forms tries the shapes that may start at s[at], behind letters only those
// that people write so.
func (sc *scan) forms(at int, glued bool) {
	if !glued && !before(sc.s, at) {
		return
	}
	list, kinds := sc.d.forms[indexKey(sc.s, at)], uint64(0)
	if len(list) > fewForms {
		kinds = kindsFrom(sc.s, at)
	}
	for i := range list {
		e := &list[i]
		if glued && !e.rule.glued || kinds&^e.form.fits != 0 {
			continue
		}
		sc.form(e, at, kinds != 0)
	}
}

// form tries one shape at s[at], as the rule writes it and with other marks. told is that of match.
func (sc *scan) form(e *entry, at int, told bool) {
	end, strict := e.form.match(sc.s, at, told), -1
	if end >= 0 && e.form.strict != nil {
		if strict = e.form.strict.match(sc.s, at, told); strict >= 0 {
			sc.fits(e, at, strict, false)
		}
	}
	if end != strict {
		sc.fits(e, at, end, e.form.strict != nil)
	}
}

// fits takes s[at:end], which has the shape of an entry, loosely with other marks.
func (sc *scan) fits(e *entry, at, end int, loosely bool) {
	raw := sc.s[at:end]
	score, why := e.score, e.rule.kind
	if loosely {
		score = min(score, looseScore)
	}
	if e.rule.whole != nil && !e.rule.whole(raw) {
		return
	}
	if e.rule.check != nil && !e.rule.check(string(compact(sc.buf[:0], raw))) {
		if loosely || !e.rule.doubt && !e.rule.typo {
			return
		}
		if score = failed; e.rule.typo {
			why += mistyped
		}
	}
	sc.add(e.rule, at, end, score, why)
}

// add reports a find if its score, lifted by context and country, is enough.
func (sc *scan) add(r *compiled, start, end int, score float64, why string) {
	if r.listed {
		score += withCountry
	}
	if len(r.context) > 0 && score < highest && sc.beside(r.context, start, end) {
		score += withContext
	}
	if r.label == bauta.ZipCode && score < bound && score > 0.1 && sc.behindStreet(start) {
		score += withContext
	}
	if strings.HasSuffix(why, mistyped) {
		score = min(score, unchecked)
	}
	if score < sc.d.least || sc.fielded(start, end) {
		return
	}
	if r.doors {
		end = sc.doorsBehind(end)
	}
	sc.found = append(sc.found, find{start, end, r, min(score, highest), why})
}

// How far context words stand from what they announce, in bytes.
const (
	windowBefore = 70
	windowAfter  = 40
)

// beside reports whether one of the phrases stands near s[start:end].
func (sc *scan) beside(words []phrase, start, end int) bool {
	from, to := sc.window(start, end)
	for _, side := range [2][2]int{{from, start}, {end, to}} {
		text := sc.folded(sc.buf[:0], side[0], side[1])
		if slices.ContainsFunc(words, func(p phrase) bool { return p.in(text) }) {
			return true
		}
	}
	return false
}

// folded gives s[from:to] folded, in buf where the text is not ASCII: numbers stand side by side, and most of what is
// beside one is beside the next.
func (sc *scan) folded(buf []byte, from, to int) []byte {
	if !sc.lowered {
		sc.lowered, sc.low = true, sc.low[:0]
		if !strings.ContainsFunc(sc.s, func(r rune) bool { return r >= utf8.RuneSelf }) {
			sc.low = fold(slices.Grow(sc.low, len(sc.s)), sc.s)
		}
	}
	if len(sc.low) > 0 {
		return sc.low[from:to]
	}
	return fold(buf, sc.s[from:to])
}

// window gives the bounds of the context of s[start:end], cut at whole words.
func (sc *scan) window(start, end int) (int, int) {
	from, to := max(0, start-windowBefore), min(len(sc.s), end+windowAfter)
	for from > 0 && from < start && !(sc.s[from-1] == ' ' || sc.s[from-1] >= utf8.RuneSelf && sc.s[from]&0xC0 != 0x80) {
		from++
	}
	for to < len(sc.s) && to > end && sc.s[to] != ' ' && sc.s[to]&0xC0 != 0xC0 {
		to--
	}
	return from, to
}

// spans gives the finds in order, each range and label once, by its best rule.
func (sc *scan) spans() []bauta.Span {
	if len(sc.found) == 0 {
		return nil
	}
	slices.SortStableFunc(sc.found, func(a, b find) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end),
			cmp.Compare(a.rule.label, b.rule.label), cmp.Compare(b.score, a.score), cmp.Compare(a.why, b.why))
	})
	out := make([]bauta.Span, 0, len(sc.found))
	for i, f := range sc.found {
		if i > 0 {
			p := sc.found[i-1]
			if p.start == f.start && p.end == f.end && p.rule.label == f.rule.label ||
				p.rule == f.rule && f.end <= p.end {
				continue
			}
		}
		if n := len(out); n > 0 && f.rule.kind == "number" && out[n-1].End >= f.end {
			continue // whatever else it is says more
		}
		key, _, _ := strings.Cut(f.why, ";")
		out = append(out, bauta.Span{
			Start: f.start, End: f.end, Label: f.rule.label,
			P: f.score, Source: "pattern", Rule: key, Why: f.why,
		})
	}
	return out
}
