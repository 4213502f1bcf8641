package formats

import (
	_ "embed" // of the lines of the program
	"strings"
	"sync"
)

// imHead is the line with which a message begins in what imessage-exporter writes as a
// text: its time, and who read it, or what happened.
var (
	imHead = WhenAsked(`^ *[A-Z][a-z]{2} \d{2}, \d{4} +\d{1,2}:\d{2}:\d{2} [AP]M`)
	imRead = WhenAsked(`^ \(Read by (.+) after [^()]+\)$`)
	imFile = WhenAsked(`(?m)^ *((?:~?/|attachments/)[^\r\n]*\.\w{2,5})(?: \(.*\))?\r?$`)
	imMore = WhenAsked(`^ *(?:Tapbacks|Reactions):\s*$`)
	imBy   = WhenAsked(`^ *\S.*? by (.+?)\s*$`)
)

//go:embed system/imessage.txt
var imLines string

// imTemplates are the lines that Messages itself writes.
var imTemplates = sync.OnceValue(func() templates { return phrasesOf(imLines).lines })

// iMessage is a conversation of Messages as a text.
func iMessage() Format {
	return Format{
		Name: "imessage", What: "iMessage, text of imessage-exporter", Ends: []string{".txt"},
		Told:   "lines with a date and a time in full, who wrote below each",
		People: "who wrote, who reacts, names in lines of the program, files",
		Is: func(_ string, head []byte) bool {
			line, rest, _ := strings.Cut(strings.TrimLeft(string(head), "\r\n"), "\n")
			return imHead().MatchString(line) && strings.TrimSpace(rest) != ""
		},
		Open: func(in *Input) (Source, error) { return &imSource{blocks: blocks{in: in}, met: people{}}, nil },
	}
}

// imSource reads messages.
type imSource struct {
	blocks
	met people
}

// imOwner is how the owner of the telephone is called.
const imOwner = "Me"

// Next reads a message with its reactions.
func (s *imSource) Next() (Record, error) {
	raw, line, err := s.block(func(next []byte, _ bool) bool { return imHead().Match(next) })
	if err != nil {
		return Record{Line: line}, err
	}
	rec := Record{Line: line, Raw: raw, Thread: "imessage"}
	lines := linesOf(raw)
	at := imHead().FindIndex(raw)
	if at == nil {
		rec.add(Slot{From: 0, To: body(raw), Role: Text, Path: "text"})
		return rec, nil
	}
	rec.Time = strings.TrimSpace(string(raw[:at[1]]))
	s.dated(&rec, 0, at[1])
	said := s.head(&rec, at[1], lines[0].to)
	if said || len(lines) < 2 {
		return rec, nil
	}
	s.person(&rec, lines[1].from, lines[1].to, "sender")
	rec.Author = strings.TrimSpace(string(raw[lines[1].from:lines[1].to]))
	end := len(lines)
	for i, l := range lines {
		if i > 1 && imMore().Match(raw[l.from:l.to]) {
			end = i
			break
		}
	}
	if end > 2 {
		s.text(&rec, lines[2].from, lines[end-1].to)
	}
	for _, l := range lines[min(end+1, len(lines)):] {
		if m := imBy().FindSubmatchIndex(raw[l.from:l.to]); m != nil {
			s.person(&rec, l.from+m[2], l.from+m[3], "tapback")
		} else {
			rec.add(Slot{From: l.from, To: l.to, Role: Note, Path: "tapback"})
		}
	}
	return rec, nil
}

// head takes what stands behind the time; true where that is all there is.
func (s *imSource) head(rec *Record, from, to int) bool {
	said := string(rec.Raw[from:to])
	if m := imRead().FindStringSubmatchIndex(said); m != nil {
		if who := said[m[2]:m[3]]; who != "you" && who != "them" {
			s.person(rec, from+m[2], from+m[3], "reader")
		}
		return false
	}
	trimmed := strings.TrimLeft(said, " ")
	if trimmed == "" {
		return false
	}
	known, _ := imTemplates().people(trimmed)
	for _, k := range known {
		s.met.add(trimmed[k.Start:k.End])
	}
	known = beside(known, s.met.owners(trimmed))
	rec.add(Slot{From: to - len(trimmed), To: to, Role: Note, Path: "note", Known: known})
	rest := body(rec.Raw)
	if to < rest {
		s.text(rec, to, rest)
	}
	return true
}

// person adds what somebody is called.
func (s *imSource) person(rec *Record, from, to int, path string) {
	for from < to && rec.Raw[from] == ' ' {
		from++
	}
	v := strings.TrimRight(string(rec.Raw[from:to]), " ")
	if v == imOwner || v == "" {
		return
	}
	s.met.add(v)
	rec.add(Slot{From: from, To: from + len(v), Role: Name, Path: path, Value: v, Who: v})
}

// text adds what somebody wrote.
func (s *imSource) text(rec *Record, from, to int) {
	slot := Slot{From: from, To: to, Role: Text, Path: "text", Value: string(rec.Raw[from:to])}
	var cuts [][2]int
	for _, m := range imFile().FindAllStringSubmatchIndex(slot.Value, -1) {
		cuts = append(cuts, [2]int{m[2], m[3]})
	}
	value := slot.Value
	slot.refer(cuts, func(from, to int) Ref { return Ref{After: pointedFile(value[from:to])} })
	point(&slot)
	slot.Known = s.met.named(slot.Value)
	rec.add(slot)
}

// span is a line without its end.
type span struct{ from, to int }

// linesOf gives the lines of a record that are not blank at its end.
func linesOf(raw []byte) []span {
	var out []span
	for from := 0; from < body(raw); {
		to := from
		for to < len(raw) && raw[to] != '\n' && raw[to] != '\r' {
			to++
		}
		out = append(out, span{from, to})
		if from = to + 1; to+1 < len(raw) && raw[to] == '\r' && raw[to+1] == '\n' {
			from++
		}
	}
	return out
}

// add adds a slot; one without a value says what its bytes say.
func (r *Record) add(s Slot) {
	if s.Value == "" {
		s.Value = string(r.Raw[s.From:s.To])
	}
	if s.From < s.To {
		r.Slots = append(r.Slots, s)
	}
}
