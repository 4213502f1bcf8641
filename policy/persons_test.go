package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestPersonsSaysOfEachWordWhatAllSay: also of words that a policy without taggers would
// not look at, in order, the name before all else; twice the same.
func TestPersonsSaysOfEachWordWhatAllSay(t *testing.T) {
	for _, name := range []string{"gdpr", "seekhide"} {
		f, err := policy.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Build(policy.Options{Lang: "fr"})
		if err != nil {
			t.Fatal(err)
		}
		d, err := b.Pipeline.Analyse.Analyse(t.Context(), bauta.Message{Text: "tu dis bonjour a Wiebke stp", Lang: "fr"})
		if err != nil {
			t.Fatal(err)
		}
		said, err := b.Persons(t.Context(), d)
		if err != nil || len(said) != 6 {
			t.Fatalf("%s: %d words, %v", name, len(said), err)
		}
		for i, s := range said {
			if i > 0 && s.Start < said[i-1].End || i != 4 && s.P >= said[4].P || s.Label != bauta.Person {
				t.Errorf("%s: word %d: %+v", name, i, s)
			}
		}
		if said[4].P < 0.5 || said[0].P > 0.05 {
			t.Errorf("%s: %+v", name, said)
		}
		again, err := b.Persons(t.Context(), d)
		if err != nil || len(again) != 6 || again[4].P != said[4].P {
			t.Errorf("%s: %+v, %v", name, again, err)
		}
	}
}

// TestPersonsOfALanguageWithoutATagger: the dictionaries speak alone, or nobody does.
func TestPersonsOfALanguageWithoutATagger(t *testing.T) {
	f, err := policy.Load("gdpr")
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := bauta.Doc{Message: bauta.Message{Text: "Wiebke", Lang: "ja"}, Tokens: []bauta.Token{{Start: 0, End: 6}}}
	if said, err := b.Persons(t.Context(), &d); err != nil || len(said) != 0 {
		t.Error(said, err)
	}
}
