package mask

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
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

// RotateConfig is what a rotation needs. Names and Key must be given.
type RotateConfig struct {
	Names []Name
	Key   []byte
	Scope Scope
	// K is the number of lists a name must stand in to be rotated; rarer ones
	// go to Else. 0 is 1.
	K int
	// Else writes what is not rotated; nil writes the type's name.
	Else bauta.Operator
}

// Rotate writes another first name in the place of a first name: of the same
// language, sex and frequency band, under a key, never the name itself and
// never one that stands in the same thread (sms4science.ch, "First names").
// Capitals, repeated letters and genitive carry over: nicooolas becomes
// ferdinaaand. Its output cannot be told from a text that nobody touched, which
// is what it is for; a second run therefore rotates again.
//
// Rotate is an operator and a linker. As a linker it looks at the whole thread;
// without, a message is its own thread. Where the surrogate of a name stands in
// the thread, another is taken there even in the scope of a corpus. Names that
// share a cell move by the same secret step in a secret order.
type Rotate struct {
	cfg   RotateConfig
	names *names
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
	t, err := newNames(cfg.Names, cfg.K, cfg.Key)
	if err != nil {
		return nil, err
	}
	return &Rotate{cfg, t}, nil
}

// Known reports whether a word is written as a name of the table.
func (o *Rotate) Known(word string) bool {
	_, ok := o.names.read(word)
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

// standing lists the names that stand in documents, found or not.
func (o *Rotate) standing(docs ...*bauta.Doc) map[string]bool {
	out := map[string]bool{}
	for _, d := range docs {
		for _, t := range d.Tokens {
			if t.Kind != bauta.Word && t.Kind != bauta.Handle && t.Kind != bauta.Tag {
				continue
			}
			for w := range strings.SplitSeq(strings.TrimLeft(d.Surface(t.Start, t.End), "@#"), "-") {
				if r, ok := o.names.read(w); ok {
					out[r.word] = true
				}
			}
			if r, ok := o.names.read(d.Surface(t.Start, t.End)); ok {
				out[r.word] = true
			}
		}
	}
	return out
}

// rotated is the Span.Source of the inner spans in which Link notes a surrogate
// as their entity; the entity of the span itself stays as others set it.
const rotated = "rotate"

// Link chooses the surrogates of a thread and notes them inside its names.
func (o *Rotate) Link(_ context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	if o.cfg.Scope == PerMessage || len(docs) == 0 {
		return nil
	}
	chosen := o.names.assign(o.cfg.Key, o.scope(docs[0]), o.standing(docs...))
	for i, d := range docs {
		for j := range spans[i] {
			o.mark(d, &spans[i][j], chosen)
		}
	}
	return nil
}

// mark puts the surrogate of a name, or of each of its words, into an inner
// span of the same place.
func (o *Rotate) mark(d *bauta.Doc, s *bauta.Span, chosen map[string]string) {
	if s.Label != bauta.Person {
		return
	}
	inner := append([]bauta.Span(nil), s.Inner...)
	for i := range inner {
		o.mark(d, &inner[i], chosen)
	}
	note := func(start, end int) {
		if r, ok := o.names.read(d.Surface(start, end)); ok && !within(inner, start, end) {
			inner = append(inner, bauta.Span{Start: start, End: end, Label: bauta.Person, Source: rotated, Entity: chosen[r.word]})
		}
	}
	note(s.Start, s.End)
	first, _ := slices.BinarySearchFunc(d.Tokens, s.Start, func(t bauta.Token, at int) int { return cmp.Compare(t.Start, at) })
	for _, t := range d.Tokens[first:] {
		if t.End > s.End {
			break
		}
		note(t.Start, t.End)
	}
	s.Inner = inner
}

func within(spans []bauta.Span, start, end int) bool {
	return slices.ContainsFunc(spans, func(s bauta.Span) bool { return s.Start == start && s.End == end })
}

// noted gives the surrogate that Link noted in a span.
func noted(s bauta.Span) string {
	for _, in := range s.Inner {
		if in.Source == rotated && in.Start == s.Start && in.End == s.End {
			return in.Entity
		}
	}
	return ""
}

// Replace writes the surrogate.
func (o *Rotate) Replace(ctx context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	word := d.Surface(s.Start, s.End)
	if r, ok := o.names.read(word); ok {
		to := noted(s)
		if to == "" {
			to = o.names.assign(o.cfg.Key, o.scope(d), o.standing(d))[r.word]
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
	chosen := o.names.assign(o.cfg.Key, o.scope(d), o.standing(d))
	for w := range strings.SplitSeq(word, "-") {
		r, ok := o.names.read(w)
		if !ok || chosen[r.word] == "" {
			return o.cfg.Else.Replace(ctx, d, s)
		}
		out = append(out, dress(chosen[r.word], w, r))
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
