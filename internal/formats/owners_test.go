package formats_test

import (
	"slices"
	"testing"
)

// TestOwnersInTitles: who takes part is known in titles and lines of the program that say whose something is, though
// the name is short or a word.
func TestOwnersInTitles(t *testing.T) {
	const chat = "12.03.24, 18:02 - Jo Glück: ok\n12.03.24, 18:02 - Juniper: ok\n12.03.24, 18:02 - Jens: ok\n"
	const telegram = `{"type":"private_group","id":1,"messages":[{"id":1,"date_unixtime":"1","from":"Jo Glück","from_id":"user1","text":"ok"},` +
		`{"id":2,"date_unixtime":"1","actor":"Juniper","action":"edit_group_title","title":"`
	const messenger = `{"participants":[{"name":"Jo Glück"}],"messages":[{"sender_name":"Jo Glück","timestamp_ms":1,"content":"Jo named the group `
	for _, c := range []struct {
		format, in string
		want       []string
	}{
		{"whatsapp", chat + "12.03.24, 18:03 - Jo Glück hat die Gruppe „Jos Feier“ erstellt\n", []string{"Jo Glück", "Jos"}},
		{"whatsapp", chat + "12.03.24, 18:03 - Juniper changed the subject to \"Juniper's do\"\n", []string{"Juniper", "Juniper"}},
		{"whatsapp", chat + "12.03.24, 18:03 - Juniper changed the subject to \"Juniper’s do\"\n", []string{"Juniper", "Juniper"}},
		{"whatsapp", chat + "12.03.24, 18:03 - Juniper hat die Gruppe „Jens’ Feier“ erstellt\n", []string{"Juniper", "Jens"}},
		{"whatsapp", chat + "12.03.24, 18:03 - Juniper hat die Gruppe „Los Josef, jos“ erstellt\n", []string{"Juniper"}},
		{"telegram", telegram + `Jos Feier"}]}`, []string{"Jos"}},
		{"telegram", telegram + `Juniper’s do"}]}`, []string{"Juniper"}},
		{"messenger", messenger + `Jo's do."}]}`, []string{"Jo", "Jo"}},
		{"line", "Tue, 7/4/2023\n21:05\tJo Glück\tok\n21:06\tJo Glück changed the group's name to Jos Feier.\n", []string{"Jo Glück", "Jos"}},
	} {
		if known, _ := knownIn(t, c.format, c.in); !slices.Equal(known, c.want) {
			t.Errorf("%s: %q: %q, want %q", c.format, c.in, known, c.want)
		}
	}
}
