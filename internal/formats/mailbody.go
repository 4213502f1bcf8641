package formats

import (
	"bytes"
	"encoding/base64"
	"errors"
	"io"
	"mime/quotedprintable"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	utf "golang.org/x/text/encoding/unicode"
)

// What was taken for granted of mails, and what is not read of them.
const (
	noteWestern  = "texts without a charset, or in ASCII with other letters, are read as Windows-1252"
	noteCharset  = "texts in a charset that nobody knows are read as UTF-8"
	noteWord     = "headers in a charset that nobody knows are read as UTF-8, or as Windows-1252"
	noteUnclosed = "mails end without their last boundary"
	noteEmptied  = "attachments, and parts that are neither a text nor a page, are emptied"
)

// Errors of bodies. A text that cannot be read is none of these attachments that are emptied.
var (
	errHeader   = errors.New("a line among the headers that is none; was the mail copied whole?")
	errBoundary = errors.New("a mail of several parts whose boundary stands nowhere; was it copied whole?")
	errBase64   = errors.New("a text in base64 that is damaged; was the mail copied whole?")
	errQuoted   = errors.New("a text in quoted-printable that is damaged; was the mail copied whole?")
	errCoding   = errors.New("a text in a coding which is not read; save the mail with its text as it is (8bit)")
	errUTF7     = errors.New("a text in UTF-7, which is not read; save the mail in UTF-8")
	errCharset  = errors.New("a text that is damaged, or in another charset than it names; save the mail in UTF-8")
)

// body takes the body of an entity.
func (m *mail) body(from, to int, p part, depth int) error {
	kind, _, _ := strings.Cut(p.kind, "/")
	switch {
	case from >= to && !codings(p.coding): // it may have swallowed the body
		return m.damaged(from, to, errCoding)
	case from >= to:
		return nil
	case kind == "multipart":
		return m.multipart(from, to, p.params["boundary"], depth)
	case p.kind == "message/rfc822" && p.coding != "base64" && p.coding != "quoted-printable":
		return m.entity(from, to, depth+1)
	case (p.kind == "text/plain" || p.kind == "text/html") && !p.attached:
		return m.text(from, to, "text", p)
	}
	to = from + len(bytes.TrimRight(m.rec.Raw[from:to], "\r\n"))
	gone := Slot{From: from, To: to, Role: Gone, Path: "attachment"}
	if m.add(gone); gone.From < gone.To {
		m.notes.say(noteEmptied)
	}
	return nil
}

// multipart takes the parts between boundaries; what stands around them is read, too: a boundary may be
// damaged.
func (m *mail) multipart(from, to int, boundary string, depth int) error {
	mark := []byte("--" + boundary)
	last, open, parts, closed := from, false, 0, false
	for at := from; at < to; {
		end := to
		if i := bytes.IndexByte(m.rec.Raw[at:to], '\n'); i >= 0 {
			end = at + i + 1
		}
		line := bytes.TrimRight(m.rec.Raw[at:end], " \t\r\n")
		if bytes.HasPrefix(line, mark) && (len(line) == len(mark) || bytes.HasSuffix(line, []byte("--"))) {
			if err := m.between(last, at, open, depth); err != nil {
				return err
			}
			m.bound(at+len("--"), boundary)
			last, open = end, len(line) == len(mark)
			parts++
			closed = !open
		}
		at = end
	}
	switch {
	case boundary == "" || parts == 0:
		return m.damaged(from, to, errBoundary)
	case !closed:
		m.notes.say(noteUnclosed)
	}
	return m.between(last, to, open, depth)
}

// between takes a part, or what is none.
func (m *mail) between(from, to int, open bool, depth int) error {
	if open {
		return m.entity(from, to, depth+1)
	}
	return m.text(from, to, "preamble", part{})
}

// damaged is a text that cannot be read: an error, or left out and told.
func (m *mail) damaged(from, to int, err error) error {
	if !m.skip {
		return m.fails(from, err)
	}
	raw := m.rec.Raw[from:to]
	m.rec.Bad = append(m.rec.Bad, Bad{m.rec.Line + bytes.Count(m.rec.Raw[:from], []byte{'\n'}), raw, err})
	m.add(Slot{From: from, To: to, Role: Gone, Path: "text"})
	return nil
}

// fails is an error at a byte of the mail.
func (m *mail) fails(at int, err error) error {
	m.bad = at
	return err
}

// text adds the slot of a text or a page: decoded by its coding and charset, and written so again.
func (m *mail) text(from, to int, path string, p part) error {
	to = from + len(bytes.TrimRight(m.rec.Raw[from:to], "\r\n"))
	data, err := uncoded(m.rec.Raw[from:to], p.coding)
	value, set, note := "", encoding.Encoding(nil), ""
	if err == nil {
		value, set, note, err = inCharset(data, p.params["charset"])
	}
	switch {
	case err != nil:
		return m.damaged(from, to, err)
	case note != "":
		m.notes.say(note)
	}
	slot := Slot{From: from, To: to, Role: Text, Path: path, Value: value}
	if path != "text" {
		slot.Role = Note
	}
	coding, eol := p.coding, m.eol
	slot.Quote = func(v string) []byte { return encodeBody(v, coding, set, eol) }
	if value != "" {
		slot.inner()
		m.rec.Slots = append(m.rec.Slots, slot)
	}
	return nil
}

// innerLink is a link to a part of the mail, or to another mail (RFC 2392): an ID, which is no address.
var innerLink = WhenAsked(`(?i)\b[cm]id:([^\s"'<>()\[\]&/]{1,300})`)

// inner takes such links out of a text: they come out as the header of the part that they point to.
func (s *Slot) inner() {
	var cuts [][2]int
	for _, m := range innerLink().FindAllStringSubmatchIndex(s.Value, -1) {
		cuts = append(cuts, [2]int{m[2], m[3]})
	}
	value := s.Value
	s.refer(cuts, func(from, to int) Ref {
		id, err := url.PathUnescape(value[from:to])
		if err != nil {
			id = value[from:to]
		}
		return Ref{ID: id, After: mailIDEnd}
	})
}

// uncoded undoes the coding of a body.
func uncoded(data []byte, coding string) (out []byte, err error) {
	switch coding {
	case "base64":
		if out, err = io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(data))); err != nil {
			return nil, errBase64
		}
	case "quoted-printable":
		if out, err = io.ReadAll(quotedprintable.NewReader(bytes.NewReader(sparingQuotes(data)))); err != nil {
			return nil, errQuoted
		}
	default:
		if !codings(coding) {
			return nil, errCoding
		}
		return data, nil
	}
	return out, nil
}

// codings reports a coding of bodies that is read.
func codings(name string) bool {
	return slices.Contains([]string{"", "7bit", "8bit", "binary", "base64", "quoted-printable"}, name)
}

// sparingQuotes writes the signs of quoted-printable that begin nothing as they should be: programs forget it
// in addresses (?a=b).
func sparingQuotes(data []byte) []byte {
	var out []byte
	for i, c := range data {
		if out = append(out, c); c == '=' && !quotes(data[i+1:]) {
			out = append(out, "3D"...)
		}
	}
	return out
}

// quotes reports what may stand behind = in quoted-printable: two digits, or the end of the line.
func quotes(behind []byte) bool {
	const digits = "0123456789ABCDEFabcdef"
	line, _, _ := bytes.Cut(behind, []byte{'\n'})
	if len(bytes.TrimRight(line, " \t\r")) == 0 {
		return true
	}
	return len(line) > 1 && strings.IndexByte(digits, line[0]) >= 0 && strings.IndexByte(digits, line[1]) >= 0
}

// inCharset reads bytes in the charset that a mail names. Where it names none that is known, or none of
// letters beyond ASCII, it is told how they are read.
func inCharset(data []byte, name string) (value string, set encoding.Encoding, note string, err error) {
	set, err = charsetOf(name)
	switch known := err == nil; {
	case bytes.IndexByte(data, 0) >= 0 && !strings.HasPrefix(folded(name), "utf16"):
		return "", nil, "", errCharset
	case strings.Contains(folded(name), "utf7"):
		return "", nil, "", errUTF7
	case !known && utf8.Valid(data):
		return string(data), utf.UTF8, noteCharset, nil
	case !known:
		return "", nil, "", errCharset
	case set == utf.UTF8 && utf8.Valid(data):
		return string(data), set, "", nil
	case set == utf.UTF8 && folded(name) != "utf8" && western(data):
		set, note = charmap.Windows1252, noteWestern
	}
	data, err = set.NewDecoder().Bytes(data)
	if err != nil || bytes.ContainsRune(data, utf8.RuneError) || bytes.IndexByte(data, 0) >= 0 {
		return "", nil, "", errCharset
	}
	return string(data), set, note, nil
}

// western reports bytes of which one in five letters at most is beyond ASCII, as in the languages that
// Windows-1252 is for: in others most are.
func western(data []byte) bool {
	letters, high := 0, 0
	for _, c := range data {
		switch {
		case c >= utf8.RuneSelf:
			high++
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letters++
		}
	}
	return 4*high <= letters
}

// encodeBody writes a text as it was written.
func encodeBody(v, coding string, set encoding.Encoding, eol string) []byte {
	data, err := encoding.ReplaceUnsupported(set.NewEncoder()).Bytes([]byte(v))
	if err != nil {
		return nil
	}
	var b bytes.Buffer
	switch coding {
	case "base64":
		text := base64.StdEncoding.EncodeToString(data)
		for len(text) > 76 {
			b.WriteString(text[:76] + eol)
			text = text[76:]
		}
		b.WriteString(text)
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		w.Write(data)
		w.Close()
		return bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte(eol))
	default:
		return data
	}
	return b.Bytes()
}
