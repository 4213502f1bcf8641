package formats

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stayer is a Source that says what of a stretch between the slots of a record comes out as it
// went in and may be somebody's: a date, a name that none of its rules knows, a comment.
// It is for who asks for slots of all that stays ([Input.Every]).
type Stayer interface {
	Stays(between []byte) []string
}

// Stays reports a slot that nobody reads and that is not as a Writer leaves it: what would be left out, a file with
// its name. An ID under a key looks like any other.
func (r *Record) Stays(i int) bool {
	s := &r.Slots[i]
	switch s.Role {
	case Keep:
		return true
	case Key:
		return s.Value != ""
	case File:
		return s.Value != pointedFile(s.Value)
	case Gone:
		left := ""
		if s.Quote != nil {
			left = string(s.Quote(""))
		}
		return string(r.Raw[s.From:s.To]) != left
	}
	return false
}

// Between gives the stretches of a record that are in no slot.
func (r *Record) Between() iter.Seq[[]byte] {
	slots := slices.Clone(r.Slots)
	slices.SortStableFunc(slots, func(a, b Slot) int { return a.From - b.From })
	return func(yield func([]byte) bool) {
		last := 0
		for _, s := range append(slots, Slot{From: len(r.Raw), To: len(r.Raw)}) {
			if s.From > last && !yield(r.Raw[last:s.From]) {
				return
			}
			last = max(last, s.To)
		}
	}
}

// What stays in text is called so.
const (
	stayingDate  = "time"
	stayingSaved = "saved"
)

// dated names a stretch with a digit in it.
func dated(between []byte) []string {
	if bytes.IndexFunc(between, unicode.IsDigit) < 0 {
		return nil
	}
	return []string{stayingDate}
}

// Stays names the date of a message, with what stands around it.
func (s *waSource) Stays(between []byte) []string { return dated(between) }

// Stays likewise.
func (s *imSource) Stays(between []byte) []string { return dated(between) }

// Stays likewise.
func (s *dtSource) Stays(between []byte) []string { return dated(between) }

// Stays names dates, and the line that says when the chat was saved.
func (s *lineSource) Stays(between []byte) []string {
	for line := range bytes.Lines(between) {
		if isSaved(string(line[:body(line)])) {
			return []string{stayingSaved}
		}
	}
	return dated(between)
}

// Stays names the date of an envelope.
func (s *mailSource) Stays(between []byte) []string {
	for line := range bytes.Lines(between) {
		if fromDate().Match(line[:body(line)]) {
			return []string{"envelope"}
		}
	}
	return nil
}

// Stays names members that no rule has a step for: what they say is read, and what they are called stays.
func (s *jsonSource) Stays(between []byte) (out []string) {
	for at := range between {
		if between[at] != ':' {
			continue
		}
		if name, ok := stringBefore(between[:at]); ok && !s.knows(name) {
			out = append(out, `"`+name+`":`)
		}
	}
	return out
}

// stringBefore gives the string with which a stretch ends, as it is written.
func stringBefore(raw []byte) (string, bool) {
	raw = bytes.TrimRight(raw, " \t\r\n")
	end := len(raw) - 1
	if end < 1 || raw[end] != '"' || escaped(raw[:end]) {
		return "", false
	}
	for from := end - 1; from >= 0; from-- {
		if raw[from] == '"' && !escaped(raw[:from]) {
			return string(raw[from+1 : end]), true
		}
	}
	return "", false
}

// escaped reports what stands behind a stretch as escaped.
func escaped(before []byte) bool {
	return (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 1
}

// knows reports the name of a member that a rule has, or that is told by its path or as a name.
func (s *jsonSource) knows(name string) bool {
	if s.known == nil {
		s.known = map[string]bool{}
		for _, rule := range s.shape.rules {
			s.learn(rule.path + " " + rule.who)
		}
		s.learn(strings.Join(s.shape.records, " "))
	}
	for _, path := range s.beside[s.learnt:] {
		s.learn(path)
	}
	s.learnt = len(s.beside)
	return s.known[name] || slices.Contains(s.names, name)
}

// learn takes the steps of paths.
func (s *jsonSource) learn(paths string) {
	for step := range strings.FieldsFuncSeq(paths, func(r rune) bool { return strings.ContainsRune(".[]*^ ", r) }) {
		s.known[step] = true
	}
}

// Stays names elements and attributes that no rule has.
func (s *xmlSource) Stays(between []byte) (out []string) {
	for _, m := range markUp(between) {
		if m.comment() || !s.shape.knows(strings.Trim(m.name, "<>="), s.html) {
			out = append(out, m.name)
		}
	}
	return out
}

// knows reports a name that a shape has.
func (f *xmlShape) knows(name string, page bool) bool {
	_, local, _ := cutLast(name, ":")
	if strings.HasPrefix(name, "xml") || page && htmlWords(local)+htmlWords("@"+local) != "" {
		return true
	}
	for _, list := range [][]string{f.records, f.blocks, f.spaces, f.places, f.persons, f.whose} {
		if slices.ContainsFunc(list, func(of string) bool { of, _, _ = strings.Cut(of, "="); return of == local }) {
			return true
		}
	}
	return slices.ContainsFunc(f.rules, func(r xmlRule) bool {
		element, attribute, _ := strings.Cut(r.at, "@")
		return slices.Contains([]string{element, attribute, r.in}, local) || attribute == name
	})
}

// Stays names comments, and attributes with words that nobody reads.
func (s *texts) Stays(between []byte) (out []string) {
	for _, m := range markUp(between) {
		said := strings.Trim(m.value, `"'`)
		spoken := formulaWord().MatchString(said) && !technical().MatchString(said)
		unread := spoken && !strings.HasPrefix(m.name, "xmlns")
		if m.comment() || unread {
			out = append(out, m.name)
		}
	}
	return out
}

// Stays names comments.
func (x *xmlReader) Stays(between []byte) (out []string) {
	for _, m := range markUp(between) {
		if m.comment() {
			out = append(out, m.name)
		}
	}
	return out
}

// Stays is that of the file at hand.
func (a *Archive) Stays(between []byte) []string {
	if s, ok := a.cur.(Stayer); ok {
		return s.Stays(between)
	}
	return nil
}

// Aside names what an archive says beside its files: what they are called, where that stays, and comments.
func (a *Archive) Aside() (out []string) {
	if a.foreign > 0 {
		out = append(out, fmt.Sprintf("names of files in it (%d)", a.foreign))
	}
	if a.remarks {
		out = append(out, "comments and fields in its heads")
	}
	return append(out, a.aside...)
}

// heads looks at the names and the comments of files: those stay that no program of ours gives them.
func (a *Archive) heads(zr *zip.Reader) {
	a.remarks = zr.Comment != ""
	ours := map[string]bool{}
	if a.what != "xlsx" && a.what != "ods" && a.what != "slack" {
		for _, e := range a.todo {
			ours[e.name] = true
		}
	}
	for _, f := range zr.File {
		if !ours[f.Name] {
			a.foreign++
		}
		a.remarks = a.remarks || f.Comment != "" || fields(f.Extra)
	}
}

// The fields in the head of a file (APPNOTE.TXT of PKWARE, section 4.5) that hold times, sizes and numbers alone.
const plainFields = "\x01\x00\x0a\x00UTux"

// fields reports others.
func fields(extra []byte) bool {
	for len(extra) >= 4 {
		at := strings.Index(plainFields, string(extra[:2]))
		n := 4 + int(binary.LittleEndian.Uint16(extra[2:]))
		if at < 0 || at%2 > 0 || n > len(extra) {
			return true
		}
		extra = extra[n:]
	}
	return len(extra) > 0
}

// mark is a name in mark-up, as it is told, and the value of an attribute, where that is in the stretch.
type mark struct{ name, value string }

// comment reports a comment, or an instruction to a program.
func (m mark) comment() bool { return m.name == stayingComment || strings.HasPrefix(m.name, "<?") }

// markUp gives the comments of a stretch, and the names of its elements and attributes. It may begin in
// a tag, and end in one.
func markUp(between []byte) (out []mark) {
	for i := 0; i < len(between); i++ {
		rest := between[i:]
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			out = append(out, mark{name: stayingComment})
			i += max(0, bytes.Index(rest, []byte("-->")))
		case bytes.HasPrefix(rest, []byte("<?")):
			if name := nameAt(rest[2:]); name != "xml" {
				out = append(out, mark{name: "<?" + name + ">"})
			}
			i += max(0, bytes.Index(rest, []byte("?>")))
		case rest[0] == '<' && len(rest) > 1 && rest[1] != '/' && rest[1] != '!' && rest[1] != '?':
			out = append(out, mark{name: "<" + nameAt(rest[1:]) + ">"})
		case rest[0] == '=':
			n := quotedAt(rest[1:])
			if name := nameBefore(between[:i]); name != "" {
				out = append(out, mark{name + "=", string(rest[1 : 1+n])})
			}
			i += n
		}
	}
	return out
}

// stayingComment is what comments are called.
const stayingComment = "<!-- -->"

// inName reports a byte of a name of XML.
func inName(c byte) bool {
	r := rune(c)
	return c >= utf8.RuneSelf || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.IndexByte("_:.-", c) >= 0
}

// nameAt is the name with which a stretch begins.
func nameAt(raw []byte) string {
	n := 0
	for n < len(raw) && inName(raw[n]) {
		n++
	}
	return string(raw[:n])
}

// nameBefore is the name with which a stretch ends, blanks apart.
func nameBefore(raw []byte) string {
	raw = bytes.TrimRight(raw, " \t\r\n")
	n := len(raw)
	for n > 0 && inName(raw[n-1]) {
		n--
	}
	return string(raw[n:])
}

// quotedAt is how far a value in quotes goes, where all of it is there.
func quotedAt(raw []byte) int {
	if len(raw) == 0 || raw[0] != '"' && raw[0] != '\'' {
		return 0
	}
	if n := bytes.IndexByte(raw[1:], raw[0]); n >= 0 {
		return n + 2
	}
	return 0
}
