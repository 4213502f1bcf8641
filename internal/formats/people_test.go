package formats

import (
	"slices"
	"strings"
	"testing"
)

// TestMentions: whom a text speaks to behind @ is somebody by the whole name or by its first
// word, in any case; an address is nobody, nor is who is not known.
func TestMentions(t *testing.T) {
	met := people{}
	for _, name := range []string{"Léa Martin", "Bo", "Doudou", "maman ❤️", "jo.martin_7"} {
		met.add(name)
	}
	for said, want := range map[string][]string{
		"merci @Léa Martin et @léa": {"Léa Martin", "léa"},
		"@Bo @bo @Bob":              {"Bo", "bo"},
		"ok @Doudou, Doudou":        {"Doudou"},
		"@maman ❤️ @Maman":          {"maman ❤️", "Maman"},
		"@jo.martin_7. @jo":         {"jo.martin_7"},
		"bo@bo.example @nobody @":   nil,
		"(@Léa)":                    {"Léa"},
	} {
		var got []string
		for _, k := range met.named(said) {
			got = append(got, said[k.Start:k.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q speaks to %q, want %q", said, got, want)
		}
	}
}

// TestTagsAreLeft: of what a text had in it those tags are left that begin or end outside.
func TestTagsAreLeft(t *testing.T) {
	for said, want := range map[string]string{
		"Léa</i> Martin":               "</i>",
		"<b>Léa</b> Martin":            "",
		"Lé</b><b>a":                   "",
		"Léa<br>Martin":                "",
		"Léa</I></b> <em>Martin":       "</i></b><em>",
		"Léa <lea> Martin":             "",
		`Léa</b> <a href="lea">Martin`: "</b>",
		"a < b > c":                    "",
	} {
		if got := Tags(said); got != want {
			t.Errorf("%q leaves %q, want %q", said, got, want)
		}
	}
}

// TestPeopleAmongSigns: somebody is known in quotes of another language than those of the name, and by the first word of
// the name where letters of a script without blanks go on behind it.
func TestPeopleAmongSigns(t *testing.T) {
	met := people{}
	for _, name := range []string{`"Zyx" Vutt`, "duk anh", "vuBrock", "桐生 颯真", "林 美波"} {
		met.add(name)
	}
	for said, want := range map[string]string{
		"oui « Zyx » Vutt, “Zyx” Vutt":     "« Zyx » Vutt|“Zyx” Vutt",
		"„Zyx“ Vutt und «Zyx» Vutt":        "„Zyx“ Vutt|«Zyx» Vutt",
		"duk anhは、dukは vuBrockさんとvuBrockが": "duk anh|duk|vuBrock|vuBrock",
		"dukes vuBrocks duk vuBrock xdukは": "",
		"dukは":                             "duk",
		"duk":                              "",
		"颯真と桐生 颯真、美波と林":                    "颯真|桐生 颯真|美波",
		"颯真美":                              "",
	} {
		var got []string
		for _, r := range met.named(said) {
			got = append(got, said[r.Start:r.End])
		}
		if joined := strings.Join(got, "|"); joined != want {
			t.Errorf("%q: %q, want %q", said, joined, want)
		}
	}
}
