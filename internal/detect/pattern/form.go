package pattern

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// form is a compiled shape: the sequence of byte classes that an identifier is
// written in. Shapes are a small subset of regular expressions, enough for
// identifiers and matched in a bounded number of steps:
//
//	9            a digit                A            an ASCII letter, any case
//	X            a digit or letter      [..]         one of the bytes, ranges allowed
//	{3} {2,4} ?  how often              (..)?        may be absent
//	~            space, hyphen, dot, slash or nothing
//	other        itself, letters in any case when written \L
//
// A shape covers whole words: no letter or digit may stand before or after it.
type form struct {
	shape string
	items []item
	least int // the shortest match in bytes
	// Of the items whose places hang on nothing before them, the last of those that the fewest bytes fit, and its
	// place, -1 for none: most texts that a form does not fit are told by it.
	telling item
	place   int
	fits    uint64 // the kinds of bytes that fit each of its first places, as kindsFrom has them
	strict  *form  // the shape's own, where this one takes other marks, too: its check digits must hold then
}

// item is a class of ASCII bytes and how many of them in a row.
type item struct {
	set      [2]uint64
	min, max int
	told     bool // the kinds of bytes that fit tell all of it
}

func (it *item) has(c byte) bool {
	return c < 128 && it.set[c>>6]&(1<<(c&63)) != 0
}

// size is how many bytes the class has.
func (it *item) size() int { return bits.OnesCount64(it.set[0]) + bits.OnesCount64(it.set[1]) }

func (it *item) add(c byte) {
	if c < 128 {
		it.set[c>>6] |= 1 << (c & 63)
	}
}

// mustCompile reads a shape. Optional parts give several forms. It panics on a
// malformed shape: shapes are constants of the rules.
func mustCompile(shape string) []form {
	var out []form
	for _, plain := range expand(shape) {
		items, err := parseShape(plain)
		if err != nil {
			panic(fmt.Sprintf("pattern: shape %q: %v", shape, err))
		}
		out = append(out, newForm(shape, items))
	}
	return out
}

// newForm is the form of some items, with what tells it.
func newForm(shape string, items []item) form {
	f := form{shape: shape, items: items, place: -1, fits: ^uint64(0)}
	fixed, few := true, 129
	for k, it := range items {
		if n := it.size(); fixed && it.min > 0 && n <= few {
			f.telling, f.place, few = it, f.least, n
		}
		for i := f.least; fixed && i < min(f.least+it.min, places); i++ {
			f.fits &^= uint64(0xF&^it.kinds()) << (4 * i)
		}
		f.least += it.min
		fixed = fixed && it.min == it.max
		items[k].told = fixed && f.least <= places && it.kinds() == 1<<kindDigit && it.size() == 10
	}
	return f
}

// groupMarks are what people write between the groups of a number, whatever the form says.
const groupMarks = " -./"

// The bits of groupMarks in a class, and of those that stand for one another.
const (
	looseBits = 1<<' ' | 1<<'-' | 1<<'.'
	markBits  = looseBits | 1<<'/'
)

// looseSigns is how many letters and digits a form has at least that is known with other marks, most
// of them digits, and looseScore what it is worth: nothing without a word beside it.
const (
	looseSigns = 7
	looseScore = 0.1
)

// loosened is the form with any separator where it has one, if that is another: what f matches, it matches.
func (f *form) loosened() (form, bool) {
	figures, signs, changed := 0, 0, false
	items := slices.Clone(f.items)
	for i := range items {
		it := &items[i]
		switch {
		case it.set[1] == 0 && it.set[0]&^markBits == 0:
			changed = changed || it.set[0]|looseBits != it.set[0]
			it.set[0] |= looseBits
		case it.set[1] == 0:
			figures += it.min
			fallthrough
		default:
			signs += it.min
		}
	}
	if signs < looseSigns || 2*figures <= signs || !changed {
		return form{}, false
	}
	out := newForm(f.shape, items)
	out.strict = f
	return out, true
}

// expand writes out the optional parts "(…)?" of a shape.
func expand(shape string) []string {
	i := strings.IndexByte(shape, '(')
	if i < 0 || i > 0 && shape[i-1] == '\\' || strings.Contains(shape[:i], "[") && !strings.Contains(shape[:i], "]") {
		return []string{shape}
	}
	j := strings.Index(shape, ")?")
	if j < i {
		return []string{shape}
	}
	with := expand(shape[:i] + shape[i+1:j] + shape[j+2:])
	return append(with, expand(shape[:i]+shape[j+2:])...)
}

func parseShape(s string) ([]item, error) {
	var items []item
	for i := 0; i < len(s); {
		it := item{min: 1, max: 1}
		switch c := s[i]; c {
		case '9':
			it.span('0', '9')
		case 'A':
			it.span('A', 'Z')
			it.span('a', 'z')
		case 'X':
			it.span('0', '9')
			it.span('A', 'Z')
			it.span('a', 'z')
		case '~':
			for _, c := range []byte(groupMarks) {
				it.add(c)
			}
			it.min = 0
		case '[':
			end := strings.IndexByte(s[i:], ']')
			if end < 2 {
				return nil, fmt.Errorf("class at %d has no end", i)
			}
			it.class(s[i+1 : i+end])
			i += end
		case '\\':
			if i++; i >= len(s) {
				return nil, fmt.Errorf("ends in a backslash")
			}
			it.letter(s[i])
		default:
			it.add(c)
		}
		i++
		n, err := it.times(s[i:])
		if err != nil {
			return nil, err
		}
		i += n
		items = append(items, it)
	}
	return items, nil
}

func (it *item) span(from, to byte) {
	for c := from; c <= to; c++ {
		it.add(c)
	}
}

// letter adds a byte, a letter in both cases.
func (it *item) letter(c byte) {
	it.add(c)
	if c|0x20 >= 'a' && c|0x20 <= 'z' {
		it.add(c ^ 0x20)
	}
}

// class adds the bytes and ranges of a class; letters in both cases.
func (it *item) class(s string) {
	for i := 0; i < len(s); i++ {
		if i+2 < len(s) && s[i+1] == '-' {
			for c := s[i]; c <= s[i+2]; c++ {
				it.letter(c)
			}
			i += 2
			continue
		}
		it.letter(s[i])
	}
}

// times reads "?", "{3}" or "{2,4}" and returns how many bytes it took.
func (it *item) times(s string) (int, error) {
	switch {
	case strings.HasPrefix(s, "?"):
		it.min = 0
		return 1, nil
	case strings.HasPrefix(s, "{"):
		end := strings.IndexByte(s, '}')
		if end < 0 {
			return 0, fmt.Errorf("count has no end")
		}
		if n, err := fmt.Sscanf(s[:end+1], "{%d,%d}", &it.min, &it.max); err == nil && n == 2 {
			return end + 1, nil
		}
		if _, err := fmt.Sscanf(s[:end+1], "{%d}", &it.min); err != nil {
			return 0, fmt.Errorf("count %q", s[:end+1])
		}
		it.max = it.min
		return end + 1, nil
	}
	return 0, nil
}

// match returns the end of the longest match of the form at s[at], or -1. The
// match ends where a word ends. The work is bounded by the length of the form. told says that
// the kinds of the bytes are known to fit.
func (f *form) match(s string, at int, told bool) int {
	if len(s)-at < f.least || f.place >= 0 && !f.telling.has(s[at+f.place]) {
		return -1
	}
	steps := 256
	return f.from(s, at, 0, told, &steps)
}

func (f *form) from(s string, at, k int, told bool, steps *int) int {
	for ; k < len(f.items); k++ {
		it := &f.items[k]
		if told && it.told {
			at += it.min
			continue
		}
		n := 0
		for n < it.max && at+n < len(s) && it.has(s[at+n]) {
			n++
		}
		if n < it.min {
			return -1
		}
		if n == it.min {
			at += n
			continue
		}
		for ; n >= it.min; n-- {
			if *steps--; *steps < 0 {
				return -1
			}
			if end := f.from(s, at+n, k+1, told, steps); end >= 0 {
				return end
			}
		}
		return -1
	}
	if !boundary(s, at) {
		return -1
	}
	return at
}

// keys calls yield for every index key that a match of the form may begin
// with. Where the match may be over before the key is, every continuation is
// given.
func (f *form) keys(yield func(key int)) {
	var walk func(k, used, depth, key int)
	walk = func(k, used, depth, key int) {
		if depth == keyLen {
			yield(key)
			return
		}
		if k == len(f.items) {
			for kind := range 4 {
				walk(k, 0, depth+1, key<<2|kind)
			}
			return
		}
		it := &f.items[k]
		if used >= it.min {
			walk(k+1, 0, depth, key)
		}
		if used == it.max {
			return
		}
		for kind := range byteKind(4) {
			if it.allows(kind) {
				walk(k, used+1, depth+1, key<<2|int(kind))
			}
		}
	}
	walk(0, 0, 0, 0)
}

func (it *item) allows(k byteKind) bool { return it.kinds()>>k&1 != 0 }

// kinds has a bit for the kind of each byte of the class.
func (it *item) kinds() (kinds uint8) {
	for c := byte(0); c < 128; c++ {
		if it.has(c) {
			kinds |= 1 << kindOf(c)
		}
	}
	return kinds
}

// byteKind is a coarse class of bytes, the key of the index of forms.
type byteKind uint8

const (
	kindOther byteKind = iota
	kindDigit
	kindLetter
	kindMark // what separates the groups of an identifier
)

func kindOf(c byte) byteKind {
	switch {
	case c >= '0' && c <= '9':
		return kindDigit
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return kindLetter
	case c == ' ', c == '-', c == '.', c == '/':
		return kindMark
	}
	return kindOther
}

// keyLen is how many bytes the index of forms looks at.
const keyLen = 5

// indexKey packs the kinds of the keyLen bytes from s[at].
func indexKey(s string, at int) int {
	key := 0
	for i := range keyLen {
		key <<= 2
		if at+i < len(s) {
			key |= int(kindOf(s[at+i]))
		}
	}
	return key
}

// places is how many bytes kindsFrom looks at, each of which has four bits of 64.
const places = 16

// kindsFrom has a bit for the kind of each of the bytes from s[at], none behind the end.
func kindsFrom(s string, at int) (kinds uint64) {
	for i := range min(places, len(s)-at) {
		kinds |= 1 << (4*i + int(kindOf(s[at+i])))
	}
	return kinds
}
