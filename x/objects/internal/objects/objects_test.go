package objects_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/fileblob"
	"gocloud.dev/blob/memblob"
	_ "gocloud.dev/blob/s3blob"

	"github.com/bauta/bauta/x/objects/internal/objects"
)

// upper is a program that is seen to have run.
func upper(_ context.Context, in io.Reader, out io.Writer) error {
	raw, err := io.ReadAll(in)
	if err == nil {
		_, err = out.Write(bytes.ToUpper(raw))
	}
	return err
}

// stores are buckets of three kinds; S3 is one on this machine.
func stores(t *testing.T) map[string]*blob.Bucket {
	t.Helper()
	s3 := s3mem.New()
	if err := s3.CreateBucket("chats"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(s3).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "nobody")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "nothing")
	out := map[string]*blob.Bucket{"memory": memblob.OpenBucket(nil)}
	for name, written := range map[string]string{
		"s3":   "s3://chats/x?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL),
		"file": "file://" + filepath.ToSlash(t.TempDir()) + "/x",
	} {
		place, err := objects.At(written)
		if err != nil {
			t.Fatal(err)
		}
		if out[name], err = place.Open(t.Context()); err != nil {
			t.Fatal(name, err)
		}
	}
	t.Cleanup(func() {
		for _, b := range out {
			b.Close()
		}
	})
	return out
}

// TestPass: from each store to each, whole or not at all; 6 MB are stored in parts.
func TestPass(t *testing.T) {
	all := stores(t)
	long := []byte(strings.Repeat("salut Patrice, à demain\n", 1<<18))
	failed := errors.New("failed")
	for from, in := range all {
		if err := in.WriteAll(t.Context(), "chat.txt", long, &blob.WriterOptions{ContentType: "text/plain"}); err != nil {
			t.Fatal(from, err)
		}
		for to, out := range all {
			if from != "memory" && to != "memory" {
				continue
			}
			pass := func(run objects.Run) error {
				return objects.Pass(t.Context(), in, "chat.txt", out, "released.txt", run)
			}
			late := func(_ context.Context, in io.Reader, out io.Writer) error {
				io.Copy(out, in)
				return failed
			}
			if err := pass(late); !errors.Is(err, failed) {
				t.Error(from, to, err)
			}
			if there, err := out.Exists(t.Context(), "released.txt"); there || err != nil {
				t.Error(from, to, "a part is there", err)
			}
			if err := pass(upper); err != nil {
				t.Fatal(from, to, err)
			}
			if err := pass(func(context.Context, io.Reader, io.Writer) error { return nil }); err == nil {
				t.Error(from, to, "what was not read is done")
			}
			got, err := out.ReadAll(t.Context(), "released.txt")
			if err != nil || !bytes.Equal(got, bytes.ToUpper(long)) {
				t.Error(from, to, len(got), err)
			}
			if err := out.Delete(t.Context(), "released.txt"); err != nil {
				t.Error(from, to, err)
			}
		}
	}
}

// TestErrors say what is wrong, and no name of an object, which may be somebody's.
func TestErrors(t *testing.T) {
	b := memblob.OpenBucket(nil)
	defer b.Close()
	err := objects.Pass(t.Context(), b, "Zyxwvut.txt", b, "out", upper)
	if err == nil || strings.Contains(err.Error(), "Zyx") || !strings.Contains(err.Error(), "NotFound") {
		t.Error(err)
	}
	if err := b.WriteAll(t.Context(), "a", []byte("x"), &blob.WriterOptions{ContentEncoding: "gzip"}); err != nil {
		t.Fatal(err)
	}
	if err := objects.Pass(t.Context(), b, "a", b, "out", upper); err == nil {
		t.Error("a packed object is read")
	}
	if there, _ := b.Exists(t.Context(), "out"); there {
		t.Error("something was written")
	}
}

// TestFileAlone: beside a file nothing is written, and nothing stays of one that failed.
func TestFileAlone(t *testing.T) {
	dir := t.TempDir()
	place, err := objects.At("file://" + filepath.ToSlash(dir) + "/out.txt")
	if err != nil {
		t.Fatal(err)
	}
	b, err := place.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	from := memblob.OpenBucket(nil)
	defer from.Close()
	from.WriteAll(t.Context(), "in", []byte("x"), nil)
	failing := func(_ context.Context, _ io.Reader, out io.Writer) error {
		out.Write([]byte("part"))
		return io.ErrUnexpectedEOF
	}
	for _, run := range []objects.Run{failing, upper} {
		objects.Pass(t.Context(), from, "in", b, place.Key, run)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || files[0].Name() != "out.txt" {
		t.Error(files, err)
	}
}

func TestAt(t *testing.T) {
	for written, want := range map[string]objects.Place{
		"s3://b/a/c.csv?region=eu":    {Bucket: "s3://b?region=eu", Key: "a/c.csv"},
		"gs://b/c d.csv":              {Bucket: "gs://b", Key: "c d.csv"},
		"file:///a/b/c%20d.csv":       {Bucket: "file:///a/b/?metadata=skip&no_tmp_dir=true", Key: "c d.csv"},
		"file:///c?metadata=anything": {Bucket: "file:///?metadata=skip&no_tmp_dir=true", Key: "c"},
	} {
		if got, err := objects.At(written); err != nil || got != want {
			t.Errorf("%s: %+v, %v", written, got, err)
		}
	}
	for _, bad := range []string{"", "a.csv", "s3://b", "s3://b/", "s3:///k", "file://host/k", "https://b/k", "s3://b/k#x", "%zz"} {
		if got, err := objects.At(bad); err == nil {
			t.Errorf("%s: %+v", bad, got)
		}
	}
}

func FuzzAt(f *testing.F) {
	f.Add("s3://b/a/c.csv?region=eu")
	f.Add("file:///a/b")
	f.Fuzz(func(t *testing.T, written string) {
		p, err := objects.At(written)
		if err == nil && (p.Key == "" || p.Bucket == "") {
			t.Errorf("%q: %+v", written, p)
		}
	})
}

func ExamplePass() {
	b := memblob.OpenBucket(nil)
	defer b.Close()
	ctx := context.Background()
	b.WriteAll(ctx, "chat.txt", []byte("salut"), nil)
	fmt.Println(objects.Pass(ctx, b, "chat.txt", b, "released.txt", upper))
	out, _ := b.ReadAll(ctx, "released.txt")
	fmt.Println(string(out))
	// Output:
	// <nil>
	// SALUT
}
