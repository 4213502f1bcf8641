package main

import (
	"bytes"
	"context"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
)

// bauta is the program itself.
func bauta(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "bauta")
	build := exec.Command("go", "build", "-o", binary, "./cmd/bauta")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return binary
}

// TestCommand takes a chat from S3, on this machine, to a file and back, through bauta; a
// run that fails writes nothing.
func TestCommand(t *testing.T) {
	binary := bauta(t)
	s3 := s3mem.New()
	if err := s3.CreateBucket("chats"); err != nil {
		t.Fatal(err)
	}
	chat := "id,text\n1,salut Patrice Martin\n2,à demain\n"
	if _, err := s3.PutObject("chats", "chat.csv", nil, strings.NewReader(chat), int64(len(chat)), nil); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(s3).Server())
	defer server.Close()
	t.Setenv("AWS_ACCESS_KEY_ID", "nobody")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "nothing")
	behind := "?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
	file := filepath.Join(t.TempDir(), "released.csv")
	run := func(args ...string) (string, error) {
		var notes bytes.Buffer
		cmd := command()
		cmd.SetErr(&notes)
		cmd.SetArgs(append([]string{"--bauta", binary}, args...))
		err := cmd.ExecuteContext(context.Background())
		return notes.String(), err
	}
	local := "file://" + filepath.ToSlash(file)
	notes, err := run("s3://chats/chat.csv"+behind, local, "--", "--lang", "fr")
	if err != nil || !strings.Contains(notes, "2 records in = 2 out") {
		t.Fatal(err, notes)
	}
	want := "id,text\n1,salut Person 1\n2,à demain\n"
	if got, err := os.ReadFile(file); string(got) != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if notes, err := run(local, "s3://chats/back.csv"+behind); err != nil {
		t.Fatal(err, notes)
	}
	back, err := s3.GetObject("chats", "back.csv", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer back.Contents.Close()
	if got, _ := io.ReadAll(back.Contents); string(got) != want {
		t.Errorf("%q", got)
	}
	for _, bad := range [][]string{
		{local, "s3://chats/none.csv" + behind, "--", "--policy", "none"},
		{local, local},
		{"chat.csv", local},
		{local, "none"},
		{"s3://chats/none.csv" + behind, "s3://chats/never.csv" + behind},
	} {
		if notes, err := run(bad...); err == nil {
			t.Errorf("%v: %s", bad, notes)
		}
	}
	if _, err := s3.HeadObject("chats", "none.csv"); err == nil {
		t.Error("a run that failed wrote something")
	}
	t.Log(notes)
}
