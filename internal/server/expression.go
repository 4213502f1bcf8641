package server

import (
	"errors"
	"regexp"
	"regexp/syntax"
)

// maxProgram bounds the instructions of a compiled pattern. A search takes time in
// proportion to them and to the text, and a pattern of a few bytes may have many
// thousands: ((a{0,30}){0,30}) repeats what is repeated.
const maxProgram = 1000

// expression compiles a pattern. Where it is wrong it says what is and where, in
// characters.
func expression(pattern string) (re *regexp.Regexp, wrong string, at int) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	var bad *syntax.Error
	if errors.As(err, &bad) {
		return nil, bad.Code.String(), where(pattern, bad.Expr)
	}
	if err == nil && instructions(parsed) <= maxProgram {
		re, err = regexp.Compile(pattern)
	}
	if err != nil || re == nil {
		return nil, "too many repetitions; write smaller numbers in {}", 0
	}
	return re, "", 0
}

// instructions counts those of a compiled pattern, without compiling it.
func instructions(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n += instructions(sub)
	}
	switch re.Op {
	case syntax.OpLiteral:
		n += len(re.Rune)
	case syntax.OpRepeat:
		n *= max(1, re.Min, re.Max)
	}
	return min(n, maxProgram+1)
}
