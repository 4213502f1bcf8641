package gold

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
)

// written gives the path of a file in a folder of the test's.
func written(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOwnFiles(t *testing.T) {
	want := []Sentence{{Lang: "fr", Text: "Zoé part à Pau", Spans: []bauta.Span{
		{Start: 0, End: 4, Label: bauta.Person}, {Start: 13, End: 16, Label: bauta.Location},
	}}}
	for name, content := range map[string]string{
		"a.jsonl": `{"id":"1","text":"Zoé part à Pau","spans":[{"start":0,"end":3,"type":"PERSON"},{"start":11,"end":14,"type":"TOWN"}]}`,
		"a.csv":   "id,lang,offsets,spans,text\n1,fr,rune,0:3:PER 11:14:TOWN,Zoé part à Pau\n",
		"a.conll": "Zoé B-PER\npart O\nà B-NONE\nPau B-TOWN\n\n",
	} {
		set, err := Own(written(t, name, content), "fr", map[string]bauta.Label{"TOWN": bauta.Location, "NONE": ""})
		if err != nil {
			t.Fatal(err)
		}
		got, err := set.Read(nil)
		if err != nil {
			t.Fatal(err)
		}
		want[0].Set = name
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if diff := cmp.Diff([]bauta.Label{bauta.Location, bauta.Person}, set.Annotated(got)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestOwnFilesAreRefused(t *testing.T) {
	good := `{"id":"1","text":"Zoé","spans":[]}`
	for _, c := range []struct {
		name, content string
		labels        map[string]bauta.Label
		want          string
	}{
		{"a.txt", good, nil, "the ending says the format"},
		{"a", good, nil, "the ending says the format"},
		{"a.jsonl", good, map[string]bauta.Label{"TOWN": "CITY"}, "no type of ours"},
		{"a.jsonl", `{"id":"1","text":"Zoé","spans":[{"start":0,"end":3,"type":"WHO"}]}`, nil, "no type of ours"},
		{"a.jsonl", `{"id":"1","text":"Zoé","spans":[{"start":0,"end":9,"type":"PERSON"}]}`, nil, "a.jsonl:1"},
		{"a.conll", "Zoé\n", nil, "a.conll:1"},
		{"a.csv", "id,lang,offsets,spans,text\n1,fr,byte,,Zoé\n", nil, "offsets"},
	} {
		path := written(t, c.name, c.content)
		set, err := Own(path, "fr", c.labels)
		if err == nil {
			_, err = set.Read(nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "Zoé") {
			t.Errorf("%s: error %v, want %q without text", c.name, err, c.want)
		}
	}
	set, err := Own(filepath.Join(t.TempDir(), "none.jsonl"), "fr", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := set.Read(nil); err == nil {
		t.Error("a file that is not there is read")
	}
}

func FuzzOwn(f *testing.F) {
	f.Add("jsonl", `{"id":"1","text":"Zoé","spans":[{"start":0,"end":3,"type":"PER"}]}`)
	f.Add("csv", "id,lang,offsets,spans,text\n1,fr,rune,0:3:PER,Zoé\n")
	f.Add("conll", "Zoé I-PER\n")
	f.Fuzz(func(t *testing.T, format, content string) {
		set, err := Own("a."+format, "fr", nil)
		if err != nil {
			return
		}
		list, err := set.read(set, strings.NewReader(content))
		if err != nil {
			return
		}
		for _, s := range list {
			end := 0
			for _, sp := range s.Spans {
				if sp.Start < end || sp.End <= sp.Start || sp.End > len(s.Text) || !sp.Label.Known() {
					t.Fatalf("a span %d to %d of %d bytes", sp.Start, sp.End, len(s.Text))
				}
				end = sp.End
			}
		}
	})
}
