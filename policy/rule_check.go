package policy

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/pattern"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/mask"
)

// takes says which keys a rule may have beside if and else, by its operator.
func takes(operator string) []string {
	switch operator {
	case "code":
		return []string{"reference", "key"}
	case "tag":
		return []string{"numbered"}
	case "substitute":
		return []string{"with"}
	case "digits":
		return []string{"all"}
	case "hash", "encrypt":
		return []string{"key"}
	case "generalise":
		return []string{"month", "band"}
	case "rotate":
		return []string{"key", "scope", "k"}
	}
	return nil
}

// check holds a rule and its alternatives. Errors show nothing of the rule.
func (r Rule) check(label bauta.Label, depth int) error {
	switch {
	case depth > 8:
		return errors.New("more than 8 alternatives one in the other; write fewer")
	case !slices.Contains(operators, r.Operator):
		return errors.New("no such operator; use " + strings.Join(operators, ", "))
	case !r.takesAll():
		return errors.New("a key that the operator " + r.Operator + " does not take; docs/formats/policy.md has the keys of each")
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
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("yaml")
		if !v.Field(i).IsZero() && !slices.Contains([]string{"operator", "if", "else"}, key) && !slices.Contains(takes(r.Operator), key) {
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
	switch {
	case !oneOf(r.Reference, string(mask.NoReference), string(mask.Dictionary), string(mask.Keyed)):
		return errors.New("no such reference; use none, dictionary or keyed")
	case r.Operator == "code" && r.Key != "" && !r.needsKey():
		return errors.New("a key without reference: keyed; write both or neither")
	case r.Operator == "substitute" && (strings.TrimSpace(r.With) == "" || strings.ContainsAny(r.With, "\n\r")):
		return errors.New("substitute needs with: a string on one line")
	case !oneOf(r.Scope, string(mask.PerMessage), string(mask.PerThread), string(mask.PerCorpus)):
		return errors.New("no such scope; use message, thread or corpus")
	case r.Band < 0 || r.Band > 100 || r.K < 0 || r.K > 255:
		return errors.New("give a band of 0 to 100 years, and 0 to 255 lists as k")
	}
	return nil
}

// checkChoice holds the condition and what happens otherwise.
func (r Rule) checkChoice(label bauta.Label, depth int) error {
	if r.If != "" {
		if _, err := mask.ParseCondition(r.If); err != nil || !knownCondition(r.If) {
			return errors.New("no such condition; use birth, name, score < 0.8, or kind = iban")
		}
		if r.Else == nil {
			return errors.New("if has no else; say what happens otherwise")
		}
	}
	if r.Else == nil {
		return nil
	}
	if r.If == "" && r.Operator != "rotate" {
		return errors.New("else without if; write if: birth, if: score < 0.8 or if: kind = iban")
	}
	return r.Else.check(label, depth+1)
}

// knownCondition reports that a condition on a kind names one that something
// finds: a kind misspelt would never hold.
func knownCondition(condition string) bool {
	f := strings.Fields(condition)
	if len(f) != 3 || f[0] != "kind" {
		return true
	}
	family, _, _ := strings.Cut(f[2], "-")
	return slices.Contains([]string{"digits", "age", lexicon.RuleListed}, f[2]) || slices.ContainsFunc(pattern.Kinds(), func(k string) bool {
		of, _, _ := strings.Cut(k, "-")
		return k == f[2] || of == family
	})
}
