package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestNamesInsideFields: the names of members inside a field that stays are told with the others, since they may be
// somebody's; one that reads as a text is refused.
func TestNamesInsideFields(t *testing.T) {
	same := func(m bauta.Message) string { return m.Text }
	_, r, err := through(strings.NewReader(`{"text":"a","reactions":{"Zyxel Vutt":[{"zyxa":1}]}}`+"\n"), "a.jsonl", same)
	if err != nil || strings.Join(r.Names(), ",") != "reactions,text,Zyxel Vutt,zyxa" {
		t.Errorf("%q, %v", r.Names(), err)
	}
	_, _, err = through(strings.NewReader(`{"text":"a","x":{"zyx came, and then we went: there were 12 of us.":1}}`+"\n"), "a.jsonl", same)
	if err == nil || strings.Contains(err.Error(), "zyx") {
		t.Errorf("a text as a name: %v", err)
	}
}
