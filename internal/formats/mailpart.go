package formats

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"mime"
	"strings"
)

// The bounds of a mail: parts in each other, and in all.
const (
	maxParts     = 2000
	maxPartDepth = 20
)

// mailIDEnd is what an ID ends with, as mails ask for.
const mailIDEnd = "@id.invalid"

var (
	address = WhenAsked(`[^\s<>,;:"()@]+@[^\s<>,;:"()@]+`)
	mailID  = WhenAsked(`<([^<>\r\n]+)>`)
)

// mail finds the slots of a mail.
type mail struct {
	rec   *Record
	eol   string
	parts int
	every bool              // what stays, too, for who looks
	skip  bool              // as in [Input]
	notes *notes            // what was read otherwise than it says
	own   map[string]string // boundaries that are not written as they are
	bad   int               // where an error is: a byte of the record
}

// add adds a slot whose value is its bytes, unless it is said.
func (m *mail) add(s Slot) {
	if s.Value == "" {
		s.Value = string(m.rec.Raw[s.From:s.To])
	}
	if s.From < s.To {
		m.rec.Slots = append(m.rec.Slots, s)
	}
}

// part is what the headers of an entity say of its body.
type part struct {
	kind     string
	params   map[string]string
	coding   string
	attached bool
}

// entity reads headers and body of raw[from:to].
func (m *mail) entity(from, to, depth int) error {
	if m.parts++; m.parts > maxParts || depth > maxPartDepth {
		return errors.New("a mail of too many parts")
	}
	p := part{kind: "text/plain"}
	for from < to {
		end := m.field(from, to)
		if body(m.rec.Raw[from:end]) == 0 { // the blank line
			from = end
			break
		}
		if line := m.rec.Raw[from:end]; !anyField().Match(line) {
			if err := m.damaged(from, from+body(line), errHeader); err != nil {
				return err
			}
		} else {
			m.header(from, end, &p)
		}
		from = end
	}
	return m.body(from, to, p, depth)
}

// anyField is a header (RFC 5322, 2.2), or the line in front of a mail in a box, as programs leave it in the mail.
var anyField = WhenAsked(`^(?:[!-9;-~]{1,100}[ \t]*:|>?From )`)

// field gives the end of a header with all lines that go on with it.
func (m *mail) field(from, to int) int {
	for {
		i := bytes.IndexByte(m.rec.Raw[from:to], '\n')
		if i < 0 {
			return to
		}
		from += i + 1
		if from >= to || m.rec.Raw[from] != ' ' && m.rec.Raw[from] != '\t' {
			return from
		}
	}
}

// header takes one header.
func (m *mail) header(from, end int, p *part) {
	to := from + body(m.rec.Raw[from:end])
	before, _, _ := bytes.Cut(m.rec.Raw[from:to], []byte{':'})
	name := strings.ToLower(strings.TrimSpace(string(before)))
	if mailHeaders[name] == 0 { // nobody knows what it says, nor whether it is a header
		gone := Slot{From: from, To: to, Role: Gone, Path: "header", Says: saysUnknown, Quote: func(string) []byte {
			return []byte("X-Emptied:")
		}}
		if m.every && mailField().Match(m.rec.Raw[from:to]) {
			gone.Path = name
		}
		m.add(gone)
		return
	}
	from += len(before) + 1
	for from < to && (m.rec.Raw[from] == ' ' || m.rec.Raw[from] == '\t') {
		from++
	}
	from = min(from, to)
	value := unfold(m.rec.Raw[from:to])
	if name == "date" && m.rec.Time == "" {
		m.rec.Time = strings.TrimSpace(value)
	}
	switch mailHeaders[name] {
	case headPeople:
		m.people(from, to, name)
	case headText:
		m.add(Slot{From: from, To: to, Role: Note, Path: name, Value: m.words(value), Quote: quoteWords})
	case headIDs:
		last := from
		for _, id := range mailID().FindAllSubmatchIndex(m.rec.Raw[from:to], -1) {
			m.blank(last, from+id[0], name)
			last = from + id[1]
			m.add(Slot{From: from + id[2], To: from + id[3], Role: Key, Path: name, Quote: func(v string) []byte {
				return []byte(v + mailIDEnd)
			}})
		}
		m.blank(last, to, name)
	case headKept:
		m.kept(from, to, name, value)
		if name == "content-transfer-encoding" {
			p.coding = strings.ToLower(strings.TrimSpace(value))
		}
	case headFile:
		m.kind(from, to, name, value, p)
	default:
		m.add(Slot{From: from, To: to, Role: Gone, Path: name, Says: "header of servers"})
	}
}

// Why a header goes or stays, for who looks.
const (
	saysUnknown = "unknown header"
	saysStrange = "not as it should be written"
	saysPlain   = "header that tells nobody"
	saysComment = "a comment in a header"
)

// kind takes what a body is. Of its parameters those stay that readers need; names of files
// keep their ending. What cannot be read is an attachment.
func (m *mail) kind(from, to int, name, value string, p *part) {
	kind, params, err := mime.ParseMediaType(value)
	bad := err != nil || !mediaType().MatchString(kind)
	starred := strings.Contains(value, "*") // parts of a parameter, of which those without a name are passed over
	if bad {
		kind, params = guessedKind(name, value)
	}
	if name == "content-disposition" {
		p.attached = kind != "inline"
	} else {
		p.kind, p.params = kind, params
	}
	kept := map[string]string{}
	for k, v := range params {
		switch k {
		case "boundary":
			kept[k] = m.bounds(v)
		case "charset", "format", "delsp", "type", "report-type", "method":
			kept[k] = v
		case "name", "filename":
			kept[k] = pointedFile(v)
		}
	}
	if !bad && !starred && maps.Equal(kept, params) {
		if m.every {
			m.add(Slot{From: from, To: to, Role: Keep, Path: name, Says: saysPlain})
		}
		return
	}
	m.add(Slot{From: from, To: to, Role: Gone, Path: name, Quote: func(string) []byte {
		return []byte(cmp.Or(mime.FormatMediaType(kind, kept), "application/octet-stream"))
	}})
}

// guessedKind is what a body is of which nobody can read what it says: what stands in front of the first
// semicolon, with what readers need, and a text where that is no kind (RFC 2045, 5.2).
func guessedKind(name, value string) (string, map[string]string) {
	kind, _, _ := strings.Cut(strings.ToLower(value), ";")
	kind = strings.TrimSpace(kind)
	params := map[string]string{}
	for _, p := range kindParameter().FindAllStringSubmatch(value, -1) {
		params[strings.ToLower(p[1])] = cmp.Or(p[2], p[3])
	}
	switch known := mediaType().MatchString(kind); {
	case name == "content-disposition" && !known:
		return "inline", nil
	case !known:
		return "text/plain", params
	}
	return kind, params
}

var kindParameter = WhenAsked(`(?i)\b(charset|boundary)\s*=\s*(?:"([^"]*)"|([^\s;"]+))`)

// keptValue is what a header that stays may say: a date, a coding.
var keptValue = WhenAsked(`^(?:(?:[A-Z][a-z]{2}, *)?\d{1,2} [A-Z][a-z]{2} \d{2,4} +\d{1,2}:\d\d(?::\d\d)?` +
	` *(?:[+-]\d{4}|[A-Z]{1,4})?(?: \([A-Z]{2,5}\))?|` +
	`[1-9]\.\d|(?i:[78]bit|binary|base64|quoted-printable)|[a-z]{2}(?:-[A-Z]{2})?|` +
	`bulk|list|junk|no|auto-[a-z]+|[ROAFD]+)$`)

// kept takes a header that stays: of one that is as it should be but for what somebody says of it in
// brackets that goes.
func (m *mail) kept(from, to int, name, value string) {
	switch {
	case keptValue().MatchString(value):
		if m.every {
			m.add(Slot{From: from, To: to, Role: Keep, Path: name, Says: saysPlain})
		}
	case keptValue().MatchString(mailComment().ReplaceAllString(value, "")):
		for _, c := range mailComment().FindAllIndex(m.rec.Raw[from:to], -1) {
			m.add(Slot{From: from + c[0], To: from + c[1], Role: Gone, Path: name, Says: saysComment, Quote: nothing})
		}
	default:
		m.add(Slot{From: from, To: to, Role: Gone, Path: name, Says: saysStrange})
	}
}

// mailComment is what somebody says of a date: (heure de Paris).
var mailComment = WhenAsked(`[ \t]*\([^()\r\n]*\)`)

// nothing is what stands for what goes.
func nothing(string) []byte { return nil }

var mediaType = WhenAsked(`^(?:[a-z]{4,11}/[\w.+-]{1,100}|inline|attachment|form-data)$`)

// blank empties what stands between what is read, unless it is blank.
func (m *mail) blank(from, to int, path string) {
	if len(bytes.TrimSpace(m.rec.Raw[from:to])) > 0 {
		m.add(Slot{From: from, To: to, Role: Gone, Path: path, Quote: func(string) []byte { return []byte(" ") }})
	}
}

// unfold joins the lines of a header.
func unfold(raw []byte) string {
	return strings.NewReplacer("\r\n", "", "\n", "").Replace(string(raw))
}

// encodedWord is a word of a header in a charset (RFC 2047, 2; RFC 2231, 5, with a language).
var encodedWord = WhenAsked(`=\?([^?\s*]*)(?:\*[^?\s]*)?\?([BbQq])\?([^?\s]*)\?=`)

// words decodes what stands encoded in a header. Of a charset that nobody knows, and of none, the words are
// UTF-8 where their bytes are, else Windows-1252, which a note says.
func (m *mail) words(v string) string {
	d := mime.WordDecoder{CharsetReader: func(charset string, in io.Reader) (io.Reader, error) {
		e, err := charsetOf(charset)
		if err != nil {
			return nil, err
		}
		return e.NewDecoder().Reader(in), nil
	}}
	v = encodedWord().ReplaceAllStringFunc(v, func(word string) string {
		part := encodedWord().FindStringSubmatch(word)
		if _, err := charsetOf(part[1]); err == nil && part[1] != "" {
			return "=?" + part[1] + "?" + part[2] + "?" + part[3] + "?="
		}
		m.notes.say(noteWord)
		coded := "?" + part[2] + "?" + part[3] + "?="
		letters, _ := d.Decode("=?iso-8859-1" + coded)
		if _, ok := mend(letters); ok {
			return "=?utf-8" + coded
		}
		return "=?windows-1252" + coded
	})
	if out, err := d.DecodeHeader(v); err == nil {
		return out
	}
	return v
}

// quoteWords writes a header.
func quoteWords(v string) []byte {
	return []byte(mime.QEncoding.Encode("utf-8", strings.NewReplacer("\r", " ", "\n", " ").Replace(v)))
}

// quoteName writes a name before an address.
func quoteName(v string) []byte {
	out := quoteWords(v)
	if bytes.ContainsAny(out, `()<>[]:;@\,."`) {
		return []byte(`"` + strings.NewReplacer(`\`, "", `"`, "").Replace(string(out)) + `"`)
	}
	return out
}

// people takes a list of addresses: each with the name before it, or in brackets behind.
func (m *mail) people(from, to int, header string) {
	for at := from; at < to; {
		end := m.separator(at, to)
		m.somebody(at, end, header)
		at = end + 1
	}
}

// separator gives the place of the next comma or semicolon that parts addresses.
func (m *mail) separator(at, to int) int {
	quoted, depth := false, 0
	for ; at < to; at++ {
		switch c := m.rec.Raw[at]; {
		case c == '\\' && quoted:
			at++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '<' || c == '(':
			depth++
		case c == '>' || c == ')':
			depth--
		case (c == ',' || c == ';') && depth <= 0:
			return at
		}
	}
	return to
}

// somebody takes one address.
func (m *mail) somebody(from, to int, header string) {
	raw := m.rec.Raw
	a := address().FindIndex(raw[from:to])
	if i := bytes.LastIndexByte(raw[from:to], '<'); i >= 0 { // in front of it an address is what he is called
		if inside := address().FindIndex(raw[from+i : to]); inside != nil {
			a = []int{i + inside[0], i + inside[1]}
		}
	}
	if a == nil {
		m.name(from, to, header, "")
		return
	}
	who := strings.ToLower(string(raw[from+a[0] : from+a[1]]))
	if header == "from" {
		m.rec.Author = who
	}
	if i := bytes.LastIndexByte(raw[from:from+a[0]], '<'); i >= 0 {
		m.name(from, from+i, header, who)
		m.blank(from+i+1, from+a[0], header)
	} else {
		m.name(from, from+a[0], header, who)
	}
	m.add(Slot{From: from + a[0], To: from + a[1], Role: Mail, Path: header})
	m.name(from+a[1], to, header, who)
}

// unquoted is what stands in quotes: "\"Ada\" Quist" is "Ada" Quist.
var unquoted = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// quoteQuoted writes a name in quotes that stand already.
func quoteQuoted(v string) []byte {
	return quoteWords(strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v))
}

// bracketed takes the other one of a pair of brackets to a range that has one: Ada (work), without
// a bracket around all of it.
func bracketed(raw []byte, from, to int) (int, int) {
	open, closed := bytes.Count(raw[from:to], []byte("(")), bytes.Count(raw[from:to], []byte(")"))
	for ; open > closed && to < len(raw) && raw[to] == ')'; closed++ {
		to++
	}
	for ; closed > open && from > 0 && raw[from-1] == '('; open++ {
		from--
	}
	return from, to
}

// name takes what stands beside an address, without quotes and brackets.
func (m *mail) name(from, to int, header, who string) {
	const around = " \t\r\n<>()\"':"
	for from < to && strings.IndexByte(around, m.rec.Raw[from]) >= 0 {
		from++
	}
	for from < to && strings.IndexByte(around, m.rec.Raw[to-1]) >= 0 {
		to--
	}
	quote, quoted := quoteName, from > 0 && m.rec.Raw[from-1] == '"'
	from, to = bracketed(m.rec.Raw, from, to)
	said := unfold(m.rec.Raw[from:to])
	if quoted {
		quote, said = quoteQuoted, unquoted.Replace(said)
	}
	v := m.words(said)
	switch at := address().FindStringIndex(v); {
	case strings.TrimSpace(v) == "", mailNobody[strings.ToLower(v)]:
	case at != nil && at[0] == 0 && at[1] == len(v):
		m.add(Slot{From: from, To: to, Role: Mail, Path: header + "-name", Value: v, Quote: quote})
	default:
		m.add(Slot{From: from, To: to, Role: Name, Path: header + "-name", Value: v, Who: who, Quote: quote})
	}
}
