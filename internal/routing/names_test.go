package routing

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// TestNamesTellNoLanguage: what people of a thread are called is taken out of what tells its
// language, words in use apart; so is what a corpus knows.
func TestNamesTellNoLanguage(t *testing.T) {
	field := func(name string) bauta.Message {
		return bauta.Message{Text: name, Known: []bauta.Span{{End: len(name), Label: bauta.Person}}}
	}
	o := &Foreign{Teller: &Teller{reads: []string{"en", "fr"}}, Names: lexicon.Default()}
	named := o.people([]bauta.Message{field("Caoimhe"), field("Quillerwen of the House"), {Text: "Torbinga"}})
	m := bauta.Message{Text: "caoimhe, of Torbinga", Known: []bauta.Span{{Start: 12, End: 20, Label: bauta.Person}}}
	if got, want := named.without(&m, m.Text), "       , of         "; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for line, want := range map[string]bool{
		"Żaneta Þórsson": true, "Żaneta": true, "Żaneta przyszła": false, "ŻANETA PRZYSZŁA": false, "…": false,
		"Żaneta A B C D E F": false, "ちゃん": false,
	} {
		if called(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}

// TestCodeTellsNoLanguage: paths and settings are in none, and too few words beside them; other scripts are.
func TestCodeTellsNoLanguage(t *testing.T) {
	for line, want := range map[string]bool{
		"ls -la /home/mwangi/.ssh/config": true, "HOME=/root make": true, "cat /etc/hosts en la cocina de mi abuela": false,
		"mi abuela": false, "https://example.org/a 見てください": false, "": false,
	} {
		if coded(line) != want {
			t.Errorf("%q: %v", line, !want)
		}
	}
}
