package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite" // the driver

	"github.com/bauta/bauta"
)

func messageOf(i int) bauta.Message {
	return bauta.Message{ID: fmt.Sprint(i), Thread: fmt.Sprint("t", i%3), Text: fmt.Sprint("salut Zyxwvut ", i), Meta: i}
}

func resultOf(i int) bauta.Result {
	m := messageOf(i)
	return bauta.Result{
		Message: m, Lang: "fr", Outcome: bauta.TA, Verdict: bauta.Anonymise, Score: 1. / 3, Why: "why",
		Spans:      []bauta.Span{{Start: 6, End: 13, Label: bauta.Person, P: 0.1, Inner: []bauta.Span{{Start: 6, End: 7}}}},
		Candidates: []bauta.Span{{Start: 0, End: 5, Doubt: bauta.Ambiguous}}, Edits: []bauta.Edit{{Start: 6, End: 13, With: "Person 1"}},
		Text: fmt.Sprint("salut Person 1 ", i),
	}
}

// TestResultsComeBack: what was kept comes back whole, with the messages of now; what stands
// behind the last mark is gone.
func TestResultsComeBack(t *testing.T) {
	at := filepath.Join(t.TempDir(), "j")
	j, held, err := Open(at, []byte("key"), "run", []byte("ids"))
	if err != nil || string(held) != "ids" || j.Done() != 0 {
		t.Fatal(err)
	}
	failed := &bauta.MessageError{Message: messageOf(1), Err: errors.New("failed")}
	save := func(thread, state string) {
		if err := j.Save(thread, []byte(state)); err != nil {
			t.Fatal(err)
		}
	}
	step := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	save("a", "a of the first")
	save("b", "b of the first")
	step(j.Mark())
	save("a", "a of the second")
	save("c", "c of the second")
	step(j.Keep([]bauta.Result{resultOf(0), {Message: messageOf(1), Withheld: true}}, []error{nil, failed}))
	step(j.Mark())
	save("a", "a of nobody")
	save("d", "d of nobody")
	step(j.Keep([]bauta.Result{resultOf(2)}, []error{nil}))
	step(j.Close()) // the process dies
	if data, _ := os.ReadFile(at); strings.Contains(string(data), "Zyxwvut") || strings.Contains(string(data), "second") {
		t.Error("the file shows a text")
	}

	if _, _, err := Open(at, []byte("other"), "run", nil); !errors.Is(err, ErrKey) {
		t.Errorf("another key: %v", err)
	}
	if _, _, err := Open(at, []byte("key"), "another", nil); !errors.Is(err, ErrOther) {
		t.Errorf("another run: %v", err)
	}
	if j, held, err = Open(at, []byte("key"), "run", nil); err != nil || string(held) != "ids" {
		t.Fatal(err)
	}
	if n := j.Done(); n != 3 {
		t.Errorf("%d messages", n)
	}
	for thread, want := range map[string]string{"a": "a of the second", "b": "b of the first", "c": "c of the second", "d": ""} {
		if got, err := j.Load(thread); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", thread, got, err)
		}
	}
	for i := range 3 {
		m := messageOf(i)
		m.Meta = "of now"
		want := resultOf(i)
		want.Message = m
		got, err := j.Again(m)
		var at *bauta.MessageError
		switch {
		case i == 1:
			if !errors.As(err, &at) || at.Err.Error() != "failed" || at.Message.Meta != "of now" {
				t.Errorf("withheld: %v", err)
			}
		case err != nil:
			t.Error(err)
		default:
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
	}
	step(j.Remove())
	if left, _ := filepath.Glob(at + "*"); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestAnotherMessage: a result is that of its message and of no other.
func TestAnotherMessage(t *testing.T) {
	at := filepath.Join(t.TempDir(), "j")
	j, _, err := Open(at, []byte("key"), "run", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(j.Mark(), j.Keep([]bauta.Result{resultOf(0)}, []error{nil}), j.Close()); err != nil {
		t.Fatal(err)
	}
	if j, _, err = Open(at, []byte("key"), "run", nil); err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := j.Again(messageOf(3)); !errors.Is(err, ErrInput) {
		t.Errorf("%v", err)
	}
}

// TestSpill: threads come back as they were saved last, and nothing is left.
func TestSpill(t *testing.T) {
	dir := t.TempDir()
	j, err := Spill(dir)
	if err != nil {
		t.Fatal(err)
	}
	for round := range 3 {
		for i := range 100 {
			thread, want := fmt.Sprint(i), fmt.Sprint("of ", i, " round ", round-1)
			if got, err := j.Load(thread); err != nil || round > 0 && string(got) != want || round == 0 && got != nil {
				t.Fatalf("%q, %v", got, err)
			}
			if err := j.Save(thread, fmt.Append(nil, "of ", i, " round ", round)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := j.Remove(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%d files left", len(left))
	}
}

// TestSpillIsSealed: what is written of threads shows neither what is known of them nor their names, and nobody else
// may open the file.
func TestSpillIsSealed(t *testing.T) {
	dir := t.TempDir()
	j, err := Spill(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Remove()
	state := []byte(strings.Repeat("Zyxwvut ", 8<<10))
	for i := range 512 { // more than is held back from the file
		if err := j.Save(fmt.Sprint("thread of Abcdef ", i), state); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, ".bauta-threads-*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil || len(data) < len(state) {
		t.Fatalf("%d bytes are written; %v", len(data), err)
	}
	if strings.Contains(string(data), "Zyxwvut") || strings.Contains(string(data), "Abcdef") {
		t.Error("the file shows a text or the name of a thread")
	}
	if info, err := os.Stat(files[0]); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
}

// FuzzEdited: edits of a chunk are refused, or lie in the text.
func FuzzEdited(f *testing.F) {
	f.Add("salut", 0, 5, "x", 5, 5)
	f.Add("salut", 3, 2, "x", -1, 9)
	f.Fuzz(func(t *testing.T, text string, a, b int, with string, c, d int) {
		got, err := edited(text, []bauta.Edit{{Start: a, End: b, With: with}, {Start: c, End: d}})
		if err == nil && len(got) != len(text)-(b-a)+len(with)-(d-c) {
			t.Errorf("%q", got)
		}
	})
}

// FuzzOpen: whatever file stands there is refused, or used.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("SQLite format 3\x00"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		at := filepath.Join(t.TempDir(), "j")
		if err := os.WriteFile(at, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if j, _, err := Open(at, []byte("key"), "run", nil); err == nil {
			j.Close()
		}
	})
}
