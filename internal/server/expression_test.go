package server

import (
	"regexp/syntax"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestExpressionsAreBounded: a short pattern that repeats repetitions is refused
// with a sentence, as it takes thousands of steps a letter.
func TestExpressionsAreBounded(t *testing.T) {
	for _, p := range []string{"((a{0,30}){0,30}){0,1}b", "(.{0,31}){0,31}[^a]{0,38}!", "((x?){30}){30}", "(((a|b){9}){9}){9}", strings.Repeat("(a{0,40}){0,20}", 2)} {
		if re, wrong, _ := expression(p); re != nil || !strings.Contains(wrong, "repetitions") {
			t.Errorf("%q: compiled", p)
		}
	}
	for _, p := range []string{`(?i)\bzoub\w{2,40}`, `[\p{L}'-]{3,60}@\S+`, "(a+)+$", `(\d{2}[ .]){4}\d{2}`, strings.Repeat("a", maxPattern), strings.Repeat("a|", 200)} {
		if re, wrong, _ := expression(p); re == nil {
			t.Errorf("%q: %s", p, wrong)
		}
	}
	if _, wrong, at := expression("ab(c"); wrong == "" || at != 0 {
		t.Errorf("%q at %d", wrong, at)
	}
}

// TestInstructionsAreThoseOfThePackage: what passes compiles to a program of not
// much more than the bound.
func TestInstructionsAreThoseOfThePackage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.StringMatching(`(\(?[ab.]{1,3}(\{[0-9]{1,2},?[0-9]?[0-9]?\}|\*|\?)?\)?){1,5}`).Draw(t, "pattern")
		parsed, err := syntax.Parse(p, syntax.Perl)
		if err != nil {
			return
		}
		if re, _, _ := expression(p); re == nil {
			return
		}
		prog, err := syntax.Compile(parsed.Simplify())
		if err != nil || len(prog.Inst) > 4*maxProgram {
			t.Fatalf("%q: %d instructions, %v", p, len(prog.Inst), err)
		}
	})
}
