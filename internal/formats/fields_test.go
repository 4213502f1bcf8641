package formats

import (
	"fmt"
	"slices"
	"testing"
)

// TestFieldsWithWords: what a field of a program holds that is more than a word is read, and a member that is called
// as somebody of the file is somebody.
func TestFieldsWithWords(t *testing.T) {
	for _, c := range []struct {
		format, in, path string
		role             Role
	}{
		{"telegram", `{"messages":[{"id":1,"date_unixtime":"1","media_type":"Zyxel Vutt","text":"a"}]}`, "messages[].media_type", Note},
		{"telegram", `{"messages":[{"id":1,"date_unixtime":"1","document_id":"chats/Zyxel.webp","text":"a"}]}`, "messages[].document_id", File},
		{"telegram", `{"messages":[{"id":1,"date_unixtime":"1","from":"Zyxel Vutt","from_id":"user1","text":"a"},` +
			`{"id":2,"poll":{"votes":{"Zyxel Vutt":1}}}]}`, "messages[].poll.votes.key", Name},
		{"telegram", `{"messages":[{"id":1,"date_unixtime":"1","text":"a","reactions":{"Zyxel Vutt":"ok"}}]}`, "messages[].reactions.key", Note},
		{"telegram", `{"messages":[{"id":1,"date_unixtime":"1","from":"Zyxel Vutt","from_id":"user1","text":"a"},` +
			`{"id":2,"reactions":{"Zyxel":1}}]}`, "messages[].reactions.key", Name},
		{"signal", `{"date":1,"sender":"a","body":"b","sticker":"Zyxel","quote":"","reactions":[]}`, "sticker", Note},
		{"signal", `{"date":1,"sender":"a","body":"b","attachments":"./media/Zyxel.jpg","quote":"","reactions":[]}`, "attachments", File},
		{"slack-json", `[{"type":"message","ts":"1","user":"U0123456789","text":"a","x_files":["F0ZYXEL01"]}]`, "[].x_files[]", Key},
		{"sms-backup", `<smses><sms body="a" address="1" creator="zyxel vutt"/></smses>`, "sms@creator", Note},
	} {
		f, _ := Of(c.format)
		recs, err := all(f, c.in)
		found := false
		for _, rec := range recs {
			for _, slot := range rec.Slots {
				found = found || slot.Path == c.path && slot.Role == c.role
			}
		}
		if err != nil || !found {
			t.Errorf("%s: no %s of %d: %v", c.format, c.path, c.role, err)
		}
	}
	f, _ := Of("telegram")
	recs, _ := all(f, `{"messages":[{"id":1,"date_unixtime":"1","document_id":"5123","date":"12 mai 2024 18:22","text":"a"}]}`)
	if got := fmt.Sprint(len(recs[0].Slots)); got != "1" {
		t.Errorf("numbers and dates are %s slots, want the text alone", got)
	}
}

// TestExportsInAnArray: what a program writes one behind the other is read in one array, too.
func TestExportsInAnArray(t *testing.T) {
	for _, c := range []struct {
		f    Format
		in   string
		recs int
		want []string // paths with people
	}{
		{signal(), `{"date":"1","sender":"mimi_8","body":"a","reactions":[{"name":"zo_9","emoji":"x"}]}`, 2, []string{"[].sender", "[].reactions[].name"}},
		{
			messenger(), `{"participants":[{"name":"mimi_8"}],"messages":[{"sender_name":"zo_9","timestamp_ms":1,"content":"a"}]}`, 4,
			[]string{"[].participants[].name", "[].messages[].sender_name"},
		},
		{telegram(), `{"name":"mimi_8","messages":[{"id":1,"from":"zo_9","from_id":"user1","text":"a"}]}`, 2, []string{"[].name", "[].messages[].from"}},
	} {
		recs, err := all(c.f, "["+c.in+",\n"+c.in+"]")
		var paths []string
		n := 0
		for _, rec := range recs {
			if slices.ContainsFunc(rec.Slots, func(s Slot) bool { return s.Role <= Name }) {
				n++
			}
			for _, s := range rec.Slots {
				if s.Role == Name && !slices.Contains(paths, s.Path) {
					paths = append(paths, s.Path)
				}
			}
		}
		if err != nil || n != c.recs || !slices.Equal(paths, c.want) {
			t.Errorf("%s: %d records with people in %q, %v", c.f.Name, n, paths, err)
		}
	}
}
