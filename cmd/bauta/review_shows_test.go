package main

import (
	"testing"

	"github.com/bauta/bauta"
)

// TestShows: the page shows what an export under the policy will hold.
func TestShows(t *testing.T) {
	const text = "slt Lucas, chez moi a Sète"
	show, err := shows("seekhide", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		span bauta.Span
		want string
	}{
		{bauta.Span{Start: 4, End: 9, Label: bauta.Person, Part: bauta.First, Doubt: bauta.Ambiguous}, "<PRE_5>"},
		{bauta.Span{Start: 22, End: 27, Label: bauta.Location}, "Sète"}, // seekhide leaves places
		{bauta.Span{Start: 4, End: 9, Label: "CAT"}, "[CAT]"},
	} {
		if got, err := show(t.Context(), text, c.span); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", c.span.Label, got, err, c.want)
		}
	}
	for _, name := range []string{"none", "sms4science"} { // no such policy; one that needs a key
		if _, err := shows(name, ""); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
