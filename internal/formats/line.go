package formats

import (
	"bytes"
	_ "embed" // of the lines of the program
	"strings"
	"sync"
)

// The lines of an export of LINE: a date for itself, and behind it messages that begin with a
// time, who wrote, and the text, with tabs between them.
var (
	lineDate = WhenAsked(`^(?:\p{L}{2,12}\.?,? )?(\d{1,4}[./-]\d{1,2}[./-]\d{1,4})` +
		`(?:[\s\p{Zs}]?\(?[\p{L}\p{M}]{1,12}\.?\)?)?$`)
	lineTime  = WhenAsked(`^((?:\p{Lo}{2} ?)?\d{1,2}:\d{2}(?: ?[AaPp]\.?[Mm]\.?)?)\t`)
	lineFile  = WhenAsked(`^\[[^\]\r\n]{1,20}\] ?([^\r\n]+\.\w{2,5})$`)
	lineWord  = WhenAsked(`\pL{3}`)
	lineSaved = WhenAsked(`[:：] ?[\d\pL\p{M}/.:, -]{8,40}$`)
)

const lineMark = "[LINE]"

//go:embed system/line.txt
var lineLines string

// linePhrases are the lines that LINE itself writes.
var linePhrases = sync.OnceValue(func() templates { return phrasesOf(lineLines).lines })

// lineChat is what LINE saves of a chat on a telephone.
func lineChat() Format {
	return Format{
		Name: "line", What: "LINE, text of a chat", Ends: []string{".txt"},
		Told:   "[LINE], or a date, then lines with a time, who wrote and the text between tabs",
		People: "who wrote, with whom, names in lines of the program, files",
		Is:     func(_ string, head []byte) bool { return isLine(string(head)) },
		Open:   func(in *Input) (Source, error) { return &lineSource{blocks: blocks{in: in}, met: people{}}, nil },
	}
}

// isLine reports a file that begins with the mark or a date, and has a message behind it.
func isLine(head string) bool {
	begins := false
	for line := range strings.Lines(head) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "":
		case begins && lineTime().MatchString(line):
			return true
		case !begins && !strings.HasPrefix(line, lineMark) && !lineDate().MatchString(line):
			return false
		case begins && !isSaved(line) && !lineDate().MatchString(line):
			return false
		}
		begins = begins || line != ""
	}
	return false
}

// lineWithin reports messages of LINE with other lines in front, or without the head.
func lineWithin(head []byte) bool {
	days, said := 0, 0
	for line := range strings.FieldsFuncSeq(string(head), func(r rune) bool { return r == '\n' || r == '\r' }) {
		at := lineTime().FindStringIndex(line)
		switch {
		case lineDate().MatchString(line):
			days++
		case at != nil && strings.Contains(line[at[1]:], "\t"):
			said++
		}
	}
	return said > 1 || days > 0 && said > 0
}

// isSaved reports the line that says when the file was written.
func isSaved(line string) bool {
	known, ok := linePhrases().people(line)
	return ok && len(known) == 0 && lineSaved().MatchString(line)
}

// lineSource reads messages.
type lineSource struct {
	blocks
	met people
	day string
}

// Next reads a message with all its lines.
func (s *lineSource) Next() (Record, error) {
	raw, line, err := s.block(func(next []byte, _ bool) bool {
		next = next[:body(next)]
		begins := s.day == "" && strings.HasPrefix(string(next), lineMark)
		return begins || lineTime().Match(next) || lineDate().Match(next)
	})
	if err != nil {
		return Record{Line: line}, err
	}
	rec := Record{Line: line, Raw: raw, Thread: "line"}
	lines := linesOf(raw)
	if len(lines) == 0 {
		return rec, nil
	}
	first := string(raw[lines[0].from:lines[0].to])
	if at := lineTime().FindStringSubmatchIndex(first); at != nil {
		rec.Time = waWritten(s.day + " " + first[:at[3]])
		s.dated(&rec, 0, at[3])
		s.message(&rec, at[1], lines[0].to)
		return rec, nil
	}
	switch said := lineDate().FindStringSubmatch(first); {
	case said != nil:
		s.day = said[1]
		s.dated(&rec, lines[0].from, lines[0].to)
		lines = lines[1:]
	case strings.HasPrefix(first, lineMark):
		s.head(&rec, lines[0])
		lines = lines[1:]
		if len(lines) > 0 && isSaved(string(raw[lines[0].from:lines[0].to])) {
			s.saved(&rec, lines[0])
			lines = lines[1:]
		}
	}
	if len(lines) > 0 && lines[0].from < lines[len(lines)-1].to {
		s.text(&rec, lines[0].from, lines[len(lines)-1].to, Text)
	}
	return rec, nil
}

// head takes the line that says with whom a chat is: where no template has it, all behind the
// mark is the name.
func (s *lineSource) head(rec *Record, l span) {
	said := string(rec.Raw[l.from:l.to])
	if known, ok := linePhrases().people(said); ok {
		s.met.stops(said, known)
		for _, k := range known {
			s.person(rec, l.from+k.Start, l.from+k.End, "chat")
		}
		return
	}
	rest := strings.TrimLeft(said[len(lineMark):], " ")
	s.person(rec, l.to-len(rest), l.to, "chat")
}

// saved takes the line that says when the file was written, which stays where it says nothing else.
func (s *lineSource) saved(rec *Record, l span) {
	at := lineSaved().FindIndex(rec.Raw[l.from:l.to])
	if when := rec.Raw[l.from+at[0] : l.to]; lineWord().Match(when) || !bytes.ContainsAny(when, "0123456789") {
		s.text(rec, l.from, l.to, Note)
		return
	}
	s.say(datesNote)
}

// message takes what stands behind the time: who wrote and the text, or a line of the program.
func (s *lineSource) message(rec *Record, from, to int) {
	who, _, ok := strings.Cut(string(rec.Raw[from:to]), "\t")
	end := body(rec.Raw)
	if !ok || who == "" {
		if ok {
			from++
		}
		s.text(rec, from, end, Note)
		return
	}
	rec.Author = who
	s.met.wrote(who)
	s.person(rec, from, from+len(who), "sender")
	s.text(rec, from+len(who)+1, end, Text)
}

// person adds what somebody is called.
func (s *lineSource) person(rec *Record, from, to int, path string) {
	v := string(rec.Raw[from:to])
	if v == "" {
		return
	}
	slot := Slot{From: from, To: to, Role: Name, Path: path, Value: v, Who: v}
	if s.met.titled(&slot); slot.Role == Name {
		s.met.add(v)
	}
	rec.add(slot)
}

// text adds what somebody or the program wrote.
func (s *lineSource) text(rec *Record, from, to int, role Role) {
	slot := Slot{From: from, To: to, Role: role, Path: map[Role]string{Text: "text", Note: "note"}[role]}
	slot.Value = string(rec.Raw[from:to])
	if role == Note {
		known, _ := linePhrases().people(slot.Value)
		s.met.stops(slot.Value, known)
		for _, k := range known {
			s.met.add(slot.Value[k.Start:k.End])
		}
		slot.Known = known
	}
	point(&slot, lineFile())
	switch {
	case role == Note && slot.Known == nil: // of another language, or a newer program
		slot.Known = s.met.anywhere(slot.Value)
	case slot.Known == nil || len(slot.Refs) > 0:
		slot.Known = s.met.named(slot.Value)
	}
	s.met.own(&slot)
	rec.add(slot)
}
