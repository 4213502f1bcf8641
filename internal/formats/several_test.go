package formats

import (
	"strings"
	"testing"
)

// TestSeveralPeopleInATitle: what a conversation is called after several people of the file are these, in texts, too;
// what has somebody in it whom the file does not tell is one name.
func TestSeveralPeopleInATitle(t *testing.T) {
	for title, want := range map[string]string{
		"Svenja und Irmtraud":    "Svenja|Irmtraud",
		"Svenja & Irmtraud Kück": "Svenja|Irmtraud Kück",
		"Svenja, Jo et Irmtraud": "Svenja|Jo|Irmtraud",
		"Irmtraud, Svenja":       "Irmtraud, Svenja",
		"Svenja und Gesche":      "Svenja und Gesche",
		"Svenja und ich":         "Svenja und ich",
		"Und Svenja":             "Und Svenja",
	} {
		met := people{}
		for _, who := range []string{"Irmtraud Kück", "Jo", "Svenja", title} {
			met.add(who)
		}
		slot := Slot{Role: Name, Value: title}
		met.titled(&slot)
		if parted := strings.Contains(want, "|"); parted != (slot.Role == Note) {
			t.Errorf("%s: role %d", title, slot.Role)
		}
		for _, said := range []string{title, "oui, " + title + " ok"} {
			var got []string
			for _, k := range met.named(said) {
				got = append(got, said[k.Start:k.End])
			}
			if joined := strings.Join(got, "|"); joined != want {
				t.Errorf("%s: %q, want %q", said, joined, want)
			}
		}
	}
}
