package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/internal/routing"
)

// The choices of a policy: words of which a key takes one. The empty word is the
// default of each; Validate reports any other that is none of them.
type (
	// Foreign is what becomes of messages in other languages.
	Foreign string
	// Pending is what becomes of what nobody has decided yet.
	Pending string
	// TaggerKind is how taggers are made.
	TaggerKind string
	// Resolve is how dictionaries decide about words that are in both.
	Resolve string
	// Role is what a user's list is for.
	Role string
	// Objective is who must not tell the place of a message.
	Objective string
	// OperatorName is what is done with a find.
	OperatorName string
)

// Validate takes route, quarantine and delete.
func (c Foreign) Validate() error {
	return among(c, routing.Route, routing.Quarantine, routing.Delete)
}

// Validate takes mask, withhold and keep.
func (c Pending) Validate() error { return among(c, "mask", "withhold", "keep") }

// Validate takes crf, neural and both.
func (c TaggerKind) Validate() error { return among(c, linearKind, neuralKind, bothKinds) }

// Validate takes literal and evidence.
func (c Resolve) Validate() error { return among(c, "literal", "evidence") }

// Validate takes dictionary and anti-dictionary, and hide and keep for short.
func (c Role) Validate() error {
	if c == "" {
		return nil
	}
	_, err := lexicon.ParseRole(string(c))
	return err
}

// Validate takes machine, human and both.
func (c Objective) Validate() error { return among(c, "machine", "human", "both") }

// Validate takes the operators that docs/formats/policy.md lists.
func (c OperatorName) Validate() error {
	if _, ok := takes(c); c != "" && !ok {
		return noOperator(c)
	}
	return nil
}

// noOperator is the fault of an operator that there is not.
func noOperator(c OperatorName) error {
	names := operatorNames()
	return fmt.Errorf("no such operator%s; use %s", nearest.Meant(string(c), strings.Split(names, ", ")), names)
}

// among reports a word that is neither empty nor one of those. It does not show it.
func among[C ~string](word C, of ...string) error {
	if word == "" || slices.Contains(of, string(word)) {
		return nil
	}
	last := len(of) - 1
	return fmt.Errorf("use %s or %s", strings.Join(of[:last], ", "), of[last])
}
