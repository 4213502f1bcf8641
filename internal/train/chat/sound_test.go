package chat

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
)

// TestSounds: sounds are words of letters, many of them, and none is a name.
func TestSounds(t *testing.T) {
	for _, lang := range langs {
		g := generator(t, lang, 2)
		seen := map[string]bool{}
		for range 500 {
			s := g.sound()
			seen[s] = true
			if s == "" || utf8.RuneCountInString(s) > 30 || strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
				t.Fatalf("%s: %q", lang, s)
			}
			if e, ok := lexicon.Default().Look(s, lang); ok && e.Kinds&lexicon.FirstName != 0 {
				t.Errorf("%s: %q is a first name", lang, s)
			}
		}
		if len(seen) < 300 {
			t.Errorf("%s: %d sounds", lang, len(seen))
		}
	}
}

func TestNamesSideBySideAreApart(t *testing.T) {
	g := generator(t, "fr", 3)
	name := gold.Sentence{Text: "Zoé", Spans: []bauta.Span{{End: 4, Label: bauta.Person}}}
	hello := gold.Sentence{Text: "Salut"}
	for _, c := range []struct {
		a, b gold.Sentence
		want string
	}{{name, name, ", "}, {hello, name, " "}, {name, hello, " "}, {hello, hello, " "}} {
		if got := g.between(c.a, c.b, " "); got != c.want {
			t.Errorf("between %s and %s: %q", shown(c.a), shown(c.b), got)
		}
	}
	if got := g.between(name, name, "\n"); got != "\n" {
		t.Errorf("a line break became %q", got)
	}
}

// TestHashtagsAreOneWord: what fills a hashtag has no blanks, and its label stays.
func TestHashtagsAreOneWord(t *testing.T) {
	for text, want := range map[string]string{"Saint-Lazare": "SaintLazare", "deux alpes": "DeuxAlpes", "Rome": "Rome", "sète": "sète", "": ""} {
		if got := glued(text); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
	g := generator(t, "fr", 5)
	for range 50 {
		s := g.fill("vu à #{brand} hier")
		if len(s.Spans) != 1 || strings.ContainsAny(s.Text[s.Spans[0].Start:s.Spans[0].End], " &") || s.Text[s.Spans[0].Start-1] != '#' {
			t.Fatal(shown(s))
		}
	}
}

func TestFirmsAreOrganizations(t *testing.T) {
	s := generator(t, "de", 1).fill("{firm}")
	if len(s.Spans) != 1 || s.Spans[0].Label != bauta.Organization || !strings.Contains(s.Text, " & ") {
		t.Error(shown(s))
	}
}

func TestHomographs(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"fr", "La rose est là.", "rose"},
		{"fr", "Je vois maïté.", ""},
		{"fr", "Rose dort.", ""},
		{"fr", "Il pleut.", ""},
		{"en", "It is made of jade.", "jade"},
	} {
		if got := strings.Join(slices.Collect(generator(t, c.lang, 1).homographs(c.text)), " "); got != c.want {
			t.Errorf("%s %q: %q", c.lang, c.text, got)
		}
	}
}

// TestHomographsCountAlike: of negatives with a word that is a name, a rare word
// comes as often as a frequent one.
func TestHomographsCountAlike(t *testing.T) {
	sentences := slices.Repeat([]string{"Une rose est tombée."}, hardLeast)
	for i := range 300 {
		sentences = append(sentences, fmt.Sprintf("Il a vu le juste prix %d.", i))
	}
	rose := 0
	for _, s := range generator(t, "fr", 7).Stock(sentences, 800, 0) {
		if strings.Contains(strings.ToLower(s.Text), "tomb") {
			rose++
		}
	}
	if rose < 25 {
		t.Errorf("the rare homograph came %d times in 800 messages", rose)
	}
}

// TestMessagesOfOneWord: a word in lower case of the sentence, longer than three
// letters, with or without a capital; none where there is none.
func TestMessagesOfOneWord(t *testing.T) {
	g, seen := generator(t, "fr", 4), map[string]bool{}
	for range 100 {
		seen[g.oneWord("Tom voit un petit chat")] = true
	}
	for _, w := range []string{"voit", "Voit", "petit", "Petit", "chat", "Chat"} {
		if !seen[w] {
			t.Errorf("%s never came", w)
		}
	}
	if len(seen) != 6 {
		t.Error(seen)
	}
	if w := g.oneWord("Oh !"); w != "" {
		t.Errorf("%q", w)
	}
}

// TestWordsThatAreNames: what stands for a thing has no label, and a place called
// after a saint is a place.
func TestWordsThatAreNames(t *testing.T) {
	g := generator(t, "fr", 4)
	for range 50 {
		if s := g.fill("mon {alike}"); len(s.Spans) != 0 || s.Text == "mon " {
			t.Fatal(shown(s))
		}
		if s := g.fill("gare {saint}"); len(s.Spans) != 1 || s.Spans[0].Label != bauta.Location || s.Spans[0].End != len(s.Text) {
			t.Fatal(shown(s))
		}
	}
}

func TestAfterANameStandsMoreThanABlank(t *testing.T) {
	g := generator(t, "fr", 4)
	name := gold.Sentence{Text: "merci Zoé", Spans: []bauta.Span{{Start: 6, End: 10, Label: bauta.Person}}}
	blanks := 0
	for range 200 {
		if g.after(name) == " " {
			blanks++
		}
		if g.after(gold.Sentence{Text: "merci"}) != " " {
			t.Fatal("more than a blank after a word")
		}
	}
	if blanks == 0 || blanks > 100 {
		t.Errorf("%d blanks of 200", blanks)
	}
}
