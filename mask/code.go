package mask

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
)

// Reference says what the code of a name refers to.
type Reference string

// The references. With none the code says tag and length, as the published
// 88milSMS corpus does; with the dictionary's index (Seek&Hide, section 3.1) it
// can be undone by anyone who has the list; a keyed one joins the mentions of a
// name and is undone by nobody without the key.
const (
	NoReference Reference = "none"
	Dictionary  Reference = "dictionary"
	Keyed       Reference = "keyed"
)

// Code writes <TAG_n>, or <TAG_n_ref>: the tag of the type, the number of
// characters (code points after NFC), and the reference of a name. The parts
// of a full name are coded one by one, so "Camille Martin" is <PRE_7> <NOM_6>.
type Code struct {
	// Tags by label, and by label and part written "PERSON.first".
	Tags      map[string]string
	Reference Reference
	// Index gives a name's number in the dictionary; for Dictionary. Names it
	// does not know get a number above Size.
	Index func(word, lang string) (int, bool)
	Size  int
	// Key of Keyed, at least 16 bytes.
	Key []byte
}

// Replace codes a span.
func (c Code) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if s.Label != bauta.Person || len(s.Inner) == 0 || s.Part != bauta.Full {
		return c.one(d, s)
	}
	if out, ok, err := eachPart(d, s, c.one); ok || err != nil {
		return out, err
	}
	return c.one(d, s)
}

// one writes the code of a single stretch.
func (c Code) one(d *bauta.Doc, s bauta.Span) (string, error) {
	tag := c.Tags[string(s.Label)+"."+string(s.Part)]
	if tag == "" {
		tag = c.Tags[string(s.Label)]
	}
	if tag == "" {
		return "", fmt.Errorf("no code tag for %s at byte %d; name one in the policy", s.Label, s.Start)
	}
	word := d.Surface(s.Start, s.End)
	n := utf8.RuneCountInString(word)
	if !norm.NFC.IsNormalString(word) {
		n = utf8.RuneCountInString(norm.NFC.String(word))
	}
	if s.Label != bauta.Person || c.Reference == NoReference || c.Reference == "" {
		return fmt.Sprintf("<%s_%d>", tag, n), nil
	}
	if c.Reference == Keyed {
		if len(c.Key) < minKey {
			return "", errKey
		}
		return fmt.Sprintf("<%s_%d_%08X>", tag, n, digest(c.Key, word)), nil
	}
	if i, ok := c.Index(word, d.Lang); ok {
		return fmt.Sprintf("<%s_%d_%d>", tag, n, i), nil
	}
	// A name that is in no list: the same number for the same word, above
	// those of the dictionary, without a table that grows with the corpus.
	return fmt.Sprintf("<%s_%d_%d>", tag, n, c.Size+1+int(digest(nil, word)%900_000)), nil
}

func digest(key []byte, word string) uint32 {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(strings.ToLower(norm.NFC.String(word))))
	return binary.BigEndian.Uint32(h.Sum(nil))
}
