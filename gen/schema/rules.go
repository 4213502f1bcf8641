package main

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/policy"
)

// rule is an operator, or a mapping with its options, for a type of finds or a part of
// one; "" is for those of any type. Types that take the same operators share one.
func (w *walk) rule(label string) *jsonschema.Schema {
	if label == "" {
		label = "PERSON" // takes no operator for digits, as the default does not
	}
	var fit []string
	operators := words(reflect.TypeFor[policy.OperatorName]())
	for _, o := range operators {
		if takesRule(label, policy.Rule{Operator: policy.OperatorName(o), With: withOf(o)}) {
			fit = append(fit, o)
		}
	}
	name := "rule"
	for _, o := range operators {
		if !slices.Contains(fit, o) {
			name += "-not-" + o
		}
	}
	return w.once(name, func() *jsonschema.Schema {
		long := w.object(reflect.TypeFor[policy.Rule]())
		long.Properties["operator"].Enum = oneOf(fit).Enum
		long.Properties["else"] = &jsonschema.Schema{
			Ref: "#/$defs/" + name, Description: w.said["Rule.Else"],
		}
		long.Required = []string{"operator"}
		for _, o := range fit {
			long.AllOf = append(long.AllOf, options(label, o))
		}
		long.AllOf = append(long.AllOf, parsed(`{"if": {"required": ["if"]}, "then": {"required": ["else"]}}`),
			parsed(`{"if": {"required": ["else"], "properties": {"operator": {"not": {"const": "rotate"}}}},
				"then": {"required": ["if"]}}`))
		bare := slices.DeleteFunc(slices.Clone(fit), func(o string) bool { return withOf(o) != "" })
		return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{oneOf(bare), long}}
	})
}

// options are the keys that an operator takes.
func options(label, operator string) *jsonschema.Schema {
	keys := []string{"operator", "if", "else"}
	t := reflect.TypeFor[policy.Rule]()
	samples := map[reflect.Kind]any{reflect.String: "x", reflect.Bool: true, reflect.Int: 1}
	for i := range t.NumField() {
		sample, plain := samples[t.Field(i).Type.Kind()]
		key := t.Field(i).Tag.Get("yaml")
		if !plain || slices.Contains(keys, key) {
			continue
		}
		if t.Field(i).Type.Kind() == reflect.String {
			sample = append(words(t.Field(i).Type), "x")[0]
		}
		for _, keyed := range []mask.Reference{"", mask.Keyed} { // without which code takes no key
			r := policy.Rule{Operator: policy.OperatorName(operator), With: withOf(operator), Reference: keyed}
			set(reflect.ValueOf(&r).Elem().Field(i), sample)
			if takesRule(label, r) {
				keys = append(keys, key)
				break
			}
		}
	}
	s := &jsonschema.Schema{If: operated(operator), Then: &jsonschema.Schema{PropertyNames: oneOf(keys)}}
	if withOf(operator) != "" {
		s.Then.Required = []string{"with"}
	}
	return s
}

func operated(operator string) *jsonschema.Schema {
	return parsed(`{"properties": {"operator": {"const": "` + operator + `"}}, "required": ["operator"]}`)
}

// parsed is a schema that is easier read as such.
func parsed(text string) *jsonschema.Schema {
	s := new(jsonschema.Schema)
	if err := json.Unmarshal([]byte(text), s); err != nil {
		panic(err)
	}
	return s
}

//go:embed together.json
var togetherFile []byte

// together says which keys of a section go with which: the one thing here that is written
// down a second time. TestBadPolicies holds each against the program.
func together(section string) []*jsonschema.Schema {
	all := map[string][]*jsonschema.Schema{}
	if err := json.Unmarshal(togetherFile, &all); err != nil {
		panic(err)
	}
	return all[section]
}

// keeping are the rules that leave some finds as they are, and those that leave all.
func keeping() map[string]*jsonschema.Schema {
	return map[string]*jsonschema.Schema{
		"may-keep": parsed(`{"anyOf": [{"const": "keep"}, {"type": "object", "anyOf": [
			{"required": ["operator"], "properties": {"operator": {"const": "keep"}}},
			{"required": ["else"], "properties": {"else": {"$ref": "#/$defs/may-keep"}}}]}]}`),
		"keeps-all": parsed(`{"anyOf": [{"const": "keep"}, {"type": "object", "required": ["operator"],
			"properties": {"operator": {"const": "keep"}, "else": {"$ref": "#/$defs/keeps-all"}}}]}`),
		"email-kept": parsed(`{"required": ["mask"], "properties": {"mask": {
			"required": ["EMAIL"], "properties": {"EMAIL": {"$ref": "#/$defs/may-keep"}}}}}`),
	}
}

// tagger holds the languages to those of the shipped taggers, unless there is a model.
func tagger(w *walk) *jsonschema.Schema {
	s := w.object(reflect.TypeFor[policy.NER]())
	shipped := &jsonschema.Schema{
		Properties: map[string]*jsonschema.Schema{"languages": {Items: s.Properties["unadvised"].Items}},
	}
	own := parsed(`{"required": ["model"], "properties": {"model": {"minLength": 1}}}`)
	s.AllOf = append(s.AllOf, &jsonschema.Schema{AnyOf: []*jsonschema.Schema{shipped, own}})
	return s
}

// cells are those of a table of verdicts, each with what may stand in it.
func cells() *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: nothing(),
	}
	takes := func(cell, word string) bool {
		f := full()[0]
		f.Verdict.Cells = map[string]string{cell: word}
		return f.Validate() == nil
	}
	for _, outcome := range []string{"untagged", "TA", "NTA"} {
		for _, class := range []string{"", "/unsure", "/TA", "/NTA"} {
			cell := outcome + class
			var all []string
			for _, word := range []string{"expert", "anonymise", "leave"} {
				if takes(cell, word) {
					all = append(all, word)
				}
			}
			s.Properties[cell] = oneOf(all)
		}
	}
	return s
}
