package mask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/bauta/bauta"
)

// Scope says how far a pseudonym reaches.
type Scope string

// The scopes.
const (
	PerMessage Scope = "message"
	PerThread  Scope = "thread" // the default
	PerCorpus  Scope = "corpus" // sms4science.ch: Peter is always Ferdinand
)

// Validate reports a scope that there is not; "" is [PerThread].
func (s Scope) Validate() error {
	switch s {
	case "", PerMessage, PerThread, PerCorpus:
		return nil
	}
	return errors.New("no such scope; use message, thread or corpus")
}

// RotateConfig is what a rotation needs. Names and Key must be given.
type RotateConfig struct {
	Names []Name
	Key   Key
	Scope Scope
	// K is the number of lists a name must stand in to be rotated; rarer ones
	// go to Else. 0 is 1.
	K int
	// Else writes what is not rotated; nil writes the type's name.
	Else bauta.Operator
}

// Rotate writes another first name in the place of a first name: of the language of
// the thread (that of most of its messages), of the same sex, borne about as often,
// under a key, never the name itself and never one that stands in the same thread
// (sms4science.ch, "First names"). In French and Italian it begins with a vowel where
// the name does, so that d' and l' stay right; it has as many letters, but for two,
// and is of the same time, where names that are borne as often allow it.
// Capitals, repeated letters and genitive carry over: nicooolas becomes
// ferdinaaand. Its output cannot be told from a text that nobody touched, which
// is what it is for; a second run therefore rotates again.
//
// A short form becomes the short form of what its name becomes (nico, Nicolas:
// max, Maxime), where the table says whose it is.
//
// Rotate is an operator and a linker. As a linker it looks at the whole thread,
// or, where the thread comes in stretches, at what came so far; without, a
// message is its own thread. Where the surrogate of a name stands in the thread,
// another is taken there even in the scope of a corpus, where a name has one
// surrogate in all messages of a language otherwise.
type Rotate struct {
	cfg    RotateConfig
	tables map[string]*names
	first  string // the language of messages in one that has no table
	last   *atomic.Pointer[lone]
}

// NewRotate orders the names.
func NewRotate(cfg RotateConfig) (*Rotate, error) {
	switch cfg.Scope {
	case "":
		cfg.Scope = PerThread
	case PerMessage, PerThread, PerCorpus:
	default:
		return nil, fmt.Errorf("no scope %q; use message, thread or corpus", cfg.Scope)
	}
	if cfg.Else == nil {
		cfg.Else = Tag{}
	}
	t, err := tables(cfg.Names, cfg.K, cfg.Key)
	if err != nil {
		return nil, err
	}
	o := &Rotate{cfg, t, "", new(atomic.Pointer[lone])}
	for _, n := range cfg.Names {
		if t[n.Lang] != nil {
			o.first = n.Lang
			break
		}
	}
	return o, nil
}

// Otherwise gives the same rotation, with another rule for what is not rotated.
func (o *Rotate) Otherwise(rest bauta.Operator) *Rotate {
	c := *o
	c.cfg.Else = rest
	return &c
}

// table gives the names of a language.
func (o *Rotate) table(lang string) *names {
	if t := o.tables[lang]; t != nil {
		return t
	}
	return o.tables[o.first]
}

// spoken gives the language of most documents, the first of those that tie.
func spoken(docs []*bauta.Doc) string {
	count, best := map[string]int{}, ""
	for _, d := range docs {
		count[d.Lang]++
	}
	for _, d := range docs {
		if best == "" || count[d.Lang] > count[best] {
			best = d.Lang
		}
	}
	return best
}

// Format writes nothing of the key and the names, whatever the verb.
func (Rotate) Format(f fmt.State, _ rune) { io.WriteString(f, "rotation of first names") }

// Known reports whether a word is written as a name of the table.
func (o *Rotate) Known(word string) bool {
	_, ok := o.table(o.first).read(word)
	return ok
}

// scope names what a message's pseudonyms are valid in.
func (o *Rotate) scope(d *bauta.Doc) string {
	switch {
	case o.cfg.Scope == PerCorpus:
		return ""
	case o.cfg.Scope == PerThread && d.Thread != "":
		return "thread " + d.Thread
	}
	return "message " + d.ID
}

// standing notes the families of the names that stand in documents, found or
// not.
func (t *names) standing(in map[seat]bool, docs ...*bauta.Doc) map[seat]bool {
	note := func(word string) {
		if r, ok := t.read(word); ok {
			in[t.seatOf(r.word).seat] = true
		}
	}
	for _, d := range docs {
		for _, t := range d.Tokens {
			if t.Kind != bauta.Word && t.Kind != bauta.Handle && t.Kind != bauta.Tag {
				continue
			}
			surface := strings.TrimLeft(d.Surface(t.Start, t.End), "@#")
			if t.Kind == bauta.Handle {
				for start, end := range runs(surface) {
					note(surface[start:end])
				}
			}
			note(surface)
			if strings.Contains(surface, "-") {
				for w := range strings.SplitSeq(surface, "-") {
					note(w)
				}
			}
		}
	}
	return in
}

// rotated is the Span.Source of the inner spans in which Link notes a surrogate
// as their entity; the entity of the span itself stays as others set it.
const rotated = "rotate"

// Link chooses the surrogates of a thread and notes them inside its names.
func (o *Rotate) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	return o.Session().Link(ctx, docs, spans)
}

// Session keeps to the surrogates of a thread when more of it comes.
func (o *Rotate) Session() bauta.Linker {
	return &turning{Rotate: o}
}

// turning is a rotation in one thread.
type turning struct {
	*Rotate
	names  *names
	stands map[seat]bool
	to     given
}

// Link chooses surrogates for the names that are new, and notes those of all.
func (s *turning) Link(_ context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	if s.cfg.Scope == PerMessage || len(docs) == 0 {
		return nil
	}
	if s.stands == nil {
		s.names, s.stands, s.to = s.table(spoken(docs)), map[seat]bool{}, given{}
	}
	s.names.assign(s.cfg.Key, s.scope(docs[0]), s.names.standing(s.stands, docs...), s.to)
	for i, d := range docs {
		for j := range spans[i] {
			s.names.mark(d, &spans[i][j], s.to)
		}
	}
	return nil
}

// lone are the surrogates that were chosen for a message by itself.
type lone struct {
	doc *bauta.Doc
	to  given
}

// alone chooses the surrogates of a message that nobody linked. A message is asked
// about once for each of its names, one after the other: what was chosen for the
// last message is kept.
func (o *Rotate) alone(d *bauta.Doc) given {
	if last := o.last.Load(); last != nil && last.doc == d {
		return last.to
	}
	to := given{}
	t := o.table(d.Lang)
	t.assign(o.cfg.Key, o.scope(d), t.standing(map[seat]bool{}, d), to)
	o.last.Store(&lone{d, to})
	return to
}

// mark puts the surrogate of a name, or of each of its words, into an inner
// span of the same place.
func (t *names) mark(d *bauta.Doc, s *bauta.Span, to given) {
	if s.Label != bauta.Person && !isHandle(*s) {
		return
	}
	inner := append([]bauta.Span(nil), s.Inner...)
	for i := range inner {
		t.mark(d, &inner[i], to)
	}
	there := make(map[[2]int]bool, len(inner))
	for _, in := range inner {
		there[[2]int{in.Start, in.End}] = true
	}
	note := func(start, end int) {
		if r, ok := t.read(d.Surface(start, end)); ok && !there[[2]int{start, end}] {
			there[[2]int{start, end}] = true
			inner = append(inner, bauta.Span{
				Start: start, End: end, Label: bauta.Person, Source: rotated, Entity: t.surrogate(r.word, to),
			})
		}
	}
	note(s.Start, s.End)
	if isHandle(*s) {
		for start, end := range runs(d.Surface(s.Start, s.End)) {
			note(s.Start+start, s.Start+end)
		}
	}
	first, _ := slices.BinarySearchFunc(d.Tokens, s.Start,
		func(t bauta.Token, at int) int { return cmp.Compare(t.Start, at) })
	for _, t := range d.Tokens[first:] {
		if t.End > s.End {
			break
		}
		note(t.Start, t.End)
	}
	s.Inner = inner
}

// noted gives the surrogate that Link noted in a span, and whether it did: where
// the thread left none, it noted "".
func noted(s bauta.Span) (string, bool) { return notedAt(s, s.Start, s.End) }

// notedAt is noted for a place inside a span.
func notedAt(s bauta.Span, start, end int) (string, bool) {
	for _, in := range s.Inner {
		if in.Source == rotated && in.Start == start && in.End == end {
			return in.Entity, true
		}
	}
	return "", false
}

// Replace writes the surrogate.
func (o *Rotate) Replace(ctx context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if isHandle(s) {
		return o.handle(d, s), nil
	}
	word, t := d.Surface(s.Start, s.End), o.table(d.Lang)
	if r, ok := t.read(word); ok {
		to, ok := noted(s)
		if !ok {
			to = t.surrogate(r.word, o.alone(d))
		}
		if to == "" || to == r.word {
			return o.cfg.Else.Replace(ctx, d, s)
		}
		return dress(to, word, r), nil
	}
	if !strings.Contains(word, "-") {
		return o.cfg.Else.Replace(ctx, d, s)
	}
	var out []string
	chosen := o.alone(d)
	for w := range strings.SplitSeq(word, "-") {
		r, ok := t.read(w)
		to := t.surrogate(r.word, chosen)
		if !ok || to == "" {
			return o.cfg.Else.Replace(ctx, d, s)
		}
		out = append(out, dress(to, w, r))
	}
	return strings.Join(out, "-"), nil
}

// dress writes a surrogate as the name was written.
func dress(to, word string, r reading) string {
	if r.plain {
		to = unaccented(to)
	}
	if r.run >= 3 {
		to = lengthen(to, r.run)
	}
	upper, lower := 0, 0
	for _, c := range strings.TrimSuffix(word, r.suffix) {
		switch {
		case unicode.IsUpper(c):
			upper++
		case unicode.IsLower(c):
			lower++
		}
	}
	switch {
	case upper > 1 && lower == 0:
		to = strings.ToUpper(to)
	case upper > 0:
		to = title(to)
	}
	return to + r.suffix
}

// lengthen draws the last vowel out.
func lengthen(s string, run int) string {
	rs := []rune(s)
	for i := len(rs) - 1; i >= 0; i-- {
		if strings.ContainsRune("aeiouyàáâäãåæèéêëìíîïòóôöøõùúûü", rs[i]) {
			return string(rs[:i]) + strings.Repeat(string(rs[i]), run) + string(rs[i+1:])
		}
	}
	return s
}

// title writes a capital at the start of each part.
func title(s string) string {
	rs := []rune(s)
	for i := range rs {
		if i == 0 || rs[i-1] == '-' || rs[i-1] == ' ' {
			rs[i] = unicode.ToTitle(rs[i])
		}
	}
	return string(rs)
}

// Company lists the names of a language among which one is hidden, itself among them:
// what becomes of any of them is another of them. It is no secret; which becomes
// which is.
func (o *Rotate) Company(word, lang string) []string {
	t := o.table(lang)
	r, ok := t.read(word)
	p := t.seatOf(r.word)
	if !ok || p.guest != "" {
		return nil
	}
	var out []string
	for _, f := range t.cells[p.cell] {
		if p.member < len(f) {
			out = append(out, f[p.member].word)
		}
	}
	return out
}
