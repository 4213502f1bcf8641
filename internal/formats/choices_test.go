package formats

import (
	"fmt"
	"testing"
)

// TestChoicesOfPolls: a choice that is the first word of what somebody of the file is called is that person, though it be
// a word; in running text it may be the word.
func TestChoicesOfPolls(t *testing.T) {
	for format, in := range map[string]string{
		"whatsapp": "[7/4/23, 8:14:09 AM] Zyxel Vutt: hi\n[7/4/23, 8:15:09 AM] Zyxel Vutt: \u200ePOLL:\nZyxel or who ?\n" +
			"\u200eOPTION: Zyxel (1 vote)\n\u200eOPTION: zyxel (0 votes)\n\u200eOPTION: Ombrel (0 votes)\n",
		"telegram": `{"messages":[{"id":1,"date_unixtime":"1","from":"Zyxel Vutt","from_id":"user1","text":"a"},` +
			`{"id":2,"poll":{"question":"Zyxel or who ?","answers":[{"text":"Zyxel"},{"text":"zyxel"},{"text":"Ombrel"}]}}]}`,
	} {
		f, _ := Of(format)
		recs, err := all(f, in)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, rec := range recs {
			for _, slot := range rec.Slots {
				for _, k := range slot.Known {
					got += fmt.Sprintf("%s of %q|", slot.Value[k.Start:k.End], slot.Value[max(0, k.Start-2):k.Start])
				}
			}
		}
		if want := map[string]string{"whatsapp": `Zyxel of ": "|`, "telegram": `Zyxel of ""|`}[format]; got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
}
