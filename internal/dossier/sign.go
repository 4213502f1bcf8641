package dossier

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/bauta/bauta/internal/jsontext"
)

// The last line of a signed page: a comment with the public key and the signature of
// all before it.
const sealed = "<!-- Ed25519 %x %x -->\n"

// errUnsigned is one error for all that may be wrong: who signed what is not known.
var errUnsigned = errors.New("is not signed, or was changed since it was signed")

// WriteSigned writes the page, with its signature as the last line where a key is given.
func (d *Dossier) WriteSigned(w io.Writer, key ed25519.PrivateKey) error {
	var page bytes.Buffer
	if err := d.WriteHTML(&page); err != nil {
		return err
	}
	if key != nil {
		fmt.Fprintf(&page, sealed, []byte(key.Public().(ed25519.PublicKey)), ed25519.Sign(key, page.Bytes()))
	}
	_, err := w.Write(page.Bytes())
	return err
}

// WriteJSON writes the same for programs, signed where a key is given.
func (d *Dossier) WriteJSON(w io.Writer, key ed25519.PrivateKey) error {
	out := *d
	if key != nil {
		out.Public = hex.EncodeToString(key.Public().(ed25519.PublicKey))
		raw, err := out.signed()
		if err != nil {
			return err
		}
		out.Signature = hex.EncodeToString(ed25519.Sign(key, raw))
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

// signed is what the signature of the JSON is of.
func (d Dossier) signed() ([]byte, error) {
	d.Signature = ""
	return json.Marshal(d)
}

// Signer gives the public key, in hex, of whoever signed a page or its JSON.
func Signer(file []byte) (string, error) {
	if bytes.HasPrefix(bytes.TrimSpace(file), []byte("{")) {
		return signerOfJSON(file)
	}
	at := bytes.LastIndex(bytes.TrimSuffix(file, []byte("\n")), []byte("\n")) + 1
	var key, sig []byte
	if n, _ := fmt.Sscanf(string(file[at:]), sealed, &key, &sig); n != 2 || len(key) != ed25519.PublicKeySize ||
		fmt.Sprintf(sealed, key, sig) != string(file[at:]) || !ed25519.Verify(key, file[:at], sig) {
		return "", errUnsigned
	}
	return hex.EncodeToString(key), nil
}

func signerOfJSON(file []byte) (string, error) {
	var d Dossier
	dec := json.NewDecoder(bytes.NewReader(file))
	dec.DisallowUnknownFields() // nothing may be added beside what is signed
	if jsontext.Exact(file, new(Dossier)) != nil || dec.Decode(&d) != nil {
		return "", errUnsigned
	}
	key, err := hex.DecodeString(d.Public)
	sig, err2 := hex.DecodeString(d.Signature)
	raw, err3 := d.signed()
	if err := errors.Join(err, err2, err3); err != nil || len(key) != ed25519.PublicKeySize ||
		!ed25519.Verify(key, raw, sig) {
		return "", errUnsigned
	}
	return d.Public, nil
}
