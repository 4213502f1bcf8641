package formats

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strings"
)

// NewKeyer writes IDs under a key, HMAC-SHA-256: equal IDs stay equal, and who has not the
// key cannot try IDs. Without a key one is drawn, for this file alone.
func NewKeyer(key []byte) Keyer {
	if key == nil {
		key = make([]byte, 32)
		rand.Read(key)
	}
	return func(id string, n int, digits bool) string {
		h := hmac.New(sha256.New, key)
		fmt.Fprintf(h, "bauta id %d\x00%s", len(id), id)
		sum := h.Sum(nil)
		if digits { // a number of n digits that does not begin with 0
			low := uint64(1)
			for range n - 1 {
				low *= 10
			}
			return fmt.Sprint(low + binary.BigEndian.Uint64(sum)%(9*low))
		}
		return base32.StdEncoding.EncodeToString(sum)[:n]
	}
}

// signs is the length of what stays in front of an ID: one of skip, or Telegram's word before
// a number (user123). Of more letters nobody knows that they are not the ID's.
func signs(id, skip string) int {
	number := strings.TrimLeft(id, skip)
	n := len(id) - len(number)
	if skip != lower || number == "" || strings.Trim(number, "0123456789") != "" {
		n = min(n, 1)
	}
	return n
}
