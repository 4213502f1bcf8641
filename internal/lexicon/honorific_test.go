package lexicon_test

import (
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

func TestHonorific(t *testing.T) {
	for norm, want := range map[string]lexicon.Sex{
		"mme": lexicon.Female, "frau": lexicon.Female, "sig.ra": lexicon.Female, "dott.ssa.": lexicon.Female,
		"mr": lexicon.Male, "mr.": lexicon.Male, "herrn": lexicon.Male, "dr": 0, "prof.": 0,
	} {
		if sex, ok := lexicon.Honorific(norm, "en"); !ok || sex != want {
			t.Errorf("%s: %v %v", norm, sex, ok)
		}
	}
	if sex, ok := lexicon.Honorific("don", "es-MX"); !ok || sex != lexicon.Male {
		t.Error("a Spanish don", sex, ok)
	}
	if sex, ok := lexicon.Honorific("doña", "es"); !ok || sex != lexicon.Female {
		t.Error("a doña", sex, ok)
	}
	if sex, ok := lexicon.Honorific("avv.", "it"); !ok || sex != 0 {
		t.Error("an Italian avv.", sex, ok)
	}
	for lang, short := range map[string]string{"en": "ms", "es": "sr.", "it": "sig.", "sv-FI": "fru"} {
		if _, ok := lexicon.Honorific(short, lang); !ok {
			t.Errorf("%s is a title in %s", short, lang)
		}
		if _, ok := lexicon.Honorific(short, "fr"); ok {
			t.Errorf("%s is taken for a title in French", short)
		}
	}
	for _, norm := range []string{"", "ing", "sr.", ".", "m", "don", "miss", "tata", "marie", "Mr"} {
		if _, ok := lexicon.Honorific(norm, "en"); ok {
			t.Errorf("%q is no honorific", norm)
		}
	}
}
