package mask

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strconv"

	"github.com/bauta/bauta"
)

// Encrypt writes <ENC_…>, which a [Revealer] turns back with the same key:
// AES-256-GCM, in base 32. The nonce is the digest of message, place and text,
// so that output is stable, no nonce serves two texts, the same name in two
// places does not look the same, and a code tells whether it still stands where
// it was made.
type Encrypt struct{ Key Key }

const (
	sealHead = "<ENC_"
	nonceLen = 12
	// maxPlain bounds what is put into one code, in bytes, so that the code
	// stays one token.
	maxPlain = 8 << 10
)

// The forms of a code. The first one was not bound to its message.
const (
	sealOld = "1"
	sealNow = "2"
)

var sealText = base32.StdEncoding.WithPadding(base32.NoPadding)

// Replace seals a span.
func (o Encrypt) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	gcm, err := o.Key.cipher(sealNow)
	if err != nil {
		return "", err
	}
	p := sealed{start: s.Start, line: d.Line, word: d.Surface(s.Start, s.End)}
	if len(p.word) > maxPlain {
		return "", fmt.Errorf("%d bytes at byte %d are too many to encrypt; suppress this type", len(p.word), s.Start)
	}
	nonce := p.nonce(o.Key, &d.Message)
	return sealHead + sealText.EncodeToString(gcm.Seal(nonce, nonce, p.bytes(), sealData(sealNow))) + ">", nil
}

// sealed is what a code holds: the text, its first byte in the message, and
// the line of the message where that is all it is known by.
type sealed struct {
	start, line int
	word        string
	made        []byte // the nonce it was read with
}

func (p sealed) bytes() []byte {
	b := binary.AppendUvarint(nil, uint64(p.start))
	b = binary.AppendUvarint(b, uint64(p.line))
	return append(b, p.word...)
}

// unseal reads what bytes wrote.
func unseal(b []byte) (p sealed, ok bool) {
	for _, to := range []*int{&p.start, &p.line} {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > 1<<40 {
			return p, false
		}
		*to, b = int(v), b[n:]
	}
	p.word = string(b)
	return p, true
}

// nonce hangs on where the code is made. Lines may be taken out of a file, so
// a message that is known by its line alone is not bound to the number.
func (p sealed) nonce(k Key, m *bauta.Message) []byte {
	id := m.ID
	if p.line > 0 {
		id = ""
	}
	return k.digest("nonce "+sealNow, id, m.Thread, strconv.Itoa(p.start), strconv.Itoa(p.line), p.word)[:nonceLen]
}

// sealData binds a code to its form.
func sealData(form string) []byte { return []byte("bauta encrypt " + form) }

// cipher makes the cipher of a form.
func (k Key) cipher(form string) (cipher.AEAD, error) {
	if err := k.Check(); err != nil {
		return nil, err
	}
	use := "encrypt " + form
	if form == sealOld {
		use = "encrypt"
	}
	block, err := aes.NewCipher(k.derive(use))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}
