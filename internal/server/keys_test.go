package server

import (
	"slices"
	"strings"
	"testing"
)

func TestStandardKeysAreDistinct(t *testing.T) {
	if err := StandardKeys().Check(); err != nil {
		t.Fatal(err)
	}
}

// TestC6DuplicateBinding: a key that does two things stops the start.
func TestC6DuplicateBinding(t *testing.T) {
	keys := StandardKeys()
	keys["review"] = append(keys["review"], Binding{"other", []Chord{"m"}, ""})
	err := keys.Check()
	if err == nil || !strings.Contains(err.Error(), "M does both mask and other") {
		t.Fatalf("got %v", err)
	}
	if _, err := New(t.Context(), Config{Store: noStore{}, Keys: keys}); err == nil {
		t.Fatal("a server with a duplicate binding was started")
	}
}

func TestChordsThatNotAllCanType(t *testing.T) {
	for _, c := range []Chord{"[", `\`, "M", "Shift+?", "é", "Digit10", "F13", "", "Shift+"} {
		keys := Keymap{"s": {{"a", []Chord{c}, ""}}}
		if err := keys.Check(); err == nil {
			t.Errorf("%q was taken for a key", c)
		}
	}
	for _, b := range []Binding{{"", []Chord{"a"}, ""}, {"a", nil, ""}} {
		if err := (Keymap{"s": {b}}).Check(); err == nil {
			t.Errorf("%v was taken for a binding", b)
		}
	}
	twice := Keymap{"s": {{"a", []Chord{"a"}, ""}, {"a", []Chord{"b"}, ""}}}
	if err := twice.Check(); err == nil {
		t.Error("an action was bound twice")
	}
}

func TestPrint(t *testing.T) {
	for c, want := range map[Chord]string{
		"m": "M", "Shift+m": "Shift+M", "Digit1": "1", "Shift+Digit1": "Shift+1",
		"Ctrl+Shift+z": "Ctrl+Shift+Z", "ArrowLeft": "←", "Escape": "Esc", "?": "?", "Ctrl+Alt+Digit3": "Ctrl+Alt+3",
	} {
		if got := c.Print(); got != want {
			t.Errorf("%q prints %q, want %q", c, got, want)
		}
	}
}

// TestC5KeysUnderSettings: single keys can be moved, asked to come with
// Ctrl+Alt, or turned off; Enter and arrows are no single characters.
func TestC5KeysUnderSettings(t *testing.T) {
	keys := StandardKeys()
	find := func(s Settings, action string) []Chord {
		for _, b := range keys.under("review", s) {
			if b.Action == action {
				return b.Keys
			}
		}
		return nil
	}
	for _, c := range []struct {
		s      Settings
		action string
		want   []Chord
	}{
		{Settings{}, "mask", []Chord{"m"}},
		{Settings{Keys: "ctrl-alt"}, "mask", []Chord{"Ctrl+Alt+m"}},
		{Settings{Keys: "ctrl-alt"}, "label1", []Chord{"Ctrl+Alt+Digit1"}},
		{Settings{Keys: "ctrl-alt"}, "accept", []Chord{"Enter"}},
		{Settings{Keys: "off"}, "mask", nil},
		{Settings{Keys: "off"}, "undo", []Chord{"Ctrl+z"}},
		{Settings{Remap: map[string]Chord{"review.mask": "q"}}, "mask", []Chord{"q"}},
		{Settings{Keys: "ctrl-alt", Remap: map[string]Chord{"review.mask": "q"}}, "mask", []Chord{"Ctrl+Alt+q"}},
	} {
		if got := find(c.s, c.action); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %s has %v, want %v", c.s, c.action, got, c.want)
		}
	}
	clash := Settings{Remap: map[string]Chord{"review.mask": "k"}}
	if err := keys.remapped(clash).Check(); err == nil {
		t.Error("mask was moved onto keep's key")
	}
}
