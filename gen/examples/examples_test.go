package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseMarksSpans(t *testing.T) {
	for _, c := range []struct {
		in, text string
		ta       bool
		spans    []span
	}{
		{"ok", "ok", false, nil},
		{"hé [léa|PERSON.first] !", "hé léa !", true, []span{{Start: 3, End: 6, Type: "PERSON", Part: "first"}}},
		{"😘[Zoé|PERSON.first]😘", "😘Zoé😘", true, []span{{Start: 1, End: 4, Type: "PERSON", Part: "first"}}},
		{"à [Nîmes|LOCATION]", "à Nîmes", false, []span{{Start: 2, End: 7, Type: "LOCATION"}}},
		{"[[Léa|first] [Roux|last]|PERSON.full]", "Léa Roux", true, []span{{
			End: 8, Type: "PERSON", Part: "full",
			Parts: []part{{End: 3, Part: "first"}, {Start: 4, End: 8, Part: "last"}},
		}}},
		{"né le [3/4/85|DATE.birth]", "né le 3/4/85", true, []span{{Start: 6, End: 12, Type: "DATE", Birth: true}}},
		{"le [3 mai|DATE]", "le 3 mai", false, []span{{Start: 3, End: 8, Type: "DATE"}}},
		{`a\nb\t\[c\] \\ \| \#x`, "a\nb\t[c] \\ | #x", false, nil},
		{`[Ca\u{200B}m|PERSON.first]`, "Ca\u200bm", true, []span{{End: 4, Type: "PERSON", Part: "first"}}},
	} {
		msgs, err := parse("x", strings.NewReader(c.in))
		if err != nil || len(msgs) != 1 {
			t.Errorf("%q: %d messages, %v", c.in, len(msgs), err)
			continue
		}
		if m := msgs[0]; m.Text != c.text || m.TA != c.ta || !reflect.DeepEqual(m.Spans, c.spans) {
			t.Errorf("%q: got %q, %v, %+v", c.in, m.Text, m.TA, m.Spans)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, in := range []string{
		"[a|PERSON]", "[a|PERSON.friend]", "[a|LOCATION.first]", "[a|NAME]", "[a", "a]", "a|b", "[a|PERSON.first",
		"[|PERSON.first]", "[ a|PERSON.first]", "[a|PERSON.full]", `\q`, `\u{zz}`, `\u{D800}`, "\xff",
		"[Léa|PERSON.first] [Roux|PERSON.last]", "[[[a|first]|first]|PERSON.full]", "==\nno speaker", "@clock noon",
	} {
		if _, err := parse("file", strings.NewReader(in)); err == nil {
			t.Errorf("%q: no error", in)
		} else if !strings.HasPrefix(err.Error(), "file:") {
			t.Errorf("%q: the error does not say where: %v", in, err)
		}
	}
}

func TestParseDialoguesNotesAndClock(t *testing.T) {
	in := "# comment\n@id x\n@clock 2020-01-01T00:00:00Z\nseul ¦ une note\n\n==\nA: un\nB: deux\nA: trois\n\nseul aussi\n"
	msgs, err := parse("x", strings.NewReader(in))
	if err != nil || len(msgs) != 5 {
		t.Fatalf("%d messages, %v", len(msgs), err)
	}
	if msgs[0].Text != "seul" || msgs[0].Note != "une note" || msgs[0].ID != "x-0001" || msgs[0].Time.Year() != 2020 {
		t.Errorf("got %+v", msgs[0])
	}
	if msgs[1].Thread != msgs[3].Thread || msgs[1].Author != msgs[3].Author || msgs[1].Author == msgs[2].Author {
		t.Error("a dialogue is not one thread of two authors")
	}
	if msgs[0].Thread == msgs[1].Thread || msgs[4].Thread == msgs[3].Thread {
		t.Error("a single message joined a dialogue")
	}
	for i := 1; i < len(msgs); i++ {
		if !msgs[i].Time.After(msgs[i-1].Time) {
			t.Errorf("message %d is not later than the one before", i)
		}
	}
}

// TestCorporaAreUpToDate builds the corpora anew and compares them with the
// committed ones: whoever edits the mark-up must run the command.
func TestCorporaAreUpToDate(t *testing.T) {
	dir := t.TempDir()
	for _, src := range sources {
		if err := build(src, ".", dir, io.Discard); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{src.jsonl, src.csv} {
			if name == "" {
				continue
			}
			want, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			got, err := os.ReadFile(filepath.Join("..", "..", "examples", name))
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("examples/%s is not what the mark-up says; run: go run ./gen/examples", name)
			}
		}
	}
}

func TestCorpusHasTheShapeThatWasAskedFor(t *testing.T) {
	msgs, err := readFile("sms-fr.msg")
	if err != nil {
		t.Fatal(err)
	}
	ta, test, dialogue, ids := 0, 0, map[string]int{}, map[string]bool{}
	for _, m := range msgs {
		ta += count(m.TA)
		test += count(m.Split == "test")
		dialogue[m.Thread]++
		if ids[m.ID] {
			t.Errorf("%s stands twice", m.ID)
		}
		ids[m.ID] = true
		if n := utf8.RuneCountInString(m.Text); n > 400 || n == 0 {
			t.Errorf("%s has %d characters", m.ID, n)
		}
	}
	t.Log(summarise(msgs))
	if len(msgs) < 650 {
		t.Errorf("%d messages, want 650", len(msgs))
	}
	if share := percent(ta, len(msgs)); share < 10 || share > 16.7 {
		t.Errorf("%.1f %% are to be anonymised, want a tenth to a sixth", share)
	}
	if share := percent(test, len(msgs)); share < 25 || share > 42 {
		t.Errorf("%.1f %% are held out, want a third", share)
	}
}

func TestHardCorpusIsHard(t *testing.T) {
	msgs, err := readFile("hard-fr.msg")
	if err != nil {
		t.Fatal(err)
	}
	hard, negative := 0, 0
	for _, m := range msgs {
		hard += count(strings.HasPrefix(m.ID, "hard-"))
		negative += count(strings.HasPrefix(m.ID, "neg-"))
		if m.TA != strings.HasPrefix(m.ID, "hard-") {
			t.Errorf("%s: label and group do not fit", m.ID)
		}
	}
	if hard < 60 || negative < 40 {
		t.Errorf("%d hard and %d negative, want 60 and 40", hard, negative)
	}
}

func TestWritersRoundTrip(t *testing.T) {
	msgs, err := parse("x", strings.NewReader("il dit \"non, jamais\"\\nfin\n[a & <b>|PERSON.nick] é\n"))
	if err != nil {
		t.Fatal(err)
	}
	var jsonl, table bytes.Buffer
	if err := writeJSONL(&jsonl, msgs); err != nil {
		t.Fatal(err)
	}
	if err := writeCSV(&table, msgs); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(jsonl.String(), "\\u00") || strings.Contains(jsonl.String(), "null") {
		t.Errorf("JSON escapes HTML or has nulls: %s", jsonl.String())
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	dec := json.NewDecoder(&jsonl)
	for i, m := range msgs {
		var got message
		if err := dec.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if got.Text != m.Text || rows[i+1][4] != m.Text || len(got.Spans) != len(m.Spans) {
			t.Errorf("message %d changed", i)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"ok", "[a|PERSON.first]", "[[a|first] [b|last]|PERSON.full]", "==\nA: x", `\u{41}`, "[|]", "\\", "@clock ", "¦"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		msgs, err := parse("x", strings.NewReader(s))
		if err != nil {
			return
		}
		for _, m := range msgs {
			for _, sp := range m.Spans {
				if sp.Start < 0 || sp.End > utf8.RuneCountInString(m.Text) || sp.Start >= sp.End {
					t.Errorf("span %d-%d of %d", sp.Start, sp.End, utf8.RuneCountInString(m.Text))
				}
			}
		}
	})
}
