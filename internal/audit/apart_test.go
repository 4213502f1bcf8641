package audit

import (
	"slices"
	"testing"
)

// TestApart: of messages that are the same the one is gone that stood before what stayed.
func TestApart(t *testing.T) {
	of := func(texts ...string) (r Release) {
		for _, s := range texts {
			r = append(r, DigestOf("", "", "", s))
		}
		return r
	}
	for _, c := range []struct {
		was, now      Release
		gone, changed []int
	}{
		{of("ok", "la", "ok"), of("la", "ok"), []int{0}, nil},
		{of("ok", "la", "ok", "ici"), of("la", "ok", "x"), []int{0, 3}, []int{3}},
		{of("a", "b", "c"), of("a", "x", "c"), []int{1}, []int{2}},
		{of("a"), of(), []int{0}, nil},
	} {
		if gone, changed := c.was.apart(c.now); !slices.Equal(gone, c.gone) || !slices.Equal(changed, c.changed) {
			t.Errorf("gone %v, changed %v, and not %v, %v", gone, changed, c.gone, c.changed)
		}
	}
}
