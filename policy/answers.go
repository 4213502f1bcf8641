package policy

import (
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/settle"
	"github.com/bauta/bauta/text"
)

// answers finds what only the question before a message shows: "Your customer
// number?", "KD-5529". It reads a message that may answer once more, behind the
// words that asked, as if one person had written both, and adds what is found in
// the message itself. It takes no find away.
type answers struct{ pipeline *bauta.Pipeline }

var _ bauta.SessionLinker = answers{}

// Link adds the finds of a thread.
func (a answers) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	return a.Session().Link(ctx, docs, spans)
}

// Session starts a thread.
func (a answers) Session() bauta.Linker { return &asked{answers: a} }

// How many messages may answer a question, and how many bytes an answer has:
// who sends a number does not write a letter around it.
const (
	answering     = 3
	longestAnswer = 200
)

// asked is the question that is open in a thread.
type asked struct {
	answers
	clause string // the words that ask, with a colon
	named  bool   // they ask for a name
	langs  string // in which they were read
	author string // who asked
	left   int    // how many messages may still answer
}

// Link reads the messages in order.
func (q *asked) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for i, d := range docs {
		if q.left > 0 && len(d.Text) <= longestAnswer && (d.Author == "" || d.Author != q.author) {
			found, err := q.read(ctx, d)
			if err != nil {
				return err
			}
			spans[i] = told(d, spans[i], found)
		}
		q.left--
		if c, ok := asks(d); ok {
			*q = asked{
				answers: q.answers, clause: strings.Clone(d.Text[c.start:c.end]) + ": ", named: c.named,
				langs: strings.Join(append([]string{d.Lang}, d.Also...), ","), author: strings.Clone(d.Author), left: answering,
			}
		}
	}
	return nil
}

// read gives what is found in a message behind the question.
func (q *asked) read(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	m := d.Message
	m.Text, m.Lang = q.clause+m.Text, q.langs
	both, err := q.pipeline.Analyse.Analyse(ctx, m)
	if err != nil {
		return nil, err
	}
	found, err := q.pipeline.Find(ctx, both)
	if err != nil {
		return nil, err
	}
	out := found[:0:0]
	for _, s := range found {
		if s.Doubt != bauta.Sure || s.Start < len(q.clause) || s.Label == bauta.Person && !q.named {
			continue
		}
		s.Start, s.End = s.Start-len(q.clause), s.End-len(q.clause)
		s.Inner = nil // its ranges are those of both
		out = append(out, s)
	}
	return out, nil
}

// told adds finds to those of a message. Where a find is known, the question
// may say what it is: a date that is one of birth, or a door code that a tagger
// took for the title of a work.
func told(d *bauta.Doc, known, found []bauta.Span) []bauta.Span {
	var more []bauta.Span
	for _, s := range found {
		i := slices.IndexFunc(known, func(k bauta.Span) bool { return k.Doubt == bauta.Sure && k.Overlaps(s) })
		switch {
		case i < 0:
			more = append(more, s)
		case known[i].Label == s.Label && settle.ByForm(s) && known[i].Start == s.Start && known[i].End == s.End:
			known[i].Source, known[i].Rule, known[i].Why = s.Source, s.Rule, s.Why
		case settle.ByForm(s) && !settle.ByForm(known[i]) && s.Start <= known[i].Start && known[i].End <= s.End && harmless(known[i].Label):
			more, known = append(more, s), slices.Delete(slices.Clone(known), i, i+1)
		}
	}
	if len(more) == 0 {
		return known
	}
	return bauta.Fuse(len(d.Text), append(more, known...))
}

// harmless reports types that tell nobody's identity.
func harmless(l bauta.Label) bool {
	k, ok := kindOf(string(l))
	return ok && k.Group == "Other"
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
	c.about = c.about || asksName[word] || wanted[word] || strings.HasSuffix(word, "nummer") || strings.HasSuffix(word, "koden")
}

// asks gives the last words of a message that ask for what identifies: "and your
// date of birth please". A plea at the end is left out.
func asks(d *bauta.Doc) (last clause, ok bool) {
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
