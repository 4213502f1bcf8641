package thread

import (
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/text"
)

// Answers finds what only the question before a message shows: "Your customer
// number?", "KD-5529". A question goes forward as the part of its document that asks;
// what may answer is put behind it, as if one person had written both, and what is
// found there in the message itself is added. Neither is analysed again. No find is
// taken away.
type Answers struct {
	Pipeline *bauta.Pipeline // which finds what is in a message behind a question
	// Harmless reports types that tell nobody's identity: a form that the question
	// asked for takes the place of such a find.
	Harmless func(bauta.Label) bool
}

var _ bauta.SessionLinker = Answers{}

// Link adds the finds of a thread.
func (a Answers) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	return a.Session().Link(ctx, docs, spans)
}

// Session starts a thread.
func (a Answers) Session() bauta.Linker { return &openQuestion{Answers: a} }

// How many messages may answer a question, and how many bytes an answer has:
// who sends a number does not write a letter around it.
const (
	answering     = 3
	longestAnswer = 200
)

// openQuestion is the question that is open in a thread.
type openQuestion struct {
	Answers
	asked  *bauta.Doc // the words that ask, with a colon
	named  bool       // they ask for a name
	author string     // who asked
	left   int        // how many messages may still answer
}

// Link reads the messages in order.
func (q *openQuestion) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for i, d := range docs {
		if d.Field() != "" {
			continue
		}
		if q.left > 0 && len(d.Text) <= longestAnswer && (d.Author == "" || d.Author != q.author) {
			found, err := q.read(ctx, d)
			if err != nil {
				return err
			}
			spans[i] = q.join(d, spans[i], found)
		}
		if q.left--; q.left <= 0 {
			q.asked = nil
		}
		if c, ok := asks(d); ok {
			*q = openQuestion{
				Answers: q.Answers, asked: question(d, c), named: c.named,
				author: strings.Clone(d.Author), left: answering,
			}
		}
	}
	return nil
}

// read gives what is found in a message behind the question.
func (q *openQuestion) read(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := q.Pipeline.Find(ctx, behind(q.asked, d))
	if err != nil {
		return nil, err
	}
	out := found[:0:0]
	before := len(q.asked.Text)
	for _, s := range found {
		if s.Doubt != bauta.Sure || s.Start < before || s.Label == bauta.Person && !q.named {
			continue
		}
		s.Start, s.End = s.Start-before, s.End-before
		s.Inner = nil // its ranges are those of both
		out = append(out, s)
	}
	return out, nil
}

// join adds finds to those of a message. Where a find is known, the question
// may say what it is: a date that is one of birth, or a door code that a tagger
// took for the title of a work.
func (a Answers) join(d *bauta.Doc, known, found []bauta.Span) []bauta.Span {
	var more []bauta.Span
	for _, s := range found {
		i := slices.IndexFunc(known, func(k bauta.Span) bool { return k.Doubt == bauta.Sure && k.Overlaps(s) })
		switch {
		case i < 0:
			more = append(more, s)
		case sameAs(s, known[i]) && settle.ByForm(s):
			known[i].Source, known[i].Rule, known[i].Why = s.Source, s.Rule, s.Why
		case a.replaces(s, known[i]):
			more, known = append(more, s), slices.Delete(slices.Clone(known), i, i+1)
		}
	}
	if len(more) == 0 {
		return known
	}
	return bauta.Fuse(len(d.Text), append(more, known...))
}

// sameAs reports two finds of one type and place.
func sameAs(s, t bauta.Span) bool { return s.Label == t.Label && s.Start == t.Start && s.End == t.End }

// replaces reports a form that stands around what is none and tells nobody's identity.
func (a Answers) replaces(s, known bauta.Span) bool {
	if !settle.ByForm(s) || settle.ByForm(known) || !a.Harmless(known.Label) {
		return false
	}
	return s.Start <= known.Start && known.End <= s.End
}

// longestClause is how many bytes of a question are kept.
const longestClause = 80

// clause is a stretch of a message between signs.
type clause struct {
	start, end int
	about      bool // it has a word for what identifies
	named      bool // … for a name
	plea       bool // it asks without a sign
	other      bool // it asks how many, or has a value in it
}

// add reads a word.
func (c *clause) add(t bauta.Token) {
	word := text.Plain(t.Norm[strings.LastIndexByte(t.Norm, '\'')+1:]) // "l'adresse"
	switch {
	case t.Kind != bauta.Word, quantities[word]:
		c.other = true
	case pleas[word]:
		c.plea = true
		return
	}
	if c.end == 0 {
		c.start = t.Start
	}
	c.end = t.End
	c.named = c.named || asksName[word]
	compound := strings.HasSuffix(word, "nummer") || strings.HasSuffix(word, "koden")
	c.about = c.about || asksName[word] || wanted[word] || compound
}

// pleads reports a sign or a word by which somebody asks.
func pleads(t bauta.Token) bool {
	switch t.Kind {
	case bauta.Word:
		return pleas[text.Plain(t.Norm[strings.LastIndexByte(t.Norm, '\'')+1:])]
	case bauta.Punct:
		return strings.ContainsAny(t.Norm, "?？")
	}
	return false
}

// asks gives the last words of a message that ask for what identifies: "and your
// date of birth please". A plea at the end is left out.
func asks(d *bauta.Doc) (last clause, ok bool) {
	if !slices.ContainsFunc(d.Tokens, pleads) {
		return clause{}, false
	}
	var c clause
	closed := func(question bool) {
		if c.about && !c.other && (question || c.plea) && c.end-c.start <= longestClause {
			last, ok = c, true
		}
		c = clause{}
	}
	for _, t := range d.Tokens {
		switch {
		case t.Kind == bauta.Punct && strings.ContainsAny(t.Norm, "?.!,;¿¡？"):
			closed(strings.ContainsAny(t.Norm, "?？"))
		case t.Kind != bauta.Punct && t.Kind != bauta.Emoji:
			c.add(t)
		}
	}
	closed(false)
	return last, ok
}
