package policy

import (
	"strings"
	"testing"
)

func TestKindOfTagger(t *testing.T) {
	for kind, good := range map[string]bool{"crf": true, "neural": true, "both": true, "deep": false} {
		_, err := Parse([]byte("policy: p\nlanguage: fr\ndetect:\n  ner:\n    kind: "+kind+"\ndefault: tag\n"), "p.yaml")
		if (err == nil) != good {
			t.Errorf("kind %s: %v", kind, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "p.yaml:5: ner kind") {
			t.Errorf("kind %s: %v", kind, err)
		}
	}
}
