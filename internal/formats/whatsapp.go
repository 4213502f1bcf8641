package formats

import (
	"bytes"
	"errors"
	"strings"
)

// The head of a message as WhatsApp exports it. iOS writes [date, time] before it,
// Android date, time and a dash behind, and what is copied from a browser has the time first; order, digits
// and signs of the date, the clock and the word between date and time are those of the telephone. Invisible marks
// of direction stand anywhere between.
const (
	waMarks = `[\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}\x{feff}]*`
	waSign  = waMarks + `[./-]` + waMarks + ` ?`
	waDate  = `(?:\p{Nd}{1,4}` + waSign + `\p{Nd}{1,2}` + waSign + `\p{Nd}{1,4}|` +
		`\p{Nd}{4}\p{Lo} ?\p{Nd}{1,2}\p{Lo} ?\p{Nd}{1,2}\p{Lo})`
	// waHalf is half of the day, or a word behind the clock (Uhr).
	waHalf = `[\s\p{Zs}]?(?:[aApPfFeE]\.?[\s\p{Zs}]?[mM]\.?|[\p{Lo}\p{M}]{1,6}|\p{L}{1,5})`
	// waColon stands between hours and minutes: a sign, or a word (18 h 22 min 10 s).
	waColon   = `(?:[:.]|[\s\p{Zs}]?\p{L}{1,4}\.?[\s\p{Zs}]?)`
	waTime    = `\p{Nd}{1,2}` + waColon + `\p{Nd}{2}(?:` + waColon + `\p{Nd}{2})?(?:` + waHalf + `)?`
	waBetween = `[,.،\s\p{Zs}\p{L}]{1,12}?`
	waWhen    = `(?:` + waDate + waBetween + waTime + `|` + waTime + waBetween + waDate + `)`
)

var (
	waHead = WhenAsked(`^(?:> ?)*` + waMarks + `(?:\[` + waWhen + `\][ \p{Zs}]|` +
		waWhen + `(?: [-–] |: |, ))`)
	// waName is who wrote: up to the first colon.
	waName = WhenAsked(`^(` + waMarks + `(?:~[\s\p{Zs}])?)([^:\r\n]{1,100}?)` + waMarks +
		`[\s\p{Zs}]?(?::[ \p{Zs}]|:$)`)
	// waFile is a file beside a message: in angle brackets (iOS), before brackets (Android).
	waFile = WhenAsked(`<\p{L}[\p{L}\s\p{Zs}]{2,24}:[\s\p{Zs}]*([^<>\r\n]+\.\w{2,5})>|` +
		`^` + waMarks + `([^\r\n<>]+\.\w{2,5}) \(\p{L}[\p{L} ]{2,24}\)`)
	// waDocument is how iOS calls a document in front of what it says of it: pages, the file.
	waDocument = WhenAsked(`^` + waMarks + `([^\r\n<>•]+\.\w{2,5}) (?:• |\x{200e}|<\p{L})`)
	// waMention is somebody whom a message speaks to: a contact, or ~ and what he calls himself.
	waMention = WhenAsked(`@\x{2068}(?:~[\s\p{Zs}]?)?([^\x{2068}\x{2069}\r\n]{1,100})\x{2069}`)
)

// whatsApp is the export of a chat as a text.
func whatsApp() Format {
	return Format{
		Name: "whatsapp", What: "WhatsApp, export of a chat (iOS and Android)", Ends: []string{".txt"},
		Told:   "lines that begin with a date, a time and who wrote",
		People: "who wrote, names in lines of the program, files",
		Is:     isWhatsApp,
		Open: func(in *Input) (Source, error) {
			return &waSource{blocks: blocks{in: in}, met: people{}}, nil
		},
	}
}

// isWhatsApp reports a file that begins with a head, and in whose beginning somebody
// writes, or the program, however many lines a message has.
func isWhatsApp(_ string, head []byte) bool {
	said, _, first := waCount(head)
	return first && said > 0
}

// waWithin reports such a file with other lines in front: a title, the end of a message.
func waWithin(head []byte) bool {
	said, lines, _ := waCount(head)
	return said > 1 || said == 1 && lines < 4
}

// waCount counts the lines of a beginning, and the heads of messages behind which somebody writes; first says
// that the first line is a head.
func waCount(head []byte) (said, lines int, first bool) {
	for line := range strings.FieldsFuncSeq(string(head), func(r rune) bool { return r == '\n' || r == '\r' }) {
		lines++
		at := waHead().FindStringIndex(line)
		if at == nil {
			continue
		}
		first = first || lines == 1
		if waSays([]byte(line[at[1]:])) {
			said++
		}
	}
	return said, lines, first
}

// waSays reports that somebody writes behind a head, or that the program does.
func waSays(rest []byte) bool {
	if waName().Match(rest) {
		return true
	}
	_, ok := waPhrases().lines.people(string(rest))
	return ok
}

// waSource reads an export. A message goes up to the next head.
type waSource struct {
	blocks
	met   people // who wrote
	heads bool   // a message began
	said  bool   // and one of somebody, or under a name
	first string // under whom the program wrote the first line: a chat of several under its title
}

var errNoHead = errors.New("no line begins with a date, a time and who wrote, as WhatsApp has them; was it " +
	"exported by WhatsApp? bauta look shows what else it may be, and --format text insists on lines")

// Next reads a message with all its lines.
func (s *waSource) Next() (Record, error) {
	raw, line, err := s.block(func(next []byte, _ bool) bool { return waHead().Match(next) })
	if err != nil {
		return Record{Line: line}, err
	}
	s.heads = s.heads || waHead().Match(raw)
	if s.held == nil && !s.heads && len(bytes.TrimSpace(raw)) > 0 {
		return Record{Line: line}, errNoHead
	}
	return s.record(raw, line)
}

// record finds who wrote and what.
func (s *waSource) record(raw []byte, line int) (rec Record, err error) {
	rec = Record{Line: line, Raw: raw, Thread: "whatsapp"}
	text := raw[:body(raw)]
	if len(text) == 0 { // blank lines alone
		return rec, nil
	}
	at := waHead().FindIndex(text)
	if at == nil { // a title, or the end of a message that was cut
		slot := Slot{To: len(text), Role: Text, Path: "text", Value: string(text)}
		slot.Known = s.mentioned(slot.Value)
		rec.put(slot)
		return rec, nil
	}
	rec.Time = waWritten(string(text[:at[1]]))
	defer func() { s.dated(&rec, 0, len(bytes.TrimRight(text[:at[1]], " -–:,"))) }()
	rest := string(text[at[1]:])
	m := waName().FindStringSubmatchIndex(rest)
	if known, ok := waPhrases().lines.people(rest); ok || m == nil || s.did(rest[m[4]:m[5]]) {
		rec.put(s.note(at[1], len(text), rest, known))
		return rec, nil
	}
	first := !s.said
	s.said = true
	rec.Author = strings.TrimSpace(rest[m[4]:m[5]])
	said := rest[m[1]:]
	rec.Slots = []Slot{
		{From: at[1] + m[4], To: at[1] + m[5], Role: Name, Path: "sender", Value: rest[m[4]:m[5]], Who: rec.Author},
		{From: at[1] + m[1], To: len(text), Role: Text, Path: "text", Value: said},
	}
	slot := &rec.Slots[1]
	if strings.HasPrefix(said, "\u200e") || waPhrases().rest(said) == 0 {
		if note, ok := s.program(slot.From, slot.To, said); ok {
			rec.Slots = rec.Slots[:1]
			s.under(&rec, note, said, first)
			rec.put(note)
			return rec, nil
		}
	}
	s.met.wrote(rec.Author)
	s.sender(&rec, s.met.entitled(rec.Author))
	point(slot, waFile(), waDocument())
	slot.numbers(s.met)
	slot.Known = s.mentioned(slot.Value)
	slot.isolates()
	return rec, nil
}

// did reports what stands before a colon as what somebody who writes in the chat did, and no sender.
func (s *waSource) did(before string) bool {
	known, ok := waPhrases().begins.people(before)
	return ok && len(known) == 1 && s.met.whole(before[known[0].Start:known[0].End])
}

// mentioned finds whom a text mentions, and those who write in it.
func (s *waSource) mentioned(said string) (out []Range) {
	if reactions := s.reacted(said); reactions != nil {
		from := reactions[0].Start
		return append(s.mentioned(said[:from]), reactions...)
	}
	at := 0
	named := func(to int) {
		for _, k := range s.met.named(said[at:to]) {
			out = append(out, Range{Start: at + k.Start, End: at + k.End})
		}
	}
	for _, m := range waMention().FindAllStringSubmatchIndex(said, -1) {
		named(m[0])
		out = append(out, Range{Start: m[2], End: m[3]})
		s.met.add(said[m[2]:m[3]])
		at = m[1]
	}
	named(len(said))
	return beside(beside(out, s.met.choices(said)), tildes(said))
}

// program is a line that WhatsApp wrote where a message stands, as it does on iOS.
func (s *waSource) program(from, to int, said string) (Slot, bool) {
	known, ok := waPhrases().lines.people(said)
	if !ok {
		_, ok = waPhrases().begins.people(said)
	}
	ok = ok || waPhrases().rest(said) == 0
	if !ok {
		return Slot{}, false
	}
	return s.note(from, to, said, known), true
}

// note is a line of the program: those who write in the chat are known in it, too, and whom
// a template names from then on.
func (s *waSource) note(from, to int, said string, known []Range) Slot {
	if waPhrases().rest(said) == 0 {
		return Slot{}
	}
	s.met.stops(said, known)
	for _, k := range known {
		s.met.add(said[k.Start:k.End])
		s.met.under(members, called{name: unmarked(said[k.Start:k.End])})
	}
	s.met.grouped(said)
	if known == nil {
		known = s.met.named(said)
	}
	if known == nil {
		known, _ = waPhrases().begins.people(said)
	}
	known = beside(known, s.met.owners(said))
	if n := waPhrases().rest(said); n < len(said) && (len(known) == 0 || known[len(known)-1].End <= n) {
		said, to = said[:n], from+n
	}
	return Slot{From: from, To: to, Role: Note, Path: "note", Value: said, Known: known}
}

// put adds a line of the program, of which nothing may be left to read.
func (r *Record) put(note Slot) {
	if note.Value == "" {
		r.Empty++
		return
	}
	r.Slots = append(r.Slots, note)
}
