package corpus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestArchivesOfMacs: a folder above the files of an export is one folder in what comes out, which has none
// of its name, and what macOS puts beside files is left out, and counted.
func TestArchivesOfMacs(t *testing.T) {
	var slack []string
	for i := 0; i < len(slackFiles); i += 2 {
		slack = append(slack, "export-zyx/"+slackFiles[i], slackFiles[i+1])
	}
	book := workbook()
	for _, c := range []struct {
		format string
		files  []string
		left   int
		want   []string
	}{
		{"slack", slack, 2, []string{"\nexport/channels.json\n", "export/users.json\n", "/2023-07-04.json\n"}},
		{"slack", slackFiles, 2, []string{"users.json\n"}},
		{"whatsapp", []string{"zyx/_chat.txt", waChat}, 2, []string{"whatsapp.txt\n"}},
		{"xlsx", book, 2, []string{"<styleSheet/>"}},
		{"ods", []string{"mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsOf([]string{"text"}, []string{"a"})}, 2, nil},
	} {
		files := append(append([]string{}, c.files...), "__MACOSX/export-zyx/._users.json", "\x00\x05\x16\x07zyx", "export-zyx/.DS_Store", "zyx")
		out, r, err := through(bytes.NewReader(zipped(t, files...)), "zyx.zip", func(bauta.Message) string { return "-" })
		if err != nil {
			t.Errorf("%s: %v", c.format, err)
			continue
		}
		text := "\n" + unzipped(t, out)
		if r.LeftOut()["of macOS"] != c.left || strings.Contains(strings.ToLower(text), "zyx") {
			t.Errorf("%s: %v left out, %s", c.format, r.LeftOut(), text)
		}
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q: %s", c.format, want, text)
			}
		}
		if tops := foldersAbove(text); c.format == "slack" && len(tops) > 1 && c.files[0] == slack[0] {
			t.Errorf("more than one folder: %v", tops)
		}
	}
}

// foldersAbove are the first folders of names of files.
func foldersAbove(text string) map[string]bool {
	tops := map[string]bool{}
	for line := range strings.SplitSeq(text, "\n") {
		if top, _, ok := strings.Cut(line, "/"); ok && strings.HasSuffix(line, ".json") {
			tops[top] = true
		}
	}
	return tops
}
