package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestSessionsSurviveARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions")
	open := func() *Sessions {
		t.Helper()
		s, err := OpenSessions(path)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	if err := s.Commit("a", []byte("one"), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := s.Commit("b", []byte("two"), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	s = open()
	if got, ok, err := s.Find("a"); err != nil || !ok || string(got) != "one" {
		t.Fatalf("got %q, %v, %v", got, ok, err)
	}
	if _, ok, _ := s.Find("b"); ok {
		t.Error("an expired session was found")
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", info.Mode(), err)
	}
	before := info.ModTime()
	if err := s.Commit("a", []byte("one"), time.Now().Add(time.Hour+10*time.Second)); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(path); info.ModTime() != before {
		t.Error("a request alone wrote the file")
	}
	if err := s.Delete("a"); err != nil {
		t.Fatal(err)
	}
	if _, ok, _ := open().Find("a"); ok {
		t.Error("a session outlived its end")
	}
}

func TestSessionsThatOthersCanRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions")
	if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSessions(path); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("got %v", err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSessions(path); err == nil {
		t.Error("a damaged file was taken")
	}
}

func TestSessionsHoldNumbersAlone(t *testing.T) {
	if _, err := (userCodec{}).Encode(time.Now(), map[string]any{"word": "rose"}); err == nil {
		t.Error("a text was put into a session")
	}
	now := time.Now().UTC()
	data, err := (userCodec{}).Encode(now, map[string]any{"user": int64(7)})
	if err != nil {
		t.Fatal(err)
	}
	deadline, values, err := (userCodec{}).Decode(data)
	if err != nil || !deadline.Equal(now) || values["user"] != int64(7) {
		t.Fatalf("got %v %v %v", deadline, values, err)
	}
	if _, _, err := (userCodec{}).Decode([]byte("{")); err == nil {
		t.Error("a damaged session was taken")
	}
}

// FuzzOpenSessions: whatever a file of sessions holds, it is refused or read.
func FuzzOpenSessions(f *testing.F) {
	f.Add([]byte(`{"token":{"Data":"e30=","Expiry":"2040-01-01T00:00:00Z"}}`))
	f.Add([]byte(`null`))
	f.Add([]byte(`{"a":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "sessions")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := OpenSessions(path)
		if err != nil {
			return
		}
		if _, _, err := s.Find("token"); err != nil {
			t.Fatal(err)
		}
		if err := s.Commit("token", []byte("x"), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if got, ok, err := s.Find("token"); !ok || err != nil || string(got) != "x" {
			t.Fatalf("%v, %v", ok, err)
		}
	})
}
