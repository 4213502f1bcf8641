package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Figures that are drawn, and digits of a number that something parts: fewer are footnotes, exponents and counts.
const (
	leastDrawn  = 4
	leastParted = 9
	mostParted  = 19 // of a card
	leastWhole  = 7  // digits of a number by itself: two of them are two numbers
	leastLine   = 9  // and of one that a line begins with
)

// Signs that stand between the digits of numbers, and those that stand there to part them from a machine.
const (
	betweenDigits = " .-/()+"
	odd           = "~·_|*^=•"
	reckoned      = "·*^=" // those of sums
)

// figures finds numbers and codes in figures in circles, small ones and others that are drawn.
func (m *meaning) figures() {
	for i := 0; i < len(m.s); {
		r, size := utf8.DecodeRuneInString(m.s[i:])
		if _, ok := figure(r); !ok {
			i += size
			continue
		}
		from, to, count := i, i, 0
		var with, sep strings.Builder
		for i < len(m.s) {
			r, size = utf8.DecodeRuneInString(m.s[i:])
			c, ok := figure(r)
			plain := r < utf8.RuneSelf && (r >= '0' && r <= '9' || r >= 'A' && r <= 'Z')
			if !ok && !plain {
				if sep.Len() > 0 || !strings.ContainsRune(betweenDigits, r) {
					break
				}
				sep.WriteRune(r)
				i += size
				continue
			}
			if with.WriteString(sep.String()); ok {
				with.WriteByte(c)
				count++
			} else {
				with.WriteRune(r)
			}
			sep.Reset()
			i += size
			to = i
		}
		if count >= leastDrawn {
			m.found = append(m.found, bauta.Edit{Start: from, End: to, With: with.String()})
		}
	}
}

// figure gives the digit that a sign draws.
func figure(r rune) (byte, bool) {
	if !unicode.Is(unicode.No, r) {
		return 0, false
	}
	for _, one := range [...]rune{0x2474, 0x2488, 0x24F5, 0x2776, 0x2780, 0x278A} {
		if r >= one && r < one+9 {
			return '1' + byte(r-one), true
		}
	}
	switch k := single(r); {
	case k >= '0' && k <= '9':
		return byte(k), true
	case r == 0x24FF, r == 0x1F10B, r == 0x1F10C:
		return '0', true
	case r >= 0x1F101 && r <= 0x1F10A:
		return '0' + byte(r-0x1F101), true
	}
	return 0, false
}

// cutNumber is a number, a part of whose digits an odd sign or the end of a line parts from the rest.
type cutNumber struct {
	digits       []byte
	groups, size int // of digits; bytes of all
	signs, lines int // odd ones
	sum          bool
	piece, whole int // digits since the last odd sign; pieces that are numbers by themselves
}

// numbers finds numbers that an odd sign or the end of a line cuts (07744~192360): they are hidden whole.
func (m *meaning) numbers() {
	for i := 0; i < len(m.s); {
		if !digit09(m.s[i]) {
			i++
			continue
		}
		var p cutNumber
		p.read(m.s[i:])
		from, to := i, i+p.size
		i = to
		if p.signs+p.lines == 0 || p.lines > 1 || p.whole > 1 {
			continue
		}
		if len(p.digits) < leastParted || len(p.digits) > mostParted || p.lines > 0 && p.piece >= leastLine {
			continue
		}
		plus := from > 0 && m.s[from-1] == '+'
		if plus {
			from--
		}
		if p.dialled(plus) && m.free(from, to) {
			with := string(p.digits)
			if plus {
				with = "+" + with
			}
			m.found = append(m.found, bauta.Edit{Start: from, End: to, With: with})
		}
	}
}

// read takes the digits at the start of s, and what stands between them.
func (p *cutNumber) read(s string) {
	for at := 0; at < len(s); {
		n := digitsLen(s[at:])
		if len(p.digits) <= mostParted {
			p.digits = append(p.digits, s[at:at+n]...)
		}
		at += n
		if p.piece < leastWhole && p.piece+n >= leastWhole {
			p.whole++
		}
		p.piece += n
		p.groups++
		p.size = at
		sep := strings.IndexFunc(s[at:min(len(s), at+8)], func(r rune) bool { return unicode.IsDigit(r) })
		if sep <= 0 || !p.sign(s[at:at+sep]) {
			return
		}
		at += sep
	}
}

// sign reports what may stand between two groups of digits.
func (p *cutNumber) sign(s string) bool {
	bare := strings.Trim(s, betweenDigits+"\r")
	switch {
	case bare == "\n":
		p.lines++
		p.piece = 0
	case bare != "" && strings.Trim(bare, odd) == "":
		p.signs++
		p.piece = 0
		p.sum = p.sum || strings.ContainsAny(bare, reckoned)
	case bare != "" || len(s) > 2:
		return false
	}
	return true
}

// dialled reports what begins as telephone numbers do, or is in few groups, as no row of numbers is.
func (p *cutNumber) dialled(plus bool) bool {
	return plus || p.digits[0] == '0' || !p.sum && p.groups <= 4 && len(p.digits) >= 3*p.groups-1
}

// free reports that no word and no sign of one stands beside a number.
func (m *meaning) free(from, to int) bool {
	if from > 0 && (wordEnd(m.s[:from]) || strings.IndexByte(`_/\.-=*`, m.s[from-1]) >= 0) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(m.s[to:])
	return to == len(m.s) || !isWord(next) && !strings.ContainsRune("%_=*€$", next)
}
