package corpus_test

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

const (
	vCard    = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Zyxelman;Anna;;;\r\nFN:Anna Zyxelman\r\nTEL:+33 6 12 34 56 78\r\nEND:VCARD\r\n"
	calendar = "BEGIN:VCALENDAR\r\nATTENDEE;CN=Zyxelman:mailto:a@zyxelman.example\r\nSUMMARY:Zyxelman\r\nEND:VCALENDAR\r\n"
	outlook  = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1Zyxelman"
)

// TestContactsAreRefused by what they are, whatever their names, with what to do.
func TestContactsAreRefused(t *testing.T) {
	for _, c := range []struct{ name, in, what, todo string }{
		{"a.vcf", vCard, "vCard", "as CSV"},
		{"a.txt", "\r\n " + vCard, "vCard", "as CSV"},
		{"a.csv", "\uFEFF" + strings.ToLower(vCard), "vCard", "as CSV"},
		{"a.ics", calendar, "iCalendar", "as CSV"},
		{"a", calendar, "iCalendar", "as CSV"},
		{"a.msg", outlook, "msg", "as .eml"},
		{"a.txt", outlook, "msg", "as .eml"},
	} {
		_, _, err := through(strings.NewReader(c.in), c.name, func(m bauta.Message) string { return m.Text })
		said := err != nil && strings.Contains(err.Error(), c.what) && strings.Contains(err.Error(), c.todo)
		if !said || strings.Contains(err.Error(), "Zyxelman") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestContactsInside: of contacts and calendars in an archive, attached to a mail, instead of
// its text, or in a mail in it, nothing comes out, though all that is read stays as it is.
func TestContactsInside(t *testing.T) {
	head := "From: a <a@example.com>\r\nTo: b@example.com\r\nSubject: x\r\nDate: Tue, 4 Jul 2023 21:05:00 +0200\r\n"
	coded := base64.StdEncoding.EncodeToString([]byte(vCard)) + "\r\n"
	mixed := func(parts ...string) string {
		return head + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nsalut\r\n--b\r\n" +
			strings.Join(parts, "\r\n--b\r\n") + "\r\n--b--\r\n"
	}
	files := map[string][]byte{
		"whatsapp.zip": zipped(t, "_chat.txt", "[04/07/2023 21:05:12] a: salut\n", "Zyxelman.vcf", vCard, "a.ics", calendar, "a.msg", outlook),
		"telegram.zip": zipped(t, "x/result.json", `{"messages":[{"id":1,"date_unixtime":"1","text":"salut"}]}`, "x/contacts/a.vcf", vCard),
		"mail.zip":     zipped(t, "a.eml", mixed("Content-Type: text/x-vcard\r\n\r\n"+vCard), "a.vcf", vCard),
		"vcard.eml":    []byte(mixed("Content-Type: text/vcard; name=\"Zyxelman.vcf\"\r\n\r\n" + vCard)),
		"base64.eml":   []byte(mixed("Content-Type: text/vcard\r\nContent-Transfer-Encoding: base64\r\n\r\n" + coded)),
		"octets.eml":   []byte(mixed("Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=Zyxelman.vcf\r\n\r\n" + vCard)),
		"invite.eml":   []byte(head + "Content-Type: text/calendar; method=REQUEST\r\n\r\n" + calendar),
		"inside.eml":   []byte(mixed("Content-Type: message/rfc822\r\n\r\n" + head + "Content-Type: text/calendar\r\n\r\n" + calendar)),
		"box.mbox":     []byte("From a@example.com Tue Jul  4 21:05:00 2023\r\n" + mixed("Content-Type: application/ics; name=Zyxelman.ics\r\n\r\n"+calendar)),
	}
	for name, data := range files {
		out, _, err := through(bytes.NewReader(data), name, func(m bauta.Message) string { return m.Text })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		text := string(out)
		if strings.HasSuffix(name, ".zip") {
			text = unzipped(t, out)
		}
		if strings.Contains(text, "Zyx") || strings.Contains(text, "VCARD") || strings.Contains(text, coded[:40]) {
			t.Errorf("%s: in clear: %s", name, text)
		}
	}
}
