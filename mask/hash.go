package mask

import (
	"context"
	"fmt"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
)

// Hash writes <TYPE_…> with the first 48 bits of the HMAC-SHA-256 of the text,
// in lower case and NFC: the same name is the same hash in all messages, and
// nobody without the key can try names out. Two of a million names share a
// hash with a chance of 1 in 560.
type Hash struct{ Key Key }

// Replace writes the hash.
func (o Hash) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if err := o.Key.Check(); err != nil {
		return "", err
	}
	h := o.Key.digest("hash", string(s.Label), plainForm(d.Surface(s.Start, s.End)))
	return fmt.Sprintf("<%s_%X>", s.Label, h[:6]), nil
}

// plainForm is what the writings of a word have in common: lower case, NFC.
func plainForm(word string) string { return strings.ToLower(norm.NFC.String(word)) }
