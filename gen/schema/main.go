// Command schema writes the JSON schemas of policies and mappings from the Go types that
// read them, into internal/schema.
//
//	go run ./gen/schema
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

func main() {
	for name, data := range made(".") {
		if err := tight.Write(filepath.Join("internal", "schema", name+".json"), data); err != nil {
			fmt.Fprintln(os.Stderr, "schema:", err)
			os.Exit(1)
		}
	}
}

// made gives the files by name, from the types and from what their sources in the folder
// of the project say of them.
func made(root string) map[string][]byte {
	w := &walk{
		said:  comments(root, "policy", "internal/formats"),
		words: pool(root),
		defs:  keeping(),
		special: map[reflect.Type]func(*walk) *jsonschema.Schema{
			reflect.TypeFor[policy.Rule]():    func(w *walk) *jsonschema.Schema { return w.rule("") },
			reflect.TypeFor[policy.NER]():     tagger,
			reflect.TypeFor[policy.Verdict](): verdict,
			reflect.TypeFor[policy.Bound]():   func(*walk) *jsonschema.Schema { return bound() },
			reflect.TypeFor[bauta.Label]():    func(*walk) *jsonschema.Schema { return oneOf(append(labels(), "")) },
		},
	}
	p := w.object(reflect.TypeFor[policy.File]())
	p.Title = "A policy of bauta"
	p.Properties["mask"] = w.masks(p.Properties["mask"])
	p.Properties["verdict"].Description = w.said["File.Verdict"]
	p.Defs = w.defs
	m := w.object(reflect.TypeFor[formats.Mapping]())
	m.Title = "How bauta reads a file"
	m.Properties["also"].AdditionalProperties = oneOf([]string{"drop", "hash", "keep", "scan", "name"})
	return map[string][]byte{"policy": written(p), "mapping": written(m)}
}

func written(s *jsonschema.Schema) []byte {
	s.Schema = "https://json-schema.org/draft/2020-12/schema"
	data, err := json.MarshalIndent(s, "", " ")
	if err != nil { // of a schema made here
		panic(err)
	}
	data = bytes.ReplaceAll(data, []byte(`\u003c`), []byte("<"))
	return append(data, '\n')
}

// verdict is the name of a table, or a mapping with it.
func verdict(w *walk) *jsonschema.Schema {
	tables := oneOf([]string{"seek", "table2", "safe", "bound"})
	long := w.object(reflect.TypeFor[policy.Verdict]())
	long.Properties["preset"] = tables
	long.Properties["cells"] = cells()
	long.Properties["cells"].Description = w.said["Verdict.Cells"]
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{tables, long}}
}

func bound() *jsonschema.Schema {
	zero, one := 0.0, 1.0
	return &jsonschema.Schema{AnyOf: []*jsonschema.Schema{
		oneOf([]string{"model"}), {Type: "number", Minimum: &zero, Maximum: &one},
	}}
}

// masks takes the types and the parts of names as keys, and no others.
func (w *walk) masks(s *jsonschema.Schema) *jsonschema.Schema {
	s.Properties = map[string]*jsonschema.Schema{}
	for _, part := range []bauta.Part{bauta.First, bauta.Last, bauta.Nick} {
		name := string(bauta.Person) + "." + string(part)
		s.Properties[name] = w.rule(name)
	}
	for _, label := range labels() {
		s.Properties[label] = w.rule(label)
	}
	s.AdditionalProperties = nothing()
	return s
}

// labels are the types of finds.
func labels() []string {
	var all []string
	for _, k := range policy.Kinds {
		all = append(all, string(k.Label))
	}
	return all
}
