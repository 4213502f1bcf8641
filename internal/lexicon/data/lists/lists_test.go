package lists_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

func Example() {
	by := lists.ByLang("quantities")
	fmt.Println(by["fr"]["combien"], by["de"]["combien"], lists.In("quantities")["combien"])
	// Output: true false true
}

func ExampleNotesIn() {
	titles := lists.NotesIn("honorifics")
	fmt.Println(titles["madame"], titles["mister"])
	// Output: f m
}

func ExampleLongest() {
	fmt.Println(lists.Longest("diminutive-endings")[0])
	// Output: chen
}

// TestFiles: every list says where it comes from and under which licence, is sorted,
// and holds no word twice.
func TestFiles(t *testing.T) {
	n := 0
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(p, ".tsv") {
			return err
		}
		n++
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		var head []string
		last := ""
		for line := range strings.Lines(string(data)) {
			line = strings.TrimSuffix(line, "\n")
			if strings.HasPrefix(line, "#") {
				head = append(head, line)
				continue
			}
			if line == "" || strings.TrimSpace(line) != line {
				t.Errorf("%s: a blank line, or blanks about a word", p)
			}
			if line <= last {
				t.Errorf("%s: a line is out of order, or stands twice", p)
			}
			last = line
		}
		for _, key := range []string{"# what: ", "# source: ", "# licence: "} {
			if !strings.Contains(strings.Join(head, "\n"), key) {
				t.Errorf("%s: no line %q", p, key)
			}
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("%d lists, %v", n, err)
	}
}

// TestListsArePacked: the program holds the words of the lists beside it.
func TestListsArePacked(t *testing.T) {
	names, err := filepath.Glob("*/*.tsv")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d lists, %v", len(names), err)
	}
	for _, p := range names {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		want := lists.Notes{}
		for line := range strings.Lines(string(data)) {
			if word, note, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); !strings.HasPrefix(word, "#") {
				want[word] = note
			}
		}
		lang, file, _ := strings.Cut(filepath.ToSlash(p), "/")
		if got := lists.NotesByLang(strings.TrimSuffix(file, ".tsv"))[lang]; !maps.Equal(got, want) {
			t.Errorf("%s: %d words are packed of %d; run go run ./gen/phrases", p, len(got), len(want))
		}
	}
}

// TestListsThatAreAskedFor: every list that the program names is there, and every list
// is named.
func TestListsThatAreAskedFor(t *testing.T) {
	named := map[string]bool{}
	call := regexp.MustCompile(`(?:lists\.(?:In|ByLang|NotesIn|NotesByLang|Longest)|oneOf)\("([a-z-]+)"`)
	err := filepath.WalkDir(filepath.Join("..", "..", "..", ".."), func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return err
		}
		data, err := os.ReadFile(p)
		for _, m := range call.FindAllStringSubmatch(string(data), -1) {
			named[m[1]] = true
		}
		return err
	})
	if err != nil || len(named) == 0 {
		t.Fatal(len(named), err)
	}
	for name := range named {
		if len(lists.In(name)) == 0 {
			t.Errorf("there is no list %s", name)
		}
	}
	for _, p := range must(filepath.Glob("*/*.tsv")) {
		if name := strings.TrimSuffix(filepath.Base(p), ".tsv"); !named[name] {
			t.Errorf("%s is read by nobody", p)
		}
	}
}

func must(p []string, err error) []string {
	if err != nil {
		panic(err)
	}
	return p
}
