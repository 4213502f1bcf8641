package formats

import (
	"bytes"
	"slices"
	"strings"
)

// JSONFields says which fields of JSON hold what: paths with members separated by dots and
// [] for elements.
type JSONFields struct {
	Texts                    []string
	Also                     map[string]Role
	ID, Thread, Author, Time string
	// Name is asked about each name of a member when it is met first.
	Name func(name string) error
}

// JSON is any JSON: an array, objects one behind the other, a document. Strings that are
// not named stay as they are; [Besider] tells them.
func JSON(f JSONFields) Format {
	shape := &jsonShape{rest: Keep, tell: true, name: f.Name, perValue: f.Thread == ""}
	meta := func(path string, what byte) {
		if path != "" {
			shape.rules = append(shape.rules, jsonRule{path: path, role: f.Also[path], meta: what})
			if _, ok := f.Also[path]; !ok {
				shape.rules[len(shape.rules)-1].role = Keep
			}
		}
	}
	for _, t := range f.Texts {
		shape.rules = append(shape.rules, jsonRule{path: t, role: Text})
		if i := strings.Index(t, "[]"); i >= 0 {
			shape.records = append(shape.records, t[:i+2])
		}
	}
	meta(f.ID, 'i')
	meta(f.Thread, 't')
	meta(f.Author, 'a')
	meta(f.Time, 'w')
	for path, role := range f.Also {
		shape.rules = append(shape.rules, jsonRule{path: path, role: role})
	}
	return Format{Name: "json", Open: shape.open}
}

// Besider is a Source that leaves strings as they are because nobody named them.
type Besider interface {
	// Beside gives their paths, at most 20, and Names the names of members, at most 1,000.
	Beside() []string
	Names() []string
}

// The bounds of what is told.
const (
	maxTold      = 20
	maxToldNames = 1000
)

// Beside gives the fields that stay, in order of appearance.
func (s *jsonSource) Beside() []string { return s.beside }

// Names gives the names of members.
func (s *jsonSource) Names() []string { return s.names }

// meet notes a path when it is met first.
func (s *jsonSource) meet(rule *jsonRule) error {
	if !s.shape.tell {
		return nil
	}
	path := string(s.path)
	if rule == nil && len(s.beside) < maxTold {
		s.beside = append(s.beside, path)
	}
	name := strings.TrimRight(path[strings.LastIndexByte(path, '.')+1:], "[]")
	if name == "" || slices.Contains(s.names, name) || len(s.names) >= maxToldNames {
		return nil
	}
	s.names = append(s.names, name)
	if s.shape.name == nil {
		return nil
	}
	return s.shape.name(name)
}

// JSONPaths gives the paths of strings at the beginning of a file, in order.
func JSONPaths(head []byte) []string {
	src := &jsonSource{
		in: NewInput(bytes.NewReader(head)), shape: &jsonShape{rest: Keep, tell: true}, rules: map[string]*jsonRule{},
		ends: map[string]bool{},
	}
	for {
		if _, err := src.Next(); err != nil { // the end, or the middle of something
			return src.beside
		}
	}
}
