package sqlstore

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

// keyHeader opens a file of a master key.
const keyHeader = "bauta review key 1\n"

// NewKey draws a master key and writes it to a new file that its owner alone
// may read.
func NewKey(path string) ([]byte, error) {
	key := make([]byte, KeySize)
	rand.Read(key)
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be made; is there one already?", path)
	}
	if _, err := f.WriteString(keyHeader + base64.StdEncoding.EncodeToString(key) + "\n"); err != nil {
		f.Close()
		return nil, err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return nil, err
	}
	return key, f.Close()
}

// ReadKey reads a master key. A file that others may read is refused: what it
// guards has to be taken as read.
func ReadKey(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%s: the key file cannot be opened; give --key FILE, or BAUTA_REVIEW_KEY", path)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: others may read the key (mode %#o); type chmod 600 on it, and think of the key as known", path, info.Mode().Perm())
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%s: the key file cannot be read", path)
	}
	body, ok := bytes.CutPrefix(src, []byte(keyHeader))
	if !ok {
		return nil, fmt.Errorf("%s: is no key of a review store", path)
	}
	key, err := ParseKey(string(body))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// ParseKey reads a master key in base64, as the environment carries it.
func ParseKey(s string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s))
	if err != nil || len(key) != KeySize {
		return nil, fmt.Errorf("a master key is %d bytes in base64", KeySize)
	}
	return key, nil
}
