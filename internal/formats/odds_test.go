package formats_test

import (
	"slices"
	"strings"
	"testing"
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
