package page

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/review"
)

// numbers applies decisions, and gives what somebody masks by hand the number that the policy
// would: that of the person whom it names in its conversation, or the next one behind all of them.
type numbers struct {
	*review.Applied
	page *Page
	late bool // something waits for its number until the whole file was read
}

var _ bauta.SessionLinker = (*numbers)(nil)

// Session is the same: what a conversation holds stays in the page.
func (n *numbers) Session() bauta.Linker { return n }

// Link applies decisions to messages.
func (n *numbers) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	before := make([][]bauta.Span, len(spans))
	for i := range spans {
		before[i] = slices.Clone(spans[i])
	}
	if err := n.Applied.Link(ctx, docs, spans); err != nil || !n.page.numbers {
		return err
	}
	for i, d := range docs {
		for j := range spans[i] {
			s := &spans[i][j]
			if s.Source != review.Source || s.Entity != "" {
				continue
			}
			if n.page.people == nil {
				n.late = true
				continue
			}
			people, err := n.page.met(ctx, d, before[i])
			if err != nil {
				return err
			}
			one := []bauta.Span{*s}
			people.Add(d, one)
			s.Entity = one[0].Entity
		}
	}
	return nil
}

// met gives the people of a document's conversation as they were numbered when the file was
// read. A document of none is one for itself, with what was found in it.
func (p *Page) met(ctx context.Context, d *bauta.Doc, found []bauta.Span) (*coref.Session, error) {
	people := p.people[d.Thread]
	if people != nil {
		return people, nil
	}
	people = coref.NewSession(p.built.Lexicon)
	if d.Thread == "" {
		return people, meet(ctx, people, d, found)
	}
	for _, s := range p.seen {
		if s.held || s.message.Thread != d.Thread {
			continue
		}
		of, err := p.built.Pipeline.Analyse.Analyse(ctx, s.message)
		if err != nil {
			return nil, err
		}
		if err := meet(ctx, people, of, s.spans); err != nil {
			return nil, err
		}
	}
	p.people[d.Thread] = people
	return people, nil
}

// meet has people meet whom a document names, as they did when it was read.
func meet(ctx context.Context, people *coref.Session, d *bauta.Doc, found []bauta.Span) error {
	found = slices.Clone(found)
	for i := range found {
		found[i].Entity = ""
	}
	return people.Link(ctx, []*bauta.Doc{d}, [][]bauta.Span{found})
}
