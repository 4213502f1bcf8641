package formats

import (
	"bytes"
	"strings"
)

// The lines that DiscordChatExporter writes around messages: rules above and below what it says
// of the channel and at the end, the head of a message, and what stands behind its text.
const dtWhen = `\d{1,4}[\p{Zs}./-]{1,2}(?:\d{1,2}|\p{L}{3,9}\.?)[\p{Zs}./-]{1,2}\d{2,4},?\p{Zs}` +
	`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:[\p{Zs}]?[AaPp]\.?[Mm]\.?)?`

var (
	dtRule  = WhenAsked(`^={20,}$`)
	dtHead  = WhenAsked(`^\[` + dtWhen + `\] (\S.*?)(?: \(pinned\))?$`)
	dtAbout = WhenAsked(`^(Guild|Channel|Topic|After|Before): (.*)$`)
	dtDate  = WhenAsked(`^` + dtWhen + `$`)
	dtCount = WhenAsked(`^Exported [\d.,\p{Zs}]+ message\(s\)$`)
	dtParts = map[string]Role{
		"{Attachments}": File, "{Stickers}": File, "{Embed}": Note, "{Forwarded Message}": Note, "{Reactions}": Key,
	}
	// dtReactions is a line of reactions: an emoji each, or the name of one of the server, and how often.
	dtReaction  = WhenAsked(`(\S+)(?: \(\d{1,7}\))?(?: |$)`)
	dtReactions = WhenAsked(`^(?:` + dtReaction().String() + `)+$`)
)

// discordText is a channel as DiscordChatExporter writes it as a text.
func discordText() Format {
	return Format{
		Name: "discord-text", What: "Discord, text of DiscordChatExporter", Ends: []string{".txt"},
		Told:   "a line of = signs, then Guild: and Channel:",
		People: "who wrote; channel and server; files",
		Is: func(_ string, head []byte) bool {
			lines := strings.SplitN(strings.ReplaceAll(string(head), "\r\n", "\n"), "\n", 4)
			return len(lines) > 3 && dtRule().MatchString(lines[0]) &&
				strings.HasPrefix(lines[1], "Guild: ") && strings.HasPrefix(lines[2], "Channel: ")
		},
		Open: func(in *Input) (Source, error) { return &dtSource{blocks: blocks{in: in}, met: people{}}, nil },
	}
}

// dtSource reads messages, and what stands above and below all of them.
type dtSource struct {
	blocks
	met    people
	direct bool // a conversation of a few, which is no channel
}

// Next reads a message with what stands behind it.
func (s *dtSource) Next() (Record, error) {
	raw, line, err := s.block(func(next []byte, blank bool) bool {
		next = bytes.TrimRight(next, "\r\n")
		return blank && (dtRule().Match(next) || dtHead().Match(next))
	})
	if err != nil {
		return Record{Line: line}, err
	}
	rec := Record{Line: line, Raw: raw, Thread: "discord"}
	lines := linesOf(raw)
	if len(lines) == 0 {
		return rec, nil
	}
	if m := dtHead().FindSubmatchIndex(raw[:lines[0].to]); m != nil {
		rec.Author = string(raw[m[2]:m[3]])
		rec.Time = waWritten(string(raw[:m[2]]))
		s.dated(&rec, 0, m[2]-1)
		s.person(&rec, m[2], m[3], "author")
		s.parts(&rec, lines[1:])
		return rec, nil
	}
	for _, l := range lines {
		s.about(&rec, l)
	}
	return rec, nil
}

// about takes a line that stands around the messages; what is none of those that the program
// writes is read.
func (s *dtSource) about(rec *Record, l span) {
	said := rec.Raw[l.from:l.to]
	m := dtAbout().FindSubmatchIndex(said)
	switch {
	case dtRule().Match(said), dtCount().Match(said):
	case m == nil:
		s.text(rec, l.from, l.to, Text, "text")
	default:
		from := l.from + m[4]
		switch about := string(said[m[2]:m[3]]); {
		case about == "Guild":
			s.direct = string(said[m[4]:]) == discordDirect
			s.channel(rec, from, l.to, "guild")
		case about == "Channel":
			if i := bytes.LastIndex(said[m[4]:], []byte(" / ")); i >= 0 { // behind its category
				s.text(rec, from, from+i, Note, "category")
				from += i + len(" / ")
			}
			s.channel(rec, from, l.to, "channel")
		case about == "Topic" || !dtDate().Match(said[m[4]:]):
			s.text(rec, from, l.to, Note, strings.ToLower(about))
		}
	}
}

// parts takes the text, and what stands behind it under names of its own.
func (s *dtSource) parts(rec *Record, lines []span) {
	from, role, path := 0, Text, "text"
	for i, l := range lines {
		said := string(rec.Raw[l.from:l.to])
		next, starts := dtParts[said]
		if !starts {
			continue
		}
		s.stretch(rec, lines[from:i], role, path)
		from, role, path = i+1, next, strings.ToLower(strings.Trim(said, "{}"))
	}
	s.stretch(rec, lines[from:], role, path)
}

// reactions takes a line of them: what is no emoji is the name of one that somebody made. What is no such
// line is read.
func (s *dtSource) reactions(rec *Record, l span, path string) {
	said := rec.Raw[l.from:l.to]
	if !dtReactions().Match(said) {
		s.text(rec, l.from, l.to, Note, path)
		return
	}
	for _, m := range dtReaction().FindAllSubmatchIndex(said, -1) {
		if v := string(said[m[2]:m[3]]); !emojiSign(v) {
			rec.add(Slot{From: l.from + m[2], To: l.from + m[3], Role: Key, Path: path, Value: v})
		}
	}
}

// stretch adds lines, those of a text as one, without the blank ones around them.
func (s *dtSource) stretch(rec *Record, lines []span, role Role, path string) {
	for len(lines) > 0 && lines[0].from == lines[0].to {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1].from == lines[len(lines)-1].to {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > 0 && role <= Note {
		s.text(rec, lines[0].from, lines[len(lines)-1].to, role, path)
		return
	}
	for _, l := range lines {
		switch {
		case l.from == l.to:
		case role == Key:
			s.reactions(rec, l, path)
		default:
			rec.add(Slot{From: l.from, To: l.to, Role: role, Path: path})
		}
	}
}

// channel adds what a server or a channel is called: in a conversation of a few, who they are.
func (s *dtSource) channel(rec *Record, from, to int, path string) {
	switch v := string(rec.Raw[from:to]); {
	case v == discordDirect:
	case s.direct:
		s.person(rec, from, to, path)
	default:
		rec.add(Slot{From: from, To: to, Role: Key, Path: path, Value: v})
	}
}

// person adds what somebody is called.
func (s *dtSource) person(rec *Record, from, to int, path string) {
	v := string(rec.Raw[from:to])
	slot := Slot{From: from, To: to, Role: Name, Path: path, Value: v, Who: v}
	if path == "author" {
		s.met.wrote(v)
	}
	if s.met.titled(&slot); slot.Role == Name || s.met.several(v) != nil {
		s.met.add(v)
	}
	rec.add(slot)
}

// text adds what somebody wrote.
func (s *dtSource) text(rec *Record, from, to int, role Role, path string) {
	slot := Slot{From: from, To: to, Role: role, Path: path, Value: string(rec.Raw[from:to])}
	discordRefs(&slot)
	point(&slot)
	slot.Known = s.met.named(slot.Value)
	if known, ok := discordTemplates().people(slot.Value); ok && len(known) > 0 {
		slot.Known = beside(known, s.met.owners(slot.Value))
	}
	if at := 0; role == Note {
		slot.Known = nil
		for line := range strings.Lines(slot.Value) { // the first of an embed is who is shown
			slot.Known = append(slot.Known, s.inLine(strings.TrimRight(line, "\r\n"), at)...)
			at += len(line)
		}
	}
	rec.add(slot)
}

// inLine finds people in a line that begins at a byte of its text.
func (s *dtSource) inLine(line string, at int) []Range {
	if s.met.one(line) {
		return []Range{{Start: at, End: at + len(line)}}
	}
	known := beside(s.met.named(line), s.met.owners(line))
	for i := range known {
		known[i].Start += at
		known[i].End += at
	}
	return known
}
