package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"
)

// TestPlainly: what the system says of a file is said in our words, with the file; the rest stays.
func TestPlainly(t *testing.T) {
	gone := &fs.PathError{Op: "open", Path: "a/b", Err: syscall.ENOENT}
	link := &os.LinkError{Op: "rename", Old: "x", New: "y", Err: syscall.EACCES}
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("model a: %w", gone), "model a: a/b is not there"},
		{&fs.PathError{Op: "open", Path: "c", Err: fs.ErrNotExist}, "c is not there"},
		{fmt.Errorf("out: %w", link), "out: y may not be read or written by you"},
		{fmt.Errorf("log: cannot be opened: %w; draw one", syscall.ENOENT), "log: cannot be opened: it is not there; draw one"},
		{&fs.PathError{Op: "write", Path: "d", Err: syscall.ENOSPC}, "write d: " + syscall.ENOSPC.Error()},
		{errors.New("a.csv:2: not so"), "a.csv:2: not so"},
		{syscall.ECONNREFUSED, syscall.ECONNREFUSED.Error()},
	} {
		if got := plainly(c.err); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestMeantLang: codes of three letters, and names of languages, lead to the code of two.
func TestMeantLang(t *testing.T) {
	for said, want := range map[string]string{
		"fre": "fr", "fra": "fr", "Francais": "fr", "French": "fr", "deu": "de", "Deutsch": "de", "spa": "es", "Swedish": "sv",
		"fr": "", "zzz": "", "": "", "fr,en": "", "d'Amélie": "",
	} {
		if got := meantLang(said); want == "" && got != "" || want != "" && !strings.Contains(got, " "+want+"?") {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
