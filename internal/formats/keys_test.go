package formats_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/formats"
)

// written is what comes out of a file when nobody finds anything in its texts.
func written(t *testing.T, format, in string) string {
	t.Helper()
	f, _ := formats.Of(format)
	src, err := f.Start(formats.NewInput(strings.NewReader(in)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	key := formats.NewKeyer([]byte("0123456789abcdef0123456789abcdef"))
	for {
		rec, err := src.Next()
		if err == io.EOF {
			return out.String()
		}
		if err == nil {
			err = rec.Write(&out, key, func(i int) (string, bool) { return rec.Slots[i].Value, true })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestKeysWhereverTheyStand: an ID that comes out under the key in a field does so in links and texts, before the
// field, too; so do IDs of Slack in links that no field has, and names of stickers.
func TestKeysWhereverTheyStand(t *testing.T) {
	for _, c := range []struct{ format, in, id, same string }{
		{
			"slack-json", `[{"type":"message","ts":"1.1","user":"U1","text":"va voir https://x.slack.com/team/U07ZYX12345"},` +
				`{"type":"message","ts":"1.2","user":"U07ZYX12345","text":"ok"}]`, "07ZYX12345", `"user":"U`,
		},
		{"slack-json", `[{"type":"message","ts":"1.1","user":"U1","text":"slack://user?team=T07ZYX12345&id=U1"}]`, "07ZYX12345", ""},
		{"slack-json", `[{"type":"message","ts":"1.1","user":"U1","text":"https://zyx-corp.slack.com/archives/x et app.slack.com"}]`, "zyx-corp", ""},
		{
			"telegram", `{"name":"a","messages":[{"id":1,"date_unixtime":"1","from_id":"user8","text":[{"type":"text_link",` +
				`"text":"a","href":"tg://user?id=70123456"}]},{"id":2,"from_id":"user70123456","text":"a","seen":"user70123456"}]}`,
			"70123456", `"from_id":"user`,
		},
		{"telegram", `{"name":"a","messages":[{"id":1,"from_id":"user8","text":"a","dataBase64":"enl4ZWxfNzA="}]}`, "enl4ZWxfNzA", ""},
		{
			"discord", `{"guild":{"id":"1"},"channel":{"id":"2"},"messages":[{"id":"3","content":"discord.com/users/70123456789",` +
				`"author":{"id":"70123456789","name":"a"},"stickers":[{"id":"4","name":"zyx rit"}]}]}`, "70123456789", `"author":{"id":"`,
		},
		{
			"discord", `{"guild":{"id":"1"},"channel":{"id":"2"},"messages":[{"id":"3","content":"a","author":{"id":"7","name":"a"},` +
				`"stickers":[{"id":"4","name":"zyx-rit"}]}]}`, "zyx-rit", "",
		},
	} {
		out := written(t, c.format, c.in)
		if strings.Contains(out, c.id) {
			t.Errorf("%s stays in %s", c.id, out)
		}
		if c.same == "" {
			continue
		}
		fields := strings.Split(out, c.same)
		key, _, _ := strings.Cut(fields[len(fields)-1], `"`)
		if want := strings.Count(c.in, c.id); strings.Count(out, key) != want {
			t.Errorf("the key stands not %d times in %s", want, out)
		}
	}
}
