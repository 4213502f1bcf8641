package policy_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// thread runs messages of one conversation and gives their texts, one a line.
func thread(t *testing.T, p *bauta.Pipeline, texts ...string) string {
	t.Helper()
	var ms []bauta.Message
	for _, text := range texts {
		ms = append(ms, bauta.Message{ID: "m", Thread: "t", Text: text})
	}
	rs, err := p.Thread(context.Background(), ms)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range rs {
		out = append(out, r.Text)
	}
	return strings.Join(out, "\n")
}

const numbered = `
policy: x
language: fr
coref: true
detect: {lexical: {resolve: evidence, name_above: 0.5, word_below: 0.5}, pattern: {}}
mask: {PERSON: {operator: tag, numbered: true}, EMAIL: tag}
default: keep
`

func parse(t *testing.T, src string) *policy.File {
	t.Helper()
	f, err := policy.Parse([]byte(src), "x.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestCoref(t *testing.T) {
	f := parse(t, numbered)
	got := thread(t, build(t, f, policy.Options{}), "salut Nicolas, t'as vu Camille ?", "non demande à Nico", "nicolas@exemple.fr c'est son mail")
	if want := "salut Person 1, t'as vu Person 2 ?\nnon demande à Person 1\nEMAIL c'est son mail"; got != want {
		t.Error(got)
	}
	f.Coref = false
	if got := thread(t, build(t, f, policy.Options{}), "salut Nicolas"); got != "salut PERSON" {
		t.Error(got)
	}
}

// TestCorefAgain: the pseudonyms of a first run stay, and new people get other
// numbers.
func TestCorefAgain(t *testing.T) {
	p := build(t, parse(t, numbered), policy.Options{})
	first := thread(t, p, "salut Nicolas, t'as vu Camille ?", "oui Camille est là")
	if again := thread(t, p, strings.Split(first, "\n")...); again != first {
		t.Errorf("%q became %q", first, again)
	}
	if got := thread(t, p, "Person 1 et Camille"); got != "Person 1 et Person 2" {
		t.Error(got)
	}
}

// TestCorefByThread: numbers start anew in every thread.
func TestCorefByThread(t *testing.T) {
	p := build(t, parse(t, numbered), policy.Options{})
	ms := []bauta.Message{{ID: "1", Thread: "a", Text: "Camille et Nicolas"}, {ID: "2", Thread: "b", Text: "Nicolas dort"}, {ID: "3", Text: "salut Nicolas"}}
	var got []string
	for r, err := range p.Run(context.Background(), func(yield func(bauta.Message, error) bool) {
		for _, m := range ms {
			if !yield(m, nil) {
				return
			}
		}
	}, 2) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Text)
	}
	if want := "Person 1 et Person 2|Person 1 dort|salut Person 1"; strings.Join(got, "|") != want {
		t.Error(got)
	}
}
