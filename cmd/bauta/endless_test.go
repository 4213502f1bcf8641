package main

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestEndlessFiles gives each command a file without an end in the place of each of its arguments and
// of the value of each of its flags: it is read up to a bound, and refused.
func TestEndlessFiles(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no /dev/zero everywhere")
	}
	dir, commands := t.TempDir(), 0
	for c := range leaves(root()) {
		commands++
		if slices.Contains([]string{"bauta explain", "bauta lexicon show"}, c.CommandPath()) {
			continue // they are given words
		}
		for _, args := range mistaken(c) {
			if last := args[len(args)-1]; last == "given.jsonl" || last == "given.yaml" {
				continue // as given.csv
			}
			given(t, dir, "")
			for _, name := range []string{"given", "given.csv"} {
				if err := errors.Join(os.Remove(name), os.Symlink("/dev/zero", name)); err != nil {
					t.Fatal(err)
				}
			}
			if got := inTime(t, args...); got.code == 0 || strings.Contains(got.err, "panic") {
				t.Errorf("bauta %s: exit %d, %.200s%.200s", strings.Join(args, " "), got.code, got.err, got.out)
			}
		}
	}
	if commands < 30 {
		t.Errorf("only %d commands were tried", commands)
	}
}
