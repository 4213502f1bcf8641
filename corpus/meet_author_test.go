package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestAuthorsOfTables: who wrote a row of a table is known in the texts of the others, in front and behind, though the
// column stays; a number is none.
func TestAuthorsOfTables(t *testing.T) {
	const rows = "id,author,text\n1,Zyx du 93,va voir zyx_vutt\n2,zyx_vutt,merci Zyx du 93 et 77001\n3,77001,ok\n"
	for _, cfg := range []corpus.Config{
		{Fields: true}, {Fields: true, Also: []string{"id=keep"}},
	} {
		r, err := corpus.Open(strings.NewReader(rows), "a.csv", cfg)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range m.Known {
				got = append(got, m.Text[s.Start:s.End])
			}
		}
		if known := strings.Join(got, "|"); known != "zyx_vutt|Zyx du 93" {
			t.Errorf("%+v: %s", cfg, known)
		}
	}
}
