package formats

import (
	"bytes"
	_ "embed" // of the list of headers
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// chat is a transcript in CHAT, as CLAN and the TalkBank have it.
func chat() Format {
	return Format{
		Name: "chat", What: "CHAT, a transcript of CLAN (TalkBank)", Ends: []string{".cha"},
		Told:   "a first line @UTF8 or @Begin",
		People: "participants with names and codes, who transcribed; tiers with the words once more are left out",
		Is: func(_ string, head []byte) bool {
			head = bytes.TrimLeft(head, "\r\n")
			return bytes.HasPrefix(head, []byte("@UTF8")) || bytes.HasPrefix(head, []byte("@Begin"))
		},
		Open: func(in *Input) (Source, error) {
			said, codes := map[string]bool{}, map[string]bool{}
			return &chatSource{blocks: blocks{in: in}, met: people{}, parts: said, codes: codes}, nil
		},
	}
}

//go:embed system/chat.txt
var chatList string

// chatKinds are headers and tiers (%) by what becomes of them, and codes of speakers that
// say a role.
var chatKinds = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(chatList) {
		if kind, name, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t"); ok {
			out[name] = kind
		}
	}
	return out
})

var (
	chatLine   = WhenAsked(`^([@*%])([^:\r\n\t]+)(?::[\t ]*)?`)
	chatOf     = WhenAsked(`^(.* of) ([A-Z0-9_+'-]{1,7})$`)
	chatBullet = WhenAsked(`\x15[^\x15]*\x15`)
	// chatOwn is how chatWord writes a person.
	chatOwn = WhenAsked(`^(?:Person|Pre|Nom|Sur)_[a-j]{1,3}(?:___(?:pre|nom|sur)_[a-j]{1,3})*$`)
	// chatKept is what headers hold that tell nobody.
	chatKept  = WhenAsked(`^[\w .,;:+/()|<>-]{0,200}$`)
	chatCodes = WhenAsked(`^[A-Z0-9_+', -]*$`)
	chatWords = WhenAsked(`\pL\p{Ll}{3}`) // no code of a language, no month, no relation of %gra
	// chatSwitch says of an utterance that it is in another language.
	chatSwitch = WhenAsked(`^\[- ([a-z]{3})(?:-[a-z]+)*\]`)
	chatCode   = WhenAsked(`[A-Z][A-Z0-9_+'-]{0,6}`)
)

// chatEnd is the last line of a transcript.
const chatEnd = "@End"

var errNoEnd = errors.New("the transcript has no @End; was it copied whole?")

// chatSource reads lines with what goes on in the lines below them.
type chatSource struct {
	blocks
	met   people
	parts map[string]bool // of the names of participants
	codes map[string]bool // of participants
	langs string          // that are spoken, as messages have them
	ended bool            // @End was read
}

// Next reads a header, an utterance or a tier.
func (s *chatSource) Next() (Record, error) {
	raw, line, err := s.block(func(next []byte, _ bool) bool {
		return next[0] != '\t' && body(next) > 0
	})
	switch {
	case err == io.EOF && !s.ended:
		return Record{Line: s.Line()}, errNoEnd
	case err != nil:
		return Record{Line: line}, err
	}
	s.ended = s.ended || body(raw) == len(chatEnd) && bytes.HasPrefix(raw, []byte(chatEnd))
	rec := Record{Line: line, Raw: raw, Thread: "chat"}
	m := chatLine().FindSubmatchIndex(raw)
	switch {
	case m == nil && body(raw) == 0:
		return rec, nil
	case m == nil:
		return rec, errors.New("a line that begins with none of @, *, % and a tab; is this a transcript in CHAT?")
	}
	name, at, end := string(raw[m[4]:m[5]]), m[1], body(raw)
	rec.Lang = s.langs
	switch raw[0] {
	case '*':
		s.code(&rec, m[4], m[5])
		rec.Author = name
		if to := chatSwitch().FindSubmatch(raw[at:end]); to != nil {
			rec.Lang = languages(string(to[1]))
		}
		s.read(&rec, Text, "text", at, end)
	case '%':
		rec.Lang = s.about()
		s.field(&rec, "%"+name, at, end)
	default:
		if of := chatOf().FindStringSubmatchIndex(name); of != nil {
			s.code(&rec, m[4]+of[4], m[4]+of[5])
			name = name[:of[3]]
		}
		if name = strings.ToLower(strings.TrimSpace(name)); name == "languages" {
			s.langs = languages(string(raw[at:end]))
		}
		rec.Lang = s.about()
		s.field(&rec, name, at, end)
	}
	for i := range rec.Slots {
		rec.Slots[i].Fit = chatWord
	}
	return rec, nil
}

// about is what notes may be in: what is spoken, or English, in which the manual is.
func (s *chatSource) about() string {
	if s.langs == "" {
		return ""
	}
	return languages(s.langs + ",eng")
}

// chatWord writes a placeholder as a word of CHAT, in which CLAN's CHECK allows no digits
// (38, 47), no capitals but the first (49), and brackets as signs of its own alone (51):
// Person 1 is Person_a, <PRE_12> Pre_ab. What stands for a text under a key stays, to come
// back, as does what a question stands for (<?_7>).
func chatWord(with string) string {
	open := strings.HasPrefix(with, "<ENC_") || strings.HasPrefix(with, "<?")
	if open || !strings.ContainsAny(with, "<>[]{}0123456789") && strings.ToUpper(with) != with {
		return with
	}
	word := strings.ToLower(strings.Trim(with, "<>[]{} "))
	first, n := utf8.DecodeRuneInString(word)
	if !unicode.IsLetter(first) {
		return with
	}
	return string(unicode.ToUpper(first)) + strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return 'a' + (r-'0'+9)%10
		case unicode.IsLetter(r) || r == '\'':
			return r
		}
		return '_'
	}, word[n:])
}

// field takes a header or a tier.
func (s *chatSource) field(rec *Record, name string, at, end int) {
	switch chatKinds()[name] {
	case "keep":
		if !chatKept().Match(rec.Raw[at:end]) || chatWords().Match(rec.Raw[at:end]) {
			s.read(rec, Note, "line", 1, end)
		} else if s.in.Every && at < end {
			rec.add(Slot{From: at, To: end, Role: Keep, Path: name, Says: saysPlain})
		}
	case "gone": // the whole line
		why := "tells who it is"
		if rec.Raw[0] == '%' {
			why = "the words once more"
		}
		rec.Slots = []Slot{{To: len(rec.Raw), Role: Gone, Path: name, Value: " ", Says: why}}
	case "name":
		s.named(rec, name, at, end)
	case "place":
		s.met.place(string(rec.Raw[at:end]))
		rec.add(Slot{From: at, To: end, Role: Place, Path: name})
	case "file":
		if i := bytes.IndexByte(rec.Raw[at:end], ','); i >= 0 && chatKept().Match(rec.Raw[at+i:end]) {
			end = at + i
		}
		rec.add(Slot{From: at, To: end, Role: Gone, Path: name, Quote: func(string) []byte { return []byte("media") }})
	case "who":
		s.participants(rec, at, end)
	case "id":
		s.identity(rec, at, end)
	case "codes":
		if !chatCodes().Match(rec.Raw[at:end]) {
			s.read(rec, Note, "line", 1, end)
			return
		}
		for _, m := range chatCode().FindAllIndex(rec.Raw[at:end], -1) {
			s.code(rec, at+m[0], at+m[1])
		}
	case "note":
		s.read(rec, Note, strings.TrimPrefix(name, "%"), at, end)
	default:
		rec.Slots = nil
		path := "line"
		if s.in.Every { // who looks is told which
			path = name
		}
		s.read(rec, Note, path, 1, end)
	}
}

// read adds a text; the times of its recording stay.
func (s *chatSource) read(rec *Record, role Role, path string, from, to int) {
	if from >= to {
		return
	}
	slot := Slot{From: from, To: to, Role: role, Path: path, Value: string(rec.Raw[from:to])}
	var cuts [][2]int
	for _, m := range chatBullet().FindAllStringIndex(slot.Value, -1) {
		cuts = append(cuts, [2]int{m[0], m[1]})
	}
	cuts = append(cuts, groups(slot.Value)...)
	slices.SortFunc(cuts, func(a, b [2]int) int { return a[0] - b[0] })
	value := slot.Value
	slot.refer(cuts, func(from, to int) Ref {
		if value[from] == '\x15' && strings.Trim(value[from:to], "\x150123456789_") != "" {
			return Ref{After: "\x15\x15"} // with the name of a file
		}
		return Ref{After: value[from:to]}
	})
	slot.spell()
	// A capital begins no sentence here, so that a word with one is whom it calls.
	slot.Known = beside(s.met.named(slot.Value), s.met.capital(slot.Value))
	rec.add(slot)
}

// participants adds codes and names: CODE Name Role, CODE Role.
func (s *chatSource) participants(rec *Record, at, end int) {
	for _, part := range bytes.SplitAfter(rec.Raw[at:end], []byte(",")) {
		from := at + len(part) - len(bytes.TrimLeft(part, " \t\r\n"))
		to := max(from, at+len(bytes.TrimRight(part, " \t\r\n,")))
		at += len(part)
		name := to
		if i := bytes.IndexAny(rec.Raw[from:to], " \t\r\n"); i >= 0 {
			name = from + i
		}
		if len(s.codes) < maxBegins {
			s.codes[string(rec.Raw[from:name])] = true
		}
		s.code(rec, from, name)
		s.participant(rec, name, to)
	}
}

// participant adds a name, which may have a role behind it.
func (s *chatSource) participant(rec *Record, from, to int) {
	words := string(rec.Raw[from:to])
	cut := max(0, strings.LastIndexAny(words, " \t\r\n"))
	if chatKinds()[strings.TrimLeft(words[cut:], " \t\r\n")] == "role" {
		words = words[:cut]
	}
	name := strings.TrimSpace(words)
	said := name
	if !chatOwn().MatchString(name) {
		said = strings.ReplaceAll(name, "_", " ")
	}
	s.met.add(name)
	s.met.enter(said)
	for part := range strings.FieldsSeq(strings.ToLower(said)) {
		if len(s.parts) < maxBegins {
			s.parts[part] = true
		}
	}
	from += strings.Index(words, name)
	if name != "" {
		rec.add(Slot{
			From: from, To: from + len(name), Role: Name, Path: "participants", Value: said, Who: said,
			Quote: underlined,
		})
	}
}

// underlined writes a name as one word.
func underlined(v string) []byte { return []byte(strings.ReplaceAll(v, " ", "_")) }

// idParts are the parts of @ID that stay, by their place.
var idParts = [8]string{0: "language", 3: "age", 4: "sex", 6: "status", 7: "role"}

// identity adds what @ID says: language|corpus|code|age|sex|group|SES|role|education|custom.
func (s *chatSource) identity(rec *Record, at, end int) {
	parts := bytes.Split(rec.Raw[at:end], []byte("|"))
	if len(parts) != 11 {
		s.read(rec, Note, "id", at, end)
		return
	}
	for i, part := range parts {
		switch to := at + len(part); {
		case i == 2:
			s.code(rec, at, to)
		case i == 1 && s.parts[strings.ToLower(string(part))]: // the family is the corpus
			rec.add(Slot{From: at, To: to, Role: Name, Path: "id"})
		case i == 1 || i == 5 || i > 7 || !chatKept().Match(part):
			s.read(rec, Note, "id", at, to)
		case s.in.Every && len(part) > 0:
			rec.add(Slot{From: at, To: to, Role: Keep, Path: "id-" + idParts[i], Says: saysPlain})
		}
		at += len(part) + 1
	}
}

// code adds the code of a speaker, which stays where it says a role.
func (s *chatSource) code(rec *Record, from, to int) {
	code := strings.TrimSpace(string(rec.Raw[from:to]))
	if code == "" || chatKinds()[code] == "code" {
		return
	}
	rec.add(Slot{From: from, To: to, Role: Key, Path: "code", Value: code, Quote: func(v string) []byte {
		return []byte(v[:min(len(v), max(len(code), 7))]) // CHAT has no longer ones
	}})
}
