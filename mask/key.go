package mask

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/bauta/bauta/internal/private"
)

// Key is the secret of an operator, at least 16 random bytes. It formats, logs
// and marshals without them. No operator uses it as it is: each derives a key
// of its own, so that one file can serve all.
type Key []byte

// minKey is the least length of a key, in bytes.
const minKey = 16

// The complaints about keys.
var (
	errKey     = errors.New("the key is shorter than 16 bytes; make one with bauta key new")
	errWeakKey = errors.New("the key is not random: it repeats, counts, or is text; make one with bauta key new")
)

// Check refuses keys that are short, and those that nobody drew at random.
func (k Key) Check() error {
	switch {
	case len(k) < minKey:
		return errKey
	case !private.Random(k):
		return errWeakKey
	}
	return nil
}

// derive makes the key of one use; no two operators share a use.
func (k Key) derive(use string) []byte {
	h := hmac.New(sha256.New, k)
	h.Write([]byte("bauta " + use))
	return h.Sum(nil)
}

// digest is the HMAC-SHA-256 of some fields under the key of one use; where
// a field ends is part of it.
func (k Key) digest(use string, fields ...string) []byte {
	h := hmac.New(sha256.New, k.derive(use))
	for _, f := range fields {
		fmt.Fprintf(h, "%d\x00%s", len(f), f)
	}
	return h.Sum(nil)
}

// hidden is written in the place of a key.
const hidden = "key"

// Format writes no byte of the key, whatever the verb.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// MarshalText writes no byte of the key.
func (Key) MarshalText() ([]byte, error) { return []byte(hidden), nil }
