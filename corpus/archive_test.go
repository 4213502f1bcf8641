package corpus_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// zipped makes an archive of names and contents in turns.
func zipped(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = io.WriteString(f, files[i+1])
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

// through reads a file and writes it with each text and field changed.
func through(in io.Reader, name string, change func(bauta.Message) string) ([]byte, *corpus.Reader, error) {
	return throughConfig(in, name, corpus.Config{Fields: true, Key: []byte("a key for tests, of no use")}, change)
}

func throughConfig(in io.Reader, name string, cfg corpus.Config, change func(bauta.Message) string) ([]byte, *corpus.Reader, error) {
	r, err := corpus.Open(in, name, cfg)
	if err != nil {
		return nil, nil, err
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	if err != nil {
		return nil, r, err
	}
	for m, err := range r.Messages() {
		if err != nil {
			return nil, r, err
		}
		text := change(m)
		res := bauta.Result{Message: m, Text: text, Edits: []bauta.Edit{{Start: 0, End: len(m.Text), With: text}}}
		if err := w.Write(&res); err != nil {
			return nil, r, err
		}
	}
	err = w.Close()
	return out.Bytes(), r, err
}

// unzipped gives the files of an archive, their names in front.
func unzipped(t testing.TB, data []byte) string {
	t.Helper()
	zr, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, f := range zr.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s\n%s\n", f.Name, text)
	}
	return b.String()
}

const waChat = "[04/07/2023 21:05:12] Zyxel: zyx\n[04/07/2023 21:06:12] Zyxa Vutt: <attached: 1-PHOTO.jpg>\n"

// slackFiles are an export with a channel, a conversation of two, and a group.
var slackFiles = []string{
	"channels.json", `[{"id":"C012345","name":"zyx-team","created":1,"creator":"U012345","members":["U012345"],"topic":{"value":"zyx","creator":"U012345"}}]`,
	"mpims.json", `[{"id":"G012345","name":"mpdm-zyxel--zyxa-1","members":["U012345"]}]`,
	"users.json", `[{"id":"U012345","team_id":"T012345","name":"zyxel.v","real_name":"Zyxel V","profile":{"real_name":"Zyxel V","email":"zyx@example.com","phone":"zyx","title":"zyx"}}]`,
	"zyx-team/2023-07-04.json", `[{"type":"message","user":"U012345","text":"zyx <@U012345>","ts":"1.1"}]`,
	"mpdm-zyxel--zyxa-1/2023-07-04.json", `[{"type":"message","user":"U012345","text":"zyx","ts":"1.2"}]`,
	"D012345/2023-07-04.json", `[{"type":"message","user":"U012345","text":"zyx","ts":"1.3"}]`,
}

// TestArchives: exports come out as archives, people first, with names under the key; what
// is no text is left out and counted.
func TestArchives(t *testing.T) {
	for _, c := range []struct {
		format string
		files  []string
		left   string
		want   []string
	}{
		{"whatsapp", []string{"_chat.txt", waChat, "1-PHOTO.jpg", "\xFF\xD8zyx", "Zyxa.vcf", "zyx"}, "map[.jpg:1 .vcf:1]", []string{"whatsapp.txt\n", "] -: -"}},
		{"whatsapp", []string{"WhatsApp Chat with Zyxa.txt", waChat}, "map[]", []string{"whatsapp.txt\n"}},
		{"slack", slackFiles, "map[]", []string{"users.json\n", `"creator":"U`, "/2023-07-04.json\n"}},
	} {
		data := zipped(t, c.files...)
		out, r, err := through(bytes.NewReader(data), "zyx.zip", func(bauta.Message) string { return "-" })
		if err != nil {
			t.Errorf("%s: %v", c.format, err)
			continue
		}
		text := unzipped(t, out)
		if left := fmt.Sprint(r.LeftOut()); left != c.left || string(r.Format()) != c.format {
			t.Errorf("%s: %s left out of %s", c.format, left, r.Format())
		}
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %q: %s", c.format, w, text)
			}
		}
		if strings.Contains(strings.ToLower(text), "zyx") || strings.Contains(text, "U012345") {
			t.Errorf("%s: something stays: %s", c.format, text)
		}
	}
}

// TestSlackJoins: an ID is the same in lists, messages, mentions, and a channel's name
// that of its folder.
func TestSlackJoins(t *testing.T) {
	out, _, err := through(bytes.NewReader(zipped(t, slackFiles...)), "x.zip", func(m bauta.Message) string { return m.Text })
	if err != nil {
		t.Fatal(err)
	}
	text := unzipped(t, out)
	_, rest, _ := strings.Cut(text, `"user":"`)
	id, _, _ := strings.Cut(rest, `"`)
	_, rest, _ = strings.Cut(text, `"id":"C`)
	_, rest, _ = strings.Cut(rest, `"name":"`)
	channel, _, _ := strings.Cut(rest, `"`)
	if len(id) < 6 || !strings.Contains(text, `"id":"`+id) || !strings.Contains(text, "<@"+id+">") {
		t.Errorf("the ID %s does not join: %s", id, text)
	}
	if len(channel) < 6 || !strings.Contains(text, "\n"+channel+"/2023-07-04.json\n") {
		t.Errorf("the channel %s does not join: %s", channel, text)
	}
}

// TestPacked: gzip and zstd come out as they came in.
func TestPacked(t *testing.T) {
	var gz, zst bytes.Buffer
	g := gzip.NewWriter(&gz)
	z, _ := zstd.NewWriter(&zst)
	for _, w := range []io.WriteCloser{g, z} {
		if _, err := io.WriteString(w, "id,text\n1,salut\n"); err != nil || w.Close() != nil {
			t.Fatal(err)
		}
	}
	for name, in := range map[string][]byte{"a.csv.gz": gz.Bytes(), "a.csv.zst": zst.Bytes()} {
		out, _, err := through(bytes.NewReader(in), name, func(bauta.Message) string { return "-" })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var back io.Reader
		if strings.HasSuffix(name, "gz") {
			back, err = gzip.NewReader(bytes.NewReader(out))
		} else {
			back, err = zstd.NewReader(bytes.NewReader(out))
		}
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(back); err != nil || string(got) != "id,text\n1,-\n" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if _, _, err := through(bytes.NewReader(in[:len(in)-9]), name, func(bauta.Message) string { return "-" }); err == nil {
			t.Errorf("%s: a file that is cut is read", name)
		}
	}
}

// TestHostileArchives are refused.
func TestHostileArchives(t *testing.T) {
	for _, c := range []struct {
		why   string
		files []string
	}{
		{"leads elsewhere", []string{"../../_chat.txt", waChat}},
		{"leads elsewhere", []string{"/etc/_chat.txt", waChat}},
		{"leads elsewhere", []string{"a\\b.txt", waChat}},
		{"the name of another", []string{"_chat.txt", waChat, "_CHAT.txt", waChat}},
		{"no file in this archive", []string{"a.jpg", "zyx"}},
		{"an office program", []string{"[Content_Types].xml", "zyx"}},
	} {
		_, _, err := through(bytes.NewReader(zipped(t, c.files...)), "x.zip", func(bauta.Message) string { return "-" })
		if err == nil || !strings.Contains(err.Error(), c.why) || strings.Contains(err.Error(), "zyx") {
			t.Errorf("%s: %v", c.why, err)
		}
	}
}

// TestPackedBombs: what unpacks to more than a thousand times its length is refused on the way.
func TestPackedBombs(t *testing.T) {
	var b bytes.Buffer
	z, err := zstd.NewWriter(&b)
	if err == nil {
		_, err = io.WriteString(z, "id,text\n")
	}
	for range 96 {
		if err == nil {
			_, err = io.WriteString(z, "1,"+strings.Repeat("a ", 1<<19)+"\n")
		}
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	messages := 0
	_, _, err = through(bytes.NewReader(b.Bytes()), "a.csv.zst", func(bauta.Message) string {
		messages++
		return "-"
	})
	if err == nil || !strings.Contains(err.Error(), "for each that is packed") || messages == 0 {
		t.Errorf("%d messages of %d bytes, %v", messages, b.Len(), err)
	}
}

// TestDamagedArchives: what is cut or changed is an error, or comes out without anybody.
func TestDamagedArchives(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, files := range [][]string{{"_chat.txt", waChat, "a.jpg", "zyx"}, slackFiles} {
		data := zipped(t, files...)
		for i := range 500 {
			bad := bytes.Clone(data)
			if bad[rng.IntN(len(bad))] = byte(rng.IntN(256)); i%2 == 0 {
				bad = bad[:rng.IntN(len(bad))]
			}
			out, _, err := through(bytes.NewReader(bad), "x.zip", func(bauta.Message) string { return "-" })
			if err != nil {
				continue
			}
			text := string(out)
			if _, err := zip.NewReader(bytes.NewReader(out), int64(len(out))); err == nil {
				text = unzipped(t, out)
			}
			if strings.Contains(strings.ToLower(text), "zyx") {
				t.Errorf("in clear: %s", text)
			}
		}
	}
}

// TestMailOf8BitsInArchives: a mail in Latin-1 is read in an archive as it is alone; of a chat,
// whose bytes have no header to say so, it is an error.
func TestMailOf8BitsInArchives(t *testing.T) {
	const mail = "From: a <zyx@example.com>\nTo: b@example.com\nSubject: x\nDate: Tue, 4 Jul 2023 21:05:00 +0200\n" +
		"MIME-Version: 1.0\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\n" +
		"\xe7a va Zyxel\xe9 ?\n"
	dashed := func(bauta.Message) string { return "é" }
	alone, _, err := through(strings.NewReader(mail), "a.eml", dashed)
	if err != nil {
		t.Fatal(err)
	}
	box := "From zyx@example.com Tue Jul  4 21:05:00 2023\n" + mail
	out, _, err := through(bytes.NewReader(zipped(t, "a.eml", mail, "b.mbox", box)), "a.zip", dashed)
	if err != nil {
		t.Fatal(err)
	}
	if text := unzipped(t, out); !strings.Contains(text, string(alone)) || strings.Contains(text, "yx") {
		t.Errorf("%q", text)
	}
	for _, files := range [][]string{{"c.txt", waChat + "\xe9"}, {"a.eml", mail, "c.txt", waChat + "\xe9"}} {
		if _, _, err := through(bytes.NewReader(zipped(t, files...)), "a.zip", dashed); err == nil {
			t.Errorf("%q is read", files)
		}
	}
}

// TestSlackShortIDs: an ID in a mention is that of the field, however short.
func TestSlackShortIDs(t *testing.T) {
	const day = `[{"type":"message","user":"U07TB","ts":"1710266400.000100","text":"<@U07TB> joined, <@W9> <#C1|cups>"}]`
	out, _, err := through(strings.NewReader(day), "day.json", func(m bauta.Message) string { return m.Text })
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(out), `"user":"`)
	id, _, _ := strings.Cut(rest, `"`)
	if len(id) < 6 || !strings.Contains(string(out), "<@"+id+"> joined") || strings.Contains(string(out), "W9") {
		t.Errorf("%s does not join: %s", id, out)
	}
}
