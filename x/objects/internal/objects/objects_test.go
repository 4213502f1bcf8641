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
	"github.com/bauta/bauta/x/objects/internal/place"
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
		at, err := place.At(written)
		if err != nil {
			t.Fatal(err)
		}
		if out[name], err = objects.Open(t.Context(), at); err != nil {
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
	at, err := place.At("file://" + filepath.ToSlash(dir) + "/out.txt")
	if err != nil {
		t.Fatal(err)
	}
	b, err := objects.Open(t.Context(), at)
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
		objects.Pass(t.Context(), from, "in", b, at.Key, run)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 || files[0].Name() != "out.txt" {
		t.Error(files, err)
	}
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
