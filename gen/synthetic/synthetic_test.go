package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
)

// TestMessages: spans lie in the text, in order and apart, and hang on the seed
// alone.
func TestMessages(t *testing.T) {
	a, b := newGenerator(3), newGenerator(3)
	labels := map[string]int{}
	for range 400 {
		m := a.message()
		if !reflect.DeepEqual(m, b.message()) {
			t.Fatal("the same seed gives two messages")
		}
		runes, last := []rune(m.Text), 0
		for _, s := range m.Spans {
			if s.Start < last || s.End <= s.Start || s.End > len(runes) {
				t.Fatalf("span [%d, %d) behind %d in %q", s.Start, s.End, last, m.Text)
			}
			last = s.End
			labels[s.Type]++
		}
		if strings.ContainsAny(m.Text, "{}#?%") && !strings.Contains(m.Text, "?next=%2F") && !strings.HasSuffix(m.Text, "?") && !strings.Contains(m.Text, "? ") && !strings.Contains(m.Text, "75%") {
			t.Errorf("%q is not filled", m.Text)
		}
	}
	for _, want := range []string{"PERSON", "EMAIL", "PHONE", "UID", "IP_ADDRESS", "URL", "ADDRESS", "ZIP_CODE", "LOCATION", "ORGANIZATION", "DATE"} {
		if labels[want] == 0 {
			t.Errorf("no %s", want)
		}
	}
}

// TestCheckDigits: cards and accounts are right.
func TestCheckDigits(t *testing.T) {
	g := newGenerator(5)
	plain := strings.NewReplacer(" ", "", "-", "")
	for range 200 {
		if n := plain.Replace(card(g)); !checkdigit.Luhn(n) {
			t.Errorf("card %s", n)
		}
		n := plain.Replace(iban(g))
		if rest := n[4:] + n[:4]; !checkdigit.Mod97(rest) {
			t.Errorf("account %s", n)
		}
	}
}

// TestTemplates: every slot has a filler.
func TestTemplates(t *testing.T) {
	for _, tmpl := range templates {
		for _, m := range slot.FindAllStringSubmatch(tmpl, -1) {
			if fillers[m[1]].fill == nil {
				t.Errorf("no filler %q", m[1])
			}
		}
	}
}
