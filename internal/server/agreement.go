package server

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta/internal/agreement"
	"github.com/bauta/bauta/internal/review"
)

// Agreed is how far the annotators of a project agree, with each other and with
// themselves.
type Agreed struct {
	agreement.Report
	// Unseen is the same over the messages that nobody labelled with
	// "labelled before" open; nil where that is all of them.
	Unseen *agreement.Report       `json:"without_panel,omitempty"`
	Self   []agreement.Consistency `json:"repeated"`
}

// AgreeStore is what Agree reads.
type AgreeStore interface {
	review.Annotations
	review.People
}

// Agree measures the annotations of a project, with as many rounds of the
// bootstrap as given. Gold is not looked at, so adjudicating changes nothing.
func Agree(ctx context.Context, from AgreeStore, project int64, rounds int) (Agreed, error) {
	g, err := gather(ctx, from, project)
	if err != nil {
		return Agreed{}, err
	}
	cfg := agreement.Config{Annotators: g.names, Rounds: rounds, Seed: 1}
	alone := len(g.names) < 2
	for len(cfg.Annotators) < 2 { // nobody to agree with: the report says why
		cfg.Annotators = append(cfg.Annotators, "nobody")
		for i := range g.items {
			g.items[i].Tags = append(g.items[i].Tags, nil)
		}
	}
	var out Agreed
	if out.Report, err = agreement.Measure(g.items, cfg); err != nil {
		return out, err
	}
	if alone {
		out.Pairs = nil
	}
	if len(g.unseen) < len(g.items) && len(g.names) > 1 {
		r, err := agreement.Measure(g.unseen, cfg)
		if err != nil {
			return out, err
		}
		out.Unseen = &r
	}
	out.Self, err = agreement.Repeats(g.repeats, cfg)
	return out, err
}

// gathered is what the measures are taken of.
type gathered struct {
	names         []string
	items, unseen []agreement.Item
	repeats       []agreement.Repeat
}

func gather(ctx context.Context, from AgreeStore, project int64) (gathered, error) {
	var g gathered
	column := map[int64]int{}
	type row struct {
		users []int64
		tags  [][]string
		open  bool
	}
	var rows []row
	for a, err := range from.Annotated(ctx, project, review.Unlabelled) {
		if err != nil {
			return g, err
		}
		_, said, again, err := review.Tagged(&a)
		if err != nil {
			return g, err
		}
		r := row{tags: said}
		for i, s := range a.Said {
			if _, ok := column[s.User]; !ok {
				u, err := from.User(ctx, s.User)
				if err != nil {
					return g, err
				}
				column[s.User] = len(g.names)
				g.names = append(g.names, cmp.Or(u.Display, u.Login))
			}
			r.users = append(r.users, s.User)
			r.open = r.open || s.PanelMS > 0
			if again[i] != nil {
				g.repeats = append(g.repeats, agreement.Repeat{
					Annotator: g.names[column[s.User]], First: said[i], Again: again[i],
				})
			}
		}
		if len(r.users) > 1 {
			rows = append(rows, r)
		}
	}
	for _, r := range rows {
		it := agreement.Item{Tags: make([][]string, len(g.names))}
		for i, u := range r.users {
			it.Tags[column[u]] = slices.Clone(r.tags[i])
		}
		g.items = append(g.items, it)
		if !r.open {
			g.unseen = append(g.unseen, it)
		}
	}
	return g, nil
}
