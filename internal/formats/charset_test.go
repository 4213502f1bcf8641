package formats

import (
	"testing"

	"golang.org/x/text/encoding/htmlindex"
)

// What is found without the large tables decodes every byte as it does with them.
func TestCharsets(t *testing.T) {
	var bytes []byte
	for b := range 256 {
		bytes = append(bytes, byte(b))
	}
	known := 0
	for _, name := range []string{
		"UTF-8", "utf8", "ISO-8859-1", "iso_8859-1", "latin1", "l1", "ISO-8859-2", "latin2", "iso-8859-3", "iso-8859-5",
		"iso-8859-7", "iso-8859-9", "latin5", "iso-8859-10", "iso-8859-11", "iso-8859-13", "ISO-8859-15", "iso-8859-16",
		"windows-874", "windows-1250", "cp1250", "Windows-1252", "cp1252", "windows-1254", "windows-1258", "koi8-r",
		"KOI8-U", "macintosh", "utf-16", "utf-16be", "utf-16le", "big5", "gb18030", "euc-kr", "iso-2022-jp", "no-such",
	} {
		e := small(name)
		if e == nil {
			continue
		}
		known++
		want, err := htmlindex.Get(name)
		if err != nil {
			t.Fatal(name, err)
		}
		a, errA := e.NewDecoder().Bytes(bytes)
		b, errB := want.NewDecoder().Bytes(bytes)
		if string(a) != string(b) || (errA == nil) != (errB == nil) {
			t.Errorf("%s is read otherwise", name)
		}
	}
	if known < 28 {
		t.Errorf("%d known charsets", known)
	}
	if e, err := charsetOf(""); err != nil || e == nil {
		t.Error("no name is ASCII")
	}
	if e, err := charsetOf("big5"); err != nil || e == nil {
		t.Error("big5 is read by the program")
	}
}
