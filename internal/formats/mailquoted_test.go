package formats

import (
	"strings"
	"testing"
)

// TestWhose: whom a head within a text pairs with an address is somebody, whatever the name looks like.
func TestWhose(t *testing.T) {
	for said, want := range map[string]string{
		"On Mon, Jan 1, 2024 at 10:00 AM zyxVutt <z@x.example> wrote:\n> hi":                   "zyxVutt",
		"Le lun. 1 janv. 2024 à 09:00, Zyxel Vutt <z@x.example> a\nécrit :\n":                  "Zyxel Vutt",
		"> From: zyx du 93 <z@x.example>\n> To: \"vutt_7\" <v@x.example>, Ada <a@x.example>\n": "zyx du 93|vutt_7|Ada",
		"À : vutt_7 [mailto:v@x.example]":                                                      "vutt_7",
		"Von: zyx &lt;<a href=\"mailto:z@x.example\">z@x.example</a>&gt;":                      "zyx",
		"To: <z@x.example>":                   "",
		"write to me at <z@x.example> please": "",
		"zyx <z@x.example>":                   "",
		"wrote zyx <z@x.example":              "",
	} {
		var got []string
		for _, r := range whose(said) {
			got = append(got, said[r.Start:r.End])
		}
		if joined := strings.Join(got, "|"); joined != want {
			t.Errorf("%q: %q, want %q", said, joined, want)
		}
	}
	known := []Range{{Start: 5, End: 9}, {Start: 20, End: 22}}
	if got := beside(known, []Range{{Start: 0, End: 5}, {Start: 8, End: 12}, {Start: 30, End: 31}}); len(got) != 4 ||
		got[0].End != 5 || got[3].Start != 30 {
		t.Error(got)
	}
}

// TestNamesInQuotes: a name in quotes that stand inside of quotes is read as it is said, a bracket with
// its other one; of a date only what is a comment goes.
func TestNamesInQuotes(t *testing.T) {
	in := "From: \"\\\"Zyx\\\" Vutt (pro)\" <z@x.example>\nTo: (Zyxel) <a@x.example>\nDate: Mon, 01 Jan 2024 10:00:00 +0100 (chez Zyx)\n\nhi\n"
	f, _ := Of("eml")
	recs, err := all(f, in)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range recs[0].Slots {
		if s.Role == Name {
			names = append(names, s.Value)
		}
	}
	if got := strings.Join(names, "|"); got != `"Zyx" Vutt (pro)|Zyxel` {
		t.Error(got)
	}
	out := rewritten(t, "eml", in)
	for _, want := range []string{`From: "\"Zyx\" R (pro)" <`, "\nDate: Mon, 01 Jan 2024 10:00:00 +0100\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
}

// TestBareHeads: whom heads of quoted mails name without an address is somebody; words with a colon are no head.
func TestBareHeads(t *testing.T) {
	for said, want := range map[string]string{
		"Am 12.03.2024 um 10:00 schrieb zyx_7:\n> hej":                               "zyx_7",
		"Am 12.03.2024 um 10:00 schrieb Zyx von Vutt:\n":                             "Zyx von Vutt",
		"Le 12 mars 2024 à 10:00, Zyx Vutt a écrit :\n> ok":                          "Zyx Vutt",
		"> On Tue, Mar 12, 2024 at 10:00 AM zyx_k wrote:\n":                          "zyx_k",
		"El mar, 12 mar 2024 a las 10:00, Zyx, escribió:":                            "Zyx",
		"Von: zyx\nGesendet: Montag\nAn: Zyx Vutt; vutt_9\nBetreff: x":               "zyx|Zyx Vutt|vutt_9",
		"*From:* zyx\n*To:* vutt, Ada Zyx, a@x.example\n":                            "zyx|vutt|Ada Zyx",
		"il a écrit :\n> ok":                                                         "",
		"I wrote: 12":                                                                "",
		"To: buy milk\n\nand bread":                                                  "",
		"Subject: x\nDate: Monday":                                                   "",
		"To: " + strings.Repeat("very ", 9) + "long\nSubject: x":                     "",
		"From: zyx\r\nTo: vutt\r\n":                                                  "zyx|vutt",
		strings.Repeat("1 a écrit ", 200_000) + "\n" + strings.Repeat("To:\n", 9999): "",
	} {
		var got []string
		for _, r := range bare(said) {
			got = append(got, said[r.Start:r.End])
		}
		if joined := strings.Join(got, "|"); joined != want {
			t.Errorf("%.80q: %q, want %q", said, joined, want)
		}
	}
}
