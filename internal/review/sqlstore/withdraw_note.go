package sqlstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// What the row of a withdrawal has in the audit, beside the numbers of the rows that went.
const (
	noteWho     = "who"     // keyed hash of the author
	noteIDs     = "ids"     // keyed hashes of the IDs of their messages
	noteReceipt = "receipt" // what was counted
)

// detail is what the audit keeps of a withdrawal: whoever has the key of the project can ask
// whether somebody was taken out, and nobody can read who it was.
func (w *withdrawal) detail(who *review.Leaving, done *review.Withdrawn) map[string]any {
	out := map[string]any{
		"mentions": w.done.Mentions, noteWho: hex.EncodeToString(w.v.author(who.Author)), noteIDs: w.left,
		noteReceipt: done,
	}
	for table, rows := range w.gone {
		out[table] = rows
	}
	return out
}

// author is the keyed hash of an author, however they are spelled.
func (v *vault) author(name string) []byte { return tag(v.gone, "author", review.AuthorKey(name)) }

// id is the keyed hash of a message's ID in its corpus.
func (v *vault) id(of string) []byte { return tag(v.gone, "id", of) }

// left is who was taken out of a project, by keyed hashes.
type left struct {
	withdrawals int64 // that are read
	who, ids    map[string]bool
}

// wrote reports whether a message is of somebody who was taken out: by its author or, where
// it names none, as when a file is read without that column, by its ID.
func (l *left) wrote(v *vault, m *bauta.Message) bool {
	switch {
	case l.withdrawals == 0:
		return false
	case m.Author != "":
		return l.who[hex.EncodeToString(v.author(m.Author))]
	}
	return l.ids[hex.EncodeToString(v.id(m.ID))]
}

// withdrawals names the counter of those of a project.
func withdrawals(project int64) string { return fmt.Sprintf("withdrawals of %d", project) }

// left gives who was taken out of a project; of the audit it reads what is new.
func (s *Store) left(ctx context.Context, c conn, project int64) (*left, error) {
	n, err := c.one(ctx, "SELECT COALESCE(max(last), 0) FROM counter WHERE name = ?", withdrawals(project))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if known := s.gone[project]; known != nil && known.withdrawals == n {
		return known, nil
	}
	out := &left{withdrawals: n, who: map[string]bool{}, ids: map[string]bool{}}
	if n > 0 {
		err = c.each(ctx, func(row scanner) error {
			_, detail, _, err := scanEntry(row)
			if err != nil {
				return err
			}
			var said struct {
				Who string
				IDs []string
			}
			err = json.Unmarshal([]byte(detail), &said)
			out.who[said.Who] = true
			for _, id := range said.IDs {
				out.ids[id] = true
			}
			return err
		}, "SELECT "+entryColumns+" FROM audit WHERE action = ? AND object = ?", actWithdraw, object(project))
		delete(out.who, "") // of a program that kept none
	}
	if err == nil {
		s.gone[project] = out
	}
	return out, err
}

// receipt gives what an earlier withdrawal of an author counted; nil where there was none.
func (c conn) receipt(ctx context.Context, v *vault, author string) (*review.Withdrawn, error) {
	var out *review.Withdrawn
	who := hex.EncodeToString(v.author(author))
	err := c.each(ctx, func(row scanner) error {
		e, detail, _, err := scanEntry(row)
		if err != nil || e.Detail[noteWho] != who {
			return err
		}
		var said struct{ Receipt review.Withdrawn }
		err = json.Unmarshal([]byte(detail), &said)
		out = &said.Receipt
		out.Before = e.At
		return err
	}, "SELECT "+entryColumns+" FROM audit WHERE action = ? AND object = ? ORDER BY seq", actWithdraw,
		object(v.project))
	return out, err
}

// withdrawn reads which rows withdrawals took out, by table.
func (c conn) withdrawn(ctx context.Context) (map[string]map[int64]bool, error) {
	out := map[string]map[int64]bool{}
	err := c.each(ctx, func(row scanner) error {
		e, _, _, err := scanEntry(row)
		for table, rows := range e.Detail {
			list, _ := rows.([]any)
			for _, n := range list {
				if id, ok := n.(float64); ok {
					if out[table] == nil {
						out[table] = map[int64]bool{}
					}
					out[table][int64(id)] = true
				}
			}
		}
		return err
	}, "SELECT "+entryColumns+" FROM audit WHERE action = ?", actWithdraw)
	return out, err
}
