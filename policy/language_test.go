package policy_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/policy"
)

// TestAutoTellsEachLanguage: the same policy reads French and English, each
// with its own lists.
func TestAutoTellsEachLanguage(t *testing.T) {
	path := write(t, "p.yaml", "policy: mine\nlanguage: auto\nlanguages: [fr, en]\ndetect: {lexical: {}, pattern: {kinds: [EMAIL]}}\ndefault: code\n")
	p := build(t, load(t, path), policy.Options{})
	for text, lang := range map[string]string{
		"je t'attends devant la gare ce soir avec mes amis":  "fr",
		"i will wait for you at the station with my friends": "en",
		"12345": "fr",
	} {
		r := one(t, p, text)
		if r.Lang != lang {
			t.Errorf("a message is read as %q, want %q", r.Lang, lang)
		}
	}
	if r := one(t, p, "on se voit demain chez Cédric pour le repas"); !strings.Contains(r.Text, "<PRE_6>") {
		t.Errorf("French: %q", r.Text)
	}
	if r := one(t, p, "see you tomorrow at the station, tell Jennifer to come"); !strings.Contains(r.Text, "<PRE_8>") {
		t.Errorf("English: %q", r.Text)
	}
}

func TestAutoNeedsKnownLanguages(t *testing.T) {
	for name, yaml := range map[string]string{
		"unknown to langid": "policy: a\nlanguage: auto\nlanguages: [fr, tlh]\ndetect: {lexical: {}, pattern: {kinds: [EMAIL]}}\n",
		"no model of names": "policy: a\nlanguage: auto\nlanguages: [fi]\ndetect: {lexical: {}, pattern: {kinds: [EMAIL]}}\n",
		"no tagger":         "policy: a\ndetect: {ner: {alone: true, languages: [fi]}}\n",
	} {
		if f, err := policy.Load(write(t, "p.yaml", yaml)); err == nil {
			if _, err = f.Build(policy.Options{}); err != nil {
				continue
			}
			t.Errorf("%s: built", name)
		}
	}
}
