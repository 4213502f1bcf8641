package mask_test

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// keyFrom makes a key that looks drawn.
func keyFrom(s string) mask.Key {
	sum := sha256.Sum256([]byte(s))
	return sum[:]
}

// TestWeakKeys: what nobody drew at random is refused by every operator.
func TestWeakKeys(t *testing.T) {
	counted := func(n, step int) (k mask.Key) {
		for i := range n {
			k = append(k, byte(i*step))
		}
		return k
	}
	digits, err := hex.DecodeString("3141592653589793238462643383279502884197169399375105820974944592")
	if err != nil {
		t.Fatal(err)
	}
	for name, k := range map[string]mask.Key{
		"zeros": make([]byte, 32), "ones": bytes.Repeat([]byte{0xff}, 32), "one bit": append(make([]byte, 31), 7),
		"a cycle": bytes.Repeat(keyFrom("half")[:16], 2), "a cycle with a rest": append(bytes.Repeat(keyFrom("x")[:15], 2), keyFrom("x")[:2]...),
		"counting": counted(32, 1), "counting down": counted(32, -1), "01 23 45": counted(16, 0x22), "text": mask.Key("correct horse battery staple now"),
		"figures": digits, "short": keyFrom("short")[:15], "none": nil,
	} {
		if k.Check() == nil {
			t.Errorf("%s: taken", name)
		}
		for _, op := range []bauta.Operator{mask.Hash{Key: k}, mask.Encrypt{Key: k}, mask.Code{Tags: tags, Reference: mask.Keyed, Key: k}} {
			if out, err := op.Replace(context.Background(), doc("Camille"), all("Camille", bauta.Person)); err == nil || out != "" {
				t.Errorf("%s: %T wrote a code", name, op)
			}
		}
		if _, err := mask.NewRotate(mask.RotateConfig{Names: table(), Key: k}); err == nil {
			t.Errorf("%s: a rotation was made", name)
		}
	}
}

// TestDrawnKeysAreTaken, of every length.
func TestDrawnKeysAreTaken(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for i := range 40_000 {
		k := make(mask.Key, []int{16, 24, 32, 64, 2048}[i%5])
		for j := range k {
			k[j] = byte(r.Uint32())
		}
		if err := k.Check(); err != nil {
			t.Fatalf("a drawn key of %d bytes: %v", len(k), err)
		}
	}
}

// TestNoOperatorUsesTheBareKey: what one operator writes of a word is not what
// HMAC under the key itself says of it, and no two operators agree.
func TestNoOperatorUsesTheBareKey(t *testing.T) {
	const word = "bauta encrypt" // the label from which a key is derived
	bare := hmac.New(sha256.New, key)
	bare.Write([]byte(word))
	seen := map[string]string{"the bare key": fmt.Sprintf("%X", bare.Sum(nil)[:4])}
	for name, op := range map[string]bauta.Operator{
		"hash": mask.Hash{Key: key}, "code": mask.Code{Tags: map[string]string{"PERSON": "PRE"}, Reference: mask.Keyed, Key: key},
	} {
		out, err := op.Replace(context.Background(), doc(word), all(word, bauta.Person))
		if err != nil {
			t.Fatal(err)
		}
		out = strings.TrimSuffix(out[strings.LastIndexByte(out, '_')+1:], ">")[:8]
		for other, was := range seen {
			if was == out {
				t.Errorf("%s and %s write the same", name, other)
			}
		}
		seen[name] = out
	}
	// The prefix that once kept hashes apart from codes could be a name's own.
	named := mask.Code{Tags: tags, Reference: mask.Keyed, Key: key}
	a, err := named.Replace(context.Background(), doc("hash\x00PERSON\x00anna"), person(0, 16, bauta.First))
	if err != nil {
		t.Fatal(err)
	}
	b, err := mask.Hash{Key: key}.Replace(context.Background(), doc("anna"), all("anna", bauta.Person))
	if err != nil {
		t.Fatal(err)
	}
	if code := strings.TrimSuffix(a[strings.LastIndexByte(a, '_')+1:], ">"); strings.Contains(b, code) {
		t.Error("the code of one name is the hash of another")
	}
}

// TestCodesDoNotOpenUnderTheBareKey, but under the key that is derived for codes alone.
func TestCodesDoNotOpenUnderTheBareKey(t *testing.T) {
	code := sealAt(t, bauta.Message{ID: "1", Text: "anna"}, 0, 4)
	sealed, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(strings.TrimSuffix(strings.TrimPrefix(code, "<ENC_"), ">"))
	if err != nil {
		t.Fatal(err)
	}
	under := func(use string) []byte {
		sum := hmac.New(sha256.New, key)
		sum.Write([]byte(use))
		return sum.Sum(nil)
	}
	for name, c := range map[string]struct {
		key   []byte
		opens bool
	}{
		"the bare key": {key, false}, "hashes": {under("bauta hash"), false}, "codes that join": {under("bauta code"), false},
		"rotations": {under("bauta rotate"), false}, "older codes": {under("bauta encrypt"), false}, "codes": {under("bauta encrypt 2"), true},
	} {
		block, err := aes.NewCipher(c.key)
		if err != nil {
			t.Fatal(err)
		}
		gcm, err := cipher.NewGCM(block)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := gcm.Open(nil, sealed[:gcm.NonceSize()], sealed[gcm.NonceSize():], []byte("bauta encrypt 2")); (err == nil) != c.opens {
			t.Errorf("the key of %s: %v", name, err)
		}
	}
}

// TestKeysAreNotShown: under no verb, handler or encoding, in whatever holds
// them.
func TestKeysAreNotShown(t *testing.T) {
	rot := rotate(t, mask.RotateConfig{})
	things := []any{
		key, &key,
		mask.Hash{Key: key},
		mask.Encrypt{Key: key},
		mask.Code{Key: key},
		mask.RotateConfig{Key: key},
		rot, *rot, rot.Session(),
		mask.Revealer{Key: key},
		mask.When{Then: mask.Hash{Key: key}, Else: rot},
		mask.Parts{Else: mask.Encrypt{Key: key}},
		map[string]bauta.Operator{"a": mask.Hash{Key: key}},
	}
	var out strings.Builder
	for _, x := range things {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d"} {
			fmt.Fprintf(&out, verb+"\n", x)
		}
		if data, err := json.Marshal(x); err == nil {
			out.Write(data)
		}
		for _, h := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
			slog.New(h).Info("x", "thing", x)
		}
	}
	got := strings.ToLower(out.String())
	first, err := json.Marshal([]byte(key[:9]))
	if err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{
		hex.EncodeToString(key[:4]), fmt.Sprint(key[0], key[1], key[2]), fmt.Sprintf("%d %d %d", key[0], key[1], key[2]),
		strings.ToLower(strings.Trim(string(first), `"`)), fmt.Sprintf("%#x, %#x", key[0], key[1]),
	} {
		if strings.Contains(got, form) {
			t.Errorf("the key is shown as %s", form)
		}
	}
}
