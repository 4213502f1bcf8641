package corpus_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestBodiesThatAreDamaged: no body of a mail goes out unread, nor comes out empty without a word. It is
// refused with its line, or read as it is, with a note where that is a guess.
func TestBodiesThatAreDamaged(t *testing.T) {
	const text = "Content-Type: text/plain; charset=utf-8\n"
	parts := func(end string) string {
		return "Content-Type: multipart/mixed; boundary=b\n\n--b\n" + text + "\nCoucou Zyxel\n" + end
	}
	for _, c := range []struct{ body, says string }{ // says: an error with its line, or a note
		{text + "Content-Transfer-Encoding: base64\n\nQ291Y291!FpZ\n", "line 4: a text in base64 that is damaged"},
		{text + "Content-Transfer-Encoding: base64\n\nQ291Y291IFp5eGVs\n--\nthe list\n", "line 4: a text in base64"},
		{text + "Content-Transfer-Encoding: BASE64\n\nQ291Y291IFp5eGVs\n", ""},
		{text + "Content-Transfr-Encoding: base64\n\nQ291Y291IFp5eGVs\n", "text in base64"},
		{text + "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n#0V%T\n`\nend\n", "line 4: a text in a coding"},
		{text + "\nbegin 644 a.txt\n/0V]U8V]U(%IY>&5L(0H`\n`\nend\n", "text in uuencode"},
		{text + "Content-Transfer-Encoding: quoted-printable\n\nCoucou Zyxel https://a.example/?b=xy\n", ""},
		{text + "\nCoucou Zyxel \xef\xbf\xbd\n", ""},
		{text + "\nCoucou Zyxel \xe9\n", "line 3: a text that is damaged, or in another"},
		{"Content-Type: text/plain\n\nCoucou Zyxel, \xe7a va\n", "Windows-1252"},
		{"Content-Type: text/plain; charset=us-ascii\n\n\xda\xd9\xcb\xd3\xc5\xcc\xd8 Zyxel\n", "line 3: a text that is damaged"},
		{"Content-Type: text/plain; charset=x-nobody\n\nCoucou Zyxel\n", "nobody knows"},
		{"Content-Type: text/plain; charset=x-nobody\n\nCoucou Zyxel \xe9\n", "line 3: a text that is damaged"},
		{"Content-Type: text/plain; charset=utf-7\n\nCoucou Zyx+AOk-l\n", "line 3: a text in UTF-7"},
		{"Content-Type: text/plian; charset=utf-8; =\n\nCoucou Zyxel\n", "are emptied"},
		{"Content-Type: ;;;\n\nCoucou Zyxel\n", ""},
		{parts("--b--\n"), ""},
		{parts(""), "without their last boundary"},
		{parts("--B--\n--b--\nZyxel\n"), ""},
		{strings.Replace(parts("--b--\n"), "--b\n", "--c\n", 1), ""},
		{strings.ReplaceAll(parts("--b--\n"), "--b", "--c"), "line 3: a mail of several parts"},
		{"Content-Type: multipart/mixed\n\n--b\n\nCoucou Zyxel\n--b--\n", "line 3: a mail of several parts"},
		{text + "Coucou Zyxel\n", "line 2: a line among the headers that is none"},
		{text + "Content-Transfer-Encoding: base64 Q291Y291IFp5eGVs\n\n", "a text in a coding"},
		{text + "X-Mailer: a\n>From a@example.com Tue Jul  4 21:05:00 2023\n\nCoucou Zyxel\n", ""},
		{"Content-Type: application/pdf\n\nCoucou Zyxel\n", "are emptied"},
		{"Content-Type: text/plain; charset = utf-8; charset=utf-8\n\nCoucou Zyxel\n", ""},
	} {
		mail := "From: a@example.com\nTo: b@example.com\nSubject: a\n" + c.body
		read := ""
		out, r, err := throughConfig(strings.NewReader(mail), "a.eml", corpus.Config{Fields: true}, func(m bauta.Message) string {
			read += m.Text
			return strings.ReplaceAll(m.Text, "Zyxel", "Person 1")
		})
		says := ""
		if err != nil {
			at := new(corpus.Error)
			errors.As(err, &at)
			says = fmt.Sprintf("line %d: %v", at.Line-3, at.Err)
		} else {
			says = r.Note()
			if !strings.Contains(c.says, "emptied") && !strings.Contains(read, "Coucou Zyxel") {
				t.Errorf("%q is not read: %q", c.body, read)
			}
		}
		if !strings.Contains(says, c.says) || c.says == "" && says != "" {
			t.Errorf("%q: %s", c.body, says)
		}
		if strings.Contains(string(out)+says, "Zyxel") {
			t.Errorf("%q: in clear in %s %s", c.body, out, says)
		}
	}
}

// TestOneByteOfAMail: whatever byte of a mail is another, its bodies are read, or it is said that they are not.
func TestOneByteOfAMail(t *testing.T) {
	head := "From: a@example.com\nTo: b@example.com\nSubject: a\nMIME-Version: 1.0\n"
	one := "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" +
		base64.StdEncoding.EncodeToString([]byte("Coucou Zyxelette, on se voit demain ?")) + "\n"
	two := "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\nCoucou Zyxelette, =E9t=E9\n"
	for mail, bodies := range map[string]int{
		head + one: 1, head + two: 1,
		head + "Content-Type: multipart/mixed; boundary=\"bnd\"\n\n--bnd\n" + one + "--bnd\n" + two + "--bnd--\n": 2,
	} {
		for at := range mail {
			for _, other := range []byte{0x01, 0x15, 0x20, 0x80} {
				bad, read := []byte(mail), ""
				bad[at] ^= other
				_, r, err := throughConfig(bytes.NewReader(bad), "a.eml", corpus.Config{Fields: true}, func(m bauta.Message) string {
					read += m.Text
					return "-"
				})
				seen := strings.Count(read, "oucou ") + strings.Count(read, "yxelette") // one of them may be damaged
				if err == nil && seen < 2*bodies-1 && r.Note() == "" {
					t.Errorf("byte %d ^ %x, behind %.20q: %q is read", at, other, mail[max(0, at-20):at], read)
				}
			}
		}
	}
}
