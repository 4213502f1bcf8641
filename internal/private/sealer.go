package private

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
)

// Sealer is AES-256-GCM under the key that one use has of a key (HKDF, RFC 5869), with
// nonces drawn for every text. Keys drawn by a user may have any length.
func Sealer(key []byte, use string) (cipher.AEAD, error) {
	k, err := hkdf.Key(sha256.New, key, nil, use, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(k)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
