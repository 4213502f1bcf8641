package formats

import (
	"bytes"
	"strings"
	"testing"
)

// TestEmoji: the names of emoji that somebody made come out under the key, the same wherever they stand; those
// that all programs have stay.
func TestEmoji(t *testing.T) {
	key := func(id string, n int, digits bool) string { return "K" + strings.Repeat("x", len(id)) }
	for _, c := range []struct{ format, in, gone, stays string }{
		{"slack-json", `[{"type":"message","ts":"1","user":"U0123456789","text":"a :zyx-zo: :tada:","reactions":[` +
			`{"name":"zyx-zo"},{"name":"wave::skin-tone-2"},{"name":"flag-fr"},{"name":"+1"}],"blocks":[{"elements":[` +
			`{"type":"emoji","name":"zyx-zo"}]}]}]`, "zyx", `":tada:","wave::skin-tone-2","flag-fr","+1",a :Kxxxxxx:`},
		{"discord", `{"guild":{"name":"a"},"channel":{"name":"b"},"messages":[{"content":"<:zyx_zo:5555555555> <a:zyxa:66666> :zyxo:",` +
			`"reactions":[{"emoji":{"id":"5555555555","name":"zyx_zo","code":"zyx_zo"}},{"emoji":{"id":null,"name":"👍","code":"thumbsup"}}],` +
			`"inlineEmojis":[{"id":"7777777","name":"zyxo","code":"zyxo"}]}]}`, "zyx 5555555 66666 77777", `thumbsup,👍`},
		{
			"discord", `{"guild":{"name":"a"},"channel":{"name":"b"},"messages":[{"content":"a","reactions":[` +
				`{"emoji":{"id":"5","name":"zyx_zo","code":"zyx_zo"}},{"emoji":{"id":null,"name":"🫩","code":"face_never_seen"}},` +
				`{"emoji":{"id":"","name":"ℹ️","code":"never_seen_too"}},{"emoji":{"id":"6","name":"zyxa","code":"zyxa"}}]}]}`,
			"zyx", "face_never_seen,🫩,ℹ️,never_seen_too",
		},
		{
			"slack-json", `[{"type":"message","ts":"1","user":"U0123456789","text":"a","reactions":[{"name":"never_seen::skin-tone-3"}],` +
				`"blocks":[{"elements":[{"type":"emoji","name":"zyx-zo"},{"type":"emoji","name":"face_never_seen","unicode":"1fae9"}]}]}]`,
			"zyx", "never_seen::skin-tone-3,face_never_seen",
		},
		{
			"discord-text", "====================\nGuild: a\nChannel: b / c\n====================\n\n[04/07/2023 10:00] d\n" +
				"{Reactions}\nzyx_zo (2) 🫩 (3) ℹ️ 1️⃣ \n\n{Attachments}\nhttps://cdn.example/zyx.png\n", "zyx",
			"Kxxxxxx (2) 🫩 (3) ℹ️ 1️⃣ ",
		},
		{"google-chat", `{"messages":[{"creator":{"name":"a","user_type":"Human"},"text":"ok","reactions":[` +
			`{"emoji":{"custom_emoji":{"shortcode":":zyx-zo:"}}},{"emoji":{"unicode":"👍"}}]}]}`, "zyx", `":Kxxxxxx:",👍`},
	} {
		f, _ := Of(c.format)
		recs, err := all(f, c.in)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		for _, rec := range recs {
			if err := rec.Write(&out, key, func(i int) (string, bool) { return rec.Slots[i].Value, true }); err != nil {
				t.Fatal(err)
			}
		}
		for gone := range strings.FieldsSeq(c.gone) {
			if strings.Contains(out.String(), gone) {
				t.Errorf("%s: %s stays: %s", c.format, gone, out.String())
			}
		}
		for stays := range strings.SplitSeq(c.stays, ",") {
			if stays = strings.Trim(stays, `"`); !strings.Contains(out.String(), stays) {
				t.Errorf("%s: %s is gone: %s", c.format, stays, out.String())
			}
		}
	}
}
