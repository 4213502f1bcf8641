package mask

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
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

// Validate reports a reference that there is not; "" is [NoReference].
func (r Reference) Validate() error {
	switch r {
	case "", NoReference, Dictionary, Keyed:
		return nil
	}
	return errors.New("no such reference; use none, dictionary or keyed")
}

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
	Key Key
	// Part says which part each word of a name of several is, where no detector
	// did; nil takes apart what is marked alone.
	Part func(word, lang string) bauta.Part
}

// Replace codes a span.
func (c Code) Replace(ctx context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	if s.Label != bauta.Person {
		return c.one(d, s)
	}
	parts := Parts{Else: stretch(c), Part: c.Part}
	if !strings.ContainsFunc(d.Surface(s.Start, s.End), isGap) {
		parts.Part = nil
	}
	return parts.Replace(ctx, d, s)
}

// stretch codes a span as it is, whole.
type stretch Code

func (c stretch) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	return Code(c).one(d, s)
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
		if err := c.Key.Check(); err != nil {
			return "", err
		}
		return fmt.Sprintf("<%s_%d_%08X>", tag, n, c.Key.digest("code", plainForm(word))[:4]), nil
	}
	if i, ok := c.Index(word, d.Lang); ok {
		return fmt.Sprintf("<%s_%d_%d>", tag, n, i), nil
	}
	// A name that is in no list: the same number for the same word, above
	// those of the dictionary, without a table that grows with the corpus.
	return fmt.Sprintf("<%s_%d_%d>", tag, n, c.Size+1+unlisted(word)), nil
}

// unlisted is the number of a word that is in no list. It hides nothing, as the
// numbers of the dictionary hide nothing.
func unlisted(word string) int {
	sum := hmac.New(sha256.New, nil)
	sum.Write([]byte(plainForm(word)))
	return int(binary.BigEndian.Uint32(sum.Sum(nil)) % 900_000)
}
