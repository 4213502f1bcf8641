package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// present wants of a JSON value what the type says that there is: a text that is missing is not an empty one, nor is
// null. The value was decoded into the type before.
func present(raw []byte, t reflect.Type) error {
	var elements []json.RawMessage
	if json.Unmarshal(raw, &elements) == nil && elements != nil {
		for i, e := range elements {
			if null(e) {
				return refused(fmt.Sprintf("null in a list, at [%d]", i))
			}
			if t.Kind() == reflect.Slice {
				if err := present(e, t.Elem()); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	var fields map[string]json.RawMessage
	json.Unmarshal(raw, &fields) // none of null, nor of a type that reads itself
	for f := range t.Fields() {
		if err := field(fields, f); err != nil {
			return err
		}
	}
	return nil
}

// field wants a field of an object, unless it may be absent; then null is nothing, too.
func field(fields map[string]json.RawMessage, f reflect.StructField) error {
	name, may, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch raw := fields[name]; {
	case name == "":
	case len(raw) > 0 && !null(raw):
		return present(raw, f.Type)
	case may == "":
		return refused(`"` + name + `" is missing`)
	}
	return nil
}

func null(raw []byte) bool { return bytes.Equal(bytes.TrimSpace(raw), []byte("null")) }
