package formats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// jsonRule says what the values of a field are. A path has the names of members separated
// by dots, [] for what stands in an array, * for any one name, and ** in front for any
// beginning.
type jsonRule struct {
	path   string
	role   Role
	who    string // of a Name: the member beside it that tells apart people of one name, or the next one
	nth    int    // of an array: this element alone, from 1; others stay
	join   bool   // strings of one array that follow each other are one text
	poll   string // a text with the others of the nearest object of that name, with commas between them
	meta   byte   // i: ID of the message, t: thread, a: author, w: when, l: language, k: kind of conversation
	number bool   // digits alone stay
	usual  bool   // guessed by what the field is called: a number stays, and is told
	title  string // of what a conversation is called: the member beside it that says of which kind it is
	skip   string // signs in front of an ID that stay: user123
}

// jsonShape is a format in JSON: where its records are, and what its fields hold.
type jsonShape struct {
	thread  string      // of files without a rule for it
	records []string    // paths at whose end a record ends; each value of the file does, too
	rules   []jsonRule  // the first that fits
	rest    Role        // of strings that have no rule
	refs    func(*Slot) // takes what points to people out of a text
	latin   bool        // strings are UTF-8 that was read as Latin-1
	// line finds the people in a text that the program wrote; nil where it did not.
	line func(author, said string) []Range
	// Of JSON that is no export: what stays is told, names of members are looked at, and
	// each value of the file is a conversation.
	tell     int // how many
	name     func(string) error
	perValue bool
	within   string // path of the conversation
	judged   bool   // an object says what was decided of its texts
	whole    bool   // and that is told, where it is not as the program writes it
	missed   func(met map[*jsonRule]bool) error
	each     func(rec *Record)      // looks at a record before the names of its people are known
	somebody func(path string) Role // of fields without a rule
	members  bool                   // a list of people, who say something of themselves
	group    func() *regexp.Regexp  // kinds of conversations of several
	channel  string                 // stands in front of the ID of a conversation that writes under its title
}

// The bounds of JSON.
const (
	maxDepth = 64
	maxPaths = 20_000
)

// jsonSource reads JSON as it comes, a record at a time.
type jsonSource struct {
	in    *Input
	shape *jsonShape
	rules map[string]*jsonRule // by path
	nulls map[string]*jsonRule // the same of what had no value
	ends  map[string]bool
	met   people
	keys  keyed
	ids   idsOf

	raw    []byte
	start  int // line of the record
	path   []byte
	stack  []level
	slots  []Slot
	rec    Record
	thread string
	values int // of the file, that are complete
	member int // where the value of the member at hand of a value of the file begins
	beside []string
	names  []string
	known  map[string]bool // members that a rule has, or that are told
	learnt int             // of beside
}

// level is an object or an array that is open.
type level struct {
	kind byte // { or [
	at   int  // length of the path before it
	from int  // where it begins in the record
	n    int  // members or elements
}

func (f *jsonShape) open(in *Input) (Source, error) {
	return &jsonSource{
		in: in, shape: f, rules: map[string]*jsonRule{}, nulls: map[string]*jsonRule{}, ends: map[string]bool{},
		met: people{}, keys: keyed{}, ids: idsOf{}, thread: f.thread,
	}, nil
}

func (s *jsonSource) Line() int    { return s.in.Line() }
func (s *jsonSource) Taken() int64 { return s.in.Taken() }

var errJSON = errors.New("not JSON from here on; was the file copied whole?")

// Next reads up to the end of a record.
func (s *jsonSource) Next() (Record, error) {
	s.raw, s.slots, s.start = nil, nil, 0
	s.rec = Record{}
	for {
		c, err := s.skip()
		switch {
		case err == io.EOF && len(s.stack) == 0:
			if len(s.raw) == 0 {
				if err := s.missed(); err != nil {
					return Record{Line: 1}, err
				}
				return Record{Line: s.in.Line()}, io.EOF
			}
			return s.end(), nil
		case err != nil:
			return s.bad(err)
		}
		whole, err := s.value(c)
		if err != nil {
			return s.bad(err)
		}
		if len(s.raw) > MaxRecord {
			return s.bad(errTooLong)
		}
		if whole && s.shape.judged {
			s.judge()
		}
		if whole && s.ended() {
			return s.end(), nil
		}
	}
}

// missed is the error of a field that somebody named and the file does not have.
func (s *jsonSource) missed() error {
	if s.shape.missed == nil {
		return nil
	}
	met := map[*jsonRule]bool{}
	for _, of := range []map[string]*jsonRule{s.rules, s.nulls} {
		for _, rule := range of {
			met[rule] = true
		}
	}
	return s.shape.missed(met)
}

// bad is an error at the line where reading is, and at the byte: many such files have one
// line.
func (s *jsonSource) bad(err error) (Record, error) {
	return Record{Line: s.in.Line()}, s.in.at(ended(err))
}

// read reads a byte into the record.
func (s *jsonSource) read() (byte, error) {
	c, err := s.in.byte()
	if err == nil {
		s.raw = append(s.raw, c)
	}
	return c, err
}

// skip reads blanks and the byte behind them.
func (s *jsonSource) skip() (byte, error) {
	for {
		c, err := s.read()
		if err != nil || c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return c, err
		}
	}
}

// value takes what begins with c: a value, the end of an open one, or what stands between
// them. whole says that a value is complete; s.path is its own.
func (s *jsonSource) value(c byte) (whole bool, err error) {
	if n := len(s.stack); n > 0 {
		top := &s.stack[n-1]
		if c == top.kind+2 { // ] is [ + 2, } is { + 2
			s.path = s.path[:top.at]
			s.stack = s.stack[:n-1]
			return true, nil
		}
		if top.n > 0 {
			if c != ',' {
				return false, errJSON
			}
			if c, err = s.skip(); err != nil {
				return false, err
			}
		}
		top.n++
		if c, err = s.step(c, *top); err != nil {
			return false, err
		}
		if n == 1 {
			s.member = len(s.raw) - 1
		}
	}
	if s.start == 0 {
		s.start = s.in.Line()
	}
	switch c {
	case '{', '[':
		if len(s.stack) == maxDepth {
			return false, fmt.Errorf("more than %d brackets in each other", maxDepth)
		}
		s.stack = append(s.stack, level{kind: c, at: len(s.path), from: len(s.raw)})
		return false, nil
	case '"':
		return true, s.text()
	}
	return true, s.scalar(c)
}

// step goes to the next element or member of what is open, whose first byte is c, and
// gives the first byte of its value.
func (s *jsonSource) step(c byte, in level) (byte, error) {
	if in.kind == '[' {
		s.path = append(s.path[:in.at], "[]"...)
		return c, nil
	}
	if c != '"' {
		return 0, errJSON
	}
	from := len(s.raw) - 1
	if err := s.quoted(); err != nil {
		return 0, err
	}
	var name string
	if json.Unmarshal(s.raw[from:], &name) != nil {
		return 0, errJSON
	}
	if s.path = s.path[:in.at]; in.at > 0 {
		s.path = append(s.path, '.')
	}
	s.path = append(s.path, noSteps.Replace(name)...)
	s.key(from, name)
	if c, err := s.skip(); err != nil || c != ':' {
		return 0, cmp.Or(err, errJSON)
	}
	return s.skip()
}

// noSteps keeps what parts steps out of the names of members.
var noSteps = strings.NewReplacer(".", "_", "[", "_")

// quoted reads to the end of a string.
func (s *jsonSource) quoted() error {
	for {
		var err error
		if s.raw, err = s.in.run(s.raw, inString); err != nil {
			return err
		}
		switch c, err := s.read(); {
		case err != nil:
			return err
		case c == '"':
			return nil
		case c != '\\':
			return errJSON
		}
		if _, err := s.read(); err != nil {
			return err
		}
	}
}

// inString are the signs at which something happens in a string: its end, an escape, and
// what may not stand there.
var inString = func() *stops {
	s := stopsAt("\"\\")
	for c := range ' ' {
		s[c] = true
	}
	return s
}()

// text takes a string.
func (s *jsonSource) text() error {
	from := len(s.raw) - 1
	if err := s.quoted(); err != nil {
		return err
	}
	var v string
	if json.Unmarshal(s.raw[from:], &v) != nil {
		return errJSON
	}
	slot := Slot{From: from, To: len(s.raw), Role: s.shape.rest, Value: v, Quote: quoteJSON}
	if s.shape.latin {
		if u, ok := mend(v); ok {
			slot.Value, slot.Quote = u, quoteLatin
		}
	}
	return s.put(slot)
}

// scalar takes a number or a word. It ends where something else begins, which is not
// read.
func (s *jsonSource) scalar(c byte) error {
	from := len(s.raw) - 1
	for c != 0 {
		next, err := s.in.r.Peek(1)
		if err != nil || !strings.ContainsRune("+-.0123456789eEaflnrstu", rune(next[0])) {
			break
		}
		if c, err = s.read(); err != nil {
			return err
		}
		if len(s.raw)-from > 1000 {
			return errJSON
		}
	}
	v := string(s.raw[from:])
	if !json.Valid([]byte(v)) {
		return errJSON
	}
	if v == "null" || v == "true" || v == "false" {
		return s.null()
	}
	return s.put(Slot{From: from, To: len(s.raw), Role: Keep, Value: v, Quote: number})
}

var errNames = fmt.Errorf("more than %d different fields; are their names data?", maxPaths)

// null counts a text that is none.
func (s *jsonSource) null() error {
	rule, ok := s.nulls[string(s.path)]
	if !ok {
		if len(s.nulls) >= maxPaths {
			return errNames
		}
		rule = s.shape.find(string(s.path))
		s.nulls[string(s.path)] = rule
	}
	if rule != nil && rule.role == Text {
		s.rec.Empty++
	}
	return nil
}

// number writes a number; what is none any more is null.
func number(v string) []byte {
	if !json.Valid([]byte(v)) {
		return []byte("null")
	}
	return []byte(v)
}

// put gives a slot what its path says.
func (s *jsonSource) put(slot Slot) error {
	rule, ok := s.rules[string(s.path)]
	if !ok {
		if len(s.rules) >= maxPaths {
			return errNames
		}
		rule = s.shape.find(string(s.path))
		s.rules[string(s.path)] = rule
		if err := s.meet(rule); err != nil {
			return err
		}
	}
	if slot.Path = string(s.path); s.shape.judged {
		s.foreign(slot)
	}
	if rule != nil {
		var err error
		if slot.Role, err = s.role(rule, &slot); err != nil {
			return err
		}
		switch {
		case rule.join:
			slot.Join = s.list()
		case rule.poll != "":
			slot.Join, slot.Apart = s.around(rule.poll), true
			s.part(&slot)
		}
		slot.Says = says[rule.meta]
		s.note(rule, slot.Value)
		cut := signs(slot.Value, rule.skip)
		if raw := s.raw[slot.From:slot.To]; cut > 0 && rule.role == Key && len(raw) == len(slot.Value)+2 {
			slot.From, slot.To, slot.Value, slot.Quote = slot.From+1+cut, slot.To-1, slot.Value[cut:], nil
		}
		if slot.Role == Key && s.shape.tell == 0 {
			s.keys.add(slot.Value, rule.skip)
		}
	}
	if slot.Role != Keep || s.in.Every || rule != nil && rule.meta == kindMeta {
		s.slots = append(s.slots, slot)
	}
	return nil
}

// list tells apart the arrays of a record: pieces of a text stand in one.
func (s *jsonSource) list() string {
	for _, l := range slices.Backward(s.stack) {
		if l.kind == '[' {
			return fmt.Sprint(l.from)
		}
	}
	return "0"
}

// around tells apart the objects of that name in a record.
func (s *jsonSource) around(name string) string {
	for i, l := range slices.Backward(s.stack) {
		path := s.path
		if i+1 < len(s.stack) {
			path = path[:s.stack[i+1].at]
		}
		if path = path[:l.at]; l.kind == '{' && bytes.HasSuffix(path, []byte(name)) {
			return fmt.Sprint(name, l.from)
		}
	}
	return ""
}

// part parts a piece of a text from the one before it, for who reads them: the file has
// nothing there.
func (s *jsonSource) part(slot *Slot) {
	if n := len(s.slots); slot.Join != "" && n > 0 && s.slots[n-1].Join == slot.Join {
		s.slots = append(s.slots, Slot{
			From: slot.From, To: slot.From, Role: slot.Role, Path: slot.Path, Join: slot.Join, Value: ",\n",
		})
	}
}

// says is what the metas of rules are for people.
var says = map[byte]string{
	'i': "ID", 's': "ID, which is the time", 't': "conversation", 'a': "author", 'w': "time", 'l': "language",
}

// note keeps what a field says of its message.
func (s *jsonSource) note(rule *jsonRule, v string) {
	switch rule.meta {
	case 'i':
		s.rec.ID = v
	case 's':
		s.rec.ID, s.rec.Time = v, v
	case 't':
		s.thread = v
	case 'a':
		s.rec.Author = v
	case 'w':
		s.rec.Time = v
	case 'l':
		s.rec.Lang = v
	}
}

// kindMeta says of which kind a conversation is; see [jsonRule].
const kindMeta = 'k'

// ended reports the path of a record, or a whole value of the file.
func (s *jsonSource) ended() bool {
	if len(s.stack) == 0 {
		return true
	}
	is, ok := s.ends[string(s.path)]
	if !ok && len(s.ends) < maxPaths {
		is = s.shape.recorded(string(s.path))
		s.ends[string(s.path)] = is
	}
	return is
}

// end makes the record.
func (s *jsonSource) end() Record {
	rec := s.rec
	rec.Line, rec.Raw, rec.Slots, rec.Thread = max(1, s.start), s.raw, s.slots, s.thread
	if s.shape.perValue && rec.Thread == "" {
		rec.Thread, rec.Apart = fmt.Sprintf("value %d", s.values), true
	}
	if s.shape.perValue && strings.HasPrefix(s.shape.within, string(s.path)) {
		s.thread = "" // the next one says its own, or none
	}
	if len(s.stack) == 0 {
		s.values++
	}
	if s.shape.each != nil {
		s.shape.each(&rec)
	}
	for i := range rec.Slots {
		slot := &rec.Slots[i]
		if rule := s.rules[slot.Path]; rule != nil && slot.Role == Name {
			s.called(&rec, i, rule)
		}
	}
	if !s.in.Every {
		rec.Slots = slices.DeleteFunc(rec.Slots, func(slot Slot) bool {
			rule := s.rules[slot.Path]
			return rule != nil && rule.meta == kindMeta
		})
	}
	for i := range rec.Slots {
		s.find(&rec, i)
	}
	return rec
}

// meets remembers what somebody is called.
func (s *jsonSource) meets(name string) {
	if s.shape.members {
		s.met.enter(name)
	} else {
		s.met.add(name)
	}
}

// named finds the people that a text is known to name.
func (s *jsonSource) named(rec *Record, said string) []Range {
	if s.shape.members {
		return s.met.entered(rec, said)
	}
	if s.shape.line != nil {
		if known := s.shape.line(rec.Author, said); known != nil {
			for _, k := range known {
				s.met.add(said[k.Start:k.End])
			}
			return beside(known, s.met.owners(said))
		}
	}
	return s.met.named(said)
}

// beside is the value of the member of that name in the object of a slot; ^ in front of
// it says: in the object around that one.
func (r *Record) beside(i int, name string) string {
	if j := r.at(i, name); j >= 0 {
		return r.Slots[j].Value
	}
	return ""
}

// at is the slot of such a member; -1 for none.
func (r *Record) at(i int, name string) int {
	path := r.Slots[i].Path
	path = path[:max(0, strings.LastIndexByte(path, '.'))]
	if around, ok := strings.CutPrefix(name, "^"); ok {
		name, path = around, path[:max(0, strings.LastIndexByte(path, '.'))]
	}
	want := strings.TrimPrefix(path+"."+name, ".")
	for d := 1; d < 40; d++ { // the nearest is that of the same object
		for _, j := range []int{i - d, i + d} {
			if j >= 0 && j < len(r.Slots) && r.Slots[j].Path == want {
				return j
			}
		}
	}
	return -1
}

// find gives the rule of a path.
func (f *jsonShape) find(path string) *jsonRule {
	for i := range f.rules {
		if matchPath(f.rules[i].path, path) {
			return &f.rules[i]
		}
	}
	if value, ok := f.listed(path); ok {
		return f.find(value)
	}
	if f.somebody == nil {
		return nil
	}
	if role := f.somebody(path); role != Keep {
		return &jsonRule{path: path, role: role, usual: true}
	}
	return nil
}

// recorded reports the path of a record.
func (f *jsonShape) recorded(path string) bool {
	for _, r := range f.records {
		if matchPath(r, path) {
			return true
		}
	}
	value, ok := f.listed(path)
	return ok && (value == "" && len(f.records) == 0 || value != "" && f.recorded(value))
}

// listed is a path without the array around it in which somebody put the values of an export.
func (f *jsonShape) listed(path string) (string, bool) {
	value, ok := strings.CutPrefix(path, "[]")
	return strings.TrimPrefix(value, "."), ok && f.tell == 0
}
