package settle

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

var (
	doseUnits = lists.In("dose-units")
	ageUnits  = lists.In("age-after")
)

// measured reports a word that lists have for nobody, with the number of a dose or a value behind it: "zetia 10",
// "ANC 1.2", "midodrine 5 tid". Behind a title and a first name somebody is meant, and whoever has an age, a time or a
// day behind the name.
func measured(r *reading.Reading, i int) bool {
	w := r.Word(i)
	if w.Is(lexicon.Dictionary) || r.Before(i)&reading.Title != 0 || firstBefore(r, i) {
		return false
	}
	if i+1 >= r.Len() || r.Gap(i, i+1) != " " {
		return false
	}
	number, glued := amount(r.Surface(i + 1))
	if number == "" {
		return false
	}
	unit := glued
	if unit == "" && i+2 < r.Len() {
		unit = r.Norm(i + 2)
	}
	rest := r.Doc.Text[r.Doc.Tokens[i+1].End:]
	if ageUnits[unit] || strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, "/") {
		return false
	}
	if doseUnits[unit] || glued != "" {
		return doseUnits[unit]
	}
	number = strings.TrimRight(number, ".,")
	return strings.ContainsAny(number, ".,") || len(number) > 1 && len(number) <= longestValue
}

// longestValue is how many figures a value has at most: those of a telephone are more, "Osterhaus 53596".
const longestValue = 3

// amount parts a number from the unit that is glued to it: "10", "0.25", "5mg"; nothing for what is none.
func amount(s string) (number, unit string) {
	if s[0] < '0' || s[0] > '9' {
		return "", ""
	}
	rest := strings.TrimLeft(s, "0123456789.,")
	return s[:len(s)-len(rest)], strings.ToLower(rest)
}
