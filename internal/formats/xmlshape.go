package formats

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// xmlRule says what the text of an element (p), an attribute of it (sms@body) or of any
// element (@who) holds.
type xmlRule struct {
	at   string
	in   string // an element around it; "" for any
	role Role
	who  string // of a Name: the attribute, of the element or one around it, that tells people apart
	meta byte   // as in jsonRule
	part string // what parts several values
	skip string // a sign in front of an ID that stays
	word bool   // of what stays: what is no word of a program is read

	behind *regexp.Regexp // what stays behind a value
}

// xmlShape is a format in XML: where its records end, and what its elements hold.
type xmlShape struct {
	thread  string
	records []string // elements at whose end a record ends
	blocks  []string // elements whose text is one, with that of the elements in them
	spaces  []string // elements behind which a word ends
	places  []string // elements made for a place; name=city: those of a type
	persons []string // the same for a person
	whose   []string // elements of somebody or something: an address outside of the file tells who
	around  []string // elements that hold people: one in them without a rule is called as somebody,
	beside  []string // but these
	inline  []string // elements that are part of the text around them; of others in a text each is one. None: all
	within  string   // of a path in which xml:lang says the language of a record
	rules   []xmlRule
	about   string // what says of what the file is: it stays where it names nobody who is in it
	rest    Role   // of texts of elements that have no rule
	cut     bool   // an attribute that is left out goes with its name
	quoteID func(string) []byte
	each    func(rec *Record)                      // looks at a record when it is complete
	page    bool                                   // HTML
	classes []string                               // of a page: elements are called by the first of them that they have
	said    func(element, name, value string) Role // of a page: what attributes without a rule hold
}

// xmlSource reads XML as it comes, a record at a time.
type xmlSource struct {
	xmlReader
	shape *xmlShape
	rules map[string]*xmlRule
	stack []xmlLevel
	met   people
	rec   Record
	slots []Slot
	texts int    // blocks of text, and names in parts
	full  string // of the name at hand, what was read of it
}

// xmlLevel is an element that is open: its name, its attributes, and the block it is in.
type xmlLevel struct {
	tag, name, path string
	attrs           map[string]string
	block           int
	whole           int // the name of somebody that it is in, with its parts
}

func (f *xmlShape) open(in *Input) (Source, error) {
	return &xmlSource{
		xmlReader: xmlReader{in: in, html: f.page, data: !f.page},
		shape:     f, rules: map[string]*xmlRule{}, met: people{},
	}, nil
}

func (s *xmlSource) Line() int    { return s.in.Line() }
func (s *xmlSource) Taken() int64 { return s.in.Taken() }

// Next reads up to the end of a record.
func (s *xmlSource) Next() (Record, error) {
	s.raw, s.slots, s.rec = nil, nil, Record{}
	for {
		t, err := s.next()
		switch {
		case err == io.EOF && len(s.raw) > 0:
			return s.end(), nil
		case err != nil:
			return Record{Line: s.in.Line()}, s.in.at(err)
		}
		whole, err := s.token(t)
		if err != nil {
			return Record{Line: s.in.Line()}, s.in.at(err)
		}
		if whole {
			return s.end(), nil
		}
	}
}

// token takes a token; true where a record ends with it.
func (s *xmlSource) token(t xmlToken) (bool, error) {
	switch t.kind {
	case xmlText:
		return false, s.text(t)
	case xmlOther:
		if strings.HasPrefix(string(s.raw[t.from:t.to]), "<!--") && s.html {
			s.add(Slot{From: t.from, To: t.to, Role: Gone, Path: "comment"})
		} else if strings.HasPrefix(string(s.raw[t.from:t.to]), "<!--") {
			s.add(Slot{From: t.from + 4, To: t.to - 3, Role: Note, Path: "comment", Quote: quoteComment})
		} else if !s.declares(t) {
			return false, errXML
		}
		return false, nil
	case xmlStart:
		if err := s.start(t); err != nil || !t.closed {
			return false, err
		}
	default:
		if !s.isTag(t) {
			return false, errXML
		}
	}
	return s.close(t), nil
}

// declares reports a declaration or an instruction in which nothing stands that is not told.
func (s *xmlSource) declares(t xmlToken) bool {
	head := s.raw[t.from:t.to]
	if s.html {
		return xmlHead().Match(head) || htmlHead().Match(head)
	}
	return s.instruct(t.from, t.to) || xmlHead().Match(head)
}

// close ends an element, and reports the end of a record.
func (s *xmlSource) close(t xmlToken) bool {
	n := len(s.stack) - 1
	if s.html && t.kind == xmlEnd {
		n = lastLevel(s.stack, t.name)
	}
	if n < 0 {
		return false // of nothing that is open
	}
	s.space(t, t.to)
	whole := n == 0
	for _, l := range s.stack[n:] {
		whole = whole || slices.Contains(s.shape.records, l.name)
	}
	s.stack = s.stack[:n]
	return whole
}

// isTag reports a tag in which nothing stands that is not told.
func (s *xmlSource) isTag(t xmlToken) bool {
	if s.html {
		return htmlTag().Match(s.raw[t.from:t.to])
	}
	return xmlTag().Match(s.raw[t.from:t.to])
}

// What may stand between angle brackets beside comments: nothing that could be a text.
var (
	xmlTag = WhenAsked(`^</?[A-Za-z_][\w:.-]*` +
		`(?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*/?>$`)
	xmlHead = WhenAsked(`^<(?:\?xml` +
		`(?:\s+[\w-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*\s*\?|` +
		`!DOCTYPE\s+[\w:.-]+(?:\s+(?:SYSTEM|PUBLIC)(?:\s+"[^"<>]*")+)?\s*)>$`)
)

// start opens an element.
func (s *xmlSource) start(t xmlToken) error {
	if !s.isTag(t) {
		return errXML
	}
	if len(s.stack) == maxDepth {
		return fmt.Errorf("more than %d elements in each other", maxDepth)
	}
	if len(s.rec.Raw) == 0 && s.rec.Line == 0 {
		s.rec.Line = s.in.Line()
	}
	l := xmlLevel{tag: t.name, name: t.name, attrs: map[string]string{}}
	all := attrs(s.raw, t.from, t.to)
	for _, a := range all {
		l.attrs[a.name] = unescapeXML(string(s.raw[a.vf:a.vt]))
	}
	s.shape.class(&l)
	l.path = l.name
	if n := len(s.stack); n > 0 {
		around := s.stack[n-1]
		l.path, l.block, l.whole = around.path+"/"+l.name, around.block, around.whole
	}
	if rule, err := s.rule(l.path); err == nil && rule != nil && rule.role == Name && l.whole == 0 {
		s.texts++
		l.whole, s.full = s.texts, ""
	}
	if slices.Contains(s.shape.blocks, l.name) || l.block > 0 && s.shape.apart(l) {
		s.texts++
		l.block = s.texts
	}
	s.language(l)
	if s.html && len(s.stack) > 0 {
		s.space(t, t.from)
	}
	s.stack = append(s.stack, l)
	for _, a := range all {
		if err := s.attr(l, a); err != nil {
			return err
		}
	}
	return nil
}

// attr takes an attribute.
func (s *xmlSource) attr(l xmlLevel, a xmlAttr) error {
	if a.name == "xmlns" || strings.HasPrefix(a.name, "xmlns:") {
		return nil
	}
	rule, err := s.rule(l.path + "@" + a.name)
	if err != nil {
		return err
	}
	slot := Slot{From: a.vf, To: a.vt, Role: Note, Path: l.name + "@" + a.name, Quote: s.quote(a.vf, a.vt)}
	if rule == nil && s.shape.quoteID != nil && pointers().MatchString(l.attrs[a.name]) {
		rule = &xmlRule{role: Key, part: " ", skip: "#"}
	}
	if rule == nil {
		if noWord().MatchString(l.attrs[a.name]) {
			slot.Role = Keep
		} else if s.shape.said != nil {
			slot.Role = s.shape.said(l.tag, a.name, l.attrs[a.name])
		}
		rule = &xmlRule{role: slot.Role}
	}
	slot.Role = rule.role
	slot.people = rule.at == "" && slot.Role == Note && !s.html
	if !s.stays(rule, l.attrs[a.name]) {
		slot.Role, slot.people = Note, true
		quote := slot.Quote
		slot.Quote = func(v string) []byte { return quote(joinedWord(a.name, v)) }
	}
	if parts := strings.Fields(l.attrs[a.name]); s.whose(l, rule) && !slices.ContainsFunc(parts, rule.inside) {
		slot.Role = Gone
	}
	if slot.Role == Gone && s.shape.cut {
		slot.From, slot.To, slot.Value = a.from, a.to, " "
	}
	s.put(slot, rule, l)
	return nil
}

// pointers are those to IDs of the file, and nothing else.
var pointers = WhenAsked(`^#[^\s#]+(?: #[^\s#]+)*$`)

// whose reports a pointer of an element for somebody, or for a place, of which publishers do
// not speak of themselves: what it names outside of the file is a register (GND, VIAF,
// GeoNames) that says who or where that is.
func (s *xmlSource) whose(l xmlLevel, rule *xmlRule) bool {
	if rule.skip == "" || rule.role != Key || !slices.Contains(s.shape.whose, l.name) && !is(s.shape.places, l) {
		return false
	}
	of, err := s.rule(l.path)
	return err != nil || of == nil || of.role != Keep
}

// inside reports an ID of the file.
func (r *xmlRule) inside(part string) bool { return strings.HasPrefix(part, r.skip) }

// noWord is what programs write into attributes where there is nothing to tell.
var noWord = WhenAsked(`^(?:-?\d{0,6}|null|true|false|none)$`)

// put adds the values of a rule.
func (s *xmlSource) put(slot Slot, rule *xmlRule, l xmlLevel) {
	if rule.meta != 0 {
		slot.Says = says[rule.meta]
		s.note(rule, l.attrs[strings.TrimPrefix(slot.Path, l.name+"@")])
	}
	if slot.Value != "" {
		s.add(slot)
		return
	}
	raw := string(s.raw[slot.From:slot.To])
	if rule.behind != nil {
		raw = rule.behind.ReplaceAllString(raw, "")
	}
	parts := []string{raw}
	if rule.part != "" {
		parts = strings.Split(raw, rule.part)
	}
	at := slot.From
	for i, part := range parts {
		one := slot
		one.From, one.To = at, at+len(part)
		at = one.To + len(rule.part)
		if rule.skip != "" && rule.role == Key {
			switch {
			case rule.inside(part):
				one.From += len(rule.skip)
			case !s.whose(l, rule):
				one.Role, one.Quote = Note, inList(slot.Quote) // no pointer inside the file
			}
		}
		if one.Role == Key && s.shape.quoteID != nil {
			one.Quote = s.shape.quoteID
		}
		if one.Role == Name {
			one.Who = s.who(rule, i, len(parts))
		}
		s.add(one)
	}
}

// inList writes an address in a list of them, in which a blank begins the next.
func inList(quote func(string) []byte) func(string) []byte {
	return func(v string) []byte { return quote(strings.ReplaceAll(v, " ", "%20")) }
}

// who tells apart people of one name by an attribute beside it or around it; of several
// people, by the part in the same place.
func (s *xmlSource) who(rule *xmlRule, i, n int) string {
	for k := len(s.stack) - 1; k >= 0 && rule.who != ""; k-- {
		v, ok := s.stack[k].attrs[rule.who]
		if !ok {
			continue
		}
		if of := strings.Split(v, "~"); n > 1 && len(of) == n {
			return of[i]
		}
		return v
	}
	return ""
}

// note keeps what an attribute says of its message.
func (s *xmlSource) note(rule *xmlRule, v string) {
	switch rule.meta {
	case 'i':
		s.rec.ID = v
	case 'a':
		s.rec.Author = v
	case 'w':
		s.rec.Time = v
	}
}

// text takes the text of an element.
func (s *xmlSource) text(t xmlToken) error {
	raw := string(s.raw[t.from:t.to])
	if t.section {
		raw = strings.TrimSuffix(strings.TrimPrefix(raw, sectionStart), sectionEnd)
	}
	blank := strings.TrimSpace(raw) == ""
	if len(s.stack) == 0 {
		if !blank {
			return errXML
		}
		return nil
	}
	l := s.stack[len(s.stack)-1]
	rule, err := s.rule(l.path)
	if err != nil {
		return err
	}
	slot := Slot{From: t.from, To: t.to, Role: s.shape.rest, Path: l.name, Quote: s.quote(t.from, t.to)}
	if t.section {
		slot.Value, slot.Quote = raw, quoteXML
	}
	if rule != nil {
		slot.Role = rule.role
	}
	if s.html {
		s.inPage(l, &slot)
	}
	place := is(s.shape.places, l)
	rule = s.inHeader(l, &slot, rule, raw)
	if l.block > 0 && slot.Role <= Note {
		slot.place, slot.person = place, is(s.shape.persons, l)
		slot.Join = "block " + strconv.Itoa(l.block)
		slot.Path = "text"
	} else if blank {
		return nil
	}
	if rule != nil && slot.Role == Name {
		slot.Who = s.who(rule, 0, 1)
		s.part(l, &slot)
	}
	s.add(slot)
	return nil
}

// is reports an element of a list, by its name or with its type.
func is(list []string, l xmlLevel) bool {
	return slices.Contains(list, l.name) || slices.Contains(list, l.name+"="+l.attrs["type"])
}

// maxBetween bounds how many attributes are looked past for the text before them.
const maxBetween = 100

// space parts the words of elements that stand side by side, for who reads them: in a page by the end of a line.
func (s *xmlSource) space(t xmlToken, at int) {
	l, with := s.stack[len(s.stack)-1], " "
	parts := slices.Contains(s.shape.spaces, t.name)
	if s.html {
		parts, with = partsLines(t.name), "\n"
	}
	if l.block == 0 || !parts || len(s.slots) == 0 {
		return
	}
	join := "block " + strconv.Itoa(l.block)
	near := s.slots[max(0, len(s.slots)-maxBetween):]
	for _, before := range slices.Backward(near) {
		if before.Join == join {
			s.slots = append(s.slots, Slot{
				From: at, To: at, Role: before.Role, Path: before.Path, Join: join, Value: with,
			})
			return
		}
	}
}

// rule finds the rule of a path, and remembers it.
func (s *xmlSource) rule(path string) (*xmlRule, error) {
	rule, ok := s.rules[path]
	if ok {
		return rule, nil
	}
	if len(s.rules) >= maxPaths {
		return nil, errors.New("more than 20000 different elements; are their names data?")
	}
	s.rules[path] = s.shape.find(path)
	return s.rules[path], nil
}

// find gives the first rule that fits a path.
func (f *xmlShape) find(path string) *xmlRule {
	around, at, _ := cutLast(path, "/")
	for i := range f.rules {
		r := &f.rules[i]
		fits := r.at == at || r.at[0] == '@' && strings.HasSuffix(at, r.at) || r.at == "*" && !strings.Contains(at, "@")
		if fits && (r.in == "" || strings.Contains("/"+around+"/", "/"+r.in+"/")) {
			return r
		}
	}
	return nil
}

// cutLast cuts around the last separator; what stands behind it is all where there is
// none.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// add adds a slot with what its bytes say.
func (s *xmlSource) add(slot Slot) {
	if slot.Value == "" {
		slot.Value = unescapeXML(string(s.raw[slot.From:slot.To]))
	}
	if slot.Role == Name {
		if noWord().MatchString(slot.Value) || slot.Value == "(Unknown)" {
			slot.Role = Keep
		}
		s.meet(slot.Value)
	}
	if slot.Role == Place {
		s.met.place(slot.Value)
	}
	if slot.From < slot.To && (slot.Role != Keep || s.in.Every) {
		s.slots = append(s.slots, slot)
	}
}

// end makes the record.
func (s *xmlSource) end() Record {
	rec := s.rec
	rec.Line, rec.Raw, rec.Slots, rec.Thread = max(1, rec.Line), s.raw, s.slots, s.shape.thread
	for i := range rec.Slots {
		slot := &rec.Slots[i]
		if slot.Role > Note || slot.To == slot.From {
			continue
		}
		s.find(slot)
	}
	if s.shape.each != nil {
		s.shape.each(&rec)
	}
	return rec
}

// alone reports the text of an element that is nothing but what somebody is called: a
// mention, who is quoted; and an attribute that is.
func (s *xmlSource) alone(slot *Slot) bool {
	ends := bytes.HasPrefix(s.raw[slot.To:], []byte("</")) && slot.From > 0 && s.raw[slot.From-1] == '>' ||
		strings.Contains(slot.Path, "@")
	return ends && s.met.whole(slot.Value)
}

// quote writes what stands in raw[from:to] anew: quotes escaped where they are those
// around it, halves of signs as the file has them.
func (s *xmlSource) quote(from, to int) func(string) []byte {
	halves := halfSign().Match(s.raw[from:to])
	around := byte('>')
	if from > 0 {
		around = s.raw[from-1]
	}
	return func(v string) []byte {
		out := quoteAttr(v)
		switch around {
		case '"':
			out = bytes.ReplaceAll(out, []byte("&apos;"), []byte("'"))
		case '\'':
			out = bytes.ReplaceAll(out, []byte("&quot;"), []byte(`"`))
		default:
			out = bytes.ReplaceAll(quoteXML(v), []byte("&quot;"), []byte(`"`))
		}
		if halves {
			out = inHalves(string(out))
		}
		return out
	}
}

// inHalves writes signs beyond the first plane as two halves each.
func inHalves(v string) []byte {
	var b strings.Builder
	for _, r := range v {
		if hi, lo := utf16.EncodeRune(r); r > 0xFFFF {
			fmt.Fprintf(&b, "&#%d;&#%d;", hi, lo)
		} else {
			b.WriteRune(r)
		}
	}
	return []byte(b.String())
}

// quoteComment writes a comment.
func quoteComment(v string) []byte {
	return []byte(strings.TrimRight(strings.ReplaceAll(v, "--", "- -"), "-"))
}

// halfSign is a sign that was written as two halves, which XML does not allow and
// telephones do.
var halfSign = WhenAsked(`&#(?:5[5-7]\d{3}|[xX][dD][89a-fA-F][0-9a-fA-F]{2});`)

// unescapeXML decodes references, those of two halves of a sign, too.
func unescapeXML(v string) string {
	if !strings.Contains(v, "&") {
		return v
	}
	var b strings.Builder
	for {
		at := halfSign().FindStringIndex(v)
		if at == nil {
			break
		}
		b.WriteString(html.UnescapeString(v[:at[0]]))
		hi, rest := half(v[at[0]:at[1]]), v[at[1]:]
		if next := halfSign().FindStringIndex(rest); next != nil && next[0] == 0 {
			if r := utf16.DecodeRune(hi, half(rest[:next[1]])); r != '\uFFFD' {
				b.WriteRune(r)
				v = rest[next[1]:]
				continue
			}
		}
		b.WriteRune('\uFFFD')
		v = rest
	}
	return b.String() + html.UnescapeString(v)
}

// half is the number of a reference.
func half(ref string) rune {
	digits, base := ref[2:len(ref)-1], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, _ := strconv.ParseUint(digits, base, 32)
	return rune(n)
}
