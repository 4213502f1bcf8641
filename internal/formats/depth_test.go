package formats

import (
	"regexp"
	"regexp/syntax"
	"testing"
)

// deepest is how many levels of an expression a stack of 984 kB, which node lends the page's
// program, holds with room to spare when it is compiled: two thousand ended it.
const deepest = 500

// depth is how many levels the compiler goes down.
func depth(re *syntax.Regexp) int {
	most := 0
	for _, sub := range re.Sub {
		most = max(most, depth(sub))
	}
	return most + 1
}

// TestExpressionsAreFlat: no expression goes deeper than a small stack does, those that are
// made of templates among them.
func TestExpressionsAreFlat(t *testing.T) {
	all := []*regexp.Regexp{
		waHead(), waName(), waFile(), waDocument(), waMention(), chatKept(), keptValue(), mediaType(), mapLink(),
		camera(), xmlHead(),
	}
	for _, of := range []templates{waPhrases().lines, waPhrases().begins, imTemplates(), messengerTemplates()} {
		if len(of.all) == 0 {
			t.Error("no templates")
		}
		for _, line := range of.all {
			all = append(all, line.line(), line.and)
		}
	}
	for _, re := range all {
		parsed, err := syntax.Parse(re.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		if got := depth(parsed.Simplify()); got > deepest {
			t.Errorf("%d levels: %s", got, re)
		}
	}
}
