package formats

import (
	"bytes"
	"strings"
	"testing"
)

// TestWAWritten: when a message was written, whatever the telephone.
func TestWAWritten(t *testing.T) {
	for head, want := range map[string]string{
		"04/07/2023, 21:05 - ":             "2023-07-04T21:05:00",
		"[7/4/23, 9:05:12\u202fPM] ":       "2023-07-04T21:05:12",
		"[7/4/23, 12:05:12 AM] ":           "2023-07-04T00:05:12",
		"[04.07.23, 21:05:12] ":            "2023-07-04T21:05:12",
		"2023-07-04 21:05 - ":              "2023-07-04T21:05:00",
		"28/3/2025, 9:29 p. m. - ":         "2025-03-28T21:29:00",
		"2023/12/3 下午9:06 - ":              "2023-12-03T21:06:00",
		"٣\u200f/١٢\u200f/٢٠٢٣، ٩:٠٦ م - ": "2023-12-03T21:06:00",
		"04/07/23 21:05:12: ":              "2023-07-04T21:05:12",
		"4.7.2023 um 21:05 - ":             "2023-07-04T21:05:00",
		"2023-07-04 21 h 05 - ":            "2023-07-04T21:05:00",
		"[2023-07-04, 21 h 05 min 12 s] ":  "2023-07-04T21:05:12",
		"21:05, 04/07/2023 - ":             "2023-07-04T21:05:00",
		"[9:05 PM, 7/4/2023] ":             "2023-07-04T21:05:00",
		"[21.05, 04.07.2023] ":             "2023-07-04T21:05:00",
		"13/13/2023, 21:05 - ":             "",
		"12/3/2023, 9:06 बजे - ":           "",
		"":                                 "",
	} {
		if got := waWritten(head); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}

// TestWAMentions: who is spoken to by a number is who writes under it, and the marks around a mention stay.
func TestWAMentions(t *testing.T) {
	in := "12/01/2024, 18:22 - +33 6 39 98 00 01: a\n12/01/2024, 18:23 - Zo: @33639980001 @\u2068Zyxel Vutt\u2069 ok\n"
	f, _ := Of("whatsapp")
	recs, err := all(f, in)
	if err != nil {
		t.Fatal(err)
	}
	slot := recs[1].Slots[1]
	var known []string
	for _, k := range slot.Known {
		known = append(known, slot.Value[k.Start:k.End])
	}
	if got := strings.Join(known, ","); got != "+33 6 39 98 00 01,Zyxel Vutt" {
		t.Errorf("known are %s in %q", got, slot.Value)
	}
	var out bytes.Buffer
	if err := recs[1].Write(&out, same, func(i int) (string, bool) { return recs[1].Slots[i].Value, true }); err != nil {
		t.Fatal(err)
	}
	if want := in[strings.IndexByte(in, '\n')+1:]; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}
