package nearest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/nearest"
)

func ExampleOf() {
	fmt.Println(nearest.Of("gpdr", []string{"gdpr", "hipaa"}))
	// Output: gdpr
}

func TestOf(t *testing.T) {
	known := []string{"anonymise", "detect", "gdpr", "hipaa", "seekhide", "language", "languages", "PERSON", "suppress", "auteur", "drop"}
	for word, want := range map[string]string{
		"anonimise": "anonymise", "anonymize": "anonymise", "gpdr": "gdpr", "gdprr": "gdpr", "hippa": "hipaa",
		"languge": "language", "rgpd": "gdpr", "autor": "auteur", "drp": "drop", "dpo": "", "persn": "PERSON", "supress": "suppress", "seek": "seekhide", "detetc": "detect",
		"": "", "g": "", "xyz": "", "nonsense": "", "frobnicate": "",
		strings.Repeat("a", 1000): "",
	} {
		if got := nearest.Of(word, known); got != want {
			t.Errorf("%.20q: %q, want %q", word, got, want)
		}
	}
	if got := nearest.Meant("gpdr", known); got != " (did you mean gdpr?)" {
		t.Error(got)
	}
}

// FuzzOf: whatever is written, only known names come back.
func FuzzOf(f *testing.F) {
	f.Add("gpdr")
	f.Add("\xff\xfe")
	known := []string{"gdpr", "anonymise", strings.Repeat("x", 60)}
	f.Fuzz(func(t *testing.T, word string) {
		if got := nearest.Of(word, known); got != "" && got != known[0] && got != known[1] && got != known[2] {
			t.Errorf("%q", got)
		}
	})
}
