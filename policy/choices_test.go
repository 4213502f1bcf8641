package policy_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/bauta/bauta/policy"
)

// TestEveryChoiceIsHeld: a word that an enumeration does not have is an error
// wherever a policy takes one, and no error shows it.
func TestEveryChoiceIsHeld(t *testing.T) {
	const word = "zyxwabel"
	type choice interface{ Validate() error }
	full := func() *policy.File {
		f := &policy.File{
			Language: "auto",
			Detect: policy.Detect{
				Lexical: &policy.Lexical{}, Pattern: &policy.Pattern{}, NER: &policy.NER{Languages: []string{"fr"}},
				Location: &policy.Location{Model: "m"},
			},
			Default:  &policy.Rule{Operator: "code"},
			Lexicons: []policy.List{{File: "a.txt", Role: "dictionary"}},
		}
		return f
	}
	all := func(f *policy.File) []leaf {
		never := func() bool { return false }
		return append(leaves("File", reflect.ValueOf(f), never),
			leaves("File.Lexicons", reflect.ValueOf(&f.Lexicons[0]), never)...)
	}
	held := 0
	for i, l := range all(full()) {
		if _, ok := l.at.Interface().(choice); !ok || l.at.Kind() != reflect.String {
			continue
		}
		held++
		f := full()
		at := all(f)[i].at
		at.SetString(word)
		if at.Interface().(choice).Validate() == nil {
			t.Errorf("%s: the type takes any word", l.path)
		}
		err := f.Validate()
		if err == nil || strings.Contains(err.Error(), word) {
			t.Errorf("%s: %v", l.path, err)
		}
		if scope := strings.HasSuffix(l.path, "Scope"); !scope { // which code does not take
			at.SetString("")
			if at.Interface().(choice).Validate() != nil {
				t.Errorf("%s: there is no default", l.path)
			}
		}
	}
	if held < 9 {
		t.Errorf("%d choices alone", held)
	}
}
