package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestDatesThatStay: where a message begins with its date, a look shows that it stays, and so does the note of who
// anonymises.
func TestDatesThatStay(t *testing.T) {
	for name, in := range map[string]string{
		"whatsapp":     "04/07/2023, 21:05 - a: b\n",
		"line":         "[LINE] Chat history with a\nSaved on: 2023/07/05 10:00\n\n2023/07/04(Tue)\n21:05\ta\tb\n",
		"imessage":     "Jul 04, 2023  9:05:00 PM\na\nb\n\n",
		"discord-text": "====================\nGuild: a\nChannel: b / c\n====================\n\n[04/07/2023 10:00] d\nb\n",
	} {
		_, r, err := through(strings.NewReader(in), "a.txt", func(m bauta.Message) string { return m.Text })
		if err != nil || string(r.Format()) != name || !strings.Contains(r.Note(), "dates and times of its messages stay") {
			t.Errorf("%s: %q of %s, %v", name, r.Note(), r.Format(), err)
		}
		l, err := corpus.Look(strings.NewReader(in), "a.txt", corpus.Config{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if at := l.At("time"); l.Fields[at].Says != "time" || l.Fields[at].Filled == 0 || !strings.Contains(l.Note, "dates and times") {
			t.Errorf("%s: %+v", name, l)
		}
	}
	read := ""
	_, _, err := through(strings.NewReader("[LINE] Chat history with a\nSaved on: Casimir Vaubert 2023/07/05\n\n2023/07/04(Tue)\n21:05\ta\tb\n"), "a.txt",
		func(m bauta.Message) string { read += m.Text; return m.Text })
	if err != nil || !strings.Contains(read, "Casimir Vaubert") {
		t.Errorf("what stands for a date is not read: %q, %v", read, err)
	}
}
