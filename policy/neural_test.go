package policy

import (
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

func TestKindOfTagger(t *testing.T) {
	for kind, good := range map[string]bool{"crf": true, "neural": true, "both": true, "deep": false} {
		_, err := Parse([]byte("policy: p\nlanguage: fr\ndetect:\n  ner:\n    kind: "+kind+"\n    alone: true\ndefault: tag\n"), "p.yaml")
		if (err == nil) != good {
			t.Errorf("kind %s: %v", kind, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "p.yaml:5: detect.ner.kind: use") {
			t.Errorf("kind %s: %v", kind, err)
		}
	}
}

// TestBound: a bound for persons is a number for all taggers, or each one's own.
func TestBound(t *testing.T) {
	for in, want := range map[string]Bound{"0.2": 0.2, "0": 0, "1": 1, "model": ofModel} {
		var b Bound
		if err := yaml.Unmarshal([]byte(in), &b); err != nil || b != want {
			t.Errorf("%s: %g, %v", in, b, err)
		}
	}
	for _, in := range []string{"-1", "1.01", ".nan", "Model", "[0.2]"} {
		var b Bound
		if err := yaml.Unmarshal([]byte(in), &b); err == nil {
			t.Errorf("%s is taken", in)
		}
	}
	if ofModel.number() != 0 || Bound(0.2).number() != 0.2 {
		t.Error("the number for all models")
	}
}
