package chat

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// E-mails and posts have sound spans, no slot is left over, and they hold what
// they are made for.
func TestLettersAndPosts(t *testing.T) {
	stock := []string{"Tom is here.", "It rains.", "Where is Mary?"}
	for _, lang := range langs {
		for name, run := range map[string]struct {
			make func(g *Generator) []gold.Sentence
			want []bauta.Label
		}{
			"letters": {
				func(g *Generator) []gold.Sentence { return g.Letters(stock, 400) },
				[]bauta.Label{bauta.Person, bauta.Email, bauta.Phone, bauta.Address, bauta.Date, bauta.Organization, bauta.ZipCode},
			},
			"posts": {
				func(g *Generator) []gold.Sentence { return g.Posts(stock, 400) },
				[]bauta.Label{bauta.Person, bauta.Location, bauta.URL},
			},
		} {
			found := map[bauta.Label]int{}
			list := run.make(generator(t, lang, 3))
			again := run.make(generator(t, lang, 3))
			for i, s := range list {
				sound(t, s)
				if strings.ContainsAny(s.Text, "{}") || s.Text == "" || s.Lang != lang {
					t.Errorf("%s %s: %q", lang, name, s.Text)
				}
				if again[i].Text != s.Text {
					t.Fatalf("%s %s: one seed makes two lists", lang, name)
				}
				for _, sp := range s.Spans {
					found[sp.Label]++
				}
			}
			for _, l := range run.want {
				if found[l] == 0 {
					t.Errorf("%s %s: no %s in %d", lang, name, l, len(list))
				}
			}
		}
	}
}

// Every language has what an e-mail needs, and as many names of header fields
// as the header has lines.
func TestMailTables(t *testing.T) {
	for _, lang := range langs {
		m := mailOf(lang)
		if lang != "en" && m == mailOf("en") {
			t.Errorf("%s has no e-mails of its own", lang)
		}
		if len(m.head) != 5 {
			t.Errorf("%s: %d header fields", lang, len(m.head))
		}
		for name, list := range map[string][]string{
			"subjects": m.subjects, "salutations": m.salutations, "bodies": m.bodies, "closings": m.closings,
			"titles": m.titles, "phones": m.phones, "quotes": m.quotes, "plain": m.plain,
		} {
			if len(list) < 4 {
				t.Errorf("%s: %d %s", lang, len(list), name)
			}
		}
	}
	if mailOf("xx") != mailOf("en") {
		t.Error("a language without e-mails is not read as English")
	}
}
