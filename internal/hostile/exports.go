package hostile

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/quotedprintable"
	"strings"
)

// exports are the files that people hold, which are no corpus of a format that
// is read here. Each goes by its own name or by that of a text.
var exports = []maker{
	export("mbox in base64", "a.mbox", func(list []message) string {
		var b strings.Builder
		for i, m := range list {
			fmt.Fprintf(&b, "From MAILER-DAEMON Fri Jul  8 12:08:34 2011\nFrom: x%d <x@y.example>\nSubject: "+
				"=?utf-8?B?%s?=\nMIME-Version: 1.0\nContent-Type: text/plain; "+
				"charset=utf-8\nContent-Transfer-Encoding: base64\n\n%s\n\n",
				i, base64.StdEncoding.EncodeToString([]byte(m.text)), base64.StdEncoding.EncodeToString([]byte(m.text)))
		}
		return b.String()
	}),
	export("mail in quoted-printable", "a.eml", func(list []message) string {
		var b bytes.Buffer
		b.WriteString("Return-Path: <x@y.example>\nReceived: from y.example\nFrom: x\nTo: y\nSubject: " +
			"z\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: " +
			"quoted-printable\n\n")
		for _, m := range list {
			var text bytes.Buffer
			w := quotedprintable.NewWriter(&text)
			fmt.Fprintln(w, m.text)
			w.Close()
			b.WriteString(strings.ReplaceAll(text.String(), ".", ".=\r\n")) // lines may be broken anywhere
		}
		return b.String()
	}),
	export("Slack", "a.json", func(list []message) string {
		var all []map[string]any
		for i, m := range list {
			all = append(all, map[string]any{
				"type": "message", "user": fmt.Sprintf("U%08d", i), "text": escaped(m.text),
				"ts": fmt.Sprintf("15%08d.000200", i),
			})
		}
		data, _ := json.MarshalIndent(all, "", "    ")
		return string(data)
	}),
	export("Telegram", "result.json", func(list []message) string {
		var all []map[string]any
		for i, m := range list {
			all = append(all, map[string]any{
				"id": i, "type": "message", "from": "x",
				"text": []any{map[string]string{"type": "plain", "text": m.text}},
			})
		}
		data, _ := json.MarshalIndent(map[string]any{"name": "x", "messages": all}, "", " ")
		return string(data)
	}),
	export("JSON on one line", "a.json", func(list []message) string {
		data, _ := json.Marshal(map[string]any{"messages": list, "texts": texts(list)})
		return string(data)
	}),
	export("base64 of a text", "a.txt", func(list []message) string {
		return wrapped(base64.StdEncoding.EncodeToString([]byte(strings.Join(texts(list), "\n"))))
	}),
	export("zip, stored", "a.xlsx", func(list []message) string {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.CreateHeader(&zip.FileHeader{Name: "xl/sharedStrings.xml", Method: zip.Store})
		if err == nil {
			fmt.Fprint(w, strings.Join(texts(list), "\n"))
		}
		z.Close()
		return b.String()
	}),
	export("gzip", "a.csv.gz", func(list []message) string {
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.NoCompression)
		fmt.Fprint(w, strings.Join(texts(list), "\n"))
		w.Close()
		return b.String()
	}),
	export("PDF", "a.pdf", func(list []message) string {
		return "%PDF-1.4\n1 0 obj\n<< /Length 99 >>\nstream\nBT (" +
			strings.Join(texts(list), ") Tj\n(") + ") Tj ET\nendstream\nendobj\n%%EOF\n"
	}),
	export("rich text", "a.rtf", func(list []message) string {
		return `{\rtf1\ansi\deff0 ` + strings.ReplaceAll(strings.Join(texts(list), `\par `), "@", `\'40`) + "}\n"
	}),
	export("database", "a.db", func(list []message) string {
		return "SQLite format 3\x00\x10\x00\x01\x01\x00" +
			strings.Repeat("\x00", 80) + strings.Join(texts(list), "\x00")
	}),
	export("vCard", "a.vcf", func(list []message) string {
		var b strings.Builder
		for _, m := range list {
			fmt.Fprintf(&b, "BEGIN:VCARD\nVERSION:2.1\nNOTE;ENCODING=QUOTED-PRINTABLE:%s\nEND:VCARD\n",
				strings.ReplaceAll(m.text, "@", "=40"))
		}
		return b.String()
	}),
	export("SMS backup", "sms.xml", func(list []message) string {
		var b strings.Builder
		b.WriteString("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n<smses count=\"3\">\n")
		for _, m := range list {
			fmt.Fprintf(&b, "  <sms address=\"x\" body=\"%s\" read=\"1\" />\n",
				strings.ReplaceAll(m.text, "@", "&#64;"))
		}
		return b.String() + "</smses>\n"
	}),
}

// export is the class of one program's exports.
func export(class, name string, write func([]message) string) maker {
	return maker{class, func(rng *rand.Rand) File {
		list := messages(rng, 3+rng.IntN(3))
		return file(pick(rng, []string{name, "a.txt", "a"}), list, write(list))
	}}
}

func texts(list []message) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.text
	}
	return out
}

// escaped writes links as Slack does.
func escaped(s string) string {
	at := strings.LastIndexByte(s, '@')
	from := strings.LastIndexByte(s[:at], ' ') + 1
	return s[:from] + "<mailto:" + s[from:] + ">"
}

// wrapped breaks a line every 76 characters.
func wrapped(s string) string {
	var b strings.Builder
	for len(s) > 76 {
		b.WriteString(s[:76] + "\n")
		s = s[76:]
	}
	return b.String() + s + "\n"
}
