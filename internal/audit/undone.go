package audit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Undoing tells whether anybody with a list of names undoes what stands in their place: by the number that the list
// gives to the very name, in whatever signs it is written. Numbers gives what may be that number.
type Undoing struct {
	Numbers func(name string) []int
	names   map[string]*undone
	order   []string // of the names, as they came
}

// undone is what stands in the place of one name.
type undone struct {
	numbers []int
	times   int
	telling int    // of these, with its number
	long    int    // of those, with one that hardly stands there by chance
	first   string // what stands there first
}

const (
	// Of so many names of a release it is no chance that each has its number.
	leastNames = 3
	// Shorter numbers stand anywhere by chance: fewer names are not judged by them.
	leastNumber = 100
	// mostShown bounds what is read of a replacement, in bytes, mostNames how many names are remembered, and
	// mostNumbers those of one.
	mostShown   = 256
	mostNames   = 200_000
	mostNumbers = 64
	// shifts are how often names are held against what stands in the place of others.
	shifts = 8
)

// Add takes into account that now, in plain digits, stands for what was.
func (u *Undoing) Add(was, now string) {
	if len(now) > mostShown {
		now = strings.ToValidUTF8(now[:mostShown], "")
	}
	for _, name := range strings.Fields(was) {
		n := u.name(strings.ToLower(strings.TrimFunc(name, func(r rune) bool { return !inWord(r) })), now)
		if n == nil {
			continue
		}
		n.times++
		if shows(now, n.numbers, 0) {
			n.telling++
		}
		if shows(now, n.numbers, leastNumber) {
			n.long++
		}
	}
}

// name is what is known of one, nil where it is none, or there are too many.
func (u *Undoing) name(key, now string) *undone {
	if n := u.names[key]; n != nil {
		return n
	}
	if len(u.order) == mostNames || !named(key) {
		return nil
	}
	if u.names == nil {
		u.names = map[string]*undone{}
	}
	n := &undone{numbers: u.Numbers(key), first: now}
	for _, part := range words(key) { // of Anna-Bela either may be the one
		if part != key && named(part) && len(n.numbers) < mostNumbers {
			n.numbers = append(n.numbers, u.Numbers(part)...)
		}
	}
	u.names[key], u.order = n, append(u.order, key)
	return n
}

// named reports what may be a name: letters.
func named(word string) bool {
	return utf8.RuneCountInString(word) > 1 && strings.ContainsFunc(word, unicode.IsLetter)
}

// Undone is how many names anybody tells; 0 where that may be chance. A name has its number wherever it stands,
// or mostly, and more names do than have the number of another one.
func (u *Undoing) Undone() int {
	own, long := 0, 0
	for _, n := range u.names {
		if 2*n.telling > n.times {
			own++
		}
		if 2*n.long > n.times {
			long++
		}
	}
	if own >= leastNames && own > 2*u.chance() || 2*long > len(u.order) {
		return own
	}
	return 0
}

// chance is how many names have their number in what stands in the place of another one.
func (u *Undoing) chance() (most int) {
	for shift := 1; shift <= min(shifts, len(u.order)-1); shift++ {
		n := 0
		for i, key := range u.order {
			other := u.names[u.order[(i+shift)%len(u.order)]]
			if shows(other.first, u.names[key].numbers, 0) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// shows reports whether one of some numbers, from least on, can be read in a text: among its figures, with signs
// between them or not, or as a hexadecimal number.
func shows(text string, numbers []int, least int) bool {
	if !strings.ContainsAny(text, "0123456789") {
		return false
	}
	figures := parts(text, "0123456789")
	hex := parts(text, "0123456789abcdefABCDEF")
	return slices.ContainsFunc(numbers, func(number int) bool {
		if number < least {
			return false
		}
		written := strconv.Itoa(number)
		return slices.ContainsFunc(figures, func(f string) bool {
			return strings.TrimLeft(f, "0") == written || number >= leastNumber && strings.Contains(f, written)
		}) || slices.ContainsFunc(hex, func(h string) bool {
			n, err := strconv.ParseUint(h, 16, 63)
			return err == nil && n == uint64(number)
		})
	})
}

// parts are the runs of some signs in a text, and those between which signs alone stand, as one.
func parts(text, signs string) (out []string) {
	run, joined := "", ""
	end := func() {
		if run != "" {
			out = append(out, run)
		}
		run = ""
	}
	for _, r := range text {
		switch {
		case strings.ContainsRune(signs, r):
			run += string(r)
			joined += string(r)
		case inWord(r):
			end()
			out, joined = append(out, joined), ""
		default:
			end()
		}
	}
	end()
	return append(out, joined)
}
