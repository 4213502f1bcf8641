package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// walk makes schemas of types as the YAML reader takes them: strictly.
type walk struct {
	said    map[string]string // of a field, Type.Field, what its comment says
	words   []string          // that some key may take
	defs    map[string]*jsonschema.Schema
	special map[reflect.Type]func(*walk) *jsonschema.Schema // types with a reader of their own
}

// once refers to a schema that is written down in one place.
func (w *walk) once(name string, make func() *jsonschema.Schema) *jsonschema.Schema {
	if _, done := w.defs[name]; !done {
		w.defs[name] = nil // for those within it
		w.defs[name] = make()
	}
	return &jsonschema.Schema{Ref: "#/$defs/" + name}
}

// object is a mapping with the keys of a struct and no others.
func (w *walk) object(t reflect.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{}, AdditionalProperties: nothing(),
	}
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if key == "" || key == "-" {
			continue
		}
		one := w.of(f.Type)
		w.limit(one, t, i)
		one.Description = w.said[t.Name()+"."+f.Name]
		s.Properties[key] = one
		s.PropertyOrder = append(s.PropertyOrder, key)
	}
	s.AllOf = append(s.AllOf, together(t.Name())...)
	return s
}

// of is the schema of a type.
func (w *walk) of(t reflect.Type) *jsonschema.Schema {
	if make, ok := w.special[t]; ok {
		return make(w)
	}
	switch t.Kind() {
	case reflect.Pointer:
		return w.of(t.Elem())
	case reflect.Struct:
		return w.object(t)
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: w.of(t.Elem())}
	case reflect.Map:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: w.of(t.Elem())}
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.Int:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.Float64:
		return &jsonschema.Schema{Type: "number"}
	case reflect.String:
		if all := words(t); all != nil {
			return oneOf(all)
		}
		return &jsonschema.Schema{Type: "string"}
	}
	panic("a policy has no " + t.String())
}

// listed is how a choice names its words in the error for what is none of them.
var listed = regexp.MustCompile(`use ([a-z-]+(?:, [a-z-]+)*(?: or [a-z-]+)?)$`)

// words are those of a choice: its errors name them, and it takes each. nil for a type
// that is no choice.
func words(t reflect.Type) []string {
	take := func(word string) error {
		v := reflect.New(t).Elem()
		v.SetString(word)
		if c, ok := v.Interface().(interface{ Validate() error }); ok {
			return c.Validate()
		}
		return nil
	}
	err := take("?")
	if err == nil {
		return nil
	}
	m := listed.FindStringSubmatch(err.Error())
	if m == nil {
		panic(t.String() + " does not say what it takes")
	}
	all := strings.Split(strings.ReplaceAll(m[1], " or ", ", "), ", ")
	for _, word := range all {
		if err := take(word); err != nil {
			panic(t.String() + " refuses " + word)
		}
	}
	return all
}

func oneOf(all []string) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range all {
		s.Enum = append(s.Enum, word)
	}
	return s
}

// nothing is the schema of what must not be there.
func nothing() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }

// comments reads what the sources in folders say of each field.
func comments(root string, folders ...string) map[string]string {
	said := map[string]string{}
	for _, folder := range folders {
		names, _ := filepath.Glob(filepath.Join(root, folder, "*.go"))
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				panic(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				t, ok := n.(*ast.TypeSpec)
				if !ok {
					return true
				}
				if fields, ok := t.Type.(*ast.StructType); ok {
					note(said, t.Name.Name, fields)
				}
				return false
			})
		}
	}
	return said
}

func note(said map[string]string, of string, fields *ast.StructType) {
	for _, f := range fields.Fields.List {
		text := strings.Join(strings.Fields(f.Doc.Text()+f.Comment.Text()), " ")
		for _, name := range f.Names {
			said[of+"."+name.Name] = text
		}
	}
}
