package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"mime"
	"strings"
	"testing"
)

// goldNames are the files of the generated gold beside the CSV.
func goldNames() []string {
	return []string{
		"chat.txt", "result.json", "slack.zip", "discord.json", "message_1.json", "signal.json", "teams.json", "takeout.json",
		"box.mbox", "imessage.txt", "sms.xml", "talk.cha", "corpus.xml", "x.xlsx", "x.ods",
	}
}

// goldFile writes messages as a file of that name: each in the shape of a format.
func goldFile(t *testing.T, name string, gold []said) []byte {
	t.Helper()
	each := func(head, foot string, one func(said) string) []byte {
		var b strings.Builder
		b.WriteString(head)
		for _, m := range gold {
			b.WriteString(one(m))
		}
		return []byte(b.String() + foot)
	}
	object := func(v map[string]any) string {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	list := func(head, foot string, one func(said) map[string]any) []byte {
		sep := ""
		return each(head, foot, func(m said) string {
			defer func() { sep = ",\n" }()
			return sep + object(one(m))
		})
	}
	user := func(m said) string { return fmt.Sprintf("U%08d", m.id) }
	code := func(m said) string { return fmt.Sprintf("S%03d", m.id) }
	switch name {
	case "a.csv":
		return each("id,thread,text\n", "", func(m said) string { return fmt.Sprintf("%d,t,%q\n", m.id, m.text) })
	case "chat.txt":
		return each("", "", func(m said) string {
			return fmt.Sprintf("04/07/2023, %02d:%02d - %s: %s\n", m.id/60%24, m.id%60, m.sender, m.text)
		})
	case "result.json":
		return list(`{"name": "x", "type": "private_group", "id": 77777777, "messages": [`, "]}", func(m said) map[string]any {
			return map[string]any{
				"id": m.id, "type": "message", "date_unixtime": fmt.Sprint(1688504700 + m.id), "from": m.sender,
				"from_id": fmt.Sprintf("user%d", 1000000+m.id), "text": m.text,
			}
		})
	case "slack.zip":
		users := list("[", "]", func(m said) map[string]any {
			return map[string]any{"id": user(m), "name": m.sender, "real_name": m.sender, "profile": map[string]any{"display_name": m.sender}}
		})
		days := list("[", "]", func(m said) map[string]any {
			return map[string]any{
				"type": "message", "ts": fmt.Sprintf("%d.1", 1688504700+m.id), "user": user(m), "text": m.text,
				"user_profile": map[string]any{"real_name": m.sender},
			}
		})
		return packedGold(t, "users.json", string(users), "channels.json", "[]", "general/2023-07-04.json", string(days))
	case "discord.json":
		return list(`{"guild": {"id": "1", "name": "g"}, "channel": {"id": "2", "name": "c"}, "messages": [`, "]}", func(m said) map[string]any {
			return map[string]any{"id": fmt.Sprint(m.id), "type": "Default", "content": m.text, "author": map[string]any{"id": user(m), "name": m.sender, "nickname": m.sender}}
		})
	case "message_1.json":
		return list(`{"participants": [{"name": "x"}], "messages": [`, "]}", func(m said) map[string]any {
			return map[string]any{"sender_name": m.sender, "timestamp_ms": 1688504700000 + m.id, "content": m.text}
		})
	case "signal.json":
		return each("", "", func(m said) string {
			return object(map[string]any{"date": "2023-07-04", "sender": m.sender, "body": m.text, "reactions": []any{}, "attachments": []any{}}) + "\n"
		})
	case "teams.json":
		return list(`{"userId": "8:live:x", "conversations": [{"id": "19:x@thread.v2", "MessageList": [`, "]}]}", func(m said) map[string]any {
			return map[string]any{"id": fmt.Sprint(m.id), "displayName": m.sender, "from": "8:live:" + user(m), "messagetype": "Text", "content": m.text}
		})
	case "takeout.json":
		return list(`{"messages": [`, "]}", func(m said) map[string]any {
			return map[string]any{"creator": map[string]any{"name": m.sender, "email": user(m) + "@example.com", "user_type": "Human"}, "text": m.text, "message_id": user(m)}
		})
	case "box.mbox":
		return each("", "", func(m said) string {
			return fmt.Sprintf("From %s@example.com Tue Jul  4 21:05:00 2023\nFrom: %s <%s@example.com>\nSubject: x\nDate: Tue, 4 Jul 2023 21:05:00 +0200\n"+
				"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s\n\n",
				user(m), mime.QEncoding.Encode("utf-8", m.sender), user(m), m.text)
		})
	case "imessage.txt":
		return each("", "", func(m said) string {
			return fmt.Sprintf("Jul 04, 2023 %2d:%02d:12 PM\n%s\n%s\n\n", m.id/60%12+1, m.id%60, m.sender, m.text)
		})
	case "sms.xml":
		return each("<smses count=\"1\">\n", "</smses>\n", func(m said) string {
			return fmt.Sprintf("<sms address=\"+336%08d\" date=\"1688504700000\" type=\"1\" body=\"%s\" contact_name=\"%s\" />\n",
				m.id, html.EscapeString(m.text), html.EscapeString(m.sender))
		})
	case "talk.cha":
		people := each("@UTF8\n@Begin\n@Languages:\tfra\n@Participants:\tINV Investigator", "\n", func(m said) string {
			return ", " + code(m) + " " + strings.ReplaceAll(strings.ReplaceAll(m.sender, " ", "_"), ",", "") + " Speaker"
		})
		return append(people, each("", "@End\n", func(m said) string { return "*" + code(m) + ":\t" + m.text + "\n" })...)
	case "corpus.xml":
		people := each(`<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><profileDesc><particDesc><listPerson>`, "</listPerson></particDesc></profileDesc></teiHeader><text><body>\n",
			func(m said) string {
				return `<person xml:id="` + code(m) + `"><persName>` + html.EscapeString(m.sender) + "</persName></person>\n"
			})
		return append(people, each("", "</body></text></TEI>\n", func(m said) string {
			return fmt.Sprintf("<post xml:id=\"p%d\" who=\"#%s\"><p>%s</p></post>\n", m.id, code(m), html.EscapeString(m.text))
		})...)
	case "x.xlsx":
		cells := func(v ...string) string {
			return "<row><c t=\"inlineStr\"><is><t>" + strings.Join(v, "</t></is></c><c t=\"inlineStr\"><is><t>") + "</t></is></c></row>"
		}
		return packedGold(t, "xl/workbook.xml", "<workbook/>", "xl/worksheets/sheet1.xml", string(each("<worksheet><sheetData>"+cells("thread", "sender", "text"), "</sheetData></worksheet>",
			func(m said) string { return cells("t", m.sender, html.EscapeString(m.text)) })))
	}
	cells := func(v ...string) string {
		const open, end = `<table:table-cell office:value-type="string"><text:p>`, "</text:p></table:table-cell>"
		return "<table:table-row>" + open + strings.Join(v, end+open) + end + "</table:table-row>"
	}
	return packedGold(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", string(each("<d><table:table>"+cells("thread", "sender", "text"), "</table:table></d>",
		func(m said) string { return cells("t", m.sender, html.EscapeString(m.text)) })))
}

// packedGold makes an archive of names and contents in turns.
func packedGold(t *testing.T, files ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
