package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestCopiedChats: who wrote and when in lines of their own, as a window has them, are refused with what to do, in
// whatever clock; lines with a time alone among others are lines of text.
func TestCopiedChats(t *testing.T) {
	chat := func(times ...string) string {
		var b strings.Builder
		for i, time := range times {
			b.WriteString([]string{"Zyxel Vutt", "Zyxa"}[i%2] + "\n" + time + "\nok bis dann\nund tschüss\n\n")
		}
		return b.String()
	}
	for _, c := range []struct {
		file   string
		copied bool
	}{
		{chat("14.05.2026 19:02", "14.05.2026 19:03", "19:04"), true},
		{chat("10:42 AM", "10:43 AM", "10:44 AM"), true},
		{chat("Dienstag 19:02", "19:03", "19:04"), true},
		{chat("19 h 02", "19 h 03", "19 h 04"), true},
		{strings.ReplaceAll(chat("10:42", "10:43", "10:44"), "\n10", "\n\t\n10"), true},
		{chat("19:02", "19:03"), false},
		{"Bern\n10:42\nThun\n10:59\nSpiez\n11:10\nBrig\n11:42\n", false},
		{"ok?\n10:42\nja!\n10:43\nok?\n10:44\n", false},
		{"1\n00:00:01,000 --> 00:00:02,500\nok\n\n2\n00:00:03,000 --> 00:00:04,000\nok\n\n1\n00:00:01,000 --> 00:00:02,500\nja\n", false},
	} {
		_, err := corpus.Open(strings.NewReader(c.file), "chat.txt", corpus.Config{})
		if copied := err != nil && strings.Contains(err.Error(), "copied from a window"); copied != c.copied || !copied && err != nil {
			t.Errorf("%q: %v", c.file, err)
		}
		if _, err := corpus.Open(strings.NewReader(c.file), "chat.txt", corpus.Config{Format: corpus.Text}); err != nil {
			t.Errorf("%q as lines: %v", c.file, err)
		}
	}
}
