package plural

import (
	"math"
	"testing"
)

// TestFill: a word stands in the form of the number before it, or of the first one, by the
// rules of each language.
func TestFill(t *testing.T) {
	for _, c := range []struct {
		lang, said, want string
		args             []any
	}{
		{"en", "%d {look|looks}", "0 looks", []any{0}},
		{"en", "%d {look|looks}", "1 look", []any{1}},
		{"fr", "%d {regard|regards}", "0 regard", []any{0}},
		{"fr", "%d {regard|regards}", "2 regards", []any{2}},
		{"en", "{One leaks|They leak}: %d of %d {message|messages}", "One leaks: 1 of 2 messages", []any{1, 2}},
		{"en", "%d {look|looks}", "-1 look", []any{-1}},
		{"en", "%d {look|looks}", "-9 looks", []any{-9}},
		{"en", "%d{ look| looks}", "-9,223,372,036,854,775,808 looks", []any{math.MinInt}},
		{"de", "%s: %d", "x: 1.234", []any{"x", 1234}},
		{"sv", "%d av %s", "3 av %s", []any{3}},
	} {
		if got := Fill(c.lang, c.said, c.args...); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.said, got, c.want)
		}
	}
}
