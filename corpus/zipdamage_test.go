package corpus_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
)

// TestOneByteOfAnArchive: an archive of which any one byte is another is read as it was, or is said to be
// damaged, with the file in it where there is one: never one of no format, nor with files left out.
func TestOneByteOfAnArchive(t *testing.T) {
	gold := exports.Messages(t, 14)
	for _, s := range exports.Shapes(t) {
		whole := s.Write(t, gold)
		if !bytes.HasPrefix(whole, []byte("PK")) || s.Format == "ods" && s.Variant != "plain" {
			continue
		}
		_, r, err := goneThrough(&s, whole)
		if err != nil {
			t.Fatal(err)
		}
		left := leftOut(r)
		for at := 4; at < len(whole); at += 1 + len(whole)/400 {
			bad := bytes.Clone(whole)
			bad[at] ^= 0x15
			_, r, err := goneThrough(&s, bad)
			switch {
			case err != nil && strings.Contains(err.Error(), "no file in this archive"):
				t.Errorf("%s/%s, byte %d of %d: %v", s.Format, s.Variant, at, len(whole), err)
			case err == nil && r == nil:
				t.Errorf("%s/%s, byte %d of %d: it panicked", s.Format, s.Variant, at, len(whole))
			case err == nil && leftOut(r) > left:
				t.Errorf("%s/%s, byte %d of %d: %v are left out", s.Format, s.Variant, at, len(whole), r.LeftOut())
			}
		}
	}
}

// leftOut counts the files of an archive that are left out.
func leftOut(r *corpus.Reader) (n int) {
	for _, of := range r.LeftOut() {
		n += of
	}
	return n
}

// TestArchivesThatArePacked: workbooks and archives are read inside of a packed file, and come out in one.
func TestArchivesThatArePacked(t *testing.T) {
	gold := exports.Messages(t, 14)
	seen := map[string]bool{}
	for _, s := range exports.Shapes(t) {
		whole := s.Write(t, gold)
		if !bytes.HasPrefix(whole, []byte("PK")) || seen[s.Format] {
			continue
		}
		seen[s.Format] = true
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write(whole)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		packed := s
		packed.Name += ".gz"
		out, r, err := goneThrough(&packed, b.Bytes())
		if err != nil {
			t.Errorf("%s: %v", s.Format, err)
			continue
		}
		if l := r.Ledger(); !bytes.HasPrefix(out, []byte("\x1f\x8b")) || l.In == 0 || l.In != l.Out {
			t.Errorf("%s: %v, %q", s.Format, l, out[:min(4, len(out))])
		}
		if names, senders := exports.Left(t, inflated(t, out), gold); names > 0 || senders > 0 {
			t.Errorf("%s: %d bytes of names, %d senders in clear", s.Format, names, senders)
		}
	}
	if len(seen) < 4 {
		t.Errorf("%v alone", seen)
	}
}

// TestSignsBehindLongHeads: what tells a format may stand behind a long first member.
func TestSignsBehindLongHeads(t *testing.T) {
	long := strings.Repeat("lorem ipsum ", 2000)
	for name, c := range map[string]string{
		"telegram": `{"name":"a","about":"` + long + `","messages":[{"id":1,"type":"message","date_unixtime":"1","from":"a","from_id":"user1","text":"oui"}]}`,
		"signal":   `{"date":"1","body":"` + long + `","sender":"a","reactions":[],"quote":""}`,
	} {
		_, r, err := through(strings.NewReader(c), "a.json", func(m bauta.Message) string { return m.Text })
		if err != nil || string(r.Format()) != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// inflated unpacks a file.
func inflated(t *testing.T, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
