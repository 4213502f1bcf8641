package coref_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/text"
)

// TestFields: who a corpus tells apart stay apart under like names, and one stays the
// same under all of them; a name without letters is somebody, too.
func TestFields(t *testing.T) {
	s := coref.NewSession(nil)
	for _, c := range []struct {
		author, text, want string
		field              bool
	}{
		{"u1", "Nico", "Person 1", true},
		{"u2", "Nicolas", "Person 2", true},
		{"u1", "Nicolas Martin", "Person 1", true},
		{"u3", "❤️", "Person 3", true},
		{"", "nico", "Person 1", false},
		{"u3", "❤️", "Person 3", true},
		{"", "+33 6 12 34 56 78", "Person 4", true},
		{"", "+33 6 12 34 56 78", "Person 4", true},
		{"", "Léa Dupont", "Person 5", true}, // without an ID at first
		{"u5", "Léa Dupont", "Person 5", true},
		{"", "Léa Dupont", "Person 5", true},
		{"u6", "Léa Dupont", "Person 6", true},
		{"mail:1", "Ada Quist", "Person 7", true}, // IDs of other files tell nobody apart
		{"chat:7", "Ada Quist", "Person 7", true},
		{"mail:2", "Ada Quist", "Person 8", true},
		{"mail:1", "ada", "Person 7", true},
		{"", "Oluwafemi & Sinéad", "Person 9", true}, // what a chat is called
		{"", "sinéad", "Person 10", false},
		{"", "Oluwafemi & Sinéad", "Person 9", true},
		{"", "Crispin (work)", "Person 11", true}, // two numbers of one
		{"", "Crispin", "Person 11", true},
		{"", "Crispin [boulot]", "Person 11", true},
		{"", "@Crispin", "Person 11", true},
		{"", "(work)", "Person 12", true},
		{"u9", "Crispin (work)", "Person 11", true}, // had no ID at first
		{"u10", "Crispin", "Person 13", true},
	} {
		m := bauta.Message{Text: c.text, Author: c.author}
		span := bauta.Span{End: len(c.text), Label: bauta.Person}
		if c.field {
			span.Rule = coref.Field
			m.Known = []bauta.Span{span}
		}
		d, err := text.Analyser{Lang: "fr"}.Analyse(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		spans := []bauta.Span{span}
		if s.Add(d, spans); spans[0].Entity != c.want {
			t.Errorf("%s %q is %q, not %q", c.author, c.text, spans[0].Entity, c.want)
		}
	}
}

// TestMentionedBeforeTheField: whom a text speaks to by the first name is who has it in a field further on.
func TestMentionedBeforeTheField(t *testing.T) {
	s := coref.NewSession(nil)
	for _, c := range []struct{ author, text, rule string }{
		{"", "Crispin", coref.Field + " mention"},
		{"u1", "Crispin Vutt", coref.Field},
		{"u1", "crispin_8", coref.Field},
		{"", "Crispin", coref.Field + " mention"},
	} {
		span := bauta.Span{End: len(c.text), Label: bauta.Person, Rule: c.rule}
		m := bauta.Message{Text: c.text, Author: c.author, Known: []bauta.Span{span}}
		d, err := text.Analyser{Lang: "fr"}.Analyse(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		spans := []bauta.Span{span}
		if s.Add(d, spans); spans[0].Entity != "Person 1" {
			t.Errorf("%s %q is %q", c.author, c.text, spans[0].Entity)
		}
	}
}

// TestBeginningsOfFields: who is called by the first letters of one participant's first name is that one; letters of
// two, or of somebody of the other sex, are somebody else's.
func TestBeginningsOfFields(t *testing.T) {
	for _, c := range []struct{ lang, names, want string }{
		{"en", "=Devinder Singh/Dev/=Tom Baker/Dev", "1/1/2/1"},
		{"en", "Dev/=Devinder Singh/Dev", "1/1/1"},
		{"en", "=Devinder Singh/=Devon Pym/Dev/Dev", "1/2/3/3"},
		{"en", "Dev Sharma/=Devinder Singh", "1/2"},
		{"en", "=Barry White/Baz/Bazza", "1/1/1"},
		{"de", "=Svenja Huber/Sven", "1/2"},
		{"de", "=Monika Pohl/=Kurt Rasch/Moni gsagt/Kassier Moni/hat Moni/Lehrerin Monika", "1/2/1/1/1/1"},
		{"de", "=Monika Pohl/Moni Kurz/Kurz/Pohl", "1/2/2/1"},
		{"it", "=Carlo Rossi/rossi paga/Rossi", "1/1/1"},
		{"it", "=Rosa Bianchi/la tesoriera Rosa", "1/1"},
		{"nl", "=Moni de Wit/Moni de Wit", "1/1"},
	} {
		s := coref.NewSession(nil)
		var got []string
		for name := range strings.SplitSeq(c.names, "/") {
			said, field := strings.CutPrefix(name, "=")
			span := bauta.Span{End: len(said), Label: bauta.Person}
			if field {
				span.Rule = coref.Field
			}
			d, err := text.Analyser{Lang: c.lang}.Analyse(t.Context(), bauta.Message{Text: said})
			if err != nil {
				t.Fatal(err)
			}
			spans := []bauta.Span{span}
			s.Add(d, spans)
			got = append(got, strings.TrimPrefix(spans[0].Entity, "Person "))
		}
		if all := strings.Join(got, "/"); all != c.want {
			t.Errorf("%s: %s, want %s", c.names, all, c.want)
		}
	}
}
