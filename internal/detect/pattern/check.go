package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
)

// check verifies a number. Columns of identifiers.tsv write one as terms with blanks
// between, all of which must hold:
//
//	name[from:to](a,b,…)
//
// name is one of checks, or one of these with arguments; [from:to] takes a part, counted
// from the end where negative, and may be left out:
//
//	weighted(m,w,…)       the weighted sum of the digits is a multiple of m
//	drop(w,…)             11 less the weighted sum modulo 11 is the last digit; ten and eleven are written 0
//	complement(k,m,w,…)   k less the weighted sum modulo m is the last digit, modulo ten
//	range(a-b,…)          it is within one of the bounds, as text
//	in(a,…), not(a,…)     it is one of these, or none
//	day(d,m)              a day of a month, at these places
type check func(s string) bool

// readCheck reads terms. None gives nil: nothing to verify.
func readCheck(terms string) (check, error) {
	var all []check
	for _, term := range strings.Fields(terms) {
		c, err := readTerm(term)
		if err != nil {
			return nil, fmt.Errorf("check %q: %w", term, err)
		}
		all = append(all, c)
	}
	switch len(all) {
	case 0:
		return nil, nil
	case 1:
		return all[0], nil
	}
	return func(s string) bool {
		return !slices.ContainsFunc(all, func(holds check) bool { return !holds(s) })
	}, nil
}

// readTerm reads one term.
func readTerm(term string) (check, error) {
	term, args, called := strings.Cut(strings.TrimSuffix(term, ")"), "(")
	name, part, cut := strings.Cut(strings.TrimSuffix(term, "]"), "[")
	holds := checks()[name]
	if called {
		var err error
		if holds, err = withArguments(name, strings.Split(args, ",")); err != nil {
			return nil, err
		}
	}
	if holds == nil {
		return nil, fmt.Errorf("there is none of this name")
	}
	if !cut {
		return holds, nil
	}
	bounds := strings.Split(part, ":")
	from, to := 0, 0
	if _, err := fmt.Sscan(bounds[0], &from); bounds[0] != "" && err != nil || len(bounds) != 2 {
		return nil, fmt.Errorf("no part %q", part)
	}
	if _, err := fmt.Sscan(bounds[1], &to); bounds[1] != "" && err != nil {
		return nil, fmt.Errorf("no part %q", part)
	}
	return func(s string) bool {
		start, end := from, to
		if from < 0 {
			start = max(0, len(s)+from)
		}
		if to == 0 {
			end = len(s)
		}
		return start <= end && end <= len(s) && holds(s[start:end])
	}, nil
}

// withArguments gives the check of a name that takes arguments.
func withArguments(name string, args []string) (check, error) {
	switch name {
	case "in":
		return func(s string) bool { return slices.Contains(args, s) }, nil
	case "not":
		return func(s string) bool { return !slices.Contains(args, s) }, nil
	case "range":
		return withinOne(args), nil
	}
	n := make([]int, len(args))
	for i, a := range args {
		var err error
		if n[i], err = strconv.Atoi(a); err != nil {
			return nil, fmt.Errorf("argument %d is no number", i+1)
		}
	}
	switch {
	case name == "weighted" && len(n) > 1:
		return func(s string) bool { return checkdigit.Weighted(s, n[0], n[1:]...) }, nil
	case name == "drop":
		return func(s string) bool { return dropped(s, n) }, nil
	case name == "complement" && len(n) > 2:
		return func(s string) bool {
			sum := checkdigit.Sum(s, n[2:]...)
			return sum >= 0 && len(s) == len(n)-1 && (n[0]-sum%n[1])%10 == int(s[len(s)-1]-'0')
		}, nil
	case name == "day" && len(n) == 2:
		return func(s string) bool {
			return len(s) >= max(n[0], n[1])+2 && dayOf(two(s, n[0]), two(s, n[1]))
		}, nil
	}
	return nil, fmt.Errorf("none of this name takes %d arguments", len(n))
}

// withinOne reports a text within one of the bounds, each written "a-b".
func withinOne(ranges []string) check {
	return func(s string) bool {
		return slices.ContainsFunc(ranges, func(r string) bool {
			from, to, _ := strings.Cut(r, "-")
			return s >= from && s <= to
		})
	}
}

// dropped verifies a check digit of which ten and eleven are written 0.
func dropped(s string, weights []int) bool {
	sum := checkdigit.Sum(s, weights...)
	if sum < 0 || len(s) != len(weights)+1 {
		return false
	}
	want := 11 - sum%11
	if want > 9 {
		want = 0
	}
	return want == int(s[len(s)-1]-'0')
}

// two is the number of the two digits at s[at], -1 for none.
func two(s string, at int) int { return checkdigit.Mod(s[at:at+2], 100) }

// dayOf reports whether the month has the day.
func dayOf(day, month int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= [...]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
}

// What the match as it is written must be.

func hasDigits(raw string) bool { return strings.ContainsAny(raw, "0123456789") }

// capitals refuses small letters.
func capitals(raw string) bool { return strings.ToUpper(raw) == raw }

// oneCase refuses what mixes capitals and small letters: a plate and a word.
func oneCase(raw string) bool { return capitals(raw) || strings.ToLower(raw) == raw }

// hyphenOrCapitals refuses words: where blanks separate, all is in capitals.
func hyphenOrCapitals(raw string) bool { return strings.IndexByte(raw, '-') > 0 || capitals(raw) }

// sameMarks refuses numbers whose groups are separated by different signs.
func sameMarks(raw string) bool {
	mark := byte(0)
	for i := range len(raw) {
		if c := raw[i]; !alnum(c) {
			if mark != 0 && c != mark {
				return false
			}
			mark = c
		}
	}
	return true
}

// fourDigits asks for letters and four digits in a row.
func fourDigits(raw string) bool {
	run, most, letter := 0, 0, false
	for i := range len(raw) {
		if digit(raw[i]) {
			run++
			most = max(most, run)
			continue
		}
		run, letter = 0, true
	}
	return letter && most >= 4
}
