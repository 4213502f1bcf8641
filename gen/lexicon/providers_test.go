package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFirstNames(t *testing.T) {
	got := firstNames("de_DE", `class Provider:
    formats = ('{{first_name}} x',)
    first_names_male = (
        'Zorvian', 'Zed-Zed',
        "Z'Or",
    )
    first_names_female = OrderedDict((
        ('Zorvia', 0.1),
    ))
    first_names = first_names_male + first_names_female
    last_names = ('Brint',)
`)
	want := []fakerList{
		{Locale: "de_DE", Sex: "male", Names: []string{"Zorvian", "Zed-Zed", "Z'Or"}},
		{Locale: "de_DE", Sex: "female", Names: []string{"Zorvia"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
