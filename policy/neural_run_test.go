package policy_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

func kindPolicy(kind string) []byte {
	return []byte("policy: p\nlanguage: fr\ndetect:\n  ner:\n    alone: true\n    kind: " + kind + "\n    languages: [fr]\ndefault: tag\nverdict: seek\n")
}

// TestNeuralTaggers runs each kind of tagger over a message without doubt.
func TestNeuralTaggers(t *testing.T) {
	for kind, source := range map[string]string{"crf": "crf", "neural": "neural", "both": ""} {
		f, err := policy.Parse(kindPolicy(kind), "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Build(policy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r := one(t, b.Pipeline, "Hier j'ai vu Camille Martin à Paris.")
		if strings.Contains(r.Text, "Camille") || strings.Contains(r.Text, "Martin") || strings.Contains(r.Text, "Paris") || !strings.Contains(r.Text, "Hier") {
			t.Errorf("kind %s: wrong words are hidden", kind)
		}
		for _, s := range r.Spans {
			if source != "" && s.Source != source || s.Source == "both" && !strings.Contains(s.Why, "tagger") {
				t.Errorf("kind %s: %+v", kind, s)
			}
		}
		parts := 0
		for _, p := range b.Parts {
			if p.Name == "ner-fr" || p.Name == "neural-fr" {
				parts++
			}
		}
		if want := map[string]int{"crf": 1, "neural": 1, "both": 2}[kind]; parts != want {
			t.Errorf("kind %s: %d models in the report, want %d", kind, parts, want)
		}
	}
	_, err := policy.Parse([]byte(strings.Replace(string(kindPolicy("neural")), "[fr]", "[ja]", 1)), "p.yaml")
	if err == nil || !strings.Contains(err.Error(), "a language without a tagger") {
		t.Errorf("a language without a model: %v", err)
	}
}

// TestOwnBounds: with person: model each kind of tagger takes the bound of its
// bundle, which all that are shipped have, and hides a name it is not sure of.
func TestOwnBounds(t *testing.T) {
	for _, kind := range []string{"crf", "neural", "both"} {
		hidden := map[string]int{}
		for _, person := range []string{"0", "model"} {
			src := strings.Replace(string(kindPolicy(kind)), "    languages: [fr]\n", "    person: "+person+"\n    sure: 0.99\n    ask: -1\n", 1)
			f, err := policy.Parse([]byte(src), "p.yaml")
			if err != nil {
				t.Fatal(err)
			}
			b, err := f.Build(policy.Options{})
			if err != nil {
				t.Fatalf("kind %s, person %s: %v", kind, person, err)
			}
			for _, msg := range []string{"t vu camille hier", "dis a momo de venir", "bisous nico", "c est lea qui vient"} {
				for _, s := range one(t, b.Pipeline, msg).Spans {
					if s.Label == bauta.Person && s.Doubt == bauta.Sure {
						hidden[person]++
					}
				}
			}
		}
		if hidden["model"] < 2 || hidden["model"] < hidden["0"] {
			t.Errorf("kind %s: %d names hidden with a bound, %d without", kind, hidden["model"], hidden["0"])
		}
	}
}
