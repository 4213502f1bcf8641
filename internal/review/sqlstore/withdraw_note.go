package sqlstore

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// What the row of a withdrawal has in the audit, beside the numbers of the rows that went.
const (
	noteWho     = "who"     // keyed hash of the author
	noteNames   = "names"   // keyed hashes of whatever else an author column may call them
	noteIDs     = "ids"     // keyed hashes of the IDs that files gave their messages
	noteReceipt = "receipt" // what was counted
)

// detail is what the audit keeps of a withdrawal: whoever has the key of the project can ask
// whether somebody was taken out, and nobody can read who it was.
func (w *withdrawal) detail(who *review.Leaving, done *review.Withdrawn) map[string]any {
	out := map[string]any{
		"mentions": w.done.Mentions, noteWho: w.v.author(review.AuthorKey(who.Author)), noteNames: w.v.authors(who),
		noteIDs: w.left, noteReceipt: done,
	}
	for table, rows := range w.gone {
		out[table] = rows
	}
	return out
}

// actNames is the audit's word for more names of a person of whom nothing else was there to take out.
const actNames = "withdraw names"

// renames notes names that no withdrawal of the person before this one gave.
func (w *withdrawal) renames(ctx context.Context, who *review.Leaving) error {
	gone, err := w.s.left(ctx, w.t, w.p.ID)
	names := w.v.authors(who)
	if err != nil || !slices.ContainsFunc(names, func(h string) bool { return !gone.who[h] }) {
		return err
	}
	if _, err := w.t.next(ctx, withdrawals(w.p.ID), 1); err != nil {
		return err
	}
	return w.s.note(ctx, w.t, w.by, actNames, object(w.p.ID), map[string]any{noteNames: names})
}

// author is the keyed hash of one key of an author.
func (v *vault) author(key string) string { return hex.EncodeToString(tag(v.gone, "author", key)) }

// authors are the keyed hashes of what an author column may call a person who leaves.
func (v *vault) authors(who *review.Leaving) (out []string) {
	for _, key := range who.Keys() {
		out = append(out, v.author(key))
	}
	return out
}

// id is the keyed hash of a message's ID in its corpus.
func (v *vault) id(of string) []byte { return tag(v.gone, "id", of) }

// left is who was taken out of a project, by keyed hashes.
type left struct {
	withdrawals int64 // that are read
	who, ids    map[string]bool
}

// wrote reports whether an author was taken out, by what the column calls them.
func (l *left) wrote(v *vault, author string) bool {
	return len(l.who) > 0 && slices.ContainsFunc(review.AuthorKeys(author), func(key string) bool {
		return l.who[v.author(key)]
	})
}

// took reports whether a message with the ID of one was taken out. A number that the program gave, since the file had
// none, is that of whatever stands in that line of another file: it tells nothing of who wrote.
func (l *left) took(v *vault, m *bauta.Message) bool {
	return m.Line == 0 && len(l.ids) > 0 && l.ids[hex.EncodeToString(v.id(m.ID))]
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
				Who        string
				Names, IDs []string
			}
			err = json.Unmarshal([]byte(detail), &said)
			for _, h := range append(said.Names, said.Who) {
				out.who[h] = true
			}
			for _, id := range said.IDs {
				out.ids[id] = true
			}
			return err
		}, "SELECT "+entryColumns+" FROM audit WHERE action IN (?, ?) AND object = ?", actWithdraw, actNames,
			object(project))
		delete(out.who, "") // of a program that kept none, and of names alone
	}
	if err == nil {
		s.gone[project] = out
	}
	return out, err
}

// receipt gives what an earlier withdrawal of an author counted; nil where there was none.
func (c conn) receipt(ctx context.Context, v *vault, author string) (*review.Withdrawn, error) {
	var out *review.Withdrawn
	who := v.author(review.AuthorKey(author))
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
