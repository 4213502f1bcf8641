package sqlstore

import (
	"context"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/crypto/argon2"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/review"
)

// KeySize is the length of a master key in bytes.
const KeySize = 32

// tagSize is the length of a keyed hash that stands for a word, in bytes: 2⁶⁴
// words before two are likely to meet.
const tagSize = 16

// ErrKey says that the key is not that of the store.
var ErrKey = errors.New("the key is not this store's; give the key file with which it was made")

// master is what the master key is used for: each use has a key of its own.
type master struct {
	wrap  cipher.AEAD // keys of projects
	head  cipher.AEAD // the head of the store
	chain []byte      // the audit's hash
	rows  []byte      // the hashes of rows
	sums  []byte      // what a row adds to the sum of its table
	found []byte      // the hashes of what an import found
}

// vault is what a project's key is used for.
type vault struct {
	project int64
	text    cipher.AEAD
	group   []byte // keyed hashes of words and contexts
	outside []byte // keyed hashes of the corpus's own IDs
	gone    []byte // keyed hashes of who was taken out
	found   []byte // of what an import found; of the store, not the project
}

// derive makes one use's key of a key (HKDF, RFC 5869).
func derive(key []byte, use string) ([]byte, error) {
	return hkdf.Key(sha256.New, key, nil, "bauta review 1 "+use, KeySize)
}

// sealer seals for one use.
func sealer(key []byte, use string) (cipher.AEAD, error) {
	return private.Sealer(key, "bauta review 1 "+use)
}

// unlock makes the keys and checks them against what the store was made with.
func (s *Store) unlock(ctx context.Context, cfg Config) error {
	return s.write(ctx, func(t conn) error {
		key, err := masterKey(ctx, t, cfg)
		if err != nil {
			return err
		}
		if err := s.keys.derive(key); err != nil {
			return err
		}
		check, err := t.meta(ctx, "check")
		if err != nil {
			return err
		}
		h, err := s.head(ctx, t, "")
		switch {
		case err == nil && h != nil: // only its key opens it, whatever became of the check
			return nil
		case err != nil && !errors.Is(err, errHead):
			return err
		case check == nil && err == nil:
			return t.setMeta(ctx, "check", s.keys.wrap.Seal(nil, nil, nil, []byte("check")))
		case !s.keys.checks(check):
			return ErrKey
		}
		return nil
	})
}

// derive makes the keys of a master key.
func (k *master) derive(key []byte) (err error) {
	if k.wrap, err = sealer(key, "wrap"); err != nil {
		return err
	}
	if k.head, err = sealer(key, "head"); err != nil {
		return err
	}
	for use, to := range map[string]*[]byte{"chain": &k.chain, "rows": &k.rows, "sums": &k.sums, "found": &k.found} {
		if *to, err = derive(key, use); err != nil {
			return err
		}
	}
	return nil
}

// checks reports whether a check was written under the key.
func (k *master) checks(check []byte) bool {
	_, err := k.wrap.Open(nil, nil, check, []byte("check"))
	return err == nil
}

// Costs of Argon2id, after RFC 9106, section 4: the second recommendation.
const (
	argonTime    = 3
	argonMemory  = 64 << 10 // KiB
	argonThreads = 4
)

// masterKey gives the key of the configuration, or makes it of the passphrase
// and the store's salt.
func masterKey(ctx context.Context, t conn, cfg Config) ([]byte, error) {
	if cfg.Passphrase == "" {
		if len(cfg.Key) != KeySize {
			return nil, fmt.Errorf("a master key has %d bytes, this one %d; make one with bauta review init", KeySize,
				len(cfg.Key))
		}
		return cfg.Key, nil
	}
	salt, err := t.meta(ctx, "salt")
	if err != nil {
		return nil, err
	}
	if salt == nil {
		salt = make([]byte, 16)
		rand.Read(salt)
		if err := t.setMeta(ctx, "salt", salt); err != nil {
			return nil, err
		}
	}
	return argon2.IDKey([]byte(cfg.Passphrase), salt, argonTime, argonMemory, argonThreads, KeySize), nil
}

// newVault draws a project's key and gives it wrapped.
func (s *Store) newVault(project int64) (*vault, []byte, error) {
	key := make([]byte, KeySize)
	rand.Read(key)
	v, err := s.keys.open(project, key)
	if err != nil {
		return nil, nil, err
	}
	return v, s.keys.wrap.Seal(nil, nil, key, bound(project, "project", project)), nil
}

func (k *master) open(project int64, key []byte) (*vault, error) {
	v := &vault{project: project, found: k.found}
	var err error
	if v.text, err = sealer(key, "text"); err != nil {
		return nil, err
	}
	for use, k := range map[string]*[]byte{"group": &v.group, "outside": &v.outside, "gone": &v.gone} {
		if *k, err = derive(key, use); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// vault opens the key of a project. ErrPurged where it was destroyed; another
// process may have done that, so what is kept is checked against the database.
func (s *Store) vault(ctx context.Context, c conn, project int64) (*vault, error) {
	var wrapped []byte
	err := c.row(ctx, "SELECT dek FROM project WHERE id = ?", project).Scan(&wrapped)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, review.ErrNotFound
	case err != nil:
		return nil, err
	case wrapped == nil:
		s.forget(project)
		return nil, review.ErrPurged
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if v := s.vaults[project]; v != nil {
		return v, nil
	}
	key, err := s.keys.wrap.Open(nil, nil, wrapped, bound(project, "project", project))
	if err != nil {
		return nil, errors.New("the project's key is damaged; restore the store from a copy")
	}
	v, err := s.keys.open(project, key)
	if err == nil {
		s.vaults[project] = v
	}
	return v, err
}

func (s *Store) forget(project int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.vaults, project)
	delete(s.lookups, project)
}

// bound ties a ciphertext to its place, so that it cannot be moved.
func bound(project int64, table string, row int64) []byte {
	return fmt.Appendf(nil, "%d|%s|%d", project, table, row)
}

func (v *vault) seal(table string, row int64, plain []byte) []byte {
	return v.text.Seal(nil, nil, plain, bound(v.project, table, row))
}

func (v *vault) open(table string, row int64, sealed []byte) ([]byte, error) {
	plain, err := v.text.Open(nil, nil, sealed, bound(v.project, table, row))
	if err != nil {
		return nil, fmt.Errorf("%s %d is damaged; restore the store from a copy", table, row)
	}
	return plain, nil
}

// tag is a keyed hash of parts, which cannot run into each other.
func tag(key []byte, parts ...string) []byte {
	h := hmac.New(sha256.New, key)
	for _, p := range parts {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(p))))
		h.Write([]byte(p))
	}
	return h.Sum(nil)[:tagSize]
}

// place is a number in which rows are ordered at random, the same for one seed
// and one order of import. It hangs on no word: a thief learns nothing by it.
func place(seed, table string, ordinal int64) int64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s|%s|%d", seed, table, ordinal))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}
