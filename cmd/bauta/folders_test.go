package main

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
)

// TestFoldersOfMail: a box of mail without an ending is read in a folder as it is alone, and an archive of
// nothing that is read is left out, and counted.
func TestFoldersOfMail(t *testing.T) {
	box := "From zoe.keller@example.com Fri Jan 12 18:22:10 2024\nFrom: Zoe <zoe.keller@example.com>\n" +
		"To: bob.keller@example.com\nSubject: ok\n\nécris à zoe.keller@example.com\n\n"
	folder(t, map[string]string{
		"in/Inbox": box, "in/a.txt": "ok", "in/Inbox.msf": "// <!-- <mdb:mork:z v=\"1.4\"/> -->", "in/n.zip": parts(t, "z.zip", parts(t, "a.txt", "ok")),
	})
	p := invoke(t, "", "anonymise", "--policy", "small.yaml", "in", "-o", "out")
	data, err := os.ReadFile("out/Inbox")
	if p.code != 0 || err != nil || strings.Contains(string(data), "keller") {
		t.Fatalf("exit %d, %v: %s %s", p.code, err, p.err, data)
	}
	for _, kind := range []string{".zip", ".msf"} {
		if !strings.Contains(p.err, "1 file ("+kind+") of archives and folders not read and left out") {
			t.Errorf("%s: %s", kind, p.err)
		}
	}
}

// TestNoPartOfAFolder: where one file of a folder cannot be read, it is named, and no folder appears.
func TestNoPartOfAFolder(t *testing.T) {
	folder(t, map[string]string{"in/a.txt": "ok", "in/b.zip": "PK\x03\x04 no archive"})
	p := invoke(t, "", "anonymise", "--policy", "small.yaml", "in", "-o", "out")
	if _, err := os.Stat("out"); p.code == 0 || !strings.Contains(p.err, "b.zip") || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("exit %d, %s, %v", p.code, p.err, err)
	}
}
