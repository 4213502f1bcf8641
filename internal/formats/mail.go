package formats

import (
	"bytes"
	_ "embed" // of the list of headers
	"strings"
)

// mbox is a box of mails, one behind the other.
func mbox() Format {
	return Format{
		Name: "mbox", What: "a box of e-mails", Ends: []string{".mbox"},
		Told:   "a line From, an address and a date, and headers",
		People: "senders, recipients, subjects, texts and pages; other headers and attachments are emptied",
		Is:     func(_ string, head []byte) bool { return fromLine().Match(head) },
		Open: func(in *Input) (Source, error) {
			return &mailSource{blocks: blocks{in: in}, met: people{}, box: true}, nil
		},
	}
}

// eml is one mail.
func eml() Format {
	return Format{
		Name: "eml", What: "an e-mail", Ends: []string{".eml"},
		Told:   "at least three headers that mails have",
		People: "as mbox",
		Is:     func(_ string, head []byte) bool { return isMail(head) },
		Open:   func(in *Input) (Source, error) { return &mailSource{blocks: blocks{in: in}, met: people{}}, nil },
	}
}

var (
	fromLine = WhenAsked(`^From \S+ +(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} .*\d{4}.*\r?[\n\r]\n?` +
		`[A-Za-z][A-Za-z0-9-]*:`)
	fromDate  = WhenAsked(`^ +[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d: +-]+(?:[A-Z]{3,4} \d{4})?$`)
	newMail   = WhenAsked(`^From \S+ .*\d{4}`)
	mailField = WhenAsked(`^([A-Za-z][A-Za-z0-9-]*):( |$)`)
)

// longHeaders is the length of a beginning in which one header may stand alone: it has thousands of people.
const longHeaders = 16 << 10

// isMail reports at least three headers that mails have before the first line that is
// none.
func isMail(head []byte) bool {
	known := 0
	for i, line := range strings.Split(strings.ReplaceAll(string(head), "\r\n", "\n"), "\n") {
		m := mailField().FindStringSubmatch(line)
		switch {
		case m != nil && mailHeaders[strings.ToLower(m[1])] != 0:
			known++
		case m == nil && (i == 0 || !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "\t")):
			return known >= 3
		}
	}
	return known >= 3 || known == 2 && len(head) >= longHeaders
}

// The kinds of headers (RFC 5322, 2045, 3834). All others are emptied: what servers and
// programs add names machines, people and ways.
const (
	headPeople = 'p' // addresses with names
	headText   = 't'
	headIDs    = 'i'
	headKept   = 'k'
	headFile   = 'f' // kept, but for names of files
	headGone   = 'g' // known, and emptied
)

//go:embed system/mail-headers.txt
var mailHeaderList string

// mailHeaders are the kinds by name, in small letters; mailNobody is what programs write where nobody is named.
var mailHeaders, mailNobody = readMailHeaders(mailHeaderList)

func readMailHeaders(list string) (kinds map[string]byte, nobody map[string]bool) {
	kinds, nobody = map[string]byte{}, map[string]bool{}
	for line := range strings.Lines(list) {
		switch kind, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); {
		case !ok:
		case kind == "n":
			nobody[name] = true
		default:
			kinds[name] = kind[0]
		}
	}
	return kinds, nobody
}

// mailSource reads mails, each a record.
type mailSource struct {
	blocks
	box bool
	met people
	notes
}

// Any says that bytes need not be UTF-8: each part says what it is in.
func (s *mailSource) Any() bool { return true }

// Next reads a mail.
func (s *mailSource) Next() (Record, error) {
	raw, line, err := s.block(func(next []byte, blank bool) bool { return s.box && blank && newMail().Match(next) })
	if err != nil {
		return Record{Line: line}, err
	}
	rec := Record{Line: line, Raw: raw, Thread: "mail"}
	m := &mail{rec: &rec, eol: "\n", every: s.in.Every, skip: s.in.Skip, notes: &s.notes}
	if bytes.Contains(raw, []byte("\r\n")) {
		m.eol = "\r\n"
	}
	from := 0
	if s.box && newMail().Match(raw) {
		if from = bytes.IndexByte(raw, '\n') + 1; from == 0 {
			from = len(raw)
		}
		end := body(raw[:from])
		who := len("From ") + bytes.IndexByte(raw[len("From "):end], ' ')
		m.add(Slot{From: len("From "), To: who, Role: Mail, Path: "envelope"})
		if !fromDate().Match(raw[who:end]) {
			m.blank(who, end, "envelope")
		}
	}
	err = m.entity(from, len(raw), 0)
	for _, slot := range rec.Slots {
		if slot.Role == Name {
			s.met.add(slot.Value)
		}
	}
	if err != nil {
		rec.Line += bytes.Count(raw[:m.bad], []byte{'\n'})
		return rec, err
	}
	for i := range rec.Slots {
		if slot := &rec.Slots[i]; slot.Role <= Note { // NAME <address> wrote:
			said := unfolded(slot.Value)
			slot.Known = beside(beside(s.met.named(said), whose(said)), bare(said))
		}
	}
	return rec, nil
}
