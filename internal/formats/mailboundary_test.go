package formats

import (
	"bytes"
	"strings"
	"testing"
)

// TestBoundaries: a boundary that may hold a name comes out as one of ours in the header and between the parts;
// one of numbers stays.
func TestBoundaries(t *testing.T) {
	for boundary, stays := range map[string]bool{
		"=_Zyxel": false, "----=_NextPart_Zyxel": false, "zyx": false, "DB7PRzyx04MB": false,
		"000000000000abc123def456": true, "=_1234": true, "b": true, "--_12-AB_--": true, "=_Zyxel_1": false,
	} {
		in := "From: a@example.com\nTo: b@example.com\nContent-Type: multipart/mixed; boundary=\"" + boundary + "\"\n\n--" +
			boundary + "\n\none =_1_ two\n--" + boundary + "\n\nthree\n--" + boundary + "--\n"
		f, _ := Of("eml")
		recs, err := all(f, in)
		if err != nil || len(recs) != 1 {
			t.Fatal(err, len(recs))
		}
		var out bytes.Buffer
		if err := recs[0].Write(&out, same, func(int) (string, bool) { return "", false }); err != nil {
			t.Fatal(err)
		}
		switch wrote := out.String(); {
		case stays && wrote != in:
			t.Errorf("%s: %s", boundary, wrote)
		case !stays && (strings.Contains(wrote, boundary) || strings.Count(wrote, "=_2_") != 4):
			t.Errorf("%s: %s", boundary, wrote)
		}
	}
}

// TestWordsOfNoCharset: words of a header whose charset nobody knows, or that have none, are read.
func TestWordsOfNoCharset(t *testing.T) {
	for in, want := range map[string]string{
		"=?x-user-defined?Q?Zyx=E9l?=": "Zyxél", "=??Q?Zyxel_Zo?=": "Zyxel Zo", "=??B?WnlYw6ls?=": "ZyXél",
		"=?x-no?Q?Zyx=C3=A9l?= a": "Zyxél a", "=?utf-8*fr?q?Zyx=C3=A9l?=": "Zyxél",
	} {
		var n notes
		m := &mail{notes: &n}
		got := m.words(in)
		if noted := len(n.said) > 0; got != want || noted == strings.HasPrefix(in, "=?utf-8") {
			t.Errorf("%s: %q, notes %v", in, got, n.said)
		}
	}
	if _, _, _, err := inCharset([]byte("Zyx\xe9l"), "x-user-defined"); err == nil {
		t.Error("a body in x-user-defined is read as letters of nobody")
	}
}

// TestAddressAsName: an address in the place of a name is an address, not somebody of that name.
func TestAddressAsName(t *testing.T) {
	for _, in := range []string{`"'zyxel@example.com'" <zyxel@example.com>`, "zyxel@example.com <zyxel@example.com>"} {
		f, _ := Of("eml")
		recs, err := all(f, "From: a@example.com\nTo: "+in+"\nSubject: a\n\nsalut\n")
		if err != nil {
			t.Fatal(err)
		}
		for _, slot := range recs[0].Slots {
			if slot.Role == Name || slot.Role == Mail && strings.HasPrefix(slot.Path, "to") && slot.Value != "zyxel@example.com" {
				t.Errorf("%s: %s %q", in, slot.Path, slot.Value)
			}
		}
	}
}
