package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/internal/nearest"
)

// lineError is what our own readers of YAML say of a line.
type lineError struct {
	line int
	what string
}

// Error is the line and what is wrong with it.
func (e *lineError) Error() string { return fmt.Sprintf("%d: %s", e.line, e.what) }

// unread turns what the YAML reader says into "LINE: what". Its own words quote
// the file, which may be a corpus given by mistake: none of them come out.
func unread(err error) error {
	var all *yaml.LoadErrors
	if errors.As(err, &all) && len(all.Errors) > 0 {
		err = all.Errors[0] // is the one to mend first
	}
	var own *lineError
	if errors.As(err, &own) {
		return own
	}
	if errors.Is(err, io.EOF) {
		return &lineError{1, "the policy is empty; start from bauta policy show seekhide"}
	}
	said := err.Error()
	what := "this is no policy in YAML; start from bauta policy show seekhide"
	switch {
	case strings.Contains(said, "not found in type"):
		what = "unknown key" + nearest.Meant(fieldOf(said), keys()) +
			"; see docs/formats/policy.md, or start from bauta policy show seekhide"
	case strings.Contains(said, "cannot construct"), strings.Contains(said, "cannot unmarshal"),
		strings.Contains(said, "cannot decode"):
		what = "a value of another kind is needed here; see docs/formats/policy.md"
	case strings.Contains(said, "already defined"), strings.Contains(said, "duplicate"):
		what = "a key stands twice; take one out"
	}
	line := 1
	var one *yaml.LoadError
	if errors.As(err, &one) {
		line = max(1, one.Mark.Line)
	}
	return &lineError{line, what}
}

// fieldOf is the key that the YAML reader says there is none of.
func fieldOf(said string) string {
	_, rest, _ := strings.Cut(said, "field ")
	word, _, _ := strings.Cut(rest, " not found")
	return word
}

// keys are the keys of a policy, of all its levels.
var keys = sync.OnceValue(func() []string {
	var out []string
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || t == reflect.TypeFor[Rule]() {
			return
		}
		for i := range t.NumField() {
			key, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ",")
			if key == "" || key == "-" {
				continue
			}
			out = append(out, key)
			walk(t.Field(i).Type)
		}
	}
	type bare File // without its methods, which would link every language
	walk(reflect.TypeFor[bare]())
	return out
})

// endless is the line of an alias that leads to what it stands in, which no reader of rules comes to
// the end of; 0 where there is none.
func endless(src []byte) int {
	var root yaml.Node
	if !bytes.ContainsRune(src, '*') || yaml.Unmarshal(src, &root) != nil {
		return 0
	}
	open, done := map[*yaml.Node]bool{}, map[*yaml.Node]bool{}
	var walk func(n *yaml.Node) int
	walk = func(n *yaml.Node) int {
		if n == nil || done[n] {
			return 0
		}
		open[n] = true
		for _, child := range slices.Concat(n.Content, []*yaml.Node{n.Alias}) {
			if open[child] {
				return max(1, n.Line)
			}
			if line := walk(child); line > 0 {
				return line
			}
		}
		open[n], done[n] = false, true
		return 0
	}
	return walk(&root)
}

// lineOf finds the line of a key of the YAML text, or of the nearest above it.
func lineOf(src []byte, path []string) int {
	var root yaml.Node
	if yaml.Unmarshal(src, &root) != nil || len(root.Content) == 0 {
		return 1
	}
	n, line := root.Content[0], 1
	for _, key := range path {
		next, at := below(n, key)
		if next == nil {
			return line
		}
		n, line = next, at
	}
	return line
}

// below gives the value of a key, or of a place in a list, and its line.
func below(n *yaml.Node, key string) (*yaml.Node, int) {
	if n.Kind == yaml.SequenceNode {
		if i, err := strconv.Atoi(key); err == nil && i < len(n.Content) {
			return n.Content[i], n.Content[i].Line
		}
		return nil, 0
	}
	for i := 0; n.Kind == yaml.MappingNode && i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1], n.Content[i].Line
		}
	}
	return nil, 0
}
