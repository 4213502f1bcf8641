package policy_test

import (
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

const taggersAlone = "policy: mine\nlanguage: auto\nlanguages: [fr, de]\nforeign: route\ndetect: {ner: {alone: true, sure: 0.2, person: model, ask: -1}}\ndefault: tag\n"

const advisedTaggers = "policy: mine\nlanguage: auto\nlanguages: [fr, de]\nforeign: route\ndetect: {ner: {alone: true, sure: 0.2, person: model, ask: -1, second: lexical}}\ndefault: tag\n"

// persons reports whether a text is found to hold people.
func persons(t *testing.T, p *bauta.Pipeline, text string) bool {
	t.Helper()
	return slices.ContainsFunc(one(t, p, text).Spans, isPerson)
}

func isPerson(s bauta.Span) bool { return s.Label == bauta.Person }

// TestAdvice: with the dictionaries the taggers find nearly as many messages with names
// among generated ones, and fewer of the others.
func TestAdvice(t *testing.T) {
	alone := build(t, load(t, write(t, "a.yaml", taggersAlone)), policy.Options{})
	both := build(t, load(t, write(t, "b.yaml", advisedTaggers)), policy.Options{})
	var right, wrong [2]int
	for m := range fixture.SMS(23, 700) {
		for i, p := range []*bauta.Pipeline{alone, both} {
			switch found := persons(t, p, m.Text); {
			case found && m.TA:
				right[i]++
			case found:
				wrong[i]++
			}
		}
	}
	if wrong[1] > wrong[0] || right[1]*100 < right[0]*95 {
		t.Errorf("alone %d messages rightly and %d wrongly, advised %d and %d", right[0], wrong[0], right[1], wrong[1])
	}
}

// TestAdviceOnSpelling holds words that a tagger takes for names and the
// dictionaries do not, and names it is not sure of.
func TestAdviceOnSpelling(t *testing.T) {
	p := build(t, load(t, write(t, "b.yaml", advisedTaggers)), policy.Options{})
	for text, name := range map[string]bool{
		"ma mere veut pas ke jmange la":         false,
		"jai plu de credi sur le fix":           false,
		"le colissimo arrive demain normalemen": false,
		"karim ramene la sono ce soir":          true,
		"tu vien avec soraya samedi?":           true,
		"kommst du mit Mehmet ins kino?":        true, // German has no dictionaries: the tagger alone
	} {
		if found := persons(t, p, text); found != name {
			t.Errorf("%q: a person %v, want %v", text, found, name)
		}
	}
}

// TestAdviceAsks: what the tagger alone would have found stays a question where
// questions are asked.
func TestAdviceAsks(t *testing.T) {
	const yaml = "policy: mine\nlanguage: fr\ndetect: {ner: {alone: true, sure: 0.2, person: model, ask: 0.1, second: lexical}}\ndefault: tag\n"
	p := build(t, load(t, write(t, "b.yaml", yaml)), policy.Options{})
	silent := build(t, load(t, write(t, "c.yaml", advisedTaggers)), policy.Options{})
	asked := 0
	for m := range fixture.SMS(29, 300) {
		asked += len(one(t, p, m.Text).Candidates)
		if n := len(one(t, silent, m.Text).Candidates); n > 0 {
			t.Fatalf("%d questions though nobody is asked", n)
		}
	}
	if asked == 0 {
		t.Error("no question is left")
	}
}

func TestAdviceOfNobody(t *testing.T) {
	if _, err := policy.Load(write(t, "p.yaml", "policy: a\ndetect: {ner: {alone: true, second: oracle}}\n")); err == nil {
		t.Error("loaded")
	}
}

// TestNoAdvice: in a language without dictionaries whose tagger is another one's, the
// bound lowered for advice does not let everything through.
func TestNoAdvice(t *testing.T) {
	p := build(t, load(t, "ner"), policy.Options{})
	for _, text := range []string{"2対0で負けた!つまらない試合だった", "桜餅を食べよう!うれしい"} {
		r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Lang: "ja", Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(r[0].Spans, isPerson) {
			t.Errorf("%q: a person", text)
		}
	}
}
