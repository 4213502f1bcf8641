package sqlstore

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bauta/bauta/internal/review"
)

const entryColumns = "seq, at, user_id, action, object, detail, prev, hash"

// Note adds a row to the audit.
func (s *Store) Note(ctx context.Context, e review.Entry) error {
	return s.write(ctx, func(t conn) error { return s.note(ctx, t, e.User, e.Action, e.Object, e.Detail) })
}

// note adds a row within a transaction. Each row's hash takes in that of the
// row before, under a key that the database does not hold: whoever changes a
// row without the key is found out by Verify.
func (s *Store) note(ctx context.Context, t conn, user int64, action, object string, detail map[string]any) error {
	text, err := json.Marshal(detail)
	if err != nil {
		return err
	}
	seq, err := t.next(ctx, "audit", 1)
	if err != nil {
		return err
	}
	prev := []byte{}
	err = t.row(ctx, "SELECT hash FROM audit WHERE seq = ?", seq-1).Scan(&prev)
	if err != nil && (seq > 1 || !errors.Is(err, sql.ErrNoRows)) {
		return fmt.Errorf("the audit lacks row %d: %w", seq-1, err)
	}
	at := millis(s.now())
	hash := s.link(seq, at, user, action, object, string(text), prev)
	row := []any{seq, at, user, action, object, string(text), prev, hash}
	return t.insert(ctx, "audit", entryColumns, [][]any{row})
}

func (s *Store) link(seq, at, user int64, action, object, detail string, prev []byte) []byte {
	h := hmac.New(sha256.New, s.keys.chain)
	fmt.Fprintf(h, "%d|%d|%d|%q|%q|%q|%x", seq, at, user, action, object, detail, prev)
	return h.Sum(nil)
}

// Entries gives the newest rows of the audit first.
func (s *Store) Entries(ctx context.Context, limit int) ([]review.Entry, error) {
	var out []review.Entry
	err := s.read().each(ctx, func(row scanner) error {
		e, _, _, err := scanEntry(row)
		out = append(out, e)
		return err
	}, "SELECT "+entryColumns+" FROM audit ORDER BY seq DESC LIMIT ?", limit)
	return out, err
}

func scanEntry(row scanner) (e review.Entry, detail string, prev []byte, err error) {
	var at int64
	if err := row.Scan(&e.Seq, &at, &e.User, &e.Action, &e.Object, &detail, &prev, &e.Hash); err != nil {
		return e, "", nil, err
	}
	e.At = moment(at)
	err = json.Unmarshal([]byte(detail), &e.Detail)
	return e, detail, prev, err
}

// actDecide is the audit's word for a decision; its row names the decision's
// digest, so that the log is bound to the chain too.
const actDecide = "decide"

// Verify walks the audit and the log of decisions beside it. That the newest
// rows were not cut off is seen only by whoever noted the last hash.
func (s *Store) Verify(ctx context.Context) error {
	var last int64
	prev := []byte{}
	var decisions, annotations []string // digests, in order
	gone, err := s.read().withdrawn(ctx)
	if err != nil {
		return errors.New("the audit cannot be read")
	}
	err = s.read().each(ctx, func(row scanner) error {
		e, detail, before, err := scanEntry(row)
		if err != nil {
			return fmt.Errorf("row %d of the audit cannot be read", last+1)
		}
		want := s.link(e.Seq, millis(e.At), e.User, e.Action, e.Object, detail, before)
		if e.Seq != last+1 || !bytes.Equal(before, prev) || !hmac.Equal(want, e.Hash) {
			return fmt.Errorf("row %d of the audit was changed, or one before it taken out", last+1)
		}
		last, prev = e.Seq, e.Hash
		digest, _ := e.Detail["digest"].(string)
		number, _ := e.Detail["row"].(float64)
		switch {
		case e.Action == actDecide && !gone["decision"][int64(number)]:
			decisions = append(decisions, digest)
		case e.Action == actAnnotate && !gone["annotation"][int64(number)]:
			annotations = append(annotations, digest)
		}
		return nil
	}, "SELECT "+entryColumns+" FROM audit ORDER BY seq")
	if err != nil {
		return err
	}
	i := 0
	err = s.read().each(ctx, func(row scanner) error {
		d, err := scanDecision(row)
		if err != nil || i >= len(decisions) || d.digest() != decisions[i] {
			return fmt.Errorf("row %d of the decisions does not fit the audit", i+1)
		}
		i++
		return nil
	}, "SELECT "+decisionColumns+" FROM decision ORDER BY seq")
	switch {
	case err != nil:
		return err
	case i < len(decisions):
		return fmt.Errorf("row %d of the decisions is missing", i+1)
	}
	return s.verifyAnnotations(ctx, annotations)
}

// digest binds a decision's row, as it is kept.
func (d *logged) digest() string {
	h := sha256.New()
	fmt.Fprintf(h, "%d", d.seq)
	values := d.values(nil)
	switch { // a row as older schemas kept it has the digest it had
	case d.Shown != "":
	case d.Again || d.Differs != 0:
		values = values[:len(values)-1]
	default:
		values = values[:len(values)-3]
	}
	for _, x := range values {
		fmt.Fprintf(h, "|%q", fmt.Sprint(x))
	}
	return hex.EncodeToString(h.Sum(nil))
}
