package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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

// TestUnpackedSlack: a folder is read as the archive of the same files is: lists of people and channels with
// it, folders of channels called as in the list.
func TestUnpackedSlack(t *testing.T) {
	folder(t, map[string]string{
		"in/e/users.json":                  `[{"id":"U012345","team_id":"T012345","name":"keller.z","real_name":"Zoe Keller","profile":{"email":"zoe.keller@example.com","display_name":"zyxkel rouge"}}]`,
		"in/e/channels.json":               `[{"id":"C012345","name":"keller-team","created":1,"creator":"U012345","members":["U012345"]}]`,
		"in/e/dms.json":                    "[]",
		"in/e/keller-team/2023-07-05.json": `[{"type":"message","user":"U012345","text":"salut @zyxkel rouge ?","ts":"2.1"}]`,
		"in/e/keller-team/2023-07-04.json": `[{"type":"message","user":"U012345","text":"zoe.keller@example.com <@U012345>","ts":"1.1"}]`,
	})
	p := invoke(t, "", "anonymise", "--policy", "small.yaml", "in", "-o", "out")
	if p.code != 0 {
		t.Fatalf("exit %d: %s", p.code, p.err)
	}
	var all strings.Builder
	err := filepath.WalkDir("out", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var data []byte
			data, err = os.ReadFile(name)
			all.WriteString(name + "\n" + string(data) + "\n")
		}
		return err
	})
	text := all.String()
	_, rest, _ := strings.Cut(text, `"id":"C`)
	_, rest, _ = strings.Cut(rest, `"name":"`)
	channel, _, _ := strings.Cut(rest, `"`)
	if err != nil || strings.Contains(text, "eller") || strings.Contains(text, " rouge") || strings.Contains(text, "U012345") || len(channel) < 6 ||
		!strings.Contains(text, channel+"/2023-07-04.json") {
		t.Errorf("%v %q: %s", err, channel, text)
	}
}

// TestFileOfAFolderLeftOut: where bad records are skipped, a file without a text is named and left out, the others
// come out; without, the error says how.
func TestFileOfAFolderLeftOut(t *testing.T) {
	folder(t, map[string]string{"in/a.txt": "ok", "in/b.csv": "n;v\n1;2\n3;4\n", "only/b.csv": "n;v\n1;2\n3;4\n"})
	args := []string{"anonymise", "--policy", "small.yaml", "in", "-o", "out"}
	if p := invoke(t, "", args...); p.code == 0 || !strings.Contains(p.err, "--on-error skip --rejects FILE") {
		t.Errorf("exit %d, %s", p.code, p.err)
	}
	skip := []string{"--on-error", "skip", "--rejects", "bad"}
	p := invoke(t, "", append(args, skip...)...)
	left, err := os.ReadDir("out")
	if p.code != 0 || err != nil || len(left) != 1 || !strings.Contains(p.err, "left out: "+filepath.Join("in", "b.csv")) {
		t.Errorf("exit %d, %s, %v %v", p.code, p.err, left, err)
	}
	args[3], args[5] = "only", "none"
	p = invoke(t, "", append(args, skip...)...)
	if _, err := os.Stat("none"); p.code == 0 || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("exit %d, %s, %v", p.code, p.err, err)
	}
}
