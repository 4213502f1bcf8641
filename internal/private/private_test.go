package private

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestRead: what is too long, a folder, or nowhere is refused without a word of
// what is in it.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	f, err := OpenFile(name, os.O_WRONLY|os.O_CREATE)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("12345678"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if data, err := Read(name, 8); err != nil || string(data) != "12345678" {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := Read(name, 7); !errors.Is(err, ErrLong) {
		t.Errorf("too long: %v", err)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := Read(bad, 8); !errors.Is(err, ErrAbsent) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if _, err := os.Stat(os.DevNull); err == nil {
		if _, err := Read("/dev/zero", 8); err == nil {
			t.Error("a device without end was read")
		}
	}
}

// TestStranger: the owner, the system and administrators may be let in, and a
// group, everybody or another user may not.
func TestStranger(t *testing.T) {
	const me, other, everyone, users = "S-1-5-21-1-2-3-1001", "S-1-5-21-1-2-3-1002", "S-1-1-0", "S-1-5-32-545"
	for _, c := range []struct {
		letIn []string
		want  string
	}{
		{nil, ""},
		{[]string{me}, ""},
		{[]string{"S-1-5-18", "S-1-5-32-544", me, "S-1-3-4"}, ""},
		{[]string{me, other}, other},
		{[]string{users, me}, users},
		{[]string{everyone}, everyone},
		{[]string{me + "1"}, me + "1"},
	} {
		if got := stranger([]string{me}, c.letIn); got != c.want {
			t.Errorf("%v: %q", c.letIn, got)
		}
	}
}
