package corpus_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestBadTextsInExports: a text that cannot be read is left out in its place where that is asked, wherever it
// stands, and is counted; all else of the file comes out.
func TestBadTextsInExports(t *testing.T) {
	const chat = `{"name":"A","type":"personal_chat","id":7,"messages":[
{"id":1,"type":"message","date_unixtime":"1688504760","from":"Léa","from_id":"user98","text":"eins"},
{"id":2,"type":"message","date_unixtime":"1688504760","from":"Léa","from_id":"user98","text":"zwei"},
{"id":3,"type":"message","date_unixtime":"1688504760","from":"Léa","from_id":"user98","text":"drei"}
]}`
	mail := "From a@example.com Tue Jul  4 21:05:00 2023\nFrom: a@example.com\nTo: b@example.com\n"
	coded := "Content-Transfer-Encoding: base64\n\nQ291!IFp5\n\n"
	for name, file := range map[string]string{
		"first.json": strings.Replace(chat, "eins", "=?utf-8?Q?L=C3=A9a?=", 1),
		"last.json":  strings.Replace(chat, "drei", "=?utf-8?Q?L=C3=A9a?=", 1),
		"a.mbox":     mail + coded + mail + "\nzwei\n\n" + mail + "\ndrei\n",
		"b.mbox":     mail + "\neins\n\n" + mail + "\nzwei\n\n" + mail + coded,
		"c.mbox":     mail + "\neins\n\n" + mail + "\nzwei\n\n" + mail + "Content-Type: multipart/mixed; boundary=b\n\n--c\n\nL=C3=A9a\n",
	} {
		var lines []int
		cfg := corpus.Config{Fields: true, Reject: func(line int, raw []byte, _ error) error {
			if len(raw) > 0 {
				lines = append(lines, line)
			}
			return nil
		}}
		out, r, err := throughConfig(strings.NewReader(file), name, cfg, func(m bauta.Message) string { return m.Text })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if l := r.Ledger(); l.In != 3 || l.Out != 2 || l.Rejected != 1 || len(lines) != 1 || lines[0] == 0 {
			t.Errorf("%s: %v, %v", name, l, lines)
		}
		left := string(out)
		if !strings.Contains(left, "zwei") || strings.Contains(left, "C3=A9") || strings.Contains(left, "Q291") {
			t.Errorf("%s: %s", name, left)
		}
		if strings.HasSuffix(name, ".json") && !json.Valid(out) {
			t.Errorf("%s is no JSON any more: %s", name, left)
		}
	}
}
