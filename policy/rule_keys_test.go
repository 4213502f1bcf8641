package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta/policy"
)

// TestOldConditionsWarn: a condition as it was written before holds, and is told.
func TestOldConditionsWarn(t *testing.T) {
	const src = "policy: p\ndetect: {pattern: {}}\nmask:\n  UID: {operator: tag, if: %s = iban, else: suppress}\n"
	for word, warnings := range map[string]int{"kind": 1, "rule": 0} {
		f, err := policy.Parse(fmt.Appendf(nil, src, word), "p.yaml")
		if err != nil {
			t.Fatal(err)
		}
		got := f.Warnings()
		if len(got) != warnings {
			t.Errorf("%s: %q", word, got)
		}
		if warnings > 0 && !strings.HasPrefix(got[0], "p.yaml:4: mask.UID: if: kind = iban is written if: rule = iban") {
			t.Errorf("%q", got)
		}
		if r := one(t, build(t, f, policy.Options{}), "IBAN GB82 WEST 1234 5698 7654 32 ok"); r.Text != "IBAN UID ok" {
			t.Errorf("%s: %s", word, r.Text)
		}
	}
	for _, none := range []string{"ibna", "date-foo", "phone-xyz", "COUNTRY"} {
		src := "policy: p\ndetect: {pattern: {}}\nmask:\n  UID: {operator: tag, if: rule = " + none + ", else: suppress}\n"
		if _, err := policy.Parse([]byte(src), "p.yaml"); err == nil {
			t.Errorf("the rule %s, which nothing has, is taken", none)
		}
	}
	for _, known := range []string{"phone-fr", "date-birth", "listed", "age", "digits", "field", "de", "phone-behind"} {
		src := "policy: p\ndetect: {pattern: {}}\nmask:\n  UID: {operator: tag, if: rule = " + known + ", else: suppress}\n"
		if _, err := policy.Parse([]byte(src), "p.yaml"); err != nil {
			t.Errorf("%s: %v", known, err)
		}
	}
}
