package reviewtest

import (
	"encoding/base64"
	"fmt"

	"golang.org/x/crypto/argon2"
)

// Password gives a hash of a password that a server takes for one of its own, and that costs a
// thousandth: who signs in a hundred times in tests of something else need not wait for it.
func Password(password string) string {
	salt := []byte("sixteen bytes of")
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=8,t=1,p=1$%s$%s", argon2.Version, b64(salt),
		b64(argon2.IDKey([]byte(password), salt, 1, 8, 1, 32)))
}
