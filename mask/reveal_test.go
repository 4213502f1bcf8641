package mask_test

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/mask"
)

// TestReveal: what encrypt wrote comes back, byte for byte.
func TestReveal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringN(1, 40, 200).Draw(t, "word")
		before, after := rapid.StringMatching(`[a-z <>_]{0,12}`).Draw(t, "before"), rapid.StringMatching(`[a-z <>_]{0,12}`).Draw(t, "after")
		code := sealAt(t, bauta.Message{ID: "1", Text: word}, 0, len(word))
		if strings.Contains(code, word) && len(word) > 3 {
			t.Fatal("the code holds the word")
		}
		m := &bauta.Message{ID: "1", Text: before + code + after}
		got, err := (&mask.Revealer{Key: key}).Reveal(m)
		if err != nil || got.Codes != 1 || got.Text != before+word+after {
			t.Fatalf("came back as %q, %v", got.Text, err)
		}
		if _, err := (&mask.Revealer{Key: key[:20]}).Reveal(m); err == nil || errors.Is(err, mask.ErrElsewhere) {
			t.Fatalf("another key: %v", err)
		}
	})
	if _, err := (&mask.Revealer{Key: key}).Reveal(&bauta.Message{Text: "a <ENC_AAAAAAAA> b"}); err == nil || !strings.HasPrefix(err.Error(), "byte 2:") {
		t.Errorf("a damaged code: %v", err)
	}
	long := strings.Repeat("a", 9000)
	if _, err := (mask.Encrypt{Key: key}).Replace(context.Background(), doc(long), all(long, bauta.Person)); err == nil {
		t.Error("a code that is no token any more was written")
	}
}

// TestForeignCodesStay: codes of another key, damaged ones and what a sender invented stay and are counted, those of
// the key come back, also behind the beginning of one.
func TestForeignCodesStay(t *testing.T) {
	m := bauta.Message{ID: "1", Text: "anna bea"}
	anna, bea := sealAt(t, m, 0, 4), sealAt(t, m, 5, 8)
	other := keyFrom("another key")
	code, err := mask.Encrypt{Key: other}.Replace(t.Context(), &bauta.Doc{Message: m}, bauta.Span{Start: 0, End: 4})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		anna + " " + code + " " + bea:           "anna " + code + " bea",
		"<ENC_" + anna:                          "<ENC_anna",
		"<ENC_ you> " + anna:                    "<ENC_ you> anna",
		"<ENC_AAAAAAAA>" + anna + "<ENC_":       "<ENC_AAAAAAAA>anna<ENC_",
		strings.Replace(bea, "_", "_A", 1):      strings.Replace(bea, "_", "_A", 1),
		"<ENC_" + strings.Repeat("A", 99) + ">": "<ENC_" + strings.Repeat("A", 99) + ">",
	} {
		m.Text = in
		got, err := (&mask.Revealer{Key: key, Leave: true}).Reveal(&m)
		if err != nil || got.Text != want || got.Codes != strings.Count(want, "anna")+strings.Count(want, "bea") ||
			got.Foreign != strings.Count(want, ">") {
			t.Errorf("%d codes, %d foreign, %v", got.Codes, got.Foreign, err)
		}
	}
}

func FuzzReveal(f *testing.F) {
	f.Add("a <ENC_AAAAAAAAAAAAAAAAAAAAAAAAAAAA> <ENC_")
	f.Fuzz(func(t *testing.T, s string) {
		got, err := (&mask.Revealer{Key: key}).Reveal(&bauta.Message{Text: s})
		if err == nil && got.Codes == 0 && got.Text != s {
			t.Fatal("text without codes was changed")
		}
	})
}

// sealAt encrypts a stretch of a message.
func sealAt(t interface{ Fatal(...any) }, m bauta.Message, start, end int) string {
	code, err := mask.Encrypt{Key: key}.Replace(context.Background(), &bauta.Doc{Message: m}, bauta.Span{Start: start, End: end, Label: bauta.Person})
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// TestCodesStayWhereTheyWereMade: a code of another message, of another thread,
// or of another place in its message is no original there; with Anywhere it is
// put back, and counted.
func TestCodesStayWhereTheyWereMade(t *testing.T) {
	home := bauta.Message{ID: "1", Thread: "t", Text: "anna bea anna"}
	anna, bea, last := sealAt(t, home, 0, 4), sealAt(t, home, 5, 8), sealAt(t, home, 9, 13)
	for name, c := range map[string]struct {
		m    bauta.Message
		want string // "" where it must fail
	}{
		"where it was made":    {bauta.Message{ID: "1", Thread: "t", Text: anna + " " + bea + " " + last}, "anna bea anna"},
		"one was taken out":    {bauta.Message{ID: "1", Thread: "t", Text: "X " + bea + " " + last}, "X bea anna"},
		"words before it":      {bauta.Message{ID: "1", Thread: "t", Text: "well, " + anna}, "well, anna"},
		"another message":      {bauta.Message{ID: "2", Thread: "t", Text: anna}, ""},
		"another thread":       {bauta.Message{ID: "1", Thread: "u", Text: anna}, ""},
		"fields run together":  {bauta.Message{ID: "1t", Text: anna}, ""},
		"two exchanged":        {bauta.Message{ID: "1", Thread: "t", Text: bea + " " + anna + " " + last}, ""},
		"one twice":            {bauta.Message{ID: "1", Thread: "t", Text: anna + " " + anna}, ""},
		"a file that lost IDs": {bauta.Message{ID: "1", Line: 1, Thread: "u", Text: anna}, ""},
	} {
		got, err := (&mask.Revealer{Key: key}).Reveal(&c.m)
		if got.Text != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, mask.ErrElsewhere) {
			t.Errorf("%s: %d codes, %v", name, got.Codes, err)
		}
		got, err = (&mask.Revealer{Key: key, Anywhere: true}).Reveal(&c.m)
		if err != nil || strings.Contains(got.Text, "<ENC_") || (got.Elsewhere > 0) != (c.want == "") {
			t.Errorf("%s, anywhere: %d codes, %d elsewhere, %v", name, got.Codes, got.Elsewhere, err)
		}
	}
}

// TestCodesOfLines: messages that are known by their line alone come back
// although others were taken out above them; not where they were moved, nor
// where lines were added.
func TestCodesOfLines(t *testing.T) {
	made := map[int]string{}
	for line := 1; line <= 5; line++ {
		made[line] = sealAt(t, bauta.Message{ID: "n", Line: line, Text: "anna"}, 0, 4)
	}
	for name, c := range map[string]struct {
		lines []int // of each line of the file, where its code was made; 0: it has none
		ok    bool
	}{
		"as it was":      {[]int{1, 2, 3, 4, 5}, true},
		"taken out":      {[]int{2, 4, 5}, true},
		"without codes":  {[]int{1, 0, 3, 0, 5}, true},
		"two exchanged":  {[]int{1, 3, 2, 4, 5}, false},
		"one copied":     {[]int{1, 2, 2, 4, 5}, false},
		"one moved up":   {[]int{3, 2, 0, 4}, false},
		"one moved down": {[]int{0, 1}, false},
		"a line added":   {[]int{0, 1, 2, 3, 4, 5}, false},
	} {
		r, anywhere, failed := &mask.Revealer{Key: key}, &mask.Revealer{Key: key, Anywhere: true}, false
		for i, line := range c.lines {
			m := &bauta.Message{ID: "n", Line: i + 1, Text: made[line]}
			_, err := r.Reveal(m)
			failed = failed || errors.Is(err, mask.ErrElsewhere)
			if got, err := anywhere.Reveal(m); err != nil || line > 0 && got.Text != "anna" {
				t.Errorf("%s: line %d, anywhere: %v", name, i+1, err)
			}
		}
		if failed == c.ok {
			t.Errorf("%s: failed %t", name, failed)
		}
	}
}

// TestOlderCodesComeBack: the first form of a code, which hangs on no message,
// is read, and counted as such.
func TestOlderCodesComeBack(t *testing.T) {
	sum := hmac.New(sha256.New, key)
	sum.Write([]byte("bauta encrypt"))
	block, err := aes.NewCipher(sum.Sum(nil))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	nonce := make([]byte, gcm.NonceSize())
	old := base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(gcm.Seal(nonce, nonce, []byte("anna"), []byte("bauta encrypt 1")))
	got, err := (&mask.Revealer{Key: key}).Reveal(&bauta.Message{ID: "9", Text: "chez <ENC_" + old + ">"})
	if err != nil || got.Text != "chez anna" || got.Unbound != 1 {
		t.Errorf("%d unbound, %v", got.Unbound, err)
	}
}

// TestRoundTrip: of 100,000 generated messages, with one or several stretches
// encrypted anywhere between characters, each comes back byte for byte.
func TestRoundTrip(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5000
	}
	r, o := rand.New(rand.NewPCG(1, 2)), mask.Encrypt{Key: key}
	codes, back := 0, 0
	for m := range fixture.SMS(23, n) {
		d := &bauta.Doc{Message: bauta.Message{ID: "1", Text: m.Text}}
		var b strings.Builder
		at := 0
		for range 1 + r.IntN(3) {
			start, end := cut(r, m.Text, at)
			if start == end {
				break
			}
			code, err := o.Replace(context.Background(), d, bauta.Span{Start: start, End: end, Label: bauta.Person})
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(m.Text[at:start] + code)
			codes++
			at = end
		}
		b.WriteString(m.Text[at:])
		got, err := (&mask.Revealer{Key: key}).Reveal(&bauta.Message{ID: "1", Text: b.String()})
		if err != nil || got.Text != m.Text || got.Elsewhere+got.Unbound > 0 {
			t.Fatalf("message %d does not come back: %v", back, err)
		}
		codes -= got.Codes
		back++
	}
	if back != n || codes != 0 {
		t.Errorf("%d messages came back, %d codes did not", back, codes)
	}
}

// cut draws a stretch of whole characters behind byte at.
func cut(r *rand.Rand, s string, at int) (start, end int) {
	if at >= len(s) {
		return at, at
	}
	start = at + r.IntN(len(s)-at)
	end = min(len(s), start+1+r.IntN(20))
	for start > at && s[start]&0xC0 == 0x80 {
		start--
	}
	for end < len(s) && s[end]&0xC0 == 0x80 {
		end++
	}
	return start, end
}
