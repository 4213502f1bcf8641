package formats

import (
	"fmt"
	"strings"
	"unicode"
)

// waAfternoon and waMorning are how half of the day is told: by what the letters begin with, in scripts
// without capitals by all of them.
var (
	waAfternoon = WhenAsked(`^(?:[pPeE]\.?[\s\p{Zs}]?[mM]|م|午後|下午|오후)`)
	waMorning   = WhenAsked(`^(?:[aAfF]\.?[\s\p{Zs}]?[mM]|ص|午前|上午|오전)`)
)

// waTimeFirst is the beginning of a head with the time before the date, and waDateFirst any other.
var (
	waTimeFirst = WhenAsked(`^[>\s\[]*` + waMarks + `\[?(` + waTime + `)` + waBetween + `(` + waDate + `)`)
	waDateFirst = WhenAsked(`^[>\s\[]*` + waMarks + `\[?` + waDate + waBetween + waTime)
)

// waWritten is when a message was written, from its head, as 2006-01-02T15:04:05; empty where
// that cannot be told. A day and a month that could be exchanged are taken day first, but
// where the date has strokes and the half of the day two capitals, as in the United States.
func waWritten(head string) string {
	if m := waTimeFirst().FindStringSubmatch(head); m != nil && !waDateFirst().MatchString(head) {
		head = m[2] + " " + m[1]
	}
	n, words := numbersOf(head)
	if len(n) < 5 {
		return ""
	}
	half := strings.TrimSpace(words[len(words)-1])
	if at := strings.IndexAny(half, "]-–:"); at >= 0 {
		half = strings.TrimSpace(half[:at])
	}
	if half == "" { // Chinese and Japanese have it before the hour
		half = strings.TrimLeft(words[3], ",. \u200f\u200e،")
	}
	hour, fine := hourOf(n[3], half)
	y, m, d := dateOf(n[0], n[1], n[2], strings.Contains(head, "/") && (half == "AM" || half == "PM"))
	second := 0
	if len(n) > 5 {
		second = n[5]
	}
	if !fine || m > 12 || d > 31 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", y, m, d, hour, n[4], second)
}

// hourOf is an hour of 24, where the half of the day is told or is not needed.
func hourOf(hour int, half string) (int, bool) {
	switch {
	case waAfternoon().MatchString(half):
		return hour%12 + 12, true
	case waMorning().MatchString(half):
		return hour % 12, true
	}
	// A word between date and hour (à, um) is no half of the day.
	return hour, !strings.ContainsFunc(half, func(r rune) bool { return unicode.Is(unicode.Lo, r) })
}

// dateOf orders what a date is made of.
func dateOf(a, b, c int, american bool) (y, m, d int) {
	if a > 31 {
		return a, b, c
	}
	if c < 100 {
		c += 2000
	}
	if b > 12 || american && a <= 12 {
		return c, a, b
	}
	return c, b, a
}

// numbersOf gives the numbers in a text, in digits of any script, and what stands around
// them: one text more.
func numbersOf(s string) (numbers []int, around []string) {
	around = []string{""}
	inside := false
	for _, r := range s {
		if !unicode.Is(unicode.Nd, r) {
			around[len(around)-1] += string(r)
			inside = false
			continue
		}
		if !inside {
			numbers, around, inside = append(numbers, 0), append(around, ""), true
		}
		if last := &numbers[len(numbers)-1]; *last < 1e6 {
			*last = *last*10 + digitOf(r)
		}
	}
	return numbers, around
}

// digitOf is what a digit is worth: they stand in tens, in rows that begin with nought.
func digitOf(r rune) int {
	zero := r
	for r-zero < 9 && unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return int(r - zero)
}
