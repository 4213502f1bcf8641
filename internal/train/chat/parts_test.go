package chat

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
	"pgregory.net/rapid"
)

func TestWordsJoinToTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("Tomsé'’ .!-«7")), 1, 30, -1).Draw(t, "text")
		if got := strings.Join(wordsOf(text), ""); got != text {
			t.Fatalf("%q gives %q", text, got)
		}
	})
}

func TestStock(t *testing.T) {
	for _, tt := range []struct {
		lang, word, suffix string
		want               stockKind
	}{
		{"en", "Tom", "", stockPerson},
		{"en", "Tom's", "'s", stockPerson},
		{"en", "Toms", "", noStock},
		{"sv", "Toms", "s", stockPerson},
		{"de", "Marias", "s", stockPerson},
		{"fr", "Boston", "", stockPlace},
		{"fr", "tom", "", noStock},
	} {
		kind, suffix := generator(t, tt.lang, 1).stock(tt.word)
		if kind != tt.want || suffix != tt.suffix {
			t.Errorf("%s %s: %v %q", tt.lang, tt.word, kind, suffix)
		}
	}
}

func TestNicknamesStayNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	seen := map[string]bool{}
	for range 300 {
		nick := nickname("Nicolas", rng)
		seen[nick] = true
		if nick == "" || !strings.HasPrefix(nick, "N") || utf8.RuneCountInString(nick) > 10 {
			t.Fatal(nick)
		}
	}
	if !seen["Nico"] || len(seen) < 4 {
		t.Error(seen)
	}
	if nickname("Léa", rng) != "Léa" {
		t.Error("a short name is shortened")
	}
}

func TestJoinMovesSpans(t *testing.T) {
	a := gold.Sentence{Text: "Zoé", Spans: []bauta.Span{{Start: 0, End: 4, Label: bauta.Person}}}
	out := join(a, a, ", ")
	if shown(out) != "[PERSON Zoé], [PERSON Zoé]" {
		t.Error(shown(out))
	}
}

func TestFill(t *testing.T) {
	g := generator(t, "fr", 4)
	s := g.fill("c'est {first} au {street}, {n} fois")
	if len(s.Spans) != 2 || s.Spans[0].Label != bauta.Person || s.Spans[1].Label != bauta.Address || !strings.HasPrefix(s.Text, "c'est ") {
		t.Error(shown(s))
	}
	if s := g.fill("rien"); s.Text != "rien" || len(s.Spans) != 0 {
		t.Error(shown(s))
	}
}

func TestIdentifiersLookTheirPart(t *testing.T) {
	for _, lang := range langs {
		g := generator(t, lang, 8)
		for range 100 {
			if e := g.email(); strings.Count(e, "@") != 1 || strings.ContainsAny(e, " é") {
				t.Fatal(e)
			}
			if z := g.zip(); len(z) < 5 || len(z) > 9 {
				t.Fatal(z)
			}
			if p := g.phone(); strings.IndexFunc(p, func(r rune) bool { return r >= '0' && r <= '9' }) < 0 || len(p) < 10 {
				t.Fatal(p)
			}
			if u := g.uid(); len(u) < 4 {
				t.Fatal(u)
			}
			if s := g.street(); strings.Contains(s, "{") {
				t.Fatal(s)
			}
			if d := g.date(); len(d) < 5 {
				t.Fatal(d)
			}
		}
	}
}

func TestNoisyKeepsLabels(t *testing.T) {
	g := generator(t, "fr", 2)
	words := []string{"demain", "je", "suis", "là", "C'est", "bien", "été"}
	rapid.Check(t, func(rt *rapid.T) {
		s := gold.Sentence{Lang: "fr"}
		for range rapid.IntRange(1, 6).Draw(rt, "n") {
			s = join(s, gold.Sentence{Text: rapid.SampledFrom(words).Draw(rt, "w")}, " ")
		}
		name := gold.Sentence{Text: "Zoé", Spans: []bauta.Span{{Start: 0, End: 4, Label: bauta.Person}}}
		s = join(s, name, " ")
		out := g.Noisy(g.dress(s, false))
		n := 0
		for _, sp := range out.Spans {
			if sp.Start < 0 || sp.End > len(out.Text) || sp.Start >= sp.End {
				rt.Fatal("a span outside the text")
			}
			if strings.HasPrefix(strings.ToLower(gold.StripMarks(out.Text[sp.Start:sp.End])), "zo") {
				n++
			}
		}
		if n != 1 {
			rt.Fatalf("%d names in %q", n, out.Text)
		}
	})
}

func TestHoldOutPartsTheNames(t *testing.T) {
	n := &Names{}
	var all []string
	for i := range 400 {
		word := "N" + strings.Repeat(string(rune('a'+i%26)), 1+i/26)
		all = append(all, word)
		n.First.add(word, float64(1+i%5))
	}
	train, test := n.HoldOut(false), n.HoldOut(true)
	if train.First.Len()+test.First.Len() != 400 || test.First.Len() < 15 || test.First.Len() > 80 {
		t.Fatalf("%d and %d", train.First.Len(), test.First.Len())
	}
	for _, w := range all {
		if slices.Contains(train.First.words, w) == slices.Contains(test.First.words, w) {
			t.Fatalf("%s is in both or in none", w)
		}
	}
	if n.First.Len() != 400 {
		t.Error("parting changes the names")
	}
}

func TestTablesAreFull(t *testing.T) {
	for _, lang := range langs {
		p := phrasesOf(lang)
		for name, list := range map[string][]string{
			"openers": p.openers, "named openers": p.namedOpeners, "closers": p.closers, "named closers": p.namedClosers,
			"interjections": p.interjections, "templates": p.templates, "negatives": p.negatives, "places": p.places,
			"cities": p.cities, "streets": p.streets, "languages": p.languages, "nationalities": p.nationalities,
			"units": p.units, "months": p.months, "events": p.events,
		} {
			if len(list) < 8 {
				t.Errorf("%s: %d %s", lang, len(list), name)
			}
			if slices.Contains(list, "") {
				t.Errorf("%s: an empty one among the %s", lang, name)
			}
		}
		if len(p.months) != 12 || len(homeCountries(lang)) < 3 {
			t.Errorf("%s: %d months, countries %v", lang, len(p.months), homeCountries(lang))
		}
	}
	if phrasesOf("xx") != &english {
		t.Error("a language without phrases has others than English ones")
	}
}
