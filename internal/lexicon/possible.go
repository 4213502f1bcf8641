package lexicon

import (
	"regexp/syntax"
	"unicode"

	"github.com/bauta/bauta/text"
)

// path is a place in an expression's program, with what has been matched so far.
type path struct {
	pc    uint32
	begun bool // a character was matched
	ended bool // the end of the text was asked for
}

// walk follows a program along all its paths; a character can be matched where can
// says so. It gives the paths that come to a match.
func walk(prog *syntax.Prog, can func(*syntax.Inst) bool) (ends []path) {
	seen := map[path]bool{}
	next := []path{{pc: uint32(prog.Start)}}
	for len(next) > 0 {
		p := next[len(next)-1]
		next = next[:len(next)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		in := &prog.Inst[p.pc]
		switch in.Op {
		case syntax.InstMatch:
			ends = append(ends, p)
		case syntax.InstAlt, syntax.InstAltMatch:
			next = append(next, path{in.Out, p.begun, p.ended}, path{in.Arg, p.begun, p.ended})
		case syntax.InstCapture, syntax.InstNop:
			next = append(next, path{in.Out, p.begun, p.ended})
		case syntax.InstEmptyWidth:
			asks := syntax.EmptyOp(in.Arg)
			if asks&syntax.EmptyBeginText == 0 || !p.begun {
				next = append(next, path{in.Out, p.begun, p.ended || asks&syntax.EmptyEndText != 0})
			}
		case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
			if !p.ended && can(in) {
				next = append(next, path{in.Out, true, false})
			}
		}
	}
	return ends
}

// matchesNothing reports an expression that matches where nothing stands.
func matchesNothing(prog *syntax.Prog) bool {
	for _, end := range walk(prog, func(*syntax.Inst) bool { return true }) {
		if !end.begun {
			return true
		}
	}
	return false
}

// impossible says why an expression can be found in no message, "" where it can.
func (e *expression) impossible() string {
	prog, err := program(e.Pattern)
	if err != nil {
		return ""
	}
	if literal, whole := e.re.LiteralPrefix(); whole && e.holds != nil && !e.holds(literal) {
		return "this can be found in no message: the check digit of what it asks for is wrong"
	}
	folded := false
	ends := walk(prog, func(in *syntax.Inst) bool {
		ok := readable(in)
		folded = folded || !ok && len(in.Rune) > 0
		return ok
	})
	switch {
	case len(ends) > 0:
		return ""
	case folded:
		return "this can be found in no message: it asks for a character that messages are read without, since wide, " +
			"composed and invisible ones are folded first"
	}
	return "this can be found in no message: it asks for something before the beginning or behind the end " +
		"of the text, or for no character at all"
}

// mostRunes bounds the characters of a class that are looked at; wider classes hold
// some that stand in messages.
const mostRunes = 256

// readable reports an instruction that some character passes which normalised text
// can hold.
func readable(in *syntax.Inst) bool {
	if in.Op == syntax.InstRuneAny || in.Op == syntax.InstRuneAnyNotNL {
		return true
	}
	ranges := in.Rune
	if len(ranges) == 1 {
		ranges = []rune{ranges[0], ranges[0]}
	}
	n := 0
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if n++; n > mostRunes {
				return true
			}
			for f := r; ; {
				if in.MatchRune(f) && kept(f) {
					return true
				}
				if f = unicode.SimpleFold(f); f == r {
					break
				}
			}
		}
	}
	return false
}

// kept reports a character that stays as it is when a message is normalised.
func kept(r rune) bool {
	shadow, _ := text.Normalise(string(r))
	return shadow == string(r)
}
