package formats_test

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/formats"
)

// TestWhoReactsInSignal: who reacts below a text in the text that signal-export writes is somebody.
func TestWhoReactsInSignal(t *testing.T) {
	for line, want := range map[string][]string{
		"(- Zyxel: ❤ -)":              {"Zyxel"},
		"(- Zyxel: ❤, lou de 9: 👍 -)": {"Zyxel", "lou de 9"},
		"(- rien":                     nil,
	} {
		known, _ := knownIn(t, "whatsapp", "[2024-01-01 10:00] Ana Ba: salut  \n"+line+"\n[2024-01-01 10:01] Me: ok\n")
		if !slices.Equal(known, want) {
			t.Errorf("%s: %q", line, known)
		}
	}
}

// TestInstructionsOfXML: an instruction to a program is no end of the XML, wherever it stands; what it says is read or
// goes, but for the schema.
func TestInstructionsOfXML(t *testing.T) {
	out := written(t, "tei", `<?xml version="1.0" encoding="UTF-8"?>`+
		`<?xml-model href="http://x.org/tei.rng" title="Zyxel"?><TEI><teiHeader><?oxy_comment_start author="Zyxel" comment="zyx"?></teiHeader>`+
		`<text><?note?><body><post>ok<?page 3?></post></body></text></TEI>`)
	if strings.Contains(strings.ToLower(out), "zyx") || !strings.Contains(out, `href="http://x.org/tei.rng"`) ||
		!strings.Contains(out, `<?page 3?>`) || !strings.Contains(out, `<?oxy_comment_start author="" comment=""?>`) {
		t.Error(out)
	}
}

// TestOnePersonIsOne: marks around a number, a full stop at the end of a name and what somebody did in front of a
// colon make no second person.
func TestOnePersonIsOne(t *testing.T) {
	for _, c := range []struct{ format, in, sender, known string }{
		{
			"whatsapp", "04/07/2023, 21:05 - \u202a+33 7 00 00 00 12\u202c: ok\n04/07/2023, 21:06 - Lou: @33700000012 ?\n",
			"+33 7 00 00 00 12|Lou", "+33 7 00 00 00 12",
		},
		{"whatsapp", "04/07/2023, 21:05 - Zyxel: ok\n04/07/2023, 21:06 - Zyxel ändrade bilden av gruppen: ny\n", "Zyxel", "Zyxel"},
		{"line", "[LINE] Chat history with Zyxel T.\nTue, 7/4/2023\n21:05\tZyxel T.\tok\n21:06\tZyxel T. left the group.\n", "Zyxel T.|Zyxel T.", "Zyxel T."},
		{"whatsapp", "04/07/2023, 21:05 - Lou: ok\n04/07/2023, 21:06 - Zyxel T.: ok\n04/07/2023, 21:07 - Lou a ajouté Zyxel T.\n", "Lou|Zyxel T.", "Lou|Zyxel T."},
	} {
		names, known := namesOf(t, c.format, c.in)
		if strings.Join(names, "|") != c.sender || strings.Join(known, "|") != c.known {
			t.Errorf("%s: %q, %q", c.in, names, known)
		}
	}
}

// namesOf gives the fields of a file that are somebody, and whom its texts name.
func namesOf(t *testing.T, format, in string) (names, known []string) {
	t.Helper()
	f, _ := formats.Of(format)
	src, err := f.Start(formats.NewInput(strings.NewReader(in)))
	for err == nil {
		var rec formats.Record
		rec, err = src.Next()
		for _, s := range rec.Slots {
			if s.Role == formats.Name {
				names = append(names, s.Value)
			}
			for _, k := range s.Known {
				known = append(known, s.Value[k.Start:k.End])
			}
		}
	}
	if err != io.EOF {
		t.Fatal(err)
	}
	return names, known
}

// TestSharedContactIsWhoWrites: a contact that somebody shares is who writes under that full name, before he has
// written, too; one whose name two people have stays apart.
func TestSharedContactIsWhoWrites(t *testing.T) {
	const shared = `{"id":1,"date_unixtime":"1","from":"Lou","from_id":"user1","text":"a",` +
		`"contact_information":{"first_name":"Zyxel","last_name":"Tarn","phone_number":"+33 7 00 00 00 12"}}`
	const wrote = `{"id":2,"date_unixtime":"2","from":"Zyxel Tarn","from_id":"user2","text":"b"}`
	another := strings.Replace(wrote, "user2", "user3", 1)
	for in, same := range map[string]bool{shared + "," + wrote: true, shared + "," + wrote + "," + another: false} {
		f, _ := formats.Of("telegram")
		src, err := f.Start(formats.NewInput(strings.NewReader(`{"name":"a","messages":[` + in + `]}`)))
		who := map[string]string{}
		for err == nil {
			var rec formats.Record
			rec, err = src.Next()
			for _, s := range rec.Slots {
				who[s.Value] = s.Who
			}
		}
		if is := who["Zyxel"] == who["Zyxel Tarn"] && who["Tarn"] == who["Zyxel"]; err != io.EOF || is != same {
			t.Errorf("%s: %q, %v", in, who, err)
		}
	}
}
