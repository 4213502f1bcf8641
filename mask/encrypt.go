package mask

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
)

// Encrypt writes <ENC_…>, which [Reveal] turns back with the same key:
// AES-256-GCM, in base 32. The nonce is made from key, message, place and text,
// so that output is stable, no nonce serves two texts, and the same name in two
// places does not look the same.
type Encrypt struct{ Key []byte }

const (
	sealHead = "<ENC_"
	nonceLen = 12
	// maxPlain bounds what is put into one code, in bytes, so that the code
	// stays one token.
	maxPlain = 8 << 10
)

// sealData binds a code to this form.
var sealData = []byte("bauta encrypt 1")

// Replace seals a span.
func (o Encrypt) Replace(_ context.Context, d *bauta.Doc, s bauta.Span) (string, error) {
	gcm, err := seal(o.Key)
	if err != nil {
		return "", err
	}
	word := d.Surface(s.Start, s.End)
	if len(word) > maxPlain {
		return "", fmt.Errorf("%d bytes at byte %d are too many to encrypt; suppress this type", len(word), s.Start)
	}
	h := derive(o.Key, "nonce")
	m := hmac.New(sha256.New, h)
	m.Write([]byte(d.ID + "\x00" + d.Thread + "\x00" + strconv.Itoa(s.Start) + "\x00" + word))
	nonce := m.Sum(nil)[:nonceLen]
	out := gcm.Seal(nonce, nonce, []byte(word), sealData)
	return sealHead + base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(out) + ">", nil
}

// Reveal puts the originals back into a text and says how many there were. A
// code that the key does not open is an error that names its byte.
func Reveal(key []byte, text string) (string, int, error) {
	gcm, err := seal(key)
	if err != nil {
		return "", 0, err
	}
	var b strings.Builder
	n, at := 0, 0
	for {
		i := strings.Index(text[at:], sealHead)
		if i < 0 {
			break
		}
		start := at + i
		end := strings.IndexByte(text[start:], '>')
		if end < 0 {
			break
		}
		raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(text[start+len(sealHead) : start+end])
		if err != nil || len(raw) < nonceLen {
			return "", n, fmt.Errorf("byte %d: a damaged code; is the file as bauta wrote it?", start)
		}
		word, err := gcm.Open(nil, raw[:nonceLen], raw[nonceLen:], sealData)
		if err != nil {
			return "", n, fmt.Errorf("byte %d: this key does not open the code; take the key of this corpus", start)
		}
		b.WriteString(text[at:start])
		b.Write(word)
		at = start + end + 1
		n++
	}
	b.WriteString(text[at:])
	return b.String(), n, nil
}

// seal makes the cipher of a key.
func seal(key []byte) (cipher.AEAD, error) {
	if len(key) < minKey {
		return nil, errKey
	}
	block, err := aes.NewCipher(derive(key, "encrypt"))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// derive makes a key of its own for each use, so that one file can serve all.
func derive(key []byte, use string) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte("bauta " + use))
	return h.Sum(nil)
}
