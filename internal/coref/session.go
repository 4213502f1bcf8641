package coref

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// The bounds of a session's memory: about 100 kB when all are reached.
const (
	MaxPersons = 128  // people remembered; who was mentioned longest ago is forgotten
	MaxForms   = 6    // spellings of a first name, and of a surname, remembered of each
	MaxThings  = 1024 // things other than people remembered
)

// RuleDoubt is among the keys of a mention whose identity is in doubt.
const RuleDoubt = "identity"

// doubtful ends the reason of such a mention.
const doubtful = "; entity in doubt"

// InDoubt reports whether the mention may be somebody else: several people fit
// it, or it shares its first name with somebody of another surname. It is a
// find all the same.
func InDoubt(s bauta.Span) bool { return s.By(RuleDoubt) }

// Session reads one thread, message by message. It is a [bauta.Linker] of that
// thread alone, and not safe for concurrent use.
type Session struct {
	lex     *lexicon.Lexicon
	people  []*person
	numbers []tally
	things  []thing           // oldest first
	named   map[string]string // entities of things by their keys; nil where there are few
	turn    int
}

// thing is the entity of what is no person, by type and folded form.
type thing struct{ key, entity string }

// NewSession starts a thread. lex says what is a name and short for what; nil
// takes the lexicon that comes with the program.
func NewSession(lex *lexicon.Lexicon) *Session {
	if lex == nil {
		lex = lexicon.Default()
	}
	return &Session{lex: lex}
}

// Link reads the next messages of the thread.
func (s *Session) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for _, d := range docs {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.skipTaken(d)
	}
	for i, d := range docs {
		if err := ctx.Err(); err != nil {
			return err
		}
		spans[i] = s.labelled(d, spans[i])
		s.Add(d, spans[i])
	}
	return nil
}

// Add reads the next message and sets Entity of its spans, in place, where it
// is not set already. Spans should stand in order.
func (s *Session) Add(d *bauta.Doc, spans []bauta.Span) {
	s.skipTaken(d)
	for i := range spans {
		sp := &spans[i]
		if sp.Entity != "" || IsNamesake(*sp) || sp.Start < 0 || sp.End > len(d.Text) || sp.Start >= sp.End {
			continue
		}
		s.turn++
		switch {
		case sp.By(Field) && sp.Label == bauta.Person:
			s.field(d, sp)
		case named(sp.Label):
			if m := s.read(d, *sp); len(m.words) > 0 {
				s.person(&m, sp)
			}
		case addresses(d, sp):
			s.address(d, sp)
		default:
			s.thing(d, sp)
		}
	}
}

// skipTaken keeps numbers free that a text holds already: an earlier run wrote it, or somebody is called so.
func (s *Session) skipTaken(d *bauta.Doc) {
	for _, t := range d.Tokens {
		if t.Kind != bauta.Masked {
			continue
		}
		if kind, n, ok := text.Numbered(d.Surface(t.Start, t.End)); ok {
			last := s.last(kind)
			last.n = max(last.n, n)
		}
	}
}

// person finds who a mention is, or who is new.
func (s *Session) person(m *mention, sp *bauta.Span) {
	who, others := s.who(m)
	if who == nil && !m.handle {
		who = s.begun(m)
	}
	switch {
	case who != nil:
	case sp.Doubt != bauta.Sure || m.handle && !m.namesSomebody():
		return
	default:
		others = s.namesake(m)
		who = s.meet(sp.Label)
	}
	who.learn(m, s.turn)
	sp.Entity = who.entity()
	if others {
		sp.Rule = strings.TrimSpace(sp.Rule + " " + RuleDoubt)
		sp.Why += doubtful
	}
}

// Field is among the keys of Span.Rule of a name that a corpus has in a field of its
// own, or names in a line of its own making: it is the whole name of somebody.
const Field = "field"

// field gives the name of a field its person. Two that the corpus tells apart stay
// apart however alike their names are, and one stays the same under all names; who
// has no letters in the name (❤️, a number) is somebody, too.
func (s *Session) field(d *bauta.Doc, sp *bauta.Span) {
	name, id := strings.TrimSpace(d.Surface(sp.Start, sp.End)), ""
	if d.Message.Field() != "" && d.Author != name {
		id = d.Author
	}
	said := *sp
	said.Start, said.End = bare(d.Text, sp.Start, sp.End)
	name = strings.TrimSpace(d.Surface(said.Start, said.End))
	m := s.read(d, said)
	p := s.called(name, id)
	if p == nil && len(m.words) > 0 {
		p, _ = s.who(&m)
		if p != nil && len(p.called) > 0 && d.Message.Field() != "" {
			p = nil // somebody else whom the corpus knows
		} else if p == nil {
			p = s.begins(&m)
		}
	}
	if p == nil {
		p = s.meet(sp.Label)
	}
	if len(m.words) > 0 && !several(name) {
		p.learn(&m, s.turn)
	}
	p.seen = s.turn
	if id != "" && (p.id == "" || ofOneKind(p.id, id)) {
		p.id = strings.Clone(id)
	}
	first := len(m.words) == 1 && sp.By("mention") // who is spoken to by one word may be called by more
	if !first && len(p.called) < MaxForms && !slices.Contains(p.called, name) {
		p.called = append(p.called, strings.Clone(name))
	}
	sp.Entity = p.entity()
}

// bare is where the name itself stands in what a corpus has for one: without the sign of a
// mention, and without the bracket by which telephones tell two numbers of somebody apart,
// Léa (work).
func bare(s string, from, to int) (int, int) {
	name := strings.TrimLeft(s[from:to], "@~ \u00a0\u202f")
	from = to - len(name)
	open := strings.LastIndexAny(name, "([")
	if open < 1 || strings.LastIndexAny(strings.TrimSpace(name), ")]") < len(strings.TrimSpace(name))-1 {
		return from, to
	}
	if name = strings.TrimSpace(name[:open]); name == "" {
		return from, to
	}
	return from, from + len(name)
}

// ofOneKind reports two IDs of one kind of file, which alone tell people apart: telegram:1 is
// not discord:2.
func ofOneKind(a, b string) bool {
	one, _, _ := strings.Cut(a, ":")
	other, _, _ := strings.Cut(b, ":")
	return one == other || !strings.Contains(a, ":") || !strings.Contains(b, ":")
}

// several reports what is called after two people, as a chat may be: Léa & Tom.
func several(name string) bool {
	_, other, ok := strings.Cut(name, "&")
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(other, " "))
	return ok && unicode.IsUpper(first)
}

// called finds who the corpus knows by an ID, or by a name to the letter; who has another
// ID is somebody else.
func (s *Session) called(name, id string) (found *person) {
	for _, p := range s.people {
		switch {
		case id != "" && p.id == id:
			return p
		case id != "" && p.id != "" && ofOneKind(p.id, id) || !slices.Contains(p.called, name):
		case found == nil || p.seen > found.seen:
			found = p
		}
	}
	return found
}

// who gives the person that a mention fits best, of several the one mentioned
// last, and whether there were several.
func (s *Session) who(m *mention) (found *person, several bool) {
	top := 0
	for _, p := range s.people {
		switch fit := p.fit(m); {
		case fit == 0 || fit < top:
		case fit > top:
			top, found, several = fit, p, false
		default:
			several = true
			if p.seen > found.seen {
				found = p
			}
		}
	}
	return found, several
}

// begun gives whose first name in a field a word by itself begins, where it is nobody's but theirs: Dev is Devinder.
func (s *Session) begun(m *mention) *person {
	if m.first == nil || m.last != nil {
		return nil
	}
	return s.only(m, func(p *person) bool { return len(p.called) > 0 && slices.ContainsFunc(p.first, m.first.begins) })
}

// begins gives who was called by no more than the first letters of a first name in a field.
func (s *Session) begins(m *mention) *person {
	if m.first == nil {
		return nil
	}
	begins := func(f word) bool { return f.begins(*m.first) }
	return s.only(m, func(p *person) bool {
		return len(p.called)+len(p.last) == 0 && slices.ContainsFunc(p.first, begins)
	})
}

// only gives the one person of a kind that may be of the sex of a mention, nil for none and for several.
func (s *Session) only(m *mention, is func(*person) bool) (found *person) {
	for _, p := range s.people {
		switch {
		case !is(p) || apart(m.sex, p.sex):
		case found != nil:
			return nil
		default:
			found = p
		}
	}
	return found
}

// namesake reports whether somebody else is known by the first name of a full
// name.
func (s *Session) namesake(m *mention) bool {
	return m.first != nil && m.last != nil && slices.ContainsFunc(s.people, func(p *person) bool {
		return len(p.last) > 0 && best(m.first, p.first) > initial
	})
}

// meet makes somebody new, of private life unless a tagger knows better, and forgets
// somebody where there are too many.
func (s *Session) meet(as bauta.Label) *person {
	if len(s.people) >= MaxPersons {
		oldest := 0
		for i, p := range s.people {
			if p.seen < s.people[oldest].seen {
				oldest = i
			}
		}
		s.people = slices.Delete(s.people, oldest, oldest+1)
	}
	if as != bauta.KnownFigure {
		as = bauta.Person // handles and addresses are people's
	}
	p := &person{kind: as, number: s.next(kindName(as))}
	s.people = append(s.people, p)
	return p
}

// next gives the next number of a type.
func (s *Session) next(kind string) int {
	return s.last(kind).next()
}

// last is where the last number of a type stands. There are few types, and a
// session is one of very many: no map.
func (s *Session) last(kind string) *tally {
	i := slices.IndexFunc(s.numbers, func(t tally) bool { return t.kind == kind })
	if i < 0 {
		i, s.numbers = len(s.numbers), append(s.numbers, tally{kind: strings.Clone(kind)})
	}
	return &s.numbers[i]
}

// addresses reports what may hold the name of the person it belongs to.
func addresses(d *bauta.Doc, sp *bauta.Span) bool {
	if sp.Label != bauta.UID {
		return sp.Label == bauta.Email
	}
	mentioned := sp.Start > 0 && d.Text[sp.Start-1] == '@'
	return mentioned || sp.Rule == "" || strings.HasPrefix(sp.Rule, "handle")
}

// address gives a handle or e-mail address its person, and remembers it as a
// thing besides, so that it stays who it was.
func (s *Session) address(d *bauta.Doc, sp *bauta.Span) {
	key := thingKey(d, sp)
	if known := s.known(key); known != "" {
		sp.Entity = known
		return
	}
	if m := s.read(d, *sp); len(m.words) > 0 {
		s.person(&m, sp)
	}
	if sp.Entity == "" {
		s.thing(d, sp)
		return
	}
	s.remember(key, sp.Entity)
}

// thing gives a span that is no person the entity of what is written alike.
func (s *Session) thing(d *bauta.Doc, sp *bauta.Span) {
	key := thingKey(d, sp)
	known := s.known(key)
	if stem, ok := strings.CutSuffix(key, "s"); known == "" && ok && attached(d.Lang) {
		known = s.known(stem) // the parks of London: Londons Parks
	}
	if known == "" {
		if sp.Doubt != bauta.Sure {
			return
		}
		kind := kindName(sp.Label)
		known = kind + " " + strconv.Itoa(s.next(kind))
		s.remember(key, known)
	}
	sp.Entity = known
}

// manyThings is how many things are looked up in a map: a thread has few, and there are very many threads.
const manyThings = 32

// known gives the entity of a thing, "" where it is new.
func (s *Session) known(key string) string {
	if len(s.things) >= manyThings {
		if s.named == nil {
			s.named = map[string]string{}
			for _, t := range s.things {
				s.named[t.key] = t.entity
			}
		}
		return s.named[key]
	}
	for i := range s.things {
		if s.things[i].key == key {
			return s.things[i].entity
		}
	}
	return ""
}

// remember keeps the entity of a thing, and forgets the oldest where there are
// too many.
func (s *Session) remember(key, entity string) {
	if len(s.things) >= MaxThings {
		delete(s.named, s.things[0].key)
		s.things = slices.Delete(s.things, 0, 1)
	}
	if s.named != nil {
		s.named[key] = entity
	}
	s.things = append(s.things, thing{key, entity})
}

// thingKey folds what a span covers under its type: letters and digits alone.
func thingKey(d *bauta.Doc, sp *bauta.Span) string {
	key := text.Plain(clip(visible(d, *sp)))
	if key == "" {
		key = clip(d.Surface(sp.Start, sp.End))
	}
	if !strings.ContainsAny(key, "0123456789") {
		if short, drawn := squeeze(key, false); drawn {
			key = short
		}
	}
	return string(sp.Label) + " " + key
}

// kindName writes a type as the first word of an entity: Location, Zip-code, UID.
func kindName(l bauta.Label) string {
	if l == bauta.UID || l == bauta.URL {
		return string(l)
	}
	name := strings.ReplaceAll(strings.ToLower(string(l)), "_", "-")
	for i, r := range name {
		return string(unicode.ToUpper(r)) + name[i+len(string(r)):]
	}
	return "Thing"
}

// Linker joins the mentions of a thread that is there as a whole; its sessions
// join them stretch by stretch. It is safe for concurrent use.
type Linker struct {
	// Lexicon says what is a name and short for what; nil is the one that comes
	// with the program.
	Lexicon *lexicon.Lexicon
}

var _ bauta.SessionLinker = Linker{}

// Link sets Entity of all spans of the thread.
func (l Linker) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	return NewSession(l.Lexicon).Link(ctx, docs, spans)
}

// Session starts a thread; see [NewSession].
func (l Linker) Session() bauta.Linker { return NewSession(l.Lexicon) }
