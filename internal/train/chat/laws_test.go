package chat

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/train/gold"
)

// drawn draws messages of a seed.
func drawn(t *testing.T, lang string, seed uint64, n int) []string {
	t.Helper()
	var out []string
	for _, s := range generator(t, lang, seed).Messages(n) {
		sound(t, s)
		out = append(out, shown(s))
	}
	return out
}

// sound checks that spans stand in order, apart, inside the text, at whole
// characters, and begin and end with no blank.
func sound(t *testing.T, s gold.Sentence) {
	t.Helper()
	end := 0
	for _, sp := range s.Spans {
		if sp.Start < end || sp.End <= sp.Start || sp.End > len(s.Text) {
			t.Fatalf("span %d–%d after %d of %d bytes", sp.Start, sp.End, end, len(s.Text))
		}
		end = sp.End
		if words := s.Text[sp.Start:sp.End]; !utf8.ValidString(words) || strings.TrimSpace(words) != words {
			t.Fatalf("a span of %q", words)
		}
	}
	if !utf8.ValidString(s.Text) || strings.ContainsAny(s.Text, "{}") {
		t.Fatalf("a message with an open slot: %q", s.Text)
	}
}

// TestMessagesHangOnTheSeed: one seed gives the same messages, another others,
// and fewer messages are the first of many.
func TestMessagesHangOnTheSeed(t *testing.T) {
	for _, lang := range langs {
		a, b := drawn(t, lang, 5, 120), drawn(t, lang, 5, 120)
		if !slices.Equal(a, b) {
			t.Errorf("%s: one seed, two lists", lang)
		}
		if slices.Equal(a, drawn(t, lang, 6, 120)) {
			t.Errorf("%s: the seed changes nothing", lang)
		}
		if few := drawn(t, lang, 5, 30); len(few) != 30 || !slices.Equal(few, a[:30]) {
			t.Errorf("%s: %d messages are not the first of many", lang, len(few))
		}
	}
}
