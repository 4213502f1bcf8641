package lexicon

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
)

// Rule is an entry of a user's list that is more than a word of names: a word or a
// phrase of a type, or an expression (RE2) that messages are searched for.
type Rule struct {
	Word    string      `json:"word,omitempty"`
	Pattern string      `json:"pattern,omitempty"`
	Type    bauta.Label `json:"type"`
	Check   string      `json:"check,omitempty"` // check digit of what a pattern finds; "" for none
}

// AnyType is the type of entries of a list of what need not be hidden that take away
// finds of every type.
const AnyType bauta.Label = "*"

// of reports whether a list of a role may hold the rule's type.
func (r Rule) of(role Role) bool {
	return r.Type.Known() || r.Type == AnyType && role == RoleAntiDictionary
}

// key tells rules apart.
func (r Rule) key() string {
	return strings.Join([]string{string(r.Type), Fold(r.Word), r.Pattern, r.Check}, "\x00")
}

// Bounds of the expressions of a list: each is searched for in every message.
const (
	maxPatterns = 256
	maxPattern  = 512   // bytes of one
	maxProgram  = 5_000 // instructions of one, repetitions written out
)

// checks are the check digits that an expression may ask for, over digits and,
// where the system has them, capital letters; what else stands in the match is not
// counted.
func checks() map[string]func(string) bool {
	digits := func(holds func(string) bool) func(string) bool {
		return func(s string) bool {
			return holds(only(s, func(r rune) bool { return r >= '0' && r <= '9' }))
		}
	}
	alnum := func(holds func(string) bool) func(string) bool {
		return func(s string) bool {
			return holds(only(strings.ToUpper(s), func(r rune) bool {
				return r >= '0' && r <= '9' || r >= 'A' && r <= 'Z'
			}))
		}
	}
	return map[string]func(string) bool{
		"luhn":     digits(checkdigit.Luhn),
		"verhoeff": digits(checkdigit.Verhoeff),
		"mod11-10": digits(checkdigit.Mod11x10),
		"mod97":    alnum(checkdigit.Mod97),
		"icao":     alnum(checkdigit.Weights731),
		"iban": alnum(func(s string) bool {
			return len(s) > 4 && checkdigit.Mod97(s[4:]+s[:4])
		}),
	}
}

func only(s string, of func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if of(r) {
			return r
		}
		return -1
	}, s)
}

// expression is a pattern, compiled.
type expression struct {
	Rule
	re    *regexp.Regexp
	holds func(string) bool // the check digit, nil for none
}

// compile reads the pattern of a rule. Errors do not show it.
func (r Rule) compile() (expression, error) {
	e := expression{Rule: r}
	if len(r.Pattern) > maxPattern {
		return e, fmt.Errorf("an expression of more than %d bytes; write it shorter, or as several", maxPattern)
	}
	var err error
	if e.re, err = regexp.Compile(r.Pattern); err != nil {
		return e, fmt.Errorf("no regular expression (RE2): %s", kindOfFault(err))
	}
	if r.Check != "" {
		if e.holds = checks()[r.Check]; e.holds == nil {
			return e, fmt.Errorf("unknown check digit; use one of %s",
				strings.Join(slices.Sorted(maps.Keys(checks())), ", "))
		}
	}
	prog, err := program(r.Pattern)
	switch {
	case err != nil:
		return e, errors.New("no regular expression (RE2)")
	case len(prog.Inst) > maxProgram:
		return e, errors.New("an expression with too many repetitions; write it shorter, or as several")
	case matchesNothing(prog):
		return e, errors.New("an expression that may match nothing would match everywhere; ask for a character")
	}
	return e, nil
}

// kindOfFault says what is wrong with an expression, without a word of it.
func kindOfFault(err error) string {
	var bad *syntax.Error
	if errors.As(err, &bad) {
		return string(bad.Code)
	}
	return "not understood"
}

func program(pattern string) (*syntax.Prog, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	return syntax.Compile(re.Simplify())
}

// find lists what the expression finds in a document. What an earlier run wrote is
// no find.
func (e *expression) find(d *bauta.Doc) []Listing {
	shadow := d.Shadow
	if shadow == "" && len(d.Shifts) == 0 {
		shadow = d.Text
	}
	var out []Listing
	for _, at := range e.re.FindAllStringSubmatchIndex(shadow, -1) {
		if e.holds != nil && !e.holds(checked(shadow, at)) {
			continue
		}
		start, end := d.Origin(at[0], at[1])
		if start < end && !written(d, start, end) {
			out = append(out, Listing{Start: start, End: end, Words: 1, Label: e.Type})
		}
	}
	return out
}

// checked is what the check digit is of: the first group where there is one that
// matched, else the whole.
func checked(s string, at []int) string {
	if len(at) > 2 && at[2] >= 0 {
		return s[at[2]:at[3]]
	}
	return s[at[0]:at[1]]
}

// written reports a range that lies in what an earlier run wrote.
func written(d *bauta.Doc, start, end int) bool {
	i, _ := slices.BinarySearchFunc(d.Tokens, start, func(t bauta.Token, at int) int {
		if t.End <= at {
			return -1
		}
		return 1
	})
	return i < len(d.Tokens) && d.Tokens[i].Kind == bauta.Masked && d.Tokens[i].Start <= start && end <= d.Tokens[i].End
}
