package guidelines

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

func Example() {
	title, _, _ := strings.Cut(Text("sv"), "\n")
	fmt.Println(Languages(), title)
	// Output: [de en es fr it sv] # Vägledning för märkning: korta meddelanden på svenska
}

// types are the labels in the order of every page.
var types = []bauta.Label{
	bauta.Person, bauta.Address, bauta.ZipCode, bauta.Location, bauta.Email, bauta.Phone, bauta.UID, bauta.IPAddress, bauta.Date,
	bauta.Organization, bauta.Product, bauta.Facility, bauta.URL,
	bauta.Nationality, bauta.Geographical, bauta.Event, bauta.WorkOfArt, bauta.Language, bauta.MeasureUnit, bauta.MedChem,
	bauta.SportsTeam, bauta.KnownGroup, bauta.KnownFigure, bauta.FictionalFigure, bauta.Misc,
}

// Every page has every label once, in the same order, with two examples that
// show what to mark, and as many rules as the others.
func TestPagesSayTheSame(t *testing.T) {
	for _, lang := range Languages() {
		var labels []bauta.Label
		rules, lines := 0, strings.Split(Text(lang), "\n")
		for _, line := range lines {
			if strings.HasPrefix(line, "- ") {
				rules++
			}
			cells := strings.Split(line, " | ")
			if len(cells) != 3 || !strings.HasPrefix(line, "| ") || cells[0] != strings.ToUpper(cells[0]) {
				continue
			}
			labels = append(labels, bauta.Label(strings.TrimPrefix(cells[0], "| ")))
			examples := strings.Split(strings.TrimSuffix(cells[2], " |"), " · ")
			if len(examples) != 2 || strings.TrimSpace(cells[1]) == "" {
				t.Errorf("%s: %s has %d examples", lang, cells[0], len(examples))
			}
			for _, e := range examples {
				if strings.Count(e, "**") != 2 || strings.Contains(e, "** ") && strings.HasPrefix(e, "** ") {
					t.Errorf("%s: %s: an example marks nothing, or more than one thing: %s", lang, cells[0], e)
				}
			}
		}
		if !reflect.DeepEqual(labels, types) {
			t.Errorf("%s: labels %v", lang, labels)
		}
		if rules < 10 || rules > 11 || len(lines) > 150 {
			t.Errorf("%s: %d rules, %d lines", lang, rules, len(lines))
		}
	}
}

func TestOtherLanguagesReadEnglish(t *testing.T) {
	for _, lang := range []string{"pt", "", "../en", "en"} {
		if Text(lang) != Text("en") || Text(lang) == "" {
			t.Errorf("%q", lang)
		}
	}
}
