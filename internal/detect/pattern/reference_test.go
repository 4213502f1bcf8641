package pattern

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// The checks of this file are written from the descriptions of the numbers, in
// another way than those of the package, and share no code with them: what
// both say of a number is compared.

// val is the value of a digit, or of a letter counted from ten.
func val(c byte) int {
	v, err := strconv.ParseInt(string(c), 36, 32)
	if err != nil {
		return -1
	}
	return int(v)
}

// dot is the sum of the products of digits and weights, which may be fewer.
func dot(c string, weights ...int) (sum int) {
	for i, w := range weights {
		sum += w * val(c[i])
	}
	return sum
}

func bigMod(c string, m int64) int {
	n, ok := new(big.Int).SetString(c, 10)
	if !ok {
		return -1
	}
	return int(n.Mod(n, big.NewInt(m)).Int64())
}

// doubled is the Luhn formula with the doubling as a table.
func doubled(c string) bool {
	sum := 0
	for i := range len(c) {
		d := val(c[len(c)-1-i])
		if i%2 == 1 {
			d = val("0246813579"[d])
		}
		sum += d
	}
	return sum%10 == 0
}

// crossSums is the sum of the decimal digits of the products.
func crossSums(c string, weights ...int) (sum int) {
	for i, w := range weights {
		for _, d := range strconv.Itoa(w * val(c[i])) {
			sum += int(d - '0')
		}
	}
	return sum
}

// dihedral is Verhoeff's check in the arithmetic of the group of the pentagon.
func dihedral(c string) bool {
	times := func(a, b int) int {
		turn := b % 5
		if a >= 5 {
			turn = -turn
		}
		turned := ((a%5+turn)%5 + 5) % 5
		if (a >= 5) != (b >= 5) {
			return turned + 5
		}
		return turned
	}
	all := 0
	for i := range len(c) {
		d := val(c[len(c)-1-i])
		for range i % 8 {
			d = val("1576283094"[d])
		}
		all = times(all, d)
	}
	return all == 0
}

// hybrid is ISO 7064 mod 11,10.
func hybrid(c string) bool {
	p := 10
	for i := range len(c) - 1 {
		s := (p + val(c[i])) % 10
		if s == 0 {
			s = 10
		}
		p = 2 * s % 11
	}
	return (p+val(c[len(c)-1]))%10 == 1
}

// travel is the check digit of ICAO 9303.
func travel(c string) bool {
	sum := 0
	for i := range len(c) - 1 {
		sum += [3]int{7, 3, 1}[i%3] * val(c[i])
	}
	return sum%10 == val(c[len(c)-1])
}

// completes is eleven less the remainder of weights n … 2, ten and eleven
// being written as zero.
func completes(c string, weights ...int) bool {
	d := 11 - dot(c, weights...)%11
	if d >= 10 {
		d = 0
	}
	return d == val(c[len(weights)])
}

func mod97Account(c string) bool {
	rotated := c[4:] + c[:4]
	var digits strings.Builder
	for i := range len(rotated) {
		fmt.Fprint(&digits, val(rotated[i]))
	}
	return bigMod(digits.String(), 97) == 1
}

func fiscal(c string) bool {
	odd := [36]int{1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23}
	sum := 0
	for i := range 15 {
		v := val(c[i])
		switch {
		case i%2 == 0:
			v = odd[v]
		case v >= 10:
			v -= 10
		}
		sum += v
	}
	return sum%26 == val(c[15])-10
}

func sumsTo(c string, mod int, weights ...int) bool { return dot(c, weights...)%mod == 0 }

// dialect is a number of one kind: how to draw one, how to verify it, how it is
// laid out, and messages that announce it.
type dialect struct {
	kind    string
	draw    string // see drawn
	ok      func(c string) bool
	layouts []string // '#' stands for the next character
	say     []string
	doubt   bool // a word lifts it though its check fails
}

// drawn writes a number from a pattern: d a digit, n one that is not zero, a a
// letter, [..] one of the set, {MM} a month, {DD} a day, {YY} a year, ? a check
// digit and @ a check letter, which drawn leaves; all else is itself.
func drawn(r *rand.Rand, pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case 'd':
			b.WriteByte(byte('0' + r.IntN(10)))
		case 'n':
			b.WriteByte(byte('1' + r.IntN(9)))
		case 'a':
			b.WriteByte(byte('A' + r.IntN(26)))
		case '[', '{':
			end := i + strings.IndexAny(pattern[i:], "]}")
			set := pattern[i+1 : end]
			switch set {
			case "MM":
				fmt.Fprintf(&b, "%02d", 1+r.IntN(12))
			case "DD":
				fmt.Fprintf(&b, "%02d", 1+r.IntN(28))
			case "YY":
				fmt.Fprintf(&b, "%02d", 30+r.IntN(70))
			default:
				b.WriteByte(set[r.IntN(len(set))])
			}
			i = end
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// completed fills the check characters so that ok holds.
func completed(partial string, ok func(string) bool) (string, bool) {
	i := strings.IndexAny(partial, "?@")
	if i < 0 {
		return partial, ok(partial)
	}
	alphabet := "0123456789"
	if partial[i] == '@' {
		alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	}
	for _, c := range alphabet {
		if full, good := completed(partial[:i]+string(c)+partial[i+1:], ok); good {
			return full, true
		}
	}
	return "", false
}

// number draws a valid number and says where its check characters are.
func (d *dialect) number(r *rand.Rand) (compact string, checks []int) {
	for {
		partial := drawn(r, d.draw)
		if full, good := completed(partial, d.ok); good {
			for i := range len(partial) {
				if partial[i] == '?' || partial[i] == '@' {
					checks = append(checks, i)
				}
			}
			return full, checks
		}
	}
}

// laid writes the characters into a layout.
func laid(layout, compact string) string {
	var b strings.Builder
	for i := range len(layout) {
		if layout[i] == '#' {
			b.WriteByte(compact[0])
			compact = compact[1:]
			continue
		}
		b.WriteByte(layout[i])
	}
	return b.String()
}

// seeded gives the same numbers every time, others for each name.
func seeded(name string) *rand.Rand {
	var seed uint64 = 14695981039346656037
	for i := range len(name) {
		seed = (seed ^ uint64(name[i])) * 1099511628211
	}
	return rand.New(rand.NewPCG(seed, 7))
}

func (d *dialect) detector(t testing.TB) *Detector {
	t.Helper()
	c := Config{Kinds: []string{d.kind}}
	if country := ruleOf(t, d.kind).country; country != "" {
		c.Countries = []string{country}
	}
	return cached(t, c)
}

// The checks that this file compares with are themselves held to numbers that
// authorities print.
func TestReferencesHoldPublishedNumbers(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		for _, n := range published[d.kind] {
			c := n
			if d.kind != "fi-person" { // its sign says the century
				c = strings.NewReplacer(" ", "", "-", "", ".", "", "/", "").Replace(n)
			}
			if !d.ok(c) {
				t.Errorf("%s: the reference of the test refuses published %q", d.kind, n)
			}
		}
	}
}

// Ten numbers of every kind in all its layouts, announced: exactly the number
// is found.
func TestDrawnNumbersAreFoundExactly(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		det, r := d.detector(t), seeded(d.kind)
		for n := range 10 {
			number, _ := d.number(r)
			for k, layout := range d.layouts {
				say := d.say[(n+k)%len(d.say)]
				written := laid(layout, number)
				text := fmt.Sprintf(say, written)
				start := strings.Index(say, "%s")
				spans := run(t, det, text)
				if len(spans) != 1 || spans[0].Start != start || spans[0].End != start+len(written) || spans[0].Why != d.kind {
					t.Errorf("%s: %q gives %s", d.kind, text, show(text, spans))
				}
			}
		}
	}
}

// All kinds and countries together, a number is still covered whole by one find.
func TestDrawnNumbersAreCoveredByAll(t *testing.T) {
	all := cached(t, Config{})
	for i := range dialects {
		d := &dialects[i]
		r := seeded(d.kind + " among all")
		for n := range 4 {
			number, _ := d.number(r)
			say := d.say[n%len(d.say)]
			written := laid(d.layouts[n%len(d.layouts)], number)
			text, start := fmt.Sprintf(say, written), strings.Index(say, "%s")
			covered := false
			for _, s := range run(t, all, text) {
				covered = covered || s.Start <= start && s.End >= start+len(written)
			}
			if !covered {
				t.Errorf("%s: %q gives %s", d.kind, text, show(text, run(t, all, text)))
			}
		}
	}
}

// Whatever stands at a check character, the detector and the reference agree
// on the number.
func TestCheckCharactersAgreeWithTheReference(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		det, r := d.detector(t), seeded(d.kind+" checks")
		refused := 0
		for range 10 {
			number, checks := d.number(r)
			for _, at := range checks {
				alphabet := "0123456789"
				if number[at] > '9' {
					alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				}
				for _, c := range alphabet {
					other := number[:at] + string(c) + number[at+1:]
					written := laid(d.layouts[0], other)
					text := fmt.Sprintf(d.say[0], written)
					if d.doubt {
						text = "hop " + written + " voila"
					}
					got := len(run(t, det, text)) > 0
					if got != d.ok(other) {
						t.Errorf("%s: %q found: %v, the reference says %v", d.kind, text, got, d.ok(other))
					}
					if !got {
						refused++
					}
				}
			}
		}
		if refused < 80 {
			t.Errorf("%s: only %d wrong numbers were refused", d.kind, refused)
		}
	}
}

// A character more or fewer is another number.
func TestNumbersOfWrongLength(t *testing.T) {
	for i := range dialects {
		d := &dialects[i]
		det, r := d.detector(t), seeded(d.kind+" length")
		for range 3 {
			number, _ := d.number(r)
			written := laid(d.layouts[0], number)
			for _, wrong := range []string{written + "7", "7" + written, written + "x", "x" + written, written + "é"} {
				if ruleOf(t, d.kind).glued && wrong[0] == 'x' {
					continue
				}
				text := fmt.Sprintf(d.say[0], wrong)
				for _, s := range run(t, det, text) {
					if text[s.Start:s.End] == written {
						t.Errorf("%s: found inside %q", d.kind, text)
					}
				}
			}
		}
	}
}
