package pattern

import (
	"slices"
	"strings"
	"testing"
)

// A number of a country behind its word is found with a blank, a dot or a hyphen between its groups, or with
// none, and glued to its word or parted from it by what people write there.
func TestNationalNumbersInEveryDress(t *testing.T) {
	d := cached(t, Config{})
	tried := 0
	var missed []string
	for _, r := range allRules() {
		if r.name != r.kind || r.country == "" || len(r.context) == 0 || r.label != "" {
			continue // a row beside another is of one spelling
		}
		yes, _ := examples(t, &r)
		for _, example := range yes[:min(len(yes), 4)] {
			text, start, end := unmark(t, example)
			key := slices.Min(r.context)
			for _, k := range r.context {
				if strings.Contains(text[:start], k) && (len(k) > len(key) || !strings.Contains(text[:start], key)) {
					key = k
				}
			}
			for _, dress := range dresses(key, text[start:end]) {
				tried++
				found := false
				for _, s := range run(t, d, dress.text) {
					found = found || s.Start <= len(dress.text)-dress.size && s.End == len(dress.text)
				}
				if !found {
					missed = append(missed, r.name+": "+dress.text)
				}
			}
		}
	}
	if 50*len(missed) > tried {
		t.Errorf("%d of %d are not found: %q", len(missed), tried, missed)
	}
}

// dress is a text that ends with a number of some bytes.
type dress struct {
	text string
	size int
}

func dresses(key, number string) (out []dress) {
	for _, mark := range []string{" ", ".", "-", ""} {
		n := strings.NewReplacer(" ", mark, ".", mark, "-", mark, "/", mark).Replace(number)
		out = append(out, dress{key + " " + n, len(n)})
	}
	for _, glue := range []string{"", ":", "=", "#", " nr ", " no. ", " nº ", " is "} {
		out = append(out, dress{key + glue + number, len(number)})
	}
	return append(out, dress{key + " " + strings.ToLower(number), len(number)})
}
