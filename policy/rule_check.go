package policy

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// takes says which keys a rule may have beside if and else, by its operator; ok
// that there is such an operator.
func takes(operator OperatorName) (keys []string, ok bool) {
	for _, o := range operators {
		if o.name == operator {
			return o.keys, true
		}
	}
	return nil, false
}

// check holds a rule and its alternatives. Errors show nothing of the rule.
func (r Rule) check(label bauta.Label, depth int) error {
	_, known := takes(r.Operator)
	switch {
	case depth > 8:
		return errors.New("more than 8 alternatives one in the other; write fewer")
	case !known:
		return noOperator(r.Operator)
	case !r.takesAll():
		return errors.New("a key that the operator " + string(r.Operator) +
			" does not take; docs/formats/policy.md has the keys of each")
	case r.Operator == "digits" && !numeric(label):
		return errors.New("digits masks numbers alone, and would leave this as it is; use tag, suppress or code")
	}
	if err := r.checkKeys(); err != nil {
		return err
	}
	return r.checkChoice(label, depth)
}

// takesAll reports that all keys given are those of the operator.
func (r Rule) takesAll() bool {
	v := reflect.ValueOf(r)
	keys, _ := takes(r.Operator)
	keys = append([]string{"operator", "if", "else"}, keys...)
	for i, key := range ruleKeys() {
		if !v.Field(i).IsZero() && !slices.Contains(keys, key) {
			return false
		}
	}
	return true
}

// numeric reports the types that consist of digits.
func numeric(label bauta.Label) bool {
	switch label {
	case bauta.Phone, bauta.UID, bauta.ZipCode, bauta.IPAddress, bauta.Date, bauta.Misc, bauta.MeasureUnit:
		return true
	}
	return false
}

// checkKeys holds the values of the keys.
func (r Rule) checkKeys() error {
	if err := cmp.Or(r.Reference.Validate(), r.Scope.Validate()); err != nil {
		return err
	}
	switch {
	case r.Operator == "code" && r.Key != "" && !r.needsKey():
		return errors.New("a key without reference: keyed; write both or neither")
	case r.Operator == "substitute" && (strings.TrimSpace(r.With) == "" || strings.ContainsAny(r.With, "\n\r")):
		return errors.New("substitute needs with: a string on one line")
	case r.Band < 0 || r.Band > 100 || r.K < 0 || r.K > 255:
		return errors.New("give a band of 0 to 100 years, and 0 to 255 lists as k")
	}
	return nil
}

// checkChoice holds the condition and what happens otherwise.
func (r Rule) checkChoice(label bauta.Label, depth int) error {
	if r.If != "" {
		if _, err := mask.ParseCondition(r.If); err != nil || !knownCondition(r.If) {
			return errors.New("no such condition; use birth, name, public, score < 0.8, or rule = iban; " +
				"docs/formats/policy.md has the rules")
		}
		if r.Else == nil {
			return errors.New("if has no else; say what happens otherwise")
		}
	}
	if r.Else == nil {
		return nil
	}
	if r.If == "" && r.Operator != "rotate" {
		return errors.New("else without if; write if: birth, if: score < 0.8 or if: rule = iban")
	}
	return r.Else.check(label, depth+1)
}
