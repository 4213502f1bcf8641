package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestShares: a share is written as a number or in per cent, as people do; what is none is
// refused in words, and by no option with those of Go.
func TestShares(t *testing.T) {
	for said, want := range map[string]share{
		"0.05": 0.05, ".05": 0.05, "5%": 0.05, "5 %": 0.05, "0,05": 0.05, "0,1 %": 0.001, "5.1%": 0.051, "1": 1, "100%": 1, "-0.9": -0.9,
	} {
		var s share
		if err := s.Set(said); err != nil || s != want {
			t.Errorf("%q: %v, %v", said, s, err)
		}
	}
	for _, bad := range []string{"", "%", "5", "500%", "NaN", "five", "1,000.5", "5%%"} {
		if new(share).Set(bad) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	want := must(t, "audit", "plan", "--messages", "2000", "--limit", "0.05").out
	for _, said := range []string{"5%", ".05", "5 %", "0,05"} {
		if got := must(t, "audit", "plan", "--messages", "2000", "--limit", said).out; got != want {
			t.Errorf("--limit %q: %s", said, got)
		}
	}
}

// TestOptionsSayWhatTheyTake: whatever option is given what it does not take, the error says
// what it takes, in no words of Go, and without what was given.
func TestOptionsSayWhatTheyTake(t *testing.T) {
	tried := 0
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			err := f.Value.Set("Quilebo,")
			if err == nil || f.Value.Type() == "bool" && f.NoOptDefVal != "true" {
				return
			}
			tried++
			path := strings.Fields(c.CommandPath())[1:]
			got := invoke(t, "", append(path, "--"+f.Name+"=Quilebo,")...)
			if got.code != 2 || !strings.Contains(got.err, "--"+f.Name+" takes ") || strings.Contains(got.err, "strconv") ||
				strings.Contains(got.err, "Quilebo") {
				t.Errorf("%s --%s: exit %d: %s", c.CommandPath(), f.Name, got.code, got.err)
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root())
	if tried < 50 {
		t.Errorf("%d options tried", tried)
	}
}
