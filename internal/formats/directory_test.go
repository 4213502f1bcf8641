package formats

import (
	"fmt"
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

// TestWhoTranscribed: whom headers of a transcript list is each somebody, as is who takes part, and is known in notes and
// utterances by a word with a capital.
func TestWhoTranscribed(t *testing.T) {
	for in, want := range map[string]string{
		"Maris Okell":                  "[Maris Okell]",
		"Maris Okell, Joss Hale":       "[Maris Okell Joss Hale]",
		"Okell, Maris":                 "[Okell, Maris]",
		"Vutt, Zyx":                    "[Vutt Zyx]", // who both take part
		"Maris_Okell and Joss; P. Orr": "[Maris_Okell Joss P. Orr]",
		"ZYX":                          "[]", // the code of a speaker
	} {
		recs, err := all(chat(), "@UTF8\n@Begin\n@Participants:\tZYX Zyx Investigator, VUT Vutt Adult\n@Transcriber:\t"+in+"\n@End\n")
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, slot := range recs[3].Slots {
			for _, k := range slot.Known {
				got = append(got, slot.Value[k.Start:k.End])
			}
			if in == "ZYX" && slot.Role != Key {
				t.Errorf("a code is a slot of %d", slot.Role)
			}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", in, got, want)
		}
	}
	recs, err := all(chat(), "@UTF8\n@Begin\n@Transcriber:\tSky Marlowe\n@Comment:\tcoded by Sky, under the sky\n*CHI:\tSky came .\n@End\n")
	if err != nil || fmt.Sprint(recs[3].Slots[0].Known, recs[4].Slots[0].Known) != "[{9 12 false}] [{0 3 false}]" {
		t.Errorf("known are %v, %v", recs, err)
	}
}
