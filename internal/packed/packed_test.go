package packed_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/klauspost/compress/zstd"

	"github.com/bauta/bauta/internal/packed"
)

func pack(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil, zstd.WithSingleSegment(true))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}

func TestRoundTrip(t *testing.T) {
	for _, data := range [][]byte{{}, []byte("a"), bytes.Repeat([]byte("abcd"), 1<<15), bytes.Repeat([]byte("abcd"), 1<<18)} {
		if got, err := packed.Open(packed.Store(data)); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes that are stored come back as %d, %v", len(data), len(got), err)
		}
		small := pack(t, data)
		if got, err := packed.Open(small); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes come back as %d, %v", len(data), len(got), err)
		}
	}
}

// TestDamaged: each byte that is missing or changed at the head is an error, and so is
// what would be more than there may be.
func TestDamaged(t *testing.T) {
	small := pack(t, bytes.Repeat([]byte("abcd"), 1000))
	for n := range small {
		if _, err := packed.Open(small[:n]); !errors.Is(err, packed.ErrDamaged) {
			t.Errorf("cut at %d: %v", n, err)
		}
	}
	for n := range 4 {
		bad := slices.Clone(small)
		bad[n] ^= 1
		if _, err := packed.Open(bad); !errors.Is(err, packed.ErrDamaged) {
			t.Errorf("byte %d changed: %v", n, err)
		}
	}
	if _, err := packed.Open(pack(t, make([]byte, packed.Most+1))); !errors.Is(err, packed.ErrDamaged) {
		t.Errorf("too much: %v", err)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(pack(f, []byte("hello hello hello")))
	f.Add(pack(f, make([]byte, 100_000)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		out, err := packed.Open(data)
		if err == nil && len(out) > packed.Most {
			t.Errorf("%d bytes", len(out))
		}
	})
}

func TestFS(t *testing.T) {
	files := packed.FS(fstest.MapFS{
		"ner/plain": {Data: []byte("plain")}, "ner/small.zst": {Data: pack(t, []byte("unpacked"))}, "ner/bad.zst": {Data: []byte("?")},
	})
	for name, want := range map[string]string{"ner/plain": "plain", "ner/small": "unpacked"} {
		if got, err := fs.ReadFile(files, name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if info, err := fs.Stat(files, "ner/small"); err != nil || info.Size() != 8 || info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := fs.ReadFile(files, "ner/none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := fs.ReadFile(files, "ner/bad"); !errors.Is(err, packed.ErrDamaged) {
		t.Error(err)
	}
	f, err := files.Open("ner/small")
	if err != nil {
		t.Fatal(err)
	}
	if whole, ok := f.(interface{ Whole() []byte }); !ok || string(whole.Whole()) != "unpacked" {
		t.Error("an unpacked file does not give what it holds")
	}
	if entries, err := fs.ReadDir(files, "."); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
}

func ExampleFS() {
	small := packed.Store([]byte("words"))
	files := packed.FS(fstest.MapFS{"words.txt.zst": {Data: small}})
	text, err := fs.ReadFile(files, "words.txt")
	fmt.Println(string(text), err)
	// Output: words <nil>
}
