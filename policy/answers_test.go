package policy_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// dialogue makes a thread of lines "a: text".
func dialogue(lang string, lines ...string) []bauta.Message {
	out := make([]bauta.Message, len(lines))
	for i, l := range lines {
		author, text, _ := strings.Cut(l, ": ")
		out[i] = bauta.Message{ID: string(rune('1' + i)), Thread: "t", Author: author, Lang: lang, Text: text}
	}
	return out
}

// TestAnswers: what a message answers to the question before it is found,
// though nothing in the message itself says what it is.
func TestAnswers(t *testing.T) {
	p := newcomers(t)
	for _, c := range []struct {
		what, lang string
		lines      []string
		want       string // the last message
	}{
		{"a customer's number", "de", []string{"s: Guten Tag, wie lautet Ihre Kundennummer?", "c: AB-4471902"}, "UID"},
		{"after a greeting", "de", []string{"s: Ihre Bestellnummer bitte", "c: moment", "c: QX-330917"}, "UID"},
		{"the code of a door", "fr", []string{"l: je suis en bas, le code ?", "c: 4816A puis 2e droite"}, "UID puis 2e droite"},
		{"the code of a door in Swedish", "sv", []string{"b: vad är portkoden?", "k: 9061"}, "UID"},
		{"a bare code in Swedish", "sv", []string{"b: vad är portkoden?", "k: 2012"}, "UID"},
		{"a postcode", "en", []string{"s: Lovely. And your postcode?", "c: LS6 2QX"}, "ZIP_CODE"},
		{"a birth date", "en", []string{"s: Could I take your date of birth please", "c: 9 March 1983"}, "DATE"},
		{"a birth date between other words", "de", []string{"d: name und geburtsdatum bitte", "p: Annegret Holm, 04.02.1948"}, "Person 1, DATE"},
		{"a birth date without a sign", "fr", []string{"s: donnez moi votre date de naissance", "c: 8/11/1959"}, "DATE"},
		{"an Italian one", "it", []string{"s: mi dica la data di nascita?", "c: 2/7/1971"}, "DATE"},
		{"no question", "en", []string{"s: we will call you", "c: 9 March 1983"}, "9 March 1983"},
		{"one's own words", "en", []string{"c: and your date of birth?", "c: 9 March 1983 was a fine day"}, "9 March 1983 was a fine day"},
		{"too late", "en", []string{"s: your date of birth?", "c: why", "c: hm", "c: no", "c: ok then", "c: 9 March 1983"}, "9 March 1983"},
		{"how many", "fr", []string{"a: combien de billets pour le client ?", "b: 4410 je crois"}, "4410 je crois"},
		{"a value already there", "en", []string{"a: is the code 4410?", "b: 9 March 1983"}, "9 March 1983"},
		{"something else", "de", []string{"a: wann fängt das spiel an?", "b: 20:15, reihe 7"}, "20:15, reihe 7"},
	} {
		t.Run(c.what, func(t *testing.T) {
			results, err := p.Thread(t.Context(), dialogue(c.lang, c.lines...))
			if err != nil {
				t.Fatal(err)
			}
			if got := results[len(results)-1].Text; got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestAnswersAcrossStretches: the question stands in an earlier stretch of the
// thread, as in a stream, and other threads are not touched by it.
func TestAnswersAcrossStretches(t *testing.T) {
	l := newcomers(t).Link.(bauta.SessionLinker)
	one, other := l.Session(), l.Session()
	read := func(s bauta.Linker, author, text string) []bauta.Span {
		t.Helper()
		p := newcomers(t)
		d, err := p.Analyse.Analyse(t.Context(), bauta.Message{ID: "1", Thread: "t", Author: author, Lang: "de", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		spans := make([][]bauta.Span, 1)
		if err := s.Link(t.Context(), []*bauta.Doc{d}, spans); err != nil {
			t.Fatal(err)
		}
		return spans[0]
	}
	read(one, "s", "Und Ihre Vertragsnummer?")
	if got := read(other, "c", "VV-882013"); len(got) != 0 {
		t.Errorf("a question of another thread: %v", got)
	}
	got := read(one, "c", "VV-882013")
	if len(got) != 1 || got[0].Start != 0 || got[0].End != 9 || got[0].Label != bauta.UID {
		t.Errorf("after the question: %v", got)
	}
}

// FuzzAnswers: whatever is asked and answered, no find is lost, and all lie
// inside the text.
func FuzzAnswers(f *testing.F) {
	for _, s := range [][2]string{
		{"votre nom svp ?", "Zoé Quint, 12 rue Basse"}, {"code?", "<b>12A4</b>"}, {"¿su dni?", "\u200b1234"}, {"name?", ""}, {"nr bitte", "\xff 0171 5550101"},
	} {
		f.Add(s[0], s[1])
	}
	b, err := gdpr()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, question, answer string) {
		question, answer = question[:min(len(question), 200)], answer[:min(len(answer), 200)] // an answer is short
		question, answer = strings.ToValidUTF8(question, "\ufffd"), strings.ToValidUTF8(answer, "\ufffd")
		alone, err := b.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "2", Text: answer, Lang: "fr"}})
		if err != nil {
			t.Fatal(err)
		}
		both, err := b.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "1", Thread: "t", Author: "a", Lang: "fr", Text: question}, {ID: "2", Thread: "t", Author: "b", Lang: "fr", Text: answer}})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range both[1].Spans {
			if s.Start < 0 || s.End > len(answer) || s.Start >= s.End {
				t.Errorf("range %d:%d of %d bytes", s.Start, s.End, len(answer))
			}
		}
		for _, s := range alone[0].Spans {
			if !coveredBy(s, both[1].Spans) {
				t.Errorf("%s at %d:%d was lost", s.Label, s.Start, s.End)
			}
		}
	})
}
