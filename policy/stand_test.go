package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestStands: behind what an operator writes that hangs on the find alone a message is read
// once more, as a second run would; a name that rotates is not known yet.
func TestStands(t *testing.T) {
	d := &bauta.Doc{Message: bauta.Message{Text: "12/05/2019"}}
	s := bauta.Span{End: len(d.Text), Label: bauta.Date}
	for operator, want := range map[string]string{
		"tag": "DATE", "suppress": "***", "{operator: substitute, with: x}": "x", "generalise": "<DATE_2019>",
		"{operator: keep, if: rule = date-year, else: generalise}": "<DATE_2019>",
	} {
		f, err := policy.Parse([]byte("policy: a\ndetect: {pattern: {dates: true}}\nmask: {DATE: "+operator+"}\ndefault: tag\n"), "a.yaml")
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := build(t, f, policy.Options{}).Stand(d, s); !ok || got != want {
			t.Errorf("%s: %q, %v", operator, got, ok)
		}
	}
	if _, ok := build(t, load(t, "sms4science"), policy.Options{Key: keyFile(t)}).Stand(d, bauta.Span{End: 2, Label: bauta.Person}); ok {
		t.Error("a name that rotates is known")
	}
}
