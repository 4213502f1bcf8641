package policy_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/policy"
)

// TestFiles: whatever file a policy names, in whatever rule, is one of its
// files, beside it; a preset has none.
func TestFiles(t *testing.T) {
	path := write(t, "p.yaml", `policy: mine
detect:
  lexical: {resolve: literal}
  pattern: {}
  location: {model: place, feasibility: people}
  ner: {model: tagger}
  external: {command: [./finder, x], calibration: curve.json}
lexicons:
  - {file: lists/hide.txt, role: dictionary}
mask:
  EMAIL: {operator: hash, key: one.key}
  PERSON.first: {operator: rotate, key: two.key, else: {operator: encrypt, key: /three.key}}
default: {operator: code, reference: keyed, key: four.key}
verdict: {preset: safe, model: triage}
`)
	got := load(t, path).Files()
	for _, name := range []string{"p.yaml", "place", "people", "lists/hide.txt", "one.key", "two.key", "four.key", "triage", "tagger", "finder", "curve.json"} {
		if !slices.Contains(got, filepath.Join(filepath.Dir(path), name)) {
			t.Errorf("%s is none of them", name)
		}
	}
	if !slices.Contains(got, "/three.key") || len(got) != 12 {
		t.Errorf("%d files: %v", len(got), got)
	}
	if got := load(t, "gdpr").Files(); len(got) > 0 {
		t.Errorf("a preset is made of %v", got)
	}
}

// TestBuiltShowsNoKey: what is made of a policy formats without its keys.
func TestBuiltShowsNoKey(t *testing.T) {
	path := keyFile(t)
	key, err := policy.ReadKey(path)
	if err != nil {
		t.Fatal(err)
	}
	f := load(t, write(t, "p.yaml", "policy: p\ndetect: {pattern: {}}\nmask: {PERSON.first: {operator: rotate, key: '"+path+"'}}\ndefault: {operator: hash, key: '"+path+"'}\n"))
	b := build(t, f, policy.Options{})
	if len(b.Operators) == 0 {
		t.Fatal("nothing was built")
	}
	for _, op := range b.Operators {
		for _, verb := range []string{"%v", "%+v", "%#v", "%x"} {
			out := fmt.Sprintf(verb, op)
			for _, form := range []string{fmt.Sprintf("%d %d %d", key[0], key[1], key[2]), fmt.Sprintf("%x", []byte(key[:4])), fmt.Sprintf("%#x, %#x", key[0], key[1])} {
				if strings.Contains(out, form) {
					t.Fatalf("%T under %s shows the key", op, verb)
				}
			}
		}
	}
}
