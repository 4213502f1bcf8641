package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/bauta/bauta/internal/review"
)

// digest is over the labels of all occurrences and the states of all groups.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) group(id int64, open int, state review.GroupState) {
	fmt.Fprintf(d, "g%d %d %s\n", id, open, state)
}

func (d digest) label(id int64, l review.Label) {
	fmt.Fprintf(d, "o%d %s %q %d-%d %s %d %t\n", id, l.Effect, l.Label, l.As.Start, l.As.End, l.Decision, l.User,
		l.Bulk)
}

func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)) }

// walk goes through a project's groups with their occurrences.
func (s *Store) walk(ctx context.Context, project int64, visit func(g *group, occ []review.Occurrence) error) error {
	c := s.read()
	if _, err := s.vault(ctx, c, project); err != nil {
		return err
	}
	var groups []group
	err := c.each(ctx, func(row scanner) error {
		g, err := scanGroup(row)
		groups = append(groups, g)
		return err
	}, "SELECT "+groupColumns+" FROM word_group WHERE project = ? ORDER BY id", project)
	if err != nil {
		return err
	}
	var occ []review.Occurrence
	i := 0
	flush := func(upto int64) error { // visits all groups before that of the next row
		for ; i < len(groups) && groups[i].ID < upto; i++ {
			if err := visit(&groups[i], occ); err != nil {
				return err
			}
			occ = occ[:0]
		}
		return nil
	}
	err = c.each(ctx, func(row scanner) error {
		p, err := scanPlaced(row)
		if err != nil {
			return err
		}
		if err := flush(p.Group); err != nil {
			return err
		}
		occ = append(occ, p.Occurrence)
		return nil
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE project = ? ORDER BY grp, id", project)
	if err != nil {
		return err
	}
	return flush(1<<63 - 1)
}

// Digest is that of the projection as it stands.
func (s *Store) Digest(ctx context.Context, project int64) (string, error) {
	d := newDigest()
	err := s.walk(ctx, project, func(g *group, occ []review.Occurrence) error {
		d.group(g.ID, g.Open, g.State)
		for i := range occ {
			d.label(occ[i].ID, occ[i].Now)
		}
		return nil
	})
	return d.String(), err
}

// Rebuild computes the projection anew, from the spans and the log, and changes
// nothing.
func (s *Store) Rebuild(ctx context.Context, project int64) (string, error) {
	p, err := s.read().project(ctx, project)
	if err != nil {
		return "", err
	}
	logs := map[int64][]review.Decision{}
	err = s.read().each(ctx, func(row scanner) error {
		d, err := scanDecision(row)
		logs[d.Group] = append(logs[d.Group], d.Decision)
		return err
	}, "SELECT "+decisionColumns+" FROM decision WHERE project = ? AND again = 0 ORDER BY seq", project)
	if err != nil {
		return "", err
	}
	d := newDigest()
	err = s.walk(ctx, project, func(g *group, occ []review.Occurrence) error {
		log := logs[g.ID]
		situate(log, occ)
		r := review.Resolve(review.Word{Named: g.Named, SecondAbove: p.SecondAbove}, occ, log)
		d.group(g.ID, r.Open, r.State)
		for i := range occ {
			d.label(occ[i].ID, r.Labels[i])
		}
		return nil
	})
	return d.String(), err
}
