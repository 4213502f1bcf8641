package main

import "testing"

// TestShownSteersNoTerminal: controls are signs, and lines stay.
func TestShownSteersNoTerminal(t *testing.T) {
	if got, want := linesShown("a\x1b[31mb\nc\x9b0m\u009bd\x00"), "a·[31mb\nc\ufffd0m·d·"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
