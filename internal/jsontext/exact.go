package jsontext

import (
	"bytes"
	"encoding"
	"encoding/json"
	"io"
	"reflect"
	"strings"
)

// Exact decodes a text, one value, of which every byte that says something counts: a member
// that stands twice, and one whose name is that of a field but for its case, are refused,
// where encoding/json takes the last one without a word. Of members that into has
// no field for, more may be there.
func Exact(raw []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := once(dec, reflect.TypeOf(into), 0); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return ErrJSON
	}
	if json.Unmarshal(raw, into) != nil {
		return ErrJSON
	}
	return nil
}

// once reads a value that is decoded as a type; nil for none that is known.
func once(dec *json.Decoder, as reflect.Type, depth int) error {
	t, err := dec.Token()
	switch {
	case err != nil:
		return ErrJSON
	case depth > MaxDepth:
		return ErrDepth
	}
	for as != nil && as.Kind() == reflect.Pointer {
		as = as.Elem()
	}
	switch t {
	case json.Delim('['):
		for dec.More() {
			if err := once(dec, element(as), depth+1); err != nil {
				return err
			}
		}
	case json.Delim('{'):
		if err := members(dec, as, depth); err != nil {
			return err
		}
	default:
		return nil
	}
	if _, err := dec.Token(); err != nil {
		return ErrJSON
	}
	return nil
}

// members reads those of an object.
func members(dec *json.Decoder, as reflect.Type, depth int) error {
	had := map[string]bool{}
	fields := fieldsOf(as)
	for dec.More() {
		t, err := dec.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return ErrJSON
		}
		of, exact := fields[name]
		if had[name] || !exact && meant(fields, name) {
			return ErrTwice
		}
		had[name] = true
		if fields == nil {
			of = element(as)
		}
		if err := once(dec, of, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// meant reports a name that is that of a field but for its case.
func meant(fields map[string]reflect.Type, name string) bool {
	for field := range fields {
		if strings.EqualFold(field, name) {
			return true
		}
	}
	return false
}

// element is what a list or a map holds; nil where that is not known.
func element(as reflect.Type) reflect.Type {
	if as == nil {
		return nil
	}
	switch as.Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return as.Elem()
	}
	return nil
}

var (
	ownJSON = reflect.TypeFor[json.Unmarshaler]()
	ownText = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// fieldsOf are the fields of a struct by their names in JSON, those of embedded ones among
// them; nil of what is none, or decodes itself.
func fieldsOf(as reflect.Type) map[string]reflect.Type {
	if as == nil || as.Kind() != reflect.Struct {
		return nil
	}
	if own := reflect.PointerTo(as); own.Implements(ownJSON) || own.Implements(ownText) {
		return nil
	}
	out := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(as) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-" || !f.IsExported() || f.Anonymous && name == "":
			continue
		case name == "":
			name = f.Name
		}
		out[name] = f.Type
	}
	return out
}
