package formats

import (
	"io"
	"slices"
	"strings"
	"testing"
)

// TestMembersInTheirOwnWords: what members of Slack say of themselves names others of the list by a word of theirs,
// whether they stand before it or behind, and themselves in any letters; a word of a handle names nobody else.
func TestMembersInTheirOwnWords(t *testing.T) {
	src, err := slackFile("users.json").Start(NewInput(strings.NewReader(`[
		{"id":"U1","name":"zyx","profile":{"title":"Vutt's deputy","status_text":"zyxel is out","real_name":"Zyxel Ombrel"}},
		{"id":"U2","name":"ombrel","profile":{"title":"Ombrel, Pikk Vutt, a pikk","real_name":"Vutt Lorn","display_name":"Vutt"}},
		{"id":"U3","name":"lo","profile":{"title":"vutt and ombrel","real_name":"Pikk O"}}]`)))
	if err != nil {
		t.Fatal(err)
	}
	var known []string
	for {
		rec, err := src.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, slot := range rec.Slots {
			for _, k := range slot.Known {
				if slot.Role == Note {
					known = append(known, slot.Value[k.Start:k.End])
				}
			}
		}
	}
	if want := []string{"Vutt", "zyxel", "Ombrel", "Pikk Vutt"}; !slices.Equal(known, want) {
		t.Errorf("known are %q, want %q", known, want)
	}
}
