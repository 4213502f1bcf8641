package server

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// The cost of a password: the first choice of RFC 9106, section 4, for servers
// with little memory (64 MiB, three passes, four lanes).
const (
	argonMemory = 64 << 10 // KiB
	argonTime   = 3
	argonLanes  = 4
	argonKey    = 32
	argonSalt   = 16
	minPassword = 12 // characters
	maxPassword = 256
)

// The passwords that are refused.
var (
	errShortPassword = fmt.Errorf("a password has at least %d characters; take a longer one", minPassword)
	errLongPassword  = fmt.Errorf("a password has at most %d characters; take a shorter one", maxPassword)
)

// refusedPassword is the key of phrases for a password that was refused; empty for
// any other error.
func refusedPassword(err error) string {
	switch {
	case errors.Is(err, errShortPassword):
		return "password.short"
	case errors.Is(err, errLongPassword):
		return "password.long"
	}
	return ""
}

// HashPassword gives the encoded argon2id hash that User.Password holds.
func HashPassword(password string) (string, error) {
	switch n := utf8.RuneCountInString(password); {
	case n < minPassword:
		return "", errShortPassword
	case n > maxPassword:
		return "", errLongPassword
	}
	salt := make([]byte, argonSalt)
	rand.Read(salt) // never fails
	key := argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, argonKey)
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, argonMemory, argonTime, argonLanes,
		b64(salt), b64(key)), nil
}

var errHash = errors.New("not an argon2id hash of this program")

// checkPassword compares a password with an encoded hash in constant time.
func checkPassword(encoded, password string) (bool, error) {
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return false, errHash
	}
	var memory, passes, lanes uint32
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return false, errHash
	}
	within := func(n, most uint32) bool { return n > 0 && n <= most }
	if !within(memory, 1<<20) || !within(passes, 16) || !within(lanes, 64) {
		return false, errHash
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, errHash
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || len(want) < 16 || len(want) > 128 {
		return false, errHash
	}
	got := argon2.IDKey([]byte(password), salt, passes, memory, uint8(lanes), uint32(len(want)))
	return subtle.ConstantTimeCompare(got, want) == 1, nil
}
