package policy

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
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
		what = "unknown key; see docs/formats/policy.md, or start from bauta policy show seekhide"
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
