package sqlstore

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
)

// actLook is the audit's word for what is written of the audit of a release.
const actLook = "look"

// actCertify is its word for a certificate that was written of what left.
const actCertify = "certify"

// AuditSince gives what was written of a project's audit behind a row of the chain.
func (s *Store) AuditSince(ctx context.Context, project, row int64) (review.AuditNews, error) {
	return s.read().auditSince(ctx, project, row)
}

func (c conn) auditSince(ctx context.Context, project, row int64) (review.AuditNews, error) {
	out := review.AuditNews{Row: row}
	last, err := c.one(ctx, "SELECT COALESCE(max(seq), 0) FROM audit")
	if err != nil {
		return out, err
	}
	err = c.each(ctx, func(r scanner) error {
		var seq, user int64
		var action, about, detail string
		if err := r.Scan(&seq, &user, &action, &about, &detail); err != nil {
			return err
		}
		mine := about == object(project)
		switch {
		case action != actLook && action != actCertify:
			if out.Changed = seq; action == actWithdraw && mine {
				out.Left, out.Before = seq, cmp.Or(out.Certified, out.Before)
			}
			return nil
		case !mine:
			return nil
		}
		var d struct {
			Entries     []audit.Entry `json:"entries"`
			Certificate string        `json:"certificate"`
		}
		if err := json.Unmarshal([]byte(detail), &d); err != nil {
			return fmt.Errorf("row %d of the audit cannot be read", seq)
		}
		out.Certified = cmp.Or(d.Certificate, out.Certified)
		out.Entries = append(out.Entries, d.Entries...)
		out.Rows = append(out.Rows, slices.Repeat([]int64{seq}, len(d.Entries))...)
		out.Users = append(out.Users, slices.Repeat([]int64{user}, len(d.Entries))...)
		return nil
	}, "SELECT seq, COALESCE(user_id, 0), action, object, detail FROM audit WHERE seq > ? AND seq <= ? "+
		"AND action IN (?, ?, 'import', ?, ?) ORDER BY seq", row, last, actLook, actDecide, actWithdraw, actCertify)
	out.Row = max(row, last)
	return out, err
}

// AuditCertified notes the certificate of what left.
func (s *Store) AuditCertified(ctx context.Context, project, user int64, signature string) error {
	return s.write(ctx, func(t conn) error {
		return s.note(ctx, t, user, actCertify, object(project), map[string]any{"certificate": signature})
	})
}

// AuditMarks marks messages as they would leave under the project's key.
func (s *Store) AuditMarks(ctx context.Context, project int64, ids []int64, forms audit.Release) ([]byte, error) {
	v, err := s.vault(ctx, s.read(), project)
	if err != nil {
		return nil, err
	}
	var out []byte
	for i, d := range forms {
		out = append(out, tag(v.outside, "audit", strconv.FormatInt(ids[i], 10), string(d[:]))[:8]...)
	}
	return out, nil
}

// AuditAdd writes entries of the audit of a project.
func (s *Store) AuditAdd(ctx context.Context, project, user, row int64, entries []audit.Entry) error {
	return s.write(ctx, func(t conn) error {
		p, err := s.settings(ctx, t, project)
		switch {
		case err != nil:
			return err
		case p.State == review.Purged:
			return review.ErrPurged
		}
		if _, err := t.next(ctx, "audit", 0); err != nil { // holds the counter: nobody writes meanwhile
			return err
		}
		news, err := t.auditSince(ctx, project, row)
		if err != nil {
			return err
		}
		begins := slices.ContainsFunc(entries, func(e audit.Entry) bool { return e.Begin != nil })
		if len(news.Entries) > 0 || begins && news.Changed > 0 {
			return review.ErrStale
		}
		return s.note(ctx, t, user, actLook, object(project), map[string]any{"entries": entries})
	})
}
