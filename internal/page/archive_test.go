package page_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"testing"

	"github.com/bauta/bauta/internal/page"
)

// TestArchive: a file that is stored as it is says where it lies, one that is compressed does
// not; both are read as files are.
func TestArchive(t *testing.T) {
	var part bytes.Buffer
	z := zip.NewWriter(&part)
	want := map[string]string{"stored": "what lies as it is", "packed": "what does not", "empty": ""}
	for name, method := range map[string]uint16{"stored": zip.Store, "packed": zip.Deflate, "empty": zip.Store} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, want[name])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	files, err := page.Archive(bytes.NewReader(part.Bytes()), int64(part.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range want {
		if got, err := fs.ReadFile(files, name); err != nil || string(got) != text {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		f, err := files.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		at := f.(interface{ Sound() *io.SectionReader }).Sound()
		if (at != nil) != (name != "packed") {
			t.Errorf("%s lies at %v", name, at)
		}
		if at == nil {
			continue
		}
		if got, err := io.ReadAll(at); err != nil || string(got) != text {
			t.Errorf("%s lies as %q, %v", name, got, err)
		}
	}
	if _, err := files.Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := page.Archive(bytes.NewReader(nil), 0); err == nil {
		t.Error("nothing was taken for an archive")
	}
}
