package sqlstore

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/bauta/bauta/internal/private"
)

// keyHeader opens a file of a master key.
const keyHeader = "bauta review key 1\n"

// NewKey draws a master key and writes it to a new file that its owner alone
// may read.
func NewKey(path string) ([]byte, error) {
	key := make([]byte, KeySize)
	rand.Read(key)
	f, err := private.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
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
	src, err := private.Read(path, maxKeyFile)
	switch {
	case errors.Is(err, private.ErrShared):
		return nil, fmt.Errorf("%s: others may read the key; %s, and think of it as known", path, private.Close(path))
	case errors.Is(err, private.ErrAbsent):
		return nil, fmt.Errorf("%s: the key file cannot be opened; give --key FILE, or BAUTA_REVIEW_KEY", path)
	case err != nil:
		return nil, fmt.Errorf("%s: is no key of a review store", path)
	}
	key, err := parseKeyFile(src)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// maxKeyFile bounds a key file, in bytes.
const maxKeyFile = 4096

// IsKeyFile reports whether a file of these bytes holds a master key.
func IsKeyFile(src []byte) bool {
	_, err := parseKeyFile(src)
	return err == nil
}

// parseKeyFile reads what NewKey wrote, also where an editor saved it anew.
func parseKeyFile(src []byte) ([]byte, error) {
	head, body, ok := strings.Cut(strings.TrimPrefix(string(src), "\ufeff"), "\n")
	if !ok || strings.TrimSpace(head)+"\n" != keyHeader {
		return nil, errors.New("is no key of a review store")
	}
	return ParseKey(body)
}

// ParseKey reads a master key in base64, as the environment carries it.
func ParseKey(s string) ([]byte, error) {
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(s))
	if err != nil || len(key) != KeySize {
		return nil, fmt.Errorf("a master key is %d bytes in base64", KeySize)
	}
	if !private.Random(key) {
		return nil, errors.New("the master key is not random: it repeats, counts, or is text; bauta review init " +
			"draws one")
	}
	return key, nil
}
