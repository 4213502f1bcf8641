package sqlstore

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/review"
)

// A message is kept as one sealed record: version, then the fields of the
// message, tokens and spans in order. Numbers are varints, strings have their
// length before them, ranges count from the end of the one before.

// Records of version 1 have no keys of the rule: the reason was the key. Those of
// versions 1 and 2 do not say what the pipeline passed over, those up to 3 not what
// settlers changed, those up to 4 not whether the ID is the number of a line.
const (
	recordVersion  = 5
	recordNumbered = 4
	recordTaken    = 3
	recordFinds    = 2
	recordRuleless = 1
)

// maxNest bounds spans within spans.
const maxNest = 16

var errRecord = errors.New("a record of a message cannot be read; restore the store from a copy")

// pack writes an item.
func pack(it *review.Item) []byte {
	m := &it.Message
	b := append(make([]byte, 0, len(m.Text)+4*len(it.Tokens)+64*len(it.Spans)+64), recordVersion)
	for _, s := range []string{m.ID, m.Thread, m.Author, m.Lang, m.Text, it.Lang} {
		b = packString(b, s)
	}
	b = binary.AppendVarint(b, millis(m.Time))
	b = binary.AppendUvarint(b, uint64(len(it.Tokens)))
	last := 0
	for _, t := range it.Tokens {
		b = packRange(b, &last, t.Start, t.End)
	}
	b = packSpans(b, it.Spans)
	b = packSpans(b, it.Passed)
	b = binary.AppendUvarint(b, uint64(len(it.Named)))
	for _, n := range it.Named {
		b = append(b, byte(flag(n)))
	}
	b = binary.AppendUvarint(b, uint64(len(it.Changes)))
	for _, c := range it.Changes {
		b = packString(packString(b, c.Settler), c.Lang)
		b = packSpans(packSpans(b, some(c.Before)), some(c.After))
	}
	return binary.AppendVarint(b, int64(max(0, m.Line)))
}

// some is a span of a change, none where it is zero.
func some(s bauta.Span) []bauta.Span {
	if s.End == 0 {
		return nil
	}
	return []bauta.Span{s}
}

func packString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func packRange(b []byte, last *int, start, end int) []byte {
	b = binary.AppendVarint(b, int64(start-*last))
	*last = end
	return binary.AppendVarint(b, int64(end-start))
}

func packSpans(b []byte, spans []bauta.Span) []byte {
	b = binary.AppendUvarint(b, uint64(len(spans)))
	last := 0
	for _, s := range spans {
		b = packRange(b, &last, s.Start, s.End)
		for _, f := range []string{string(s.Label), string(s.Part), s.Source, s.Rule, s.Why, s.Entity} {
			b = packString(b, f)
		}
		b = append(b, byte(s.Doubt))
		b = binary.BigEndian.AppendUint64(b, math.Float64bits(s.P))
		b = packSpans(b, s.Inner)
	}
	return b
}

// unpack reads what pack wrote. No input makes it panic or take more memory than
// its length warrants.
func unpack(b []byte) (review.Item, error) {
	var it review.Item
	if len(b) == 0 || b[0] < recordRuleless || b[0] > recordVersion {
		return it, errRecord
	}
	version := b[0]
	r := &record{b: b[1:], ruleless: version == recordRuleless}
	m := &it.Message
	for _, f := range []*string{&m.ID, &m.Thread, &m.Author, &m.Lang, &m.Text, &it.Lang} {
		*f = r.string()
	}
	m.Time = moment(r.varint())
	last := 0
	if n := r.count(2); n > 0 {
		it.Tokens = make([]review.Range, n)
		for i := range it.Tokens {
			it.Tokens[i].Start, it.Tokens[i].End = r.span(&last)
		}
	}
	it.Spans = r.spans(0)
	if version > recordFinds {
		it.Passed = r.spans(0)
	}
	if n := r.count(1); n > 0 {
		it.Named = make([]bool, n)
		for i := range it.Named {
			it.Named[i] = r.byte() != 0
		}
	}
	if version > recordTaken {
		it.Changes = r.changes()
	}
	if version > recordNumbered {
		m.Line = max(0, int(r.varint()))
	}
	if r.bad || len(r.b) > 0 || !fits(&it) {
		return review.Item{}, errRecord
	}
	return it, nil
}

// fits reports whether an item's ranges lie in its text, in order and apart.
func fits(it *review.Item) bool {
	at := 0
	for _, t := range it.Tokens {
		if t.Start < at || t.End < t.Start || t.End > len(it.Message.Text) {
			return false
		}
		at = t.End
	}
	for _, c := range it.Changes {
		if !apart(some(c.Before), len(it.Message.Text)) || !apart(some(c.After), len(it.Message.Text)) {
			return false
		}
	}
	if !apart(it.Spans, len(it.Message.Text)) || !apart(it.Passed, len(it.Message.Text)) {
		return false
	}
	i := 0
	for _, p := range it.Passed {
		for i < len(it.Spans) && it.Spans[i].End <= p.Start {
			i++
		}
		if i < len(it.Spans) && it.Spans[i].Start < p.End {
			return false
		}
	}
	n := len(it.Named)
	return n == 0 || n == len(it.Spans) || n == len(it.Spans)+len(it.Passed)
}

// apart reports whether spans lie in a text of a length, in order and apart.
func apart(spans []bauta.Span, length int) bool {
	at := 0
	for _, s := range spans {
		if s.Start < at || s.End <= s.Start || s.End > length || math.IsNaN(s.P) {
			return false
		}
		at = s.End
	}
	return true
}

// record reads fields one after the other; once one is bad, so are all after it.
type record struct {
	b        []byte
	bad      bool
	ruleless bool // of version 1
}

func (r *record) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count reads a number of things of at least size bytes each.
func (r *record) count(size int) int {
	v, n := binary.Uvarint(r.b)
	if n <= 0 || v > uint64(len(r.b)-n)/uint64(size) {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return int(v)
}

func (r *record) fail() { r.b, r.bad = nil, true }

func (r *record) string() string {
	n := r.count(1)
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *record) byte() byte {
	if len(r.b) == 0 {
		r.fail()
		return 0
	}
	v := r.b[0]
	r.b = r.b[1:]
	return v
}

func (r *record) float() float64 {
	if len(r.b) < 8 {
		r.fail()
		return 0
	}
	v := math.Float64frombits(binary.BigEndian.Uint64(r.b))
	r.b = r.b[8:]
	return v
}

func (r *record) span(last *int) (start, end int) {
	start = *last + int(r.varint())
	end = start + int(r.varint())
	*last = end
	return start, end
}

// minSpan is the length of the shortest span in a record.
const minSpan = 2 + 5 + 1 + 8 + 1

func (r *record) spans(depth int) []bauta.Span {
	n := r.count(minSpan)
	if n == 0 {
		return nil
	}
	if depth == maxNest {
		r.fail()
		return nil
	}
	out := make([]bauta.Span, n)
	last := 0
	for i := range out {
		s := &out[i]
		s.Start, s.End = r.span(&last)
		s.Label, s.Part = bauta.Label(r.string()), bauta.Part(r.string())
		s.Source = r.string()
		if !r.ruleless {
			s.Rule = r.string()
		}
		s.Why, s.Entity = r.string(), r.string()
		if r.ruleless {
			s.Rule = corpus.RuleOf(s.Why)
		}
		s.Doubt, s.P = bauta.Doubt(r.byte()), r.float()
		s.Inner = r.spans(depth + 1)
		if s.Doubt > bauta.Unknown {
			r.fail()
		}
	}
	return out
}

// minChange is the length of the shortest change in a record.
const minChange = 4

func (r *record) changes() []bauta.Change {
	n := r.count(minChange)
	if n == 0 {
		return nil
	}
	out := make([]bauta.Change, 0, min(n, 64))
	for range n {
		c := bauta.Change{Settler: r.string(), Lang: r.string()}
		c.Before, c.After = r.one(), r.one()
		if r.bad {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// one reads a span or none.
func (r *record) one() bauta.Span {
	switch spans := r.spans(0); len(spans) {
	case 0:
		return bauta.Span{}
	case 1:
		return spans[0]
	}
	r.fail()
	return bauta.Span{}
}

// item opens the sealed record of a message.
func (v *vault) item(message int64, sealed []byte) (review.Item, error) {
	plain, err := v.open("message", message, sealed)
	if err != nil {
		return review.Item{}, err
	}
	return unpack(plain)
}
