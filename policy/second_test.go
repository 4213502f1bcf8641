package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

const firstOnly = "policy: mine\ndetect: {lexical: {}, pattern: {kinds: [EMAIL]}}\ndefault: code\n"

const withSecond = "policy: mine\ndetect: {lexical: {second: ner}, pattern: {kinds: [EMAIL]}}\ndefault: code\n"

// TestSecondOpinion: the tagger settles questions, and never unsettles what the
// dictionaries are sure of.
func TestSecondOpinion(t *testing.T) {
	one1 := build(t, load(t, write(t, "a.yaml", firstOnly)), policy.Options{})
	two := build(t, load(t, write(t, "b.yaml", withSecond)), policy.Options{})
	before, after := 0, 0
	for m := range fixture.SMS(17, 1500) {
		a, b := one(t, one1, m.Text), one(t, two, m.Text)
		before += len(a.Candidates)
		after += len(b.Candidates)
		for _, s := range a.Spans {
			if !coveredBy(s, b.Spans) {
				t.Fatalf("a find of the dictionaries at byte %d was lost", s.Start)
			}
		}
	}
	if before == 0 || after >= before {
		t.Errorf("%d questions without the tagger, %d with it", before, after)
	}
}

func coveredBy(s bauta.Span, spans []bauta.Span) bool {
	for _, t := range spans {
		if t.Start <= s.Start && s.End <= t.End {
			return true
		}
	}
	return false
}

// TestSecondOpinionReadsTheSentence holds pairs that only the sentence tells
// apart: the name must not be left, the word must not be hidden.
func TestSecondOpinionReadsTheSentence(t *testing.T) {
	p := build(t, load(t, write(t, "b.yaml", withSecond)), policy.Options{})
	for text, name := range map[string]bool{
		"dis a rose ke jpasse la chercher a 8h":            true,
		"jai vu une rose rouge dans le jardin de ma mere":  false,
		"max ramene la sono ce soir":                       true,
		"on sera douze max ce soir a la maison":            false,
		"je suis avec pierre au cinema":                    true,
		"une pierre de ma bague est tombee dans le lavabo": false,
	} {
		r := one(t, p, text)
		if name && len(r.Spans)+len(r.Candidates) == 0 {
			t.Errorf("%q: the name was left", text)
		}
		if !name && len(r.Spans) > 0 {
			t.Errorf("%q: the word was hidden", text)
		}
	}
}

func TestSecondOpinionOfNobody(t *testing.T) {
	for name, yaml := range map[string]string{
		"unknown": "policy: a\ndetect: {lexical: {second: oracle}, pattern: {kinds: [EMAIL]}}\n",
		"literal": "policy: a\ndetect: {lexical: {resolve: literal, second: ner}, pattern: {kinds: [EMAIL]}}\n",
	} {
		if _, err := policy.Load(write(t, "p.yaml", yaml)); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
}
