package formats_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/formats"
)

// named gives what a file says to be somebody, in fields that are nothing else.
func named(t *testing.T, format, in string) (out []string) {
	t.Helper()
	f, ok := formats.Of(format)
	if !ok {
		t.Fatal(format)
	}
	src, err := f.Start(formats.NewInput(bytes.NewReader([]byte(in))))
	for err == nil {
		var rec formats.Record
		if rec, err = src.Next(); err != nil {
			break
		}
		for _, s := range rec.Slots {
			if s.Role == formats.Name {
				out = append(out, s.Value)
			}
		}
		if format == "whatsapp" && rec.Author != "" && !slices.Contains(out, rec.Author) {
			t.Errorf("%q wrote, and is nobody", rec.Author)
		}
	}
	return out
}

// TestTitlesOfSeveral: what a conversation of several is called is no person, and neither is who writes under it; what
// one of two is called is.
func TestTitlesOfSeveral(t *testing.T) {
	const (
		ios   = "[14/05/2026, 7:01:12 PM] %: \u200eMessages and calls are end-to-end encrypted.\n"
		zyx   = "[14/05/2026, 7:02:00 PM] Zyx: ok\n"
		vutt  = "[14/05/2026, 7:03:00 PM] Vutt: ok\n"
		image = "[14/05/2026, 7:04:00 PM] Lou: \u200eimage omitted\n"
	)
	club := strings.Replace(ios, "%", "Club 2", 1)
	under := func(who, said string) string { return "[14/05/2026, 7:01:13 PM] " + who + ": " + said + "\n" }
	made := func(said string) string { return under("Club", "\u200e"+said) }
	telegram := func(kind, from, id string) string {
		return `{"name":"Club","type":"` + kind + `","id":1,"messages":[{"id":1,"date_unixtime":"1","from":"Zyx","from_id":"user1",` +
			`"text":"ok"},{"id":2,"date_unixtime":"1","from":"` + from + `","from_id":"` + id + `","text":"ok"}]}`
	}
	messenger := func(title string, who ...string) string {
		all := ""
		for _, w := range who {
			all += `{"sender_name":"` + w + `","timestamp_ms":1,"content":"ok"},`
		}
		return `{"participants":[{"name":"Zyx"}],"messages":[` + strings.TrimSuffix(all, ",") + `],"title":"` + title + `"}`
	}
	for _, c := range []struct {
		format, in string
		want       []string
	}{
		{"whatsapp", strings.Replace(ios, "%", "Club", 1) + zyx + vutt, []string{"Zyx", "Vutt"}},
		{"whatsapp", strings.Replace(ios, "%", "Club", 1) + zyx, []string{"Club", "Zyx"}},
		{"whatsapp", strings.Replace(ios, "%", "Vutt", 1) + zyx + vutt, []string{"Vutt", "Zyx", "Vutt"}},
		{"whatsapp", strings.Replace(ios, "%", "Club", 1) + zyx + vutt + image, []string{"Zyx", "Vutt", "Lou"}},
		{"whatsapp", made("Zyx created this group") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Du hast die Gruppe „Club“ erstellt") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx created group “Club”") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx hat die Gruppe „Club“ erstellt") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx a créé le groupe «\u00a0Club\u00a0»") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx creó el grupo “Club”") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx ha creato il gruppo “Club”") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx skapade gruppen ”Club”") + zyx, []string{"Zyx"}},
		{"whatsapp", made("Zyx added you") + zyx, []string{"Club", "Zyx"}},
		{"whatsapp", zyx + vutt + made("Zyx left"), []string{"Zyx", "Vutt"}},
		{"whatsapp", zyx + vutt + under("Lou", "\u200eThis message was deleted"), []string{"Zyx", "Vutt", "Lou"}},
		{"whatsapp", zyx + vutt + under("Lou", "\u200eLou created group “Lou”"), []string{"Zyx", "Vutt", "Lou"}},
		{"whatsapp", under("Lou", "\u200eLou left") + zyx + vutt, []string{"Lou", "Zyx", "Vutt"}},
		{"whatsapp", club + zyx + vutt + under("Club 2", "ok"), []string{"Zyx", "Vutt"}},
		{"whatsapp", club + zyx + under("Club 2", "ok"), []string{"Club 2", "Zyx", "Club 2"}},
		{"whatsapp", made("Zyx created this group") + zyx + under("Club", "ok"), []string{"Club", "Zyx", "Club"}},
		{"telegram", telegram("private_supergroup", "Club", "channel2"), []string{"Zyx"}},
		{"telegram", telegram("public_channel", "Zog", "channel2"), []string{"Zyx"}},
		{"telegram", telegram("personal_chat", "Club", "user2"), []string{"Club", "Zyx", "Club"}},
		{"telegram", telegram("private_group", "Club", "user2"), []string{"Club", "Zyx", "Club"}},
		{"messenger", messenger("Club", "Zyx", "Vutt"), []string{"Zyx", "Zyx", "Vutt"}},
		{"messenger", messenger("Vutt", "Zyx", "Vutt"), []string{"Zyx", "Zyx", "Vutt", "Vutt"}},
		{"messenger", messenger("Vutt_3", "Zyx", "Vutt"), []string{"Zyx", "Zyx", "Vutt", "Vutt_3"}},
		{"messenger", messenger("Vutt", "Zyx"), []string{"Zyx", "Zyx", "Vutt"}},
		{"line", "[LINE] Chat history with Club\n\nTue, 7/4/2023\n21:05\tZyx\tok\n21:06\tVutt\tok\n", []string{"Zyx", "Vutt"}},
		{"line", "[LINE] Chat history with Vutt\n\nTue, 7/4/2023\n21:05\tZyx\tok\n21:06\tVutt\tok\n", []string{"Vutt", "Zyx", "Vutt"}},
	} {
		if got := named(t, c.format, c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q\n%s", c.format, got, c.want, c.in)
		}
	}
}
