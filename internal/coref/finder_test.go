package coref_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
)

// find links a thread in the given stretches and gives what was added, message
// by message. Mentions in brackets are found with the score .9; "~" after a name
// makes it .6.
func find(t testing.TB, lang string, stretches ...[]string) string {
	t.Helper()
	thread := coref.Finder{}.Session()
	var out []string
	for _, lines := range stretches {
		var docs []*bauta.Doc
		var spans [][]bauta.Span
		for _, line := range lines {
			weak := strings.Contains(line, "~")
			d, s := message(lang, strings.ReplaceAll(line, "~", ""))
			for i := range s {
				if s[i].P = 0.9; weak {
					s[i].P = 0.6
				}
			}
			docs, spans = append(docs, d), append(spans, s)
		}
		if err := thread.Link(context.Background(), docs, spans); err != nil {
			t.Fatal(err)
		}
		for i, d := range docs {
			var words []string
			for _, s := range spans[i] {
				if s.Source == coref.Source {
					words = append(words, d.Surface(s.Start, s.End))
				}
			}
			out = append(out, strings.Join(words, " "))
		}
	}
	return strings.Join(out, "|")
}

func TestFinder(t *testing.T) {
	for _, c := range []struct{ what, lang, thread, want string }{
		{"in lower case", "fr", "[Adam Zylberman] dort/zylberman dort", "|zylberman"},
		{"before it is known", "fr", "zylberman dort/[Adam Zylberman] dort", "zylberman|"},
		{"drawn out", "fr", "[Adam Zylberman]/zylbermaaaan viens", "|zylbermaaaan"},
		{"without accents", "fr", "[Adam Zéltenyï]/zeltenyi viens", "|zeltenyi"},
		{"a letter wrong", "fr", "[Adam Zylberman]/zyberman dort", "|"},
		{"a word without its accent, or with another", "fr", "[méme] pas/meme pas, Méme toi", "|"},
		{"a word with its clitic", "fr", "Ms [j'ai] faim/oui moi aussi j'ai faim/qu'il vienne, ai-je", "||"},
		{"an everyday word of another language", "fr", "[luego] dort/hasta luego", "|"},
		{"behind a clitic", "fr", "[Inès Zylberman] dort/la soeur d'inès", "|inès"},
		{"a genitive", "en", "[Adam Zylberman]/zylbermans car, zylberman's bike", "|zylbermans zylberman's"},
		{"a name that is a word", "fr", "[Pierre]/la pierre tombe, la Pierre tombe/Pierre qui roule", "|Pierre|"},
		{"a word that was found in lower case", "fr", "[pierre]/oui, Pierre vient", "|"},
		{"behind a comma", "fr", "[Pierre] dort/salut, Pierre !", "|Pierre"},
		{"in capitals", "fr", "[Pierre] dort/LA PIERRE TOMBE", "|"},
		{"a German noun", "de", "[Anna Sommer] kommt/im Sommer, sommer", "|"},
		{"a German first name", "de", "[Sebastian] kommt/mit sebastian", "|sebastian"},
		{"a German first name of few lists", "de", "[Torben] kommt/Torben oder die Bahn", "|Torben"},
		{"who has a form of address once, in no list", "de", "Herr [Krusenbaum] kommt/mit Krusenbaum war ich essen", "|Krusenbaum"},
		{"an everyday word behind one", "de", "Frau [Morgen] kommt/morgen oder Morgen", "|"},
		{"a German surname that is no word", "de", "Frau [Pohl] kommt/die Pohl zahlt nicht", "|Pohl"},
		{"an Italian surname", "it", "[Paolo Rossi]/Rossi festeggia/capelli rossi", "|Rossi|"},
		{"in a hashtag", "fr", "[Adam Zylberman]/allez #team_zylberman, #TeamZylberman2024/#zyl", "|zylberman Zylberman|"},
		{"in an address", "fr", "[Adam Zylberman]/www.zylberman.example www.adamzylberman.example", "|zylberman adamzylberman"},
		{"escaped in an address", "fr", "[Adam Zéltenyï]/www.x.example?n=Z%C3%A9lteny%C3%AF", "|Z%C3%A9lteny%C3%AF"},
		{"a word in an address", "fr", "[Pierre] dort/www.pierre.example www.lapierre.example", "|"},
		{"an address of mail", "fr", "[Adam Zylberman]/adam.zylberman@mail.example", "|"},
		{"a word in a hashtag", "fr", "[Pierre] dort/#pierre #LaPierre", "|"},
		{"not sure enough", "fr", "[Zylberman~]/zylberman dort", "|"},
		{"a question is answered", "fr", "[Adam Zylberman]/[Zylberman?] dort", "|Zylberman"},
		{"a question teaches nothing", "fr", "[Zylberman?]/zylberman dort", "|"},
		{"another type", "fr", "[Zylberman:LOCATION]/zylberman dort", "|"},
		{"a short form of the lists", "fr", "[Nicolas] dort/demande a nico", "|nico"},
		{"a short form in no list", "fr", "[Bérénice] dort/oui beren dort", "|beren"},
		{"three letters in no list", "fr", "[Bérénice] dort/oui ber dort", "|"},
		{"another name that begins so", "fr", "[Juliette] dort/oui julie dort", "|"},
		{"the beginning is a word", "en", "[Willow] sleeps/i will sleep", "|"},
		{"an article before a short form", "it", "[Ludovica] dorme/si la ludo/ludo", "|ludo|ludo"},
		{"a diminutive", "it", "[Giuseppe] dorme/e Giuseppino dorme", "|Giuseppino"},
		{"a German diminutive", "de", "[Lisa] kommt/Lisachen schläft", "|Lisachen"},
		{"a letter twice", "de", "[Alexander Zorbas] kommt/mit Zorbass", "|Zorbass"},
		{"a drawn-out name of few lists", "sv", "[Kalle] ringer/jaha, kallle", "|kallle"},
		{"two letters", "fr", "[Adam Zy]/zy", "|"},
	} {
		if got := find(t, c.lang, strings.Split(c.thread, "/")); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// TestFinderInStretches: what came before counts, what comes later does not.
func TestFinderInStretches(t *testing.T) {
	if got := find(t, "fr", []string{"zylberman dort"}, []string{"[Adam Zylberman] dort"}, []string{"et zylberman ?"}); got != "||zylberman" {
		t.Error(got)
	}
}

// TestFinderForgets: a thread of very many names is read in bounded memory.
func TestFinderForgets(t *testing.T) {
	var lines []string
	for i := range 2 * coref.MaxNames {
		a, b := 'a'+i%26, 'a'+i/26 // twice each, so that no two are a letter apart
		lines = append(lines, fmt.Sprintf("[Adam Z%cx%cq%cw%cv]", a, b, a, b))
	}
	got := find(t, "fr", lines, []string{"zaxaqawav", "zrxsqrwsv"})
	if !strings.HasSuffix(got, "||zrxsqrwsv") {
		t.Error(got[len(got)-30:])
	}
}

// FuzzFinder: every find stays, and what is added overlaps none.
func FuzzFinder(f *testing.F) {
	f.Add("salut [Adam Zylberman]", "zylberman et [Lyon:LOCATION]", "fr")
	f.Add("[Pierre] [Pierre?]", "Pierre\nPierre, pierreee", "de")
	f.Add("[é~][\xff", "a\x00[b:]", "")
	f.Fuzz(func(t *testing.T, a, b, lang string) {
		var docs []*bauta.Doc
		var spans, before [][]bauta.Span
		for _, line := range []string{a, b} {
			d, s := message(lang, line)
			s = bauta.Fuse(len(d.Text), s)
			for i := range s {
				s[i].P = 0.9
			}
			docs, spans, before = append(docs, d), append(spans, s), append(before, slices.Clone(s))
		}
		for range 2 {
			if err := (coref.Finder{}).Link(t.Context(), docs, spans); err != nil {
				t.Fatal(err)
			}
			for i := range spans {
				last := 0
				for _, s := range spans[i] {
					if s.Start < last || s.End <= s.Start || s.End > len(docs[i].Text) {
						t.Fatalf("%v overlaps or is out of bounds", s)
					}
					last = s.End
				}
				for _, s := range before[i] {
					if s.Doubt == bauta.Sure && !slices.ContainsFunc(spans[i], func(o bauta.Span) bool { return o.Start <= s.Start && s.End <= o.End && o.Label == s.Label }) {
						t.Fatalf("%v is gone", s)
					}
				}
			}
		}
	})
}

// TestFinderTakesFieldsForPeople: who has a field of their own is no place where a detector
// took the name for one; who was only named in a text may be.
func TestFinderTakesFieldsForPeople(t *testing.T) {
	for rule, want := range map[string]string{coref.Field: "Zylberville/PERSON", "": "Zylberville/LOCATION"} {
		first, spans := message("en", "[Zylberville]")
		spans[0].P, spans[0].Rule = 1, rule
		d, found := message("en", "come here [Zylberville:LOCATION], now")
		found[0].P = 0.9
		both := [][]bauta.Span{spans, found}
		if err := (coref.Finder{}).Link(t.Context(), []*bauta.Doc{first, d}, both); err != nil {
			t.Fatal(err)
		}
		if got := d.Surface(both[1][0].Start, both[1][0].End) + "/" + string(both[1][0].Label); got != want {
			t.Errorf("rule %q: %s, want %s", rule, got, want)
		}
	}
}

// TestFinderInWhatStays: who writes is somebody in the name of a company, too, which stays
// where nobody of the thread is in it; a date is no name.
func TestFinderInWhatStays(t *testing.T) {
	for line, want := range map[string]string{
		"it is [Zylberman & co:ORGANIZATION]": "Zylberman/PERSON",
		"it is [Baker & co:ORGANIZATION]":     "Baker & co/ORGANIZATION",
		"see you in [Zylberman:DATE]":         "Zylberman/DATE",
	} {
		first, spans := message("en", "[Adam Zylberman] sleeps")
		spans[0].P = 0.9
		d, found := message("en", line)
		found[0].P = 0.5
		both := [][]bauta.Span{spans, found}
		keeps := func(s bauta.Span) bool { return s.Label != bauta.Person }
		if err := (coref.Finder{Keeps: keeps}).Link(t.Context(), []*bauta.Doc{first, d}, both); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range both[1] {
			got = append(got, d.Surface(s.Start, s.End)+"/"+string(s.Label))
		}
		if joined := strings.Join(got, " "); joined != want {
			t.Errorf("%q: %q, want %q", line, joined, want)
		}
	}
}

// TestFinderFields: whom a field has is found in small letters, too, though a list has the
// word; an everyday one where a name can stand, else it is left and says so.
func TestFinderFields(t *testing.T) {
	for _, c := range []struct{ lang, name, line, want string }{
		{"fr", "Zéphyrine", "où est zéphyrine ?", "zéphyrine"},
		{"fr", "TITLE Zéphyrine", "où est zéphyrine ?", ""},
		{"fr", "Zéphyrine", "les deux Zéphyrines", "Zéphyrines"},
		{"fr", "Zéphyrine", "ZÉPHYRINE", "ZÉPHYRINE"},
		{"fr", "Zéphyrine Quennoy", "zéphyrine et quennoy", "zéphyrine quennoy"},
		{"fr", "Plombier Gaillac", "le plombier vient", ""},
		{"fr", "Maman Quennoy", "maman est là", ""},
		{"de", "Ulrike Rasch", "Frau Rasch kommt rasch, Rasch", "Rasch"},
		{"de", "Ulrike Rasch", "frau rasch, d.h. rasch, hat rasch und der rasch", "rasch"},
		{"de", "Elfi Kurz", "die Kurz kommt, der kurz ist kurz", "Kurz"},
		{"de", "Kurt Rasch", "dr rasch weg", ""},
		{"de", "Moni Häberle", "der Häberle und der häberle", "Häberle häberle"},
		{"es", "Moni Häberle", "hay que haberle dicho", ""},
		{"fr", "Lucie Petit", "mme petit et mlle. petit, un petit chat", "petit petit"},
		{"it", "Carla Neri", "la signora neri, i Neri, i vini neri", "neri Neri neri namesake"},
		{"en", "Amy Young", "ms. young is young. Mrs. Young", "young Young"},
		{"sv", "Olle Lång", "herr lång är lång", "lång"},
		{"de", "Wolke", "da ist eine Wolke", "Wolke namesake"},
		{"en", "Joy", "such joy", "joy namesake"},
		{"en", "Joy", "thanks STANDS", ""},
		{"en", "Joy", "Joy to you STANDS", "Joy"},
		{"en", "Joy", "JOY", ""},
		{"en", "Joy", "Joy's bike, joy's end", "Joy's joy's namesake"},
		{"en", "Will Rose", "www.x.example/Will-Rose www.x.example/will", "Will Rose"},
	} {
		name, title := strings.CutPrefix(c.name, "TITLE ")
		first, spans := message(c.lang, "["+name+"]")
		if spans[0].P, spans[0].Rule = 1, coref.Field; !title {
			first.Author = name
		}
		first.Known = spans
		d, _ := message(c.lang, c.line)
		both := [][]bauta.Span{spans, nil}
		stands := func(d *bauta.Doc, _ []bauta.Span, _, _ int) bool { return strings.Contains(d.Text, "STANDS") }
		if err := (coref.Finder{Fields: true, Stands: stands}).Link(t.Context(), []*bauta.Doc{first, d}, both); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, s := range both[1] {
			got = append(got, strings.TrimSpace(d.Surface(s.Start, s.End)+" "+s.Rule))
		}
		if joined := strings.Join(got, " "); joined != c.want {
			t.Errorf("%s: %q, want %q", c.line, joined, c.want)
		}
	}
}
