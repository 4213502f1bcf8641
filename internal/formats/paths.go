package formats

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// JSONFields says which fields of JSON hold what: paths with members separated by dots and
// [] for elements.
type JSONFields struct {
	Texts                          []string
	Also                           map[string]Role
	ID, Thread, Author, Time, Lang string

	// Somebody says what strings in fields that nobody named hold, by their paths: a Name, a Phone, a Mail, or Keep;
	// nil: nothing. Who wrote is somebody then.
	Somebody func(path string) Role
	Judged   bool // each object of the file gets a verdict
	Whole    bool // what would be written anew is told as well, but for what a program wrote so
	// Wanted are paths, beside those of Also, that the file must have, and Missed is asked for
	// the error of one that it does not have.
	Wanted []string
	Missed func(path string) error
	// Name is asked about each name of a member when it is met first.
	Name func(name string) error
}

// JSON is any JSON: an array, objects one behind the other, a document. Strings that are
// not named stay as they are; [Besider] tells them.
func JSON(f JSONFields) Format {
	shape := &jsonShape{rest: Keep, tell: maxTold, name: f.Name, perValue: true, within: f.Thread}
	shape.judged, shape.whole, shape.somebody = f.Judged, f.Whole, f.Somebody
	meta := func(path string, what byte) {
		if path == "" {
			return
		}
		rule := jsonRule{path: path, role: Keep, meta: what}
		role, named := f.Also[path]
		switch {
		case named:
			rule.role = role
		case what == 'a' && f.Somebody != nil:
			rule.role, rule.usual = Name, true
		}
		shape.rules = append(shape.rules, rule)
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
	meta(f.Lang, 'l')
	for path, role := range f.Also {
		shape.rules = append(shape.rules, jsonRule{path: path, role: role})
	}
	shape.missed = func(met map[*jsonRule]bool) error {
		if path := missed(shape, &f, met); path != "" && f.Missed != nil {
			return f.Missed(path)
		}
		return nil
	}
	return Format{Name: "json", Open: shape.open}
}

// missed is the path of a field that is to be read or changed and that no record has: a name
// that is written otherwise would leave it in clear. "" for none.
func missed(shape *jsonShape, f *JSONFields, met map[*jsonRule]bool) string {
	for i := range shape.rules {
		rule := &shape.rules[i]
		role, also := f.Also[rule.path]
		wanted := also && role != Keep || slices.Contains(f.Wanted, rule.path)
		if wanted && !met[rule] && !met[shape.find(rule.path)] {
			return rule.path
		}
	}
	return ""
}

// judge takes the members of an object that say what was decided before, or where in the
// old text something stands.
func (s *jsonSource) judge() {
	if len(s.stack) > 1 || len(s.stack) == 1 && s.stack[0].kind != '{' {
		return
	}
	slot := Slot{From: s.member, To: len(s.raw), Role: Gone, Path: string(s.path), Value: " ", Quote: noneLeft}
	switch {
	case len(s.stack) == 0:
		if s.raw[len(s.raw)-1] != '}' || has(s.slots, Judged) {
			return
		}
		slot.From = len(bytes.TrimRight(s.raw[:len(s.raw)-1], " \t\r\n"))
		slot.To, slot.Role, slot.Value, slot.Quote = slot.From, Judged, "", func(v string) []byte {
			return append([]byte(`,"verdict":`), quoteJSON(v)...)
		}
	case slot.Path == "verdict":
		slot.Role, slot.Value, slot.Quote = Judged, "", quoteJSON
	case !stale(slot.Path):
		return
	}
	for n := len(s.slots); n > 0 && s.slots[n-1].From >= slot.From; n-- {
		s.slots = s.slots[:n-1]
	}
	s.slots = append(s.slots, slot)
}

// stale reports a path of what an object says of its text before it is changed.
func stale(path string) bool {
	name, _, _ := strings.Cut(strings.ReplaceAll(path, "[]", "."), ".")
	return name == "verdict" || name == "spans" || name == "candidates"
}

// verdicts are those that the program writes.
var verdicts = []string{"anonymise", "leave", "expert"}

// Ours reports a member of an object that says what was decided of its texts and is as the program
// leaves it, so that nothing of a text can stand in it: a verdict that is one, and lists
// of finds that are empty. Of labelled texts it is the label and the name of the part.
func Ours(name string, value []byte) bool {
	switch name {
	case "verdict", "split":
		var said string
		known := append([]string{"train", "dev", "test", ""}, verdicts...)
		return json.Unmarshal(value, &said) == nil && slices.Contains(known, said)
	case "spans", "candidates":
		return slices.Contains([]string{"[]", "null"}, string(value))
	case "ta":
		return slices.Contains([]string{"true", "false", "null"}, string(value))
	}
	return false
}

func noneLeft(string) []byte { return []byte("[]") }

// Besider is a Source that leaves strings as they are because nobody named them.
type Besider interface {
	// Beside gives their paths, and Names the names of members; of JSON with more than 1,000 of
	// either nothing is read.
	Beside() []string
	Names() []string
}

// maxTold bounds what is told.
const maxTold = 1000

// errTold is of members that are data by their names.
var errTold = fmt.Errorf("more than %d different names of fields; are they data?", maxTold)

// Beside gives the fields that stay, in order of appearance.
func (s *jsonSource) Beside() []string { return s.beside }

// Names gives the names of members.
func (s *jsonSource) Names() []string { return s.names }

// foreign notes a value that is written anew and is not as the program wrote it.
func (s *jsonSource) foreign(slot Slot) {
	path := string(s.path)
	told := !s.shape.whole || slices.Contains(s.beside, path)
	if told || !stale(path) || Ours(path, s.raw[slot.From:slot.To]) {
		return
	}
	s.beside = append(s.beside, path)
}

// role is what a value with a rule holds.
func (s *jsonSource) role(rule *jsonRule, slot *Slot) (Role, error) {
	if rule.usual && s.raw[slot.From] != '"' { // no name can stand there
		return Keep, s.tell(slot.Path)
	}
	if n := len(s.stack); rule.nth > 0 && n > 0 && s.stack[n-1].n != rule.nth {
		return Keep, nil
	}
	return rule.kind(slot.Value), nil
}

// tell notes a field that stays, once.
func (s *jsonSource) tell(path string) error {
	switch {
	case slices.Contains(s.beside, path):
		return nil
	case len(s.beside) == s.shape.tell:
		return errTold
	}
	s.beside = append(s.beside, path)
	return nil
}

// meet notes a path when it is met first.
func (s *jsonSource) meet(rule *jsonRule) error {
	if s.shape.tell == 0 {
		return nil
	}
	path := string(s.path)
	stays := rule == nil || rule.role == Keep && strings.IndexByte("ait", rule.meta) >= 0
	if stays && !(s.shape.judged && stale(path)) {
		if err := s.tell(path); err != nil {
			return err
		}
	}
	name := strings.TrimRight(path[strings.LastIndexByte(path, '.')+1:], "[]")
	if name == "" || slices.Contains(s.names, name) {
		return nil
	}
	if len(s.names) == maxTold {
		return errTold
	}
	s.names = append(s.names, name)
	if s.shape.name == nil {
		return nil
	}
	return s.shape.name(name)
}

// JSONPaths gives the paths of strings at the beginning of a file, in order.
func JSONPaths(head []byte) []string {
	in := bufio.NewReaderSize(bytes.NewReader(head), min(64<<10, 4<<10+len(head))) // a row may be all there is
	src := &jsonSource{
		in: NewInput(in), shape: &jsonShape{rest: Keep, tell: maxTold},
		rules: map[string]*jsonRule{}, nulls: map[string]*jsonRule{}, ends: map[string]bool{},
	}
	for {
		if _, err := src.Next(); err != nil { // the end, or the middle of something
			return src.beside
		}
	}
}

// matchPath compares a path with that of a rule. Brackets are a step of their own.
func matchPath(rule, path string) bool {
	steps := func(p string) []string {
		return strings.FieldsFunc(strings.ReplaceAll(p, "[]", ".[]."), func(r rune) bool { return r == '.' })
	}
	want, have := steps(rule), steps(path)
	if len(want) > 0 && want[0] == "**" {
		want = want[1:]
		if len(have) < len(want) {
			return false
		}
		have = have[len(have)-len(want):]
	}
	if len(want) != len(have) {
		return false
	}
	for i, w := range want {
		if w != "*" && w != have[i] {
			return false
		}
	}
	return true
}
