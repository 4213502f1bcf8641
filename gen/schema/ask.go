package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/bauta/bauta/internal/detect/pattern"
	"github.com/bauta/bauta/policy"
)

// full are policies that the program takes, in which every section stands with what the
// values of its keys need. What the schema says of a value, it says because
// policy.File.Validate says it of one of them with that value. There are two, as some keys
// stand in place of others. Patterns, which take long to look at, stand in neither.
func full() [2]*policy.File {
	with := func(ner policy.NER, e policy.External) *policy.File {
		ner.Alone, e.Calibration = true, "c"
		return &policy.File{
			Policy: "p", Language: "auto",
			Detect: policy.Detect{
				Lexical: &policy.Lexical{Second: "ner"}, NER: &ner,
				Location: &policy.Location{Model: "m", Feasibility: "f"}, External: &e,
			},
			Lexicons: []policy.List{{File: "a.txt", Role: "keep"}},
			Verdict:  policy.Verdict{Preset: "safe", AnonymiseAbove: 1},
		}
	}
	return [2]*policy.File{
		with(
			policy.NER{Kind: "both", Second: "lexical", Unadvised: []string{"fr"}},
			policy.External{Command: []string{"x"}},
		),
		with(policy.NER{Model: "m"}, policy.External{URL: "x"}),
	}
}

// found is the part of a value that has a type; the zero Value where there is none.
func found(v reflect.Value, t reflect.Type) reflect.Value {
	switch {
	case v.Type() == t:
		return v
	case v.Kind() == reflect.Pointer && !v.IsNil():
		return found(v.Elem(), t)
	case v.Kind() == reflect.Slice && v.Len() > 0:
		return found(v.Index(0), t)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			if in := found(v.Field(i), t); in.IsValid() {
				return in
			}
		}
	}
	return reflect.Value{}
}

// asks gives the question whether the program takes a value of a field; nil for a field
// that is in no policy.
func asks(t reflect.Type, field int) func(any) bool {
	switch {
	case t.Name()+"."+t.Field(field).Name == "Rule.If":
		return func(value any) bool {
			rule := policy.Rule{Operator: "tag", If: value.(string), Else: &policy.Rule{Operator: "keep"}}
			return takesRule("UID", rule)
		}
	case t == reflect.TypeFor[policy.Rule]():
		return func(value any) bool {
			for _, operator := range words(reflect.TypeFor[policy.OperatorName]()) {
				r := policy.Rule{Operator: policy.OperatorName(operator), With: withOf(operator)}
				set(reflect.ValueOf(&r).Elem().Field(field), value)
				if takesRule("UID", r) {
					return true
				}
			}
			return false
		}
	}
	if t == reflect.TypeFor[policy.Pattern]() {
		return func(value any) bool {
			if slices.Contains(pattern.Kinds(), fmt.Sprint(value)) {
				return true // some only of some countries
			}
			p := &policy.Pattern{}
			set(reflect.ValueOf(p).Elem().Field(field), value)
			f := full()[0]
			f.Detect.Pattern = p
			return f.Validate() == nil
		}
	}
	if !found(reflect.ValueOf(full()[0]), t).IsValid() {
		return nil
	}
	return func(value any) bool {
		for _, f := range full() {
			set(found(reflect.ValueOf(f), t).Field(field), value)
			if f.Validate() == nil {
				return true
			}
		}
		return false
	}
}

// set puts a value, or a list of it alone, where it belongs.
func set(to reflect.Value, value any) {
	v := reflect.ValueOf(value)
	if to.Kind() == reflect.Slice && v.Kind() != reflect.Slice {
		to.Set(reflect.Append(to, v.Convert(to.Type().Elem())))
		return
	}
	to.Set(v.Convert(to.Type()))
}

// withOf is what substitute cannot do without.
func withOf(operator string) string {
	if operator == "substitute" {
		return "x"
	}
	return ""
}

// takesRule reports that the program takes a rule for a type of finds.
func takesRule(label string, r policy.Rule) bool {
	f := full()[0]
	f.Mask = map[string]policy.Rule{label: r}
	return f.Validate() == nil
}

// limit puts into a schema what the program says of the values of a field.
func (w *walk) limit(s *jsonschema.Schema, t reflect.Type, field int) {
	taken := asks(t, field)
	if taken == nil || s.Ref != "" || s.AnyOf != nil {
		return
	}
	switch of := t.Field(field).Type; {
	case s.Type == "integer" || s.Type == "number":
		between(s, taken, s.Type == "integer")
	case s.Type == "string" && s.Enum == nil:
		w.spell(s, t.Name()+"."+t.Field(field).Name, taken)
	case s.Type == "array" && of.Elem().Kind() == reflect.String:
		w.spell(s.Items, t.Name()+"."+t.Field(field).Name, taken)
	}
	if zero := reflect.Zero(t.Field(field).Type).Interface(); !taken(zero) && s.Type == "string" && s.Enum == nil {
		s.MinLength = jsonschema.Ptr(1)
	}
}

// widest is beyond every bound of a policy.
const widest = 1 << 20

// between finds the bounds of the numbers that are taken, of which 0 is one.
func between(s *jsonschema.Schema, taken func(any) bool, whole bool) {
	if _, out, bounded := edge(taken, -widest, whole); bounded && out < 0 {
		s.Minimum = jsonschema.Ptr(0.0)
	}
	switch in, out, bounded := edge(taken, widest, whole); {
	case bounded && in == float64(int(in)):
		s.Maximum = &in
	case bounded:
		s.ExclusiveMaximum = &out
	}
}

// edge is the last number that is taken between 0 and another that is not, and the first
// that is not.
func edge(taken func(any) bool, out float64, whole bool) (in, first float64, bounded bool) {
	if taken(out) {
		return 0, 0, false
	}
	for {
		mid := in + (out-in)/2
		if whole {
			mid = float64(int(mid))
		}
		switch {
		case mid == in || mid == out:
			return in, out, true
		case taken(mid):
			in = mid
		default:
			out = mid
		}
	}
}

// spelt are the keys whose values are no words of a list: how they are written.
var spelt = map[string]string{
	"External.Timeout": `^([0-9.]+(ns|us|µs|ms|s|m|h))*$`,
	"External.Start":   `^([0-9.]+(ns|us|µs|ms|s|m|h))*$`,
	"External.Name":    `^[a-z0-9_.-]{0,40}$`,
	"Rule.With":        `^[^\n\r]*\S[^\n\r]*$`,
}

// spell says which words a key takes, where it does not take any.
func (w *walk) spell(s *jsonschema.Schema, name string, taken func(any) bool) {
	s.Pattern = spelt[name]
	if name == "Rule.If" {
		s.Pattern = w.conditions(taken)
	}
	if s.Pattern != "" || taken("?") {
		return
	}
	var all []string
	for _, word := range w.words {
		if taken(word) {
			all = append(all, word)
		}
	}
	switch {
	case all == nil:
		panic("nothing says what " + name + " takes")
	case taken(all[0] + "-XX"): // a language with its region
		other := func(word string) bool { return word == "auto" || strings.Contains(word, "-") }
		s.Pattern = "^(auto|(" + strings.Join(slices.DeleteFunc(all, other), "|") + ")(-.*)?)?$"
	default:
		*s = jsonschema.Schema{Type: s.Type, Description: s.Description, Enum: oneOf(all).Enum}
		if taken("") {
			s.Enum = append(s.Enum, "")
		}
	}
}

// conditions is how the condition of a rule is written.
func (w *walk) conditions(taken func(any) bool) string {
	var flags, rules []string
	for _, word := range w.words {
		if taken(word) {
			flags = append(flags, word)
		}
		if open, ok := strings.CutSuffix(word, "COUNTRY"); ok && taken("rule = "+open+"fr") {
			rules = append(rules, open+"[a-z]{2}")
		} else if taken("rule = " + word) {
			rules = append(rules, word)
		}
	}
	const score = `score\s+[<>]=?\s+(0?\.[0-9]+|[01](\.0*)?)`
	return fmt.Sprintf(`^\s*(%s|%s|(rule|kind)\s+=\s+(%s))\s*$`,
		strings.Join(flags, "|"), score, strings.Join(rules, "|"))
}

// pool are the words that a key of a policy may take: codes of two letters, the types, and
// all that the page of the format writes as code.
func pool(root string) []string {
	page, err := os.ReadFile(filepath.Join(root, "docs", "formats", "policy.md"))
	if err != nil {
		panic(err)
	}
	all := labels()
	for a := 'a'; a <= 'z'; a++ {
		for b := 'a'; b <= 'z'; b++ {
			all = append(all, string(a)+string(b))
		}
	}
	for i, quoted := range strings.Split(string(page), "`") {
		if i%2 == 1 && quoted != "" && !strings.ContainsAny(quoted, " \n\\.*+?()[]{}|^$") {
			all = append(all, quoted)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
