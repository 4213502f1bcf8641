package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
)

// errHead says that the head of the store is not as the program wrote it.
var errHead = errors.New("the head of the store is damaged; restore the store from a copy")

// head is what binds a store as a whole. It is kept sealed in meta and written
// by every transaction that changes a bound table.
type head struct {
	Schema int
	Layout string // digest of the tables, indexes, triggers and views
	Salt   []byte // of the passphrase, as in meta
	Tables map[string]total
}

// headName is the row of meta that holds the head.
const headName = "head"

// head opens the head; nil where there is none.
func (s *Store) head(ctx context.Context, c conn, lock string) (*head, error) {
	var sealed []byte
	err := c.row(ctx, "SELECT value FROM meta WHERE name = ?"+lock, headName).Scan(&sealed)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	}
	plain, err := s.keys.head.Open(nil, nil, sealed, []byte(headName))
	if err != nil {
		return nil, errHead
	}
	h := &head{}
	if err := json.Unmarshal(plain, h); err != nil || h.Tables == nil {
		return nil, errHead
	}
	return h, nil
}

// putHead writes the head.
func (s *Store) putHead(ctx context.Context, t conn, h *head) error {
	plain, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return t.setMeta(ctx, headName, s.keys.head.Seal(nil, nil, plain, []byte(headName)))
}
