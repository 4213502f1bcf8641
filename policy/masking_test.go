package policy_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestMasks: what is done with a type is said with its conditions, its parts and the
// default.
func TestMasks(t *testing.T) {
	f, err := policy.Parse([]byte(`policy: p
detect: {pattern: {}}
mask:
  PERSON: {operator: tag, numbered: true}
  PERSON.first: {operator: rotate, else: {operator: tag, numbered: true}}
  DATE: {operator: generalise, if: birth, else: keep}
  UID: {operator: code, reference: keyed}
`), "p.yaml")
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Build(policy.Options{FindOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	for label, want := range map[bauta.Label]string{
		bauta.Person: "tag.numbered rotate", bauta.Date: "generalise keep", bauta.UID: "code.keyed", bauta.Email: "suppress",
	} {
		if got := strings.Join(b.Masks[label], " "); got != want {
			t.Errorf("%s: %s, want %s", label, got, want)
		}
	}
	if len(b.Masks) != len(policy.Kinds) {
		t.Errorf("%d types are told, of %d", len(b.Masks), len(policy.Kinds))
	}
}
