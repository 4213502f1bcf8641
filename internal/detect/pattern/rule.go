package pattern

import (
	"bytes"
	"slices"

	"github.com/bauta/bauta"
)

// rule is one kind of identifier: how it is written, how it is verified and what
// words stand beside it. A rule is either a row of identifiers.tsv (shapes, check,
// context) or has a finder of its own.
type rule struct {
	name    string      // the row of identifiers.tsv, "" for a finder
	kind    string      // the exact kind, given as Span.Rule
	label   bauta.Label // UID when empty
	country string      // ISO 3166 code in lower case; "" for what every country has
	shapes  []shape
	check   check    // on letters and digits in upper case, separators dropped; nil: nothing to verify
	whole   check    // on the match as it is written; nil: nothing to verify
	doubt   bool     // a failed check lowers the score to what context can lift, rather than dropping
	typo    bool     // the same, and the find says so
	glued   bool     // may follow letters without a blank
	doors   bool     // the way to a door behind it belongs to it
	asked   bool     // looked for only when the configuration names the kind or label
	context []string // words or phrases, in any language, accents and case do not count

	on   trigger
	find finder
}

// shape is a form and the probability that what fits it, and holds its check
// digits, is the identifier, when nothing stands beside it.
type shape struct {
	form  string
	score float64
}

// How scores are made up. Bound is the least score of a find. A context word
// lifts every shape above it; a country that the configuration names lifts
// what its check digits hold; what fails its check digits keeps the least
// weight.
const (
	bound       = 0.5
	withContext = 0.5
	withCountry = 0.2
	failed      = 0.05
	highest     = 0.99
	unchecked   = 0.7 // the most for what fails its check digits
)

// mistyped is said of an identifier whose check digits do not hold: a typing error does
// not make it harmless, and beside a word that says what it is it is hidden all the same.
const mistyped = "; check digits do not hold"

// trigger says where a finder is called. Bits combine.
type trigger uint8

const (
	onDigit  trigger = 1 << iota // a word that starts with a digit
	onAt                         // "@"
	onDot                        // a dot between two letters or digits
	onColon                      // ":"
	onTag                        // a word of the vocabulary that has one of the rule's tags
	onMixed                      // a word of letters and digits, or a long one of mixed case
	onGroups                     // "(" or "+" before a digit
	onEnd                        // once, behind all others
)

// finder looks for finds around byte at of the text (for word triggers, around
// word w). It must look at a bounded number of bytes.
type finder func(sc *scan, r *compiled, at, w int)

// compiled is a rule made ready by New.
type compiled struct {
	*rule
	label   bauta.Label
	context []phrase
	listed  bool // the configuration names its country
	on      trigger
}

// endsIn reports a word with which one ends of those that stand beside the rule's numbers.
func (r *compiled) endsIn(key phrase) bool {
	return slices.ContainsFunc(r.context, func(p phrase) bool {
		at := len(p) - len(key)
		return bytes.HasSuffix(p, key) && (at == 0 || !alnum(p[at-1]))
	})
}
