package corpus_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestFilesThatHoldNoText are refused by what they are, also where somebody
// insists on a format.
func TestFilesThatHoldNoText(t *testing.T) {
	tar := strings.Repeat("a", 257) + "ustar\x0000"
	for what, in := range map[string]string{
		"the archive is damaged": "PK\x03\x04\x14\x00\x06\x00", "a ZIP archive": "PK\x05\x06\x14\x00\x06\x00", "packed with bzip2": "BZh91AY&SY\x8b", "packed with xz": "\xfd7zXZ\x00\x00",
		"a 7z or RAR archive": "Rar!\x1a\x07\x01\x00", "a tar archive": tar, "a PDF document": "%PDF-1.7\n%",
		"an SQLite database": "SQLite format 3\x00\x10", "a Parquet file": "PAR1\x15\x04", "an Arrow file": "ARROW1\x00\x00\xff\xff\xff\xff",
		"a stream of Arrow": "\xff\xff\xff\xff\xf8\x00\x00\x00\x10\x00\x00\x00", "a Feather 1, Avro": "Obj\x01\x04\x14avro.codec",
		"Avro or ORC": "ORC\x08\x03\x10", "an older office program": "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an RTF document": `{\rtf1\ansi salut}`,
		"an Outlook mailbox": "!BDN\x01\x02\x03\x04SM", "an image": "\x89PNG\r\n\x1a\n", "sound or video": "OggS\x00\x02", "a property list": "bplist00\xd4",
		"a statistics program": "$FL2@(#) SPSS DATA FILE", "a database (Access": "\x00\x01\x00\x00Standard Jet DB\x00", "a program": "\x7fELF\x02",
	} {
		for _, format := range []corpus.Format{"", corpus.Text, corpus.CSV} {
			_, err := corpus.Open(strings.NewReader(in), "a.txt", corpus.Config{Format: format})
			if err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "; ") {
				t.Errorf("%s, format %q: %v", what, format, err)
			}
		}
	}
}

// TestLettersAreNoArrow: in Latin-1 the first bytes of a stream of Arrow are letters.
func TestLettersAreNoArrow(t *testing.T) {
	in := strings.NewReader("\xff\xff\xff\xff salut\nok\n")
	if _, err := corpus.Open(in, "a.txt", corpus.Config{Encoding: "iso-8859-1"}); err != nil {
		t.Error(err)
	}
}

// TestExportsAreNamed: documents whose lines are not messages are refused by
// what they are; as text they may be insisted on.
func TestExportsAreNamed(t *testing.T) {
	secret := "Zyxwvutila"
	coded := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte(secret+" écrit. "), 12))
	for _, c := range []struct{ what, file, in string }{
		{"an archive of Twitter or X", "tweets.js", "window.YTD.tweets.part0 = [ {\n \"tweet\" : {} } ]"},
		{"a page of HTML", "a.txt", "<!DOCTYPE html>\n<html><body>" + secret},
		{"a page of HTML", "messages.html", "<div class=\"x\">" + secret + "</div>"},
		{"an XML document", "a.xml", "<corpus><post>" + secret + "</post></corpus>"},
		{"a chat of LINE as a computer", "a.txt", "2024.01.15 Monday\n10:00 " + secret + " hi\n"},
		{"a file of contacts", "a.txt", "BEGIN:VCARD\r\nFN:" + secret + "\r\n"},
		{"a calendar", "a.txt", "BEGIN:VCALENDAR\r\nSUMMARY:" + secret + "\r\n"},
		{"a YAML document", "a.txt", "---\nmessages:\n  - text: " + secret + "\n"},
		{"a YAML document", "-", "messages:\n  - text: " + secret + "\n"},
		{"a YAML document", "a.yaml", "text: " + secret + "\n"},
		{"an enciphered or armoured message", "a.txt", "-----BEGIN PGP MESSAGE-----\n\nhQ\n"},
		{"text in base64", "a.txt", coded},
		{"text in base64", "a.txt", coded[:76] + "\n" + coded[76:152] + "\n" + coded[152:]},
		{"text in uuencode", "a.txt", "begin 644 a.txt\n#0V%T0V%T0V%T0V%T0V%T0V%T\n`\nend\n"},
	} {
		_, err := corpus.Open(strings.NewReader(c.in), c.file, corpus.Config{})
		if err == nil || !strings.Contains(err.Error(), c.what) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s (%s): %v", c.what, c.file, err)
		}
		if _, err := corpus.Open(strings.NewReader(c.in), c.file, corpus.Config{Format: corpus.Text}); err != nil {
			t.Errorf("%s: who insists is refused: %v", c.what, err)
		}
	}
}

// TestOrdinaryFilesAreRead: what looks a little like another file is none.
func TestOrdinaryFilesAreRead(t *testing.T) {
	for _, c := range []struct {
		file, in string
		n        int
	}{
		{"a.txt", "From here on we go by train\nok\n", 2},
		{"a.txt", "From Paul Thu, see you in 2026\nDate: tomorrow\n", 2},
		{"a.txt", "{ je sais pas }\nok\n", 2},
		{"-", "{hello} you\nok\n", 2},
		{"a.txt", "[sticker]\n[12/03/2026, 10:15:00] Zoe: salut\n", 3},
		{"a.txt", "[1] premier message\nok\n", 2},
		{"a.txt", "12/03/2026, 10:17 - Zoe: salut\n12/03/2026, 10:18 - Ana: oui\n", 4},
		{"a.txt", "PK c'est bon\nok", 2},
		{"a.txt", "id\ttext\n1\tsalut\n", 1},
		{"a.txt", "message\toui\nok\tnon\n", 2},
		{"a.txt", "id\ttext\nok\n", 2},
		{"calls.xml", `<calls><call number="+33639980001" contact_name="Zoe" /></calls>`, 2},
		{"a.txt", "BM\nBZh9 ok\nID3 ORC PAR1 Obj RIFF ftyp\n", 3},
		{"a.txt", "ORCHIDÉES pour toi\nPAR1 ici\n", 2},
		{"a.txt", "%PDF- c'est quoi ?\nok\n", 2},
		{"a.txt", "<b>salut</b>\n<3 toi\n", 2},
		{"a.txt", "<p>salut</p>\n", 1},
		{"a.txt", "Subject: rien\nok\n", 2},
		{"a.txt", "Zoe: salut\nAna: oui\nZoe: ok\n\nAna: a+\n", 5},
		{"a.txt", "---\nsalut\n---\n", 3},
		{"a.txt", "courses:\n- lait\n- pain\n", 3},
		{"a.txt", "text: salut\n", 1},
		{"a.txt", "begin now\nend\n", 2},
		{"a.txt", "BEGIN: hello\n", 1},
		{"a.txt", strings.Repeat("a", 300) + "\n", 1},
		{"a.txt", strings.Repeat("hahaha", 50) + "\n" + strings.Repeat("LOL", 90), 2},
		{"a.txt", "12 34 56\n78\n", 2},
		{"-", `{"text":"a"}` + "\n" + `{"text":"b"}`, 2},
		{"a.json", `{"text":"a"}` + "\n" + `{"text":"b"}`, 2},
		{"a.jsonl", "\n" + `{"text":"` + strings.Repeat("a", 40000) + `"}` + "\n" + `{"text":"b"}`, 2},
		{"a.csv", "From,Date,Subject,Message\nz,1,x,salut\n", 1},
		{"a.csv", "text,xml\n<?xml version='1.0'?>,1\n", 1},
		{"messages.html.csv", "id,text\n1,<html>\n", 1},
		{"a.md", "# titre\nsalut\n", 2},
	} {
		_, msgs, err := roundTrip(c.in, c.file, corpus.Config{Fields: true}, same)
		if err != nil || len(msgs) != c.n {
			t.Errorf("%s %.40q: %d messages, %v", c.file, c.in, len(msgs), err)
		}
	}
}

// TestExportsAreTold: exports are read as what they are, whatever their names.
func TestExportsAreTold(t *testing.T) {
	for _, c := range []struct{ format, file, in string }{
		{"slack-json", "a.json", `[{"user":"U1","type":"message","ts":"1512085950.000216","text":"a"}]`},
		{"slack-json", "a.txt", "[\n {\n  \"type\": \"message\", \"user\": \"U1\",\n  \"ts\": \"1\",\n  \"text\": \"a\"\n }\n]"},
		{"telegram", "result.json", `{"name": "x", "messages": [{"id": 1, "date_unixtime": "1", "text": "a"}]}`},
		{"telegram", "result.json", `{"name":"x","type":"personal_chat","id":1,"messages":[{"id":1,"date":"2023","from":"zyx","text":"a"}]}`},
		{"messenger", "-", `{"participants": [], "messages": [{"sender_name": "x", "timestamp_ms": 1, "content": "x"}]}`},
		{"discord", "x.json", `{"guild": {}, "channel": {}, "messages": []}`},
		{"google-chat", "m.json", `{"messages": [{"creator": {"name": "x", "user_type": "Human"}, "text": "x"}]}`},
		{"mbox", "a.txt", "From zoe@example.com Thu Jan  1 00:00:00 2026\nReceived: x\n\na\n"},
		{"mbox", "-", "From MAILER-DAEMON Thu Jan 01 10:00:00 +0000 2026\r\nFrom: x\r\n\r\na"},
		{"eml", "a.eml", "Return-Path: <zoe@example.com>\nReceived: by x\n\tfor y\nSubject: a\nFrom: z\n\na"},
		{"eml", "a.eml", "From: a@x.org\nTo: " + strings.Repeat("Zo Ba <b@x.org>,\n ", 5000) + "c@x.org\nSubject: a\n\na\n"},
		{"json", "a.jsonl", "[\n{\"text\":\"a\"}]"},
		{"json", "a.txt", "{\n  \"text\": \"a\"\n}\n"},
		{"jsonl", "x.jsonl", `{"guild": "x", "text": "channel"}`},
	} {
		r, err := corpus.Open(strings.NewReader(c.in), c.file, corpus.Config{})
		if err != nil || string(r.Format()) != c.format {
			t.Errorf("%s: %v", c.in, err)
		}
	}
}

// TestLikeAnExport: JSON with the members of an export and without its shape is no other JSON,
// whose fields stay in clear, unless who reads it says so.
func TestLikeAnExport(t *testing.T) {
	for _, in := range []string{
		"{\"massages\": [\n{\"date_unixtime\": \"1\", \"from\": \"Zyxel\", \"from_id\": \"user1\", \"text\": \"salut\"}]}",
		"{\"convers\": [\n{\"MessageList\": [{\"messagetype\": \"Text\", \"displayName\": \"Zyxel\", \"content\": \"salut\"}]}]}",
		"[\n{\"client_msg_id\": \"1\", \"t\": \"1.1\", \"user_profile\": {\"real_name\": \"Zyxel\"}, \"text\": \"salut\"}]",
		`{"massages":[{"date_unixtime":"1","from":"Zyxel","from_id":"user1","text":"salut"}]}`,
		"{\"title\": \"x\", \"m\": [\n{\"sender_name\": \"Zyxel\", \"timestamp_ms\": 1, \"text\": \"salut\"}]}",
	} {
		_, err := corpus.Open(strings.NewReader(in), "a.json", corpus.Config{Fields: true})
		if err == nil || !strings.Contains(err.Error(), "--format json") || !strings.Contains(err.Error(), "a.json:1: ") {
			t.Errorf("%s: %v", in, err)
		}
		if _, err := corpus.Open(strings.NewReader(in), "a.json", corpus.Config{Fields: true, Format: "json"}); err != nil {
			t.Errorf("%s, as JSON: %v", in, err)
		}
	}
	lines := strings.Repeat(`{"sender_name":"Zyxel","timestamp_ms":1,"text":"salut"}`+"\n", 2)
	if r, err := corpus.Open(strings.NewReader(lines), "a.jsonl", corpus.Config{}); err != nil || r.Format() != corpus.JSONL {
		t.Errorf("a table in JSONL: %v", err)
	}
}

// TestExportsInDisguise: what a program wrote is no lines of text where something stands in front of it, its
// beginning was lost, or nothing here knows the program. Who insists is heard.
func TestExportsInDisguise(t *testing.T) {
	mail := "From: zyxel@example.org\nTo: b@example.org\nSubject: ok\nDate: Tue, 4 Jul 2023 21:05:13 +0200\n\nsalut Zyxel\n"
	coded := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte("salut Zyxel ça va ? "), 9))
	part := "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + coded
	object := `"name": "Zyxel",` + "\n" + `"messages": [{` + "\n" + `"from": "Zyxel",` + "\n" + `"text": "salut"}]}`
	page := "<div>\n<p>Zyxel</p>\n<p>salut</p>\n<p>ok</p>\n</div>\n"
	for _, c := range []struct{ file, in string }{
		{"a.eml", "\n" + mail},
		{"a.txt", "----- Original Message -----\n" + mail},
		{"a.txt", ">From a Tue Jul  4 21:05:13 2023\n" + mail},
		{"a.mbox", "From zyxel@example.org\n" + mail},
		{"a.txt", "mail 1\n\n" + mail},
		{"-", "mail 1\r\r" + strings.ReplaceAll(mail, "\n", "\r")},
		{"a.txt", "--q\n" + part},
		{"a.txt", "voici :\n" + coded[:76] + "\n" + coded[76:152] + "\n" + coded[152:]},
		{"a.txt", "> " + strings.ReplaceAll(mail, "\n", "\n> ")},
		{"a.json", object},
		{"a.txt", object},
		{"-", "voici :\n" + object},
		{"a.json", "salut\n"},
		{"a.txt", "voici :\n[{\"from\": \"Zyxel\", \"text\": \"salut\"}]\n"},
		{"a.html", "voici :\n" + page},
		{"a.txt", "voici :\n" + page},
		{"a.txt", "voici :\n<?xml version='1.0'?><a>Zyxel</a>"},
		{"a.txt", "voici :\n<sms a=\"1\" b=\"2\" from=\"Zyxel\" body=\"salut\"/>\n"},
		{"a.txt", "[04.07.2023 21:05] Zyxel\nsalut, ça va ?\n[04.07.2023 21:06] Zo (extern)\noui\n"},
		{"a.txt", "Zyxel, [04.07.2023 21:05]\nsalut\n\nZo, [04.07.2023 21:06]\noui\n"},
		{"a.txt", "[04-Jul-23 09:05 PM] zyxel\nhey\n\n[04-Jul-23 09:06 PM] zo\nok\n"},
		{"a.txt", "ven. 4 juillet 2023 21 h 05 - zyxel: hey\nven. 4 juillet 2023 21 h 06 - zo: ok\n"},
		{"a.txt", "21:05, 4 juillet 2023 - zyxel: hey\n21:06, 4 juillet 2023 - zo: ok\n"},
		{"a.txt", "[21:05] <zyxel> salut\n[21:06] <zo> oui\n"},
		{"a.txt", "[zyxel] [오후 9:05] hello\n[zo] [오후 9:06] fine\n"},
		{"a.txt", "ok\nJul 04, 2023  9:06:13 PM\nZyxel\nok\n\nJul 04, 2023  9:08:13 PM\nZo\nok\n"},
		{"a.txt", "bis gleich\n04.07.23, 21:05 - zyxel: liste\n" + strings.Repeat("pain\n", 40)},
		{"a.txt", "5 PM\nzyxel\nok\n\nJul 04, 2023  9:06:13 PM\nZyxel\n" + strings.Repeat("pain\n", 40)},
		{"a.txt", "5 PM\nzyxel\nok\n\nJul 04, 2023  9:06:13 PM (Read by Zyxel after 5 seconds)\nZo\nok\n"},
		{"a.txt", "ok\n\n[04/07/2023 21:05] zyxel\nj'y vais\nsans toi\n"},
		{"a.txt", "rien\n21:05\tzyxel\tsalut\n" + strings.Repeat("pain\n", 40)},
		{"a.txt", "[04.07.2023 21:05] Zyxel\n" + strings.Repeat("pain\n", 40) + "[04.07.2023 21:06] Zo (extern)\noui\n"},
		{"a.cha", "*MOT:\tZyxel ?\n"},
		{"a.txt", "voici :\n@Begin\n@Comment:\tx\n*ZYX:\toui .\n*MOT:\tnon .\n"},
	} {
		_, err := corpus.Open(strings.NewReader(c.in), c.file, corpus.Config{})
		if err == nil || !strings.Contains(err.Error(), "--format text") || strings.Contains(strings.ToLower(err.Error()), "zyxel") {
			t.Errorf("%s %.60q: %v", c.file, c.in, err)
		}
		if _, err := corpus.Open(strings.NewReader(c.in), c.file, corpus.Config{Format: corpus.Text}); err != nil {
			t.Errorf("%s %.60q: who insists is refused: %v", c.file, c.in, err)
		}
	}
}

// TestChatsBehindOtherLines: a chat is read whatever stands in front of its first message, and by any clock.
func TestChatsBehindOtherLines(t *testing.T) {
	chat := "04/07/2023, 21:10 - zyxel91: ok\n04/07/2023, 21:11 - Zo ❤️: salut zyxel91\n"
	line := "Tue, 7/4/2023\n21:05\tzyxel91\tsalut\n21:06\tZo ❤️\thello zyxel91\n"
	for _, c := range []struct {
		format, in string
		names      int
	}{
		{"whatsapp", "WhatsApp Chat mit zyxel91\n\n" + chat, 2},
		{"whatsapp", "bis morgen\nzyxel91\n" + chat, 2},
		{"whatsapp", strings.ReplaceAll(chat, " - ", " Uhr - "), 2},
		{"whatsapp", chat + strings.ReplaceAll(chat, " - ", " Uhr - "), 4},
		{"whatsapp", "> " + strings.ReplaceAll(strings.TrimSpace(chat), "\n", "\n> "), 2},
		{"whatsapp", "2023. 7. 4. 오후 9:10, zyxel91: ok\n2023. 7. 4. 오후 9:11, Zo: ja\n", 2},
		{"whatsapp", "2023년 7월 4일 오후 9:10, zyxel91: ok\n2023년 7월 4일 오후 9:11, Zo: ja\n", 2},
		{"whatsapp", strings.ReplaceAll(chat, ", 21:", " 21 h "), 2},
		{"whatsapp", strings.NewReplacer("04/07/2023, 21:1", "[2023-07-04, 21 h 1", " - ", " min 10 s] ").Replace(chat), 2},
		{"whatsapp", strings.NewReplacer("04/07/2023, 21:10", "21:10, 04/07/2023", "04/07/2023, 21:11", "21:11, 04/07/2023").Replace(chat), 2},
		{"whatsapp", "[21:10, 04/07/2023] zyxel91: ok\n[21:11, 04/07/2023] Zo ❤️: salut zyxel91\n", 2},
		{"whatsapp", "[9:10 PM, 7/4/2023] zyxel91: ok\n[9:11 PM, 7/4/2023] Zo ❤️: salut zyxel91\n", 2},
		{"line", "[LINE] Chat history with zyxel91\nSaved on: 7/4/2023, 21:05\n\n" + line, 3},
		{"line", "[LINE] Chat history with zyxel91\nSaved on: 07/04/2023 9:05 PM\n\n" + line, 3},
		{"line", "Saved on: 7/4/2023, 21:05\n\n" + line, 2},
		{"line", "voici :\n[LINE] Chat history with zyxel91\n" + line, 3},
	} {
		out, msgs, err := roundTrip(c.in, "a.txt", corpus.Config{Fields: true}, same)
		if err != nil || out != c.in {
			t.Fatalf("%.60q: %v", c.in, err)
		}
		r, _ := corpus.Open(strings.NewReader(c.in), "a.txt", corpus.Config{})
		n := 0
		for _, m := range msgs {
			if strings.HasSuffix(m.ID, "sender") || strings.HasSuffix(m.ID, "chat") {
				n++
			}
		}
		if string(r.Format()) != c.format || n != c.names {
			t.Errorf("%.60q is %s with %d names", c.in, r.Format(), n)
		}
	}
}

// TestNoHeadIsNoWhatsApp: who says that a file is of WhatsApp is told where none of its lines is.
func TestNoHeadIsNoWhatsApp(t *testing.T) {
	for _, in := range []string{
		"Freitag, 4 juillet 2023 kurz nach 9 - zyxel: hey\nsalut zyxel\n", "zyxel\n", " 21:05 zyxel: ok\n\n",
	} {
		_, _, err := roundTrip(in, "a.txt", corpus.Config{Fields: true, Format: "whatsapp"}, same)
		if err == nil || !strings.Contains(err.Error(), "--format text") || strings.Contains(err.Error(), "zyxel") {
			t.Errorf("%q: %v", in, err)
		}
	}
}
