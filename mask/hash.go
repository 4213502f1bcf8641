package mask

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
)

// minKey is the least length of a key, in bytes.
const minKey = 16

// errKey is what every keyed operator says of a key that is missing or short.
var errKey = errors.New("the key is shorter than 16 bytes; make one with bauta key new")

// Hash writes <TYPE_…> with the first 48 bits of the HMAC-SHA-256 of the text,
// in lower case and NFC: the same name is the same hash in all messages, and
// nobody without the key can try names out. Two of a million names share a
// hash with a chance of 1 in 560.
type Hash struct{ Key []byte }

// Replace writes the hash.
func (o Hash) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if len(o.Key) < minKey {
		return "", errKey
	}
	h := hmac.New(sha256.New, o.Key)
	h.Write([]byte("hash\x00" + string(s.Label) + "\x00"))
	h.Write([]byte(strings.ToLower(norm.NFC.String(d.Surface(s.Start, s.End)))))
	return fmt.Sprintf("<%s_%X>", s.Label, h.Sum(nil)[:6]), nil
}
