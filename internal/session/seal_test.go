package session_test

import (
	"bytes"
	"testing"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/session"
)

// TestSealed: a session that was put away behind each message goes on as one that was not, and comes back
// to the letter; nothing of another key or with another byte is opened.
func TestSealed(t *testing.T) {
	with, err := private.Sealer([]byte("a key"), "test")
	if err != nil {
		t.Fatal(err)
	}
	other, err := private.Sealer([]byte("another"), "test")
	if err != nil {
		t.Fatal(err)
	}
	whole, again := session.New(pipeline(), nil), session.New(pipeline(), nil)
	for _, said := range []string{"ok Nicolas est à Lyon", "ok Léa et Nico et Nicolas", "une rose", "le mot <PERSON_1> et person_7", "Lyon sans Nico ni Hugo"} {
		want, got := anonymise(t, whole, said), anonymise(t, again, said)
		if got != want || again.Restore(got) != said {
			t.Fatalf("%q, want %q", got, want)
		}
		data, err := again.Seal(with)
		if err != nil || bytes.Contains(data, []byte("Nicolas")) {
			t.Fatal("a sealed session shows a name", err)
		}
		if _, err := session.Open(pipeline(), nil, other, data); err == nil {
			t.Error("another key opens it")
		}
		for i := 0; i < len(data); i += 7 {
			bad := bytes.Clone(data)
			bad[i] ^= 1
			if _, err := session.Open(pipeline(), nil, with, bad); err == nil {
				t.Fatalf("byte %d is another", i)
			}
		}
		if again, err = session.Open(pipeline(), nil, with, data); err != nil {
			t.Fatal(err)
		}
	}
}

// FuzzOpen: whatever stands under the seal is refused, or is a session that can be used.
func FuzzOpen(f *testing.F) {
	with, err := private.Sealer([]byte("a key"), "test")
	if err != nil {
		f.Fatal(err)
	}
	const mark = "bauta placeholders 1\n"
	f.Add([]byte(`{"places":[{"label":"PERSON","name":"PERSON_1","written":"TsOp"}],"numbers":{"PERSON":1},"forms":{"PERSON Person 1":[1]}}`))
	s := session.New(pipeline(), nil)
	if _, err := s.Seal(with); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, plain []byte) {
		s, err := session.Open(pipeline(), nil, with, with.Seal([]byte(mark), nil, plain, []byte(mark)))
		if err == nil {
			s.Restore("<PERSON_1>")
		}
	})
}
