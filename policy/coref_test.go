package policy_test

import (
	"context"
	"slices"
	"strconv"
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

// TestCorefInterleaved: a thread whose messages are mixed with those of others
// keeps its people, whatever the number of jobs.
func TestCorefInterleaved(t *testing.T) {
	p := build(t, parse(t, numbered), policy.Options{})
	texts := []string{"Camille et Nicolas", "salut Camille", "non demande à Nico", "Nicolas dort"}
	for _, jobs := range []int{1, 4} {
		var got []string
		for r, err := range p.Run(context.Background(), func(yield func(bauta.Message, error) bool) {
			for i := range 600 {
				m := bauta.Message{ID: strconv.Itoa(i), Thread: strconv.Itoa(i % 150), Text: texts[i/150]}
				if !yield(m, nil) {
					return
				}
			}
		}, jobs) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Text)
		}
		for i, want := range []string{"Person 1 et Person 2", "salut Person 1", "non demande à Person 2", "Person 2 dort"} {
			for j, text := range got[150*i : 150*(i+1)] {
				if text != want {
					t.Fatalf("%d jobs, thread %d: %q, want %q", jobs, j, text, want)
				}
			}
		}
	}
}

// TestRotateTogether: the short form of a name becomes a short form of what the
// name becomes, in all messages of a thread, and in all threads of a language with
// the scope of a corpus.
func TestRotateTogether(t *testing.T) {
	opt := policy.Options{Key: keyFile(t), Lang: "fr"}
	b, err := load(t, "sms4science").Build(opt)
	if err != nil {
		t.Fatal(err)
	}
	full := strings.Split(thread(t, b.Pipeline, "Salut Nicolas, tu viens ?", "ok nico"), "\n")
	_, name, _ := strings.Cut(strings.TrimSuffix(full[0], ", tu viens ?"), " ")
	_, short, _ := strings.Cut(full[1], " ")
	if !slices.Contains(b.Lexicon.FullNames(short, "fr"), strings.ToLower(name)) && !slices.Contains(b.Lexicon.FullNames(short, "en"), strings.ToLower(name)) && !slices.Contains(b.Lexicon.FullNames(short, "de"), name) {
		t.Errorf("Nicolas becomes %s, and nico %s", name, short)
	}
	if alone := thread(t, b.Pipeline, "ok nico"); alone != full[1] {
		t.Errorf("%q, elsewhere %q", full[1], alone)
	}
}

// TestThreadFinds: a name in no list is hidden where another message of the
// thread shows it, as the same person, and nowhere else.
func TestThreadFinds(t *testing.T) {
	p := build(t, load(t, "gdpr"), policy.Options{Lang: "fr"})
	got := thread(t, p, "Coucou Camille Zylbermann, ça va ?", "zylbermann dort encore", "la pierre est lourde")
	if want := "Coucou Person 1, ça va ?\nPerson 1 dort encore\nla pierre est lourde"; got != want {
		t.Error(got)
	}
}
