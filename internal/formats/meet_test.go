package formats_test

import (
	"io"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/formats"
)

// knownIn gives what the texts of a file are known to name, and what of its values is read.
func knownIn(t *testing.T, format, in string) (known []string, read string) {
	t.Helper()
	f, _ := formats.Of(format)
	src, err := f.Start(formats.NewInput(strings.NewReader(in)))
	if err != nil {
		t.Fatal(err)
	}
	for {
		rec, err := src.Next()
		if err == io.EOF {
			return known, read
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range rec.Slots {
			if s.Role > formats.Note {
				continue
			}
			read += s.Value + "\n"
			for _, k := range s.Known {
				known = append(known, s.Value[k.Start:k.End])
			}
		}
	}
}

// TestWhoTakesPartIsMetFirst: somebody is known, in full, before he has written.
func TestWhoTakesPartIsMetFirst(t *testing.T) {
	for _, c := range []struct{ format, in, want string }{
		{
			"whatsapp", "04/07/2023, 21:05 - Lou: ok @Zyxel Tarn tu viens ?\n04/07/2023, 21:06 - Zyxel Tarn: oui\n",
			"Zyxel Tarn",
		},
		{"whatsapp", "Chat mit zyxel91\n04/07/2023, 21:05 - zyxel91: ok\n04/07/2023, 21:06 - Lou: ja\n", "zyxel91"},
		{
			"discord", `{"guild":{"id":"1"},"channel":{"id":"2"},"messages":[` +
				`{"id":"1","content":"ok @Zyxel Tarn","author":{"id":"1","nickname":"Lou"}},` +
				`{"id":"2","content":"oui","author":{"id":"2","nickname":"Zyxel Tarn"}}]}`, "Zyxel Tarn",
		},
		{
			"mbox", "From b@x.org Mon Jan  1 11:00:00 2024\nFrom: Lou <b@x.org>\nSubject: ok\n\nmerci zyx de 88\n\n" +
				"From a@x.org Mon Jan  1 10:00:00 2024\nFrom: zyx de 88 <a@x.org>\nSubject: ok\n\noui\n", "zyx de 88",
		},
		{"line", "Tue, 7/4/2023\n21:05\tLou\tok @Zyxel Tarn\n21:06\tZyxel Tarn\toui\n", "Zyxel Tarn"},
		{
			"discord", `{"guild":{"id":"1"},"channel":{"id":"2"},"messages":[` +
				`{"id":"1","type":"RecipientAdd","content":"Added zyx to the group.","author":{"id":"1"},"mentions":[]}]}`, "zyx",
		},
		{
			"tei", `<TEI><teiHeader><fileDesc><titleStmt><title>SMS de Zyxel</title><author>Lou Ba</author></titleStmt>` +
				`</fileDesc><profileDesc><particDesc><person><persName>Zyxel</persName></person></particDesc></profileDesc>` +
				`</teiHeader><text><post>ok</post></text></TEI>`, "Zyxel",
		},
		{ // behind more than what tells the format
			"tei", `<TEI><teiHeader><fileDesc><titleStmt><title>SMS de Zyxel</title></titleStmt></fileDesc><encodingDesc><p>` +
				strings.Repeat("lorem ", 40_000) + `</p></encodingDesc><profileDesc><particDesc><person><persName>Zyxel</persName>` +
				`</person></particDesc></profileDesc></teiHeader><text><post>ok</post></text></TEI>`, "Zyxel",
		},
		{
			"discord-text", "====================\nGuild: a\nChannel: b / zyxa\n====================\n\n" +
				"[4-Jul-23 09:05 PM] Lou\non va dans zyxa @Zyxel\n\n[4-Jul-23 09:06 PM] Zyxel\nok\n", "Zyxel",
		},
	} {
		known, read := knownIn(t, c.format, c.in)
		if strings.Join(known, "|") != c.want || strings.Contains(read, "Lou Ba") {
			t.Errorf("%.60q: known are %q", c.in, known)
		}
	}
}

// TestTranscriptsThatAreCut: a transcript without its last line is an error at the line where it is missed.
func TestTranscriptsThatAreCut(t *testing.T) {
	f, _ := formats.Of("chat")
	for in, bad := range map[string]bool{
		"@Begin\n*MOT:\toui .\n@End\n": false, "@Begin\n*MOT:\toui .\n@End": false, "@Begin\r\n*MOT:\toui .\r\n@End\r\n\r\n": false,
		"@Begin\n*MOT:\toui .\n": true, "@Begin\n*MOT:\toui .\n@En": true, "@Begin\n": true, "@Begin\n*MOT:\t@End .\n": true,
	} {
		src, err := f.Start(formats.NewInput(strings.NewReader(in)))
		rec := formats.Record{}
		for err == nil {
			rec, err = src.Next()
		}
		if (err != io.EOF) != bad || bad && rec.Line == 0 {
			t.Errorf("%q: line %d, %v", in, rec.Line, err)
		}
	}
}

// TestChatSpellings: a word of CHAT is read without the signs in it, which come out where it stays.
func TestChatSpellings(t *testing.T) {
	const in = "@Begin\n*MOT:\tGas(par)d (Gas)pard Gas(pard) Ga:spard Ga^spard oui@s:fra (.) a : b .\n@End\n"
	_, read := knownIn(t, "chat", in)
	plain := strings.Map(func(r rune) rune {
		if r >= 0x2060 && r < 0x2070 {
			return -1
		}
		return r
	}, read)
	if want := "Gaspard Gaspard Gaspard Gaspard Gaspard oui@s:fra (.) a : b .\n"; plain != want {
		t.Errorf("read is %q, want %q", plain, want)
	}
	f, _ := formats.Of("chat")
	src, _ := f.Start(formats.NewInput(strings.NewReader(in)))
	var out strings.Builder
	for {
		rec, err := src.Next()
		if err == io.EOF {
			break
		}
		err = rec.Write(&out, nil, func(i int) (string, bool) {
			return strings.Replace(rec.Slots[i].Value, "Gas\u2061pard", "Person_a", 1), true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if want := strings.Replace(in, "(Gas)pard", "Person_a", 1); out.String() != want {
		t.Errorf("written is %q, want %q", out.String(), want)
	}
}
