package policy_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// publicKept is gdpr with people and places of public life kept.
func publicKept(t *testing.T) *policy.Built {
	t.Helper()
	f, err := policy.Load("gdpr")
	if err != nil {
		t.Fatal(err)
	}
	tag := policy.Rule{Operator: "tag", Numbered: true}
	f.Mask["PERSON"] = policy.Rule{Operator: "keep", If: "public", Else: &tag}
	f.Mask["KNOWN_FIGURE"] = f.Mask["PERSON"]
	f.Mask["LOCATION"] = policy.Rule{Operator: "keep", If: "rule = public", Else: &tag}
	b, err := f.Build(policy.Options{Lang: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestPublic: what is of public life stays where the policy says so, and what is more than
// its name does not.
func TestPublic(t *testing.T) {
	b := publicKept(t)
	for _, c := range []struct{ text, stays, goes string }{
		{"on va voir Britney Spears avec Camille", "Britney Spears", "Camille"},
		{"j'ai vu Britney Spears Moreau hier", "", "Moreau"},
		{"Britney est la, salut Britney !", "", "Britney"},
		{"Camille habite à Paris depuis mars", "Paris", "Camille"},
	} {
		rs, err := b.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "1", Text: c.text, Lang: "fr"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := rs[0].Text; !strings.Contains(got, c.stays) || strings.Contains(got, c.goes) {
			t.Errorf("%q becomes %q", c.text, got)
		}
	}
}

// TestPublicIsHiddenByDefault: no preset keeps anybody for being known.
func TestPublicIsHiddenByDefault(t *testing.T) {
	for _, name := range policy.Presets() {
		if name == "anonymate" || name == "seekhide-2013" {
			continue // as published
		}
		f, err := policy.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Build(policy.Options{Lang: "fr", FindOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		rs, err := b.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "1", Text: "on va voir Britney Spears demain", Lang: "fr"}})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(rs[0].Text, "Britney Spears") {
			t.Errorf("%s keeps a public name", name)
		}
	}
}
