// Package plural fills sentences of the pages: numbers as a language writes them, and of
// words the form that a number asks for.
package plural

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Blank is what is filled in a sentence: %s, %d, or {one|many} for the number that is the
// nearest before it, else the first behind it; which of the two, CLDR says of the language.
var Blank = regexp.MustCompile(`%[sd]|\{([^{}|]*)\|([^{}|]*)\}`)

// most is the greatest number that the rules of plurals are asked about: whatever is more is
// many in each of our languages, and what is less than nothing as what it is less by.
const most = 1_000_000

// Fill fills a sentence in a language. What there is nothing for stands as it is.
func Fill(lang, said string, args ...any) string {
	tag := language.Make(lang)
	numbers := message.NewPrinter(tag)
	i, last := 0, first(args)
	return Blank.ReplaceAllStringFunc(said, func(found string) string {
		if found[0] == '{' {
			one, many, _ := strings.Cut(found[1:len(found)-1], "|")
			asked := min(max(last, -most), most)
			if plural.Cardinal.MatchPlural(tag, max(asked, -asked), 0, 0, 0, 0) == plural.One {
				return one
			}
			return many
		}
		if i >= len(args) {
			return found
		}
		arg := args[i]
		i++
		if n, ok := arg.(int); ok {
			last = n
			return numbers.Sprint(n)
		}
		return fmt.Sprint(arg)
	})
}

// first is the first number of some arguments.
func first(args []any) int {
	for _, a := range args {
		if n, ok := a.(int); ok {
			return n
		}
	}
	return 0
}
