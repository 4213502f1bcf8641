package settle_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

func doc(t testing.TB, lang, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(t.Context(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestEdgesOfQuotes: a person is hidden between the quotes of a value, without what a program is called before it.
func TestEdgesOfQuotes(t *testing.T) {
	for _, c := range []struct{ text, found, want string }{
		{"name='Anna', ort", "'Anna'", "Anna"},
		{"name=\"Anna\"", "Anna\"", "Anna"},
		{"das ist Jules' Rad", "Jules'", "Jules'"},
		{"'", "'", "'"},
		{"(name, ort) VALUES ('Anna', 'Ulm')", "VALUES ('Anna", "Anna"},
		{"insert(\"Anna\", 3)", "insert(\"Anna", "Anna"},
		{"Anna ('Nana', wie wir sagen)", "Anna ('Nana", "Anna ('Nana"},
		{"Anna ('Nana') Beispiel", "Anna ('Nana') Beispiel", "Anna ('Nana') Beispiel"},
	} {
		d := doc(t, "de", c.text)
		start := strings.Index(c.text, c.found)
		s := bauta.Span{Start: start, End: start + len(c.found), Label: bauta.Person, P: 0.9, Source: "crf"}
		out, err := settle.Edges{}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil || len(out) != 1 || d.Surface(out[0].Start, out[0].End) != c.want {
			t.Errorf("%q: %v, %v", c.text, out, err)
		}
	}
}

// TestNameLists: what a tagger is in doubt of and the lists of names alone have is
// a find; a word of other lists is not, nor is a name below the bound.
// TestHalfAPlace: what a tagger half takes for a place is a person where the lists have it
// as a first name and no place.
func TestHalfAPlace(t *testing.T) {
	for _, c := range []struct{ lang, text, word, want string }{
		{"it", "stasera vado da Donatella e poi a casa", "Donatella", "Donatella/PERSON 0.36"},
		{"it", "stasera vado da donatella e poi a casa", "donatella", ""},
		{"it", "Donatella e poi a casa", "Donatella", ""},
		{"it", "stasera vado a Firenze", "Firenze", ""}, // a town, and a first name
	} {
		d := doc(t, c.lang, c.text)
		s := find(d, c.word, bauta.Span{Label: bauta.Location, Doubt: bauta.Ambiguous, P: 0.36, Source: "crf"})
		if got := settled(t, settle.NameLists{Lexicon: lexicon.Default(), Least: 0.2, Ask: -1}, d, s); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

func TestNameLists(t *testing.T) {
	for _, c := range []struct {
		lang, text, want string
		score            float64
	}{
		{"de", "regula und torben", "regula torben", 0.3},
		{"it", "salutami donatella", "donatella", 0.3},
		{"es", "hay luz y pilar", "", 0.3}, // words of the language
		{"fr", "une pierre, une rose", "", 0.3},
		{"de", "regula", "", 0.1},
	} {
		d := doc(t, c.lang, c.text)
		var asked []bauta.Span // a tagger in doubt of every word
		for _, tok := range d.Tokens {
			asked = append(asked, bauta.Span{Start: tok.Start, End: tok.End, Label: bauta.Person, Doubt: bauta.Ambiguous, P: c.score, Source: "crf"})
		}
		found, err := settle.NameLists{Lexicon: lexicon.Default(), Least: 0.2, Ask: -1}.Settle(t.Context(), d, asked)
		var got []string
		for _, s := range found {
			got = append(got, c.text[s.Start:s.End])
			if s.Doubt != bauta.Sure {
				t.Errorf("%q: a question is left though nobody is to be asked", c.text)
			}
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// find makes a span of the first place where a word stands.
func find(d *bauta.Doc, word string, s bauta.Span) bauta.Span {
	s.Start = strings.Index(d.Text, word)
	s.End = s.Start + len(word)
	return s
}

// settled writes finds as words with their types, questions with a mark.
func settled(t *testing.T, by bauta.Settler, d *bauta.Doc, found ...bauta.Span) string {
	t.Helper()
	found, err := by.Settle(t.Context(), d, found)
	if err != nil || by.Name() == "" {
		t.Fatalf("%q: %v", by.Name(), err)
	}
	var out []string
	for _, s := range found {
		mark := ""
		if s.Doubt != bauta.Sure {
			mark = "?"
		}
		out = append(out, fmt.Sprintf("%s/%s%s %.2f", d.Surface(s.Start, s.End), s.Label, mark, s.P))
	}
	return strings.Join(out, ", ")
}

// weighs gives one word a probability of its own.
type weighs float64

func (p weighs) Weigh(d *bauta.Doc) []bauta.Span {
	t := d.Tokens[0]
	return []bauta.Span{{Start: t.Start, End: t.End, P: float64(p)}}
}

// TestAdvice: what the dictionaries weigh moves a tagger's person, up and down; what
// they hold for a word without weighing it speaks against; finds of others stay.
func TestAdvice(t *testing.T) {
	d := doc(t, "fr", "jbronze un peu")
	person := bauta.Span{Label: bauta.Person, P: 0.5, Source: "crf", Rule: "fr"}
	advice := func(p float64, ask float64) settle.Advice {
		return settle.Advice{By: map[string]settle.Weigher{"fr": weighs(p)}, Above: map[string]float64{"fr": 0.6}, Ask: ask}
	}
	other := find(d, "peu", bauta.Span{Label: bauta.Person, P: 0.1, Source: "frame"})
	for _, c := range []struct {
		by   bauta.Settler
		find bauta.Span
		want string
	}{
		{advice(0.99, -1), find(d, "jbronze", person), "jbronze/PERSON 0.91, peu/PERSON 0.10"},
		{advice(0.01, -1), find(d, "jbronze", person), "peu/PERSON 0.10"},
		{advice(0.01, 0.3), find(d, "jbronze", person), "jbronze/PERSON? 0.18, peu/PERSON 0.10"},
		{advice(0.99, -1), find(d, "un", person), "peu/PERSON 0.10"},
		{settle.Advice{Above: map[string]float64{"fr": 0.6}}, find(d, "jbronze", person), "peu/PERSON 0.10"},
		{settle.Advice{Above: map[string]float64{"fr": 0.4}}, find(d, "jbronze", person), "jbronze/PERSON 0.50, peu/PERSON 0.10"},
	} {
		if got := settled(t, c.by, d, c.find, other); got != c.want {
			t.Errorf("%+v: %s, want %s", c.by, got, c.want)
		}
	}
}

// said is a tagger that says one thing, and counts who asks.
type said struct {
	span  bauta.Span
	asked *int
}

func (s said) About(context.Context, *bauta.Doc, []bauta.Span) ([]bauta.Span, error) {
	*s.asked++
	return []bauta.Span{s.span}, nil
}

// TestSecondOpinion: a tagger's word decides what dictionaries leave open; one that
// reads the message anyhow is not asked again, and nobody is where nothing is open.
func TestSecondOpinion(t *testing.T) {
	d := doc(t, "fr", "vois blanche demain")
	open := find(d, "blanche", bauta.Span{Label: bauta.Person, Doubt: bauta.Ambiguous, P: 0.6, Source: "lexical"})
	seen := find(d, "blanche", bauta.Span{Label: bauta.Person, P: 0.9, Source: "crf"})
	asked := 0
	opinion := func(o settle.Opinion) settle.SecondOpinion {
		o.Above, o.Below = 0.7, 0.2
		return settle.SecondOpinion{By: map[string]settle.Opinion{"fr": o}, Others: "fr"}
	}
	for _, c := range []struct {
		by    bauta.Settler
		found []bauta.Span
		want  string
	}{
		{opinion(settle.Opinion{}), []bauta.Span{open, seen}, "blanche/PERSON 0.92, blanche/PERSON 0.90"},
		{opinion(settle.Opinion{}), []bauta.Span{open}, ""},
		{opinion(settle.Opinion{Tagger: said{seen, &asked}}), []bauta.Span{open}, "blanche/PERSON 0.92"},
		{opinion(settle.Opinion{Tagger: said{seen, &asked}}), []bauta.Span{seen}, "blanche/PERSON 0.90"},
		{opinion(settle.Opinion{Decide: 0.95}), []bauta.Span{open, seen}, "blanche/PERSON 0.90"},
		{settle.SecondOpinion{}, []bauta.Span{open}, "blanche/PERSON? 0.60"},
	} {
		if got := settled(t, c.by, d, c.found...); got != c.want {
			t.Errorf("%+v: %s, want %s", c.by, got, c.want)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times, want once", asked)
	}
}

// TestDictionariesAlone: where taggers have read a word and see nobody the dictionaries are in doubt, however sure they
// are; where they have not read, the user lists the word, or it
// stands in a record, it stays.
func TestDictionariesAlone(t *testing.T) {
	d := doc(t, "en", "of Islamic groups he said")
	sure := find(d, "Islamic", bauta.Span{Label: bauta.Person, P: 1, Source: "lexical"})
	listed := sure
	listed.Rule = lexicon.RuleListed
	weak := find(d, "Islamic", bauta.Span{Label: bauta.Person, P: 0.04, Doubt: bauta.Ambiguous, Source: "both"})
	place := find(d, "Islamic", bauta.Span{Label: bauta.Location, P: 0.9, Source: "both"})
	zoe := doc(t, "fr", "<a href=\"x\">Zoé</a>")
	listedFirst := find(zoe, "Zoé", bauta.Span{Label: bauta.Person, P: 1, Source: "lexical"})
	heard := func(from, to int) func(context.Context, *bauta.Doc) ([]bauta.Span, error) {
		return func(context.Context, *bauta.Doc) ([]bauta.Span, error) {
			return []bauta.Span{{Start: from, End: to}}, nil
		}
	}
	for _, c := range []struct {
		opinion settle.Opinion
		found   []bauta.Span
		want    string
	}{
		{settle.Opinion{Heard: heard(0, 25)}, []bauta.Span{sure}, "Islamic/PERSON? 1.00"},
		{settle.Opinion{Heard: heard(0, 25), Decide: 0.3}, []bauta.Span{sure}, ""},
		{settle.Opinion{Heard: heard(0, 25), Decide: 0.3}, []bauta.Span{sure, place}, "Islamic/LOCATION 0.90"},
		{settle.Opinion{Heard: heard(0, 25), Decide: 0.3}, []bauta.Span{sure, weak}, "Islamic/PERSON 1.00, Islamic/PERSON? 0.04"},
		{settle.Opinion{Heard: heard(0, 25), Decide: 0.3, Seen: 0.2}, []bauta.Span{sure, weak}, "Islamic/PERSON? 0.04"},
		{settle.Opinion{Heard: heard(0, 25), Decide: 0.3}, []bauta.Span{listed}, "Islamic/PERSON 1.00"},
		{settle.Opinion{Heard: heard(11, 25), Decide: 0.3}, []bauta.Span{sure}, "Islamic/PERSON 1.00"},
		{settle.Opinion{Decide: 0.3}, []bauta.Span{sure}, "Islamic/PERSON 1.00"},
	} {
		if got := settled(t, settle.SecondOpinion{By: map[string]settle.Opinion{"en": c.opinion}}, d, c.found...); got != c.want {
			t.Errorf("%+v of %+v: %q, want %q", c.opinion, c.found, got, c.want)
		}
	}
	by := settle.SecondOpinion{By: map[string]settle.Opinion{"fr": {Heard: heard(0, 18), Decide: 0.3}}}
	if got := settled(t, by, zoe, listedFirst); got != "Zoé/PERSON 1.00" {
		t.Errorf("in a record: %q", got)
	}
}

// keepsWorks keeps titles of works in the text.
func keepsWorks(s bauta.Span) bool { return s.Label == bauta.WorkOfArt }

// TestIdentifiers: a tagger gives way to forms, and to nothing else.
func TestIdentifiers(t *testing.T) {
	d := doc(t, "en", "code 9061 at 20h, Mr. Silva")
	form := find(d, "9061", bauta.Span{Label: bauta.UID, P: 0.8, Source: "pattern"})
	tagged := func(word string, l bauta.Label, doubt bauta.Doubt) bauta.Span {
		return find(d, word, bauta.Span{Label: l, Doubt: doubt, P: 0.95, Source: "crf"})
	}
	by := settle.Identifiers{Keeps: keepsWorks}
	for _, c := range []struct {
		by    settle.Identifiers
		found []bauta.Span
		want  string
	}{
		{by, []bauta.Span{form, tagged("9061", bauta.WorkOfArt, bauta.Sure)}, "9061/UID 0.80"},
		{by, []bauta.Span{form, tagged("9061", bauta.Phone, bauta.Sure)}, "9061/UID 0.80"},
		{by, []bauta.Span{form, tagged("code 9061", bauta.Person, bauta.Sure)}, "9061/UID 0.80, code 9061/PERSON 0.95"},
		{by, []bauta.Span{tagged("at 20h", bauta.Date, bauta.Sure)}, ""},
		{by, []bauta.Span{tagged(". Silva", bauta.Person, bauta.Sure)}, "Silva/PERSON 0.95"},
		{by, []bauta.Span{tagged("Silva", bauta.WorkOfArt, bauta.Ambiguous)}, ""},
		{by, []bauta.Span{tagged("Silva", bauta.Person, bauta.Ambiguous)}, "Silva/PERSON? 0.95"},
		{settle.Identifiers{Keeps: keepsWorks, Mute: true}, []bauta.Span{tagged("Silva", bauta.Person, bauta.Ambiguous)}, ""},
	} {
		if got := settled(t, c.by, d, c.found...); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// TestEdges: what belongs together is one find.
func TestEdges(t *testing.T) {
	d := doc(t, "en", "12 Mill Road, Flat 3 on 07700 900123 or 6017329546")
	street := find(d, "12 Mill Road", bauta.Span{Label: bauta.Address, P: 0.9, Source: "pattern"})
	flat := find(d, "Flat 3", bauta.Span{Label: bauta.Address, P: 0.8, Source: "pattern"})
	phone := find(d, "07700 900123", bauta.Span{Label: bauta.Phone, P: 0.9, Source: "pattern"})
	number := find(d, "6017329546", bauta.Span{Label: bauta.UID, P: 0.6, Source: "pattern", Rule: "number"})
	want := "12 Mill Road, Flat 3/ADDRESS 0.90, 07700 900123/PHONE 0.90, 6017329546/PHONE 0.60"
	if got := settled(t, settle.Edges{}, d, number, flat, phone, street); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	ja := doc(t, "ja", "山田 花子")
	last, first := find(ja, "山田", bauta.Span{Label: bauta.Person, P: 0.9}), find(ja, "花子", bauta.Span{Label: bauta.Person, P: 0.8})
	if got := settled(t, settle.Edges{}, ja, last, first); got != "山田 花子/PERSON 0.90" {
		t.Error(got)
	}
	name := find(d, "Mill", bauta.Span{Label: bauta.Person, P: 0.95, Source: "crf"})
	if got := settled(t, settle.NamesInside{}, d, street, name); got != "12 Mill Road/ADDRESS 0.90, Mill/PERSON 0.45" {
		t.Error(got)
	}
}

// TestPartly: what is kept, or masked in part, names no place in which more is hidden.
func TestPartly(t *testing.T) {
	d := doc(t, "en", "see a@b.fr/0612345678")
	p := &bauta.Pipeline{
		Keep:      map[bauta.Label]bool{bauta.URL: true},
		Operators: map[bauta.Label]bauta.Operator{bauta.UID: mask.Digits{}, bauta.Email: mask.Suppress{}, bauta.Phone: mask.Suppress{}},
	}
	link := find(d, "a@b.fr/0612345678", bauta.Span{Label: bauta.URL, P: 1, Source: "pattern"})
	phone := find(d, "0612345678", bauta.Span{Label: bauta.Phone, P: 0.9, Source: "pattern"})
	number := find(d, "b.fr/0612345678", bauta.Span{Label: bauta.UID, P: 0.95, Source: "pattern"})
	if got := settled(t, settle.Partly{Pipeline: p}, d, link, phone); got != "a@b.fr/0612345678/URL 0.45, 0612345678/PHONE 0.90" {
		t.Error(got)
	}
	if got := settled(t, settle.Partly{Pipeline: p}, d, number, phone); got != "b.fr/0612345678/UID 0.45, 0612345678/PHONE 0.90" {
		t.Error(got)
	}
	if got := settled(t, settle.Readings{Pipeline: p}, d, link, phone); got != "a@b.fr/0612345678/URL 0.45, 0612345678/PHONE 0.90" {
		t.Error(got)
	}
}

// TestOwnOutput: what an earlier run wrote holds nothing.
func TestOwnOutput(t *testing.T) {
	d := doc(t, "fr", "salut <PRE_7> et Person 2 lane, soi Person 3 ou 12 rue Person 4")
	inside := find(d, "7", bauta.Span{Label: bauta.UID})
	reaches := find(d, "2 lane", bauta.Span{Label: bauta.Address})
	beside := find(d, "salut", bauta.Span{Label: bauta.Person})
	numbered := find(d, "soi Person 3", bauta.Span{Label: bauta.Address})
	house := find(d, "12 rue Person 4", bauta.Span{Label: bauta.Address})
	got := settled(t, settle.OwnOutput{}, d, beside, inside, reaches, numbered, house)
	if got != "salut/PERSON 0.00, 12 rue Person 4/ADDRESS 0.00" {
		t.Error(got)
	}
}

// TestEverydayWords: a word of the language with nothing beside it is no name.
func TestEverydayWords(t *testing.T) {
	d := doc(t, "de", "kein wunder, Torben schreibt")
	by := settle.EverydayWords{}
	word := find(d, "wunder", bauta.Span{Label: bauta.Person, P: 0.7, Source: "lexical"})
	name := find(d, "Torben", bauta.Span{Label: bauta.Person, P: 0.7, Source: "lexical"})
	if got := settled(t, by, d, word, name); got != "Torben/PERSON 0.70" {
		t.Error(got)
	}
	for line, want := range map[string]string{
		"mr baker called": "baker/PERSON 0.90", "madame baker": "", "the baker called": "",
	} {
		d := doc(t, "en", line)
		last := strings.Fields(line)[1]
		who := find(d, last, bauta.Span{Label: bauta.Person, P: 0.9, Source: "crf"})
		if got := settled(t, by, d, who); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for _, c := range []struct {
		text, word, want string
		p                float64
	}{
		{"mama sagt nein", "mama", "", 0.3}, // of kin, and a first name
		{"mama sagt nein", "mama", "mama/PERSON 0.70", 0.7},
		{"Mama sagt nein", "Mama", "Mama/PERSON 0.30", 0.3},
	} {
		d := doc(t, "de", c.text)
		kin := find(d, c.word, bauta.Span{Label: bauta.Person, P: c.p, Source: "crf"})
		if got := settled(t, by, d, kin); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestUserLists: the user's lists have the last word, either way.
func TestUserLists(t *testing.T) {
	list := func(role lexicon.Role, words string) *lexicon.Lexicon {
		u, err := lexicon.Import(strings.NewReader(words), "list.txt", lexicon.Options{Role: role})
		if err != nil {
			t.Fatal(err)
		}
		return lexicon.Default().With(u)
	}
	d := doc(t, "fr", "le Café de la Rose ferme")
	name := find(d, "Rose", bauta.Span{Label: bauta.Person, P: 1, Source: "crf"})
	if got := settled(t, settle.UserLists{Lexicon: list(lexicon.RoleAntiDictionary, "café de la rose\n")}, d, name); got != "" {
		t.Error(got)
	}
	for entry, want := range map[string]string{
		"rose\n":              "Rose/PERSON 1.00", // evidence for the dictionaries alone
		"word,type\nrose,*\n": "",
		"word,type\nros,*\n":  "Rose/PERSON 1.00",
	} {
		if got := settled(t, settle.UserLists{Lexicon: list(lexicon.RoleAntiDictionary, entry)}, d, name); got != want {
			t.Errorf("%q: %q, want %q", entry, got, want)
		}
	}
	want := "Rose/PERSON 0.99, Café de la Rose/PERSON 1.00"
	if got := settled(t, settle.UserLists{Lexicon: list(lexicon.RoleDictionary, "café de la rose\n")}, d, name); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestPlainWords: a second reading takes no word of the message's own language, and a
// word in no list of names is no name where people use it every day.
func TestPlainWords(t *testing.T) {
	by := settle.PlainWords{Lexicon: lexicon.Default()}
	for _, c := range []struct{ lang, main, text, word, want string }{
		{"es", "fr", "ms les gens disent", "les", ""},
		{"de", "fr", "elle vient", "elle", ""},
		{"de", "", "elle kommt", "elle", "elle/PERSON 0.90"},
		{"fr", "", "moi aussi j'ai faim", "j'ai", ""},
		{"fr", "", "méme pas", "méme", ""},
		{"fr", "", "hasta luego", "luego", ""},
		{"fr", "", "rose vient", "rose", "rose/PERSON 0.90"}, // a name, too
		{"fr", "", "coucou Iria", "Iria", "Iria/PERSON 0.90"},
		{"es", "fr", "coucou Zorblina", "Zorblina", "Zorblina/PERSON 0.90"},
		{"it", "", "kitaben zorbli mujhko deni chahiye thi yarrab", "zorbli", ""}, // in what language?
		{"it", "", "kitaben Zorbli mujhko deni chahiye thi yarrab", "Zorbli", "Zorbli/PERSON 0.90"},
		{"it", "", "kitaben patricia mujhko deni chahiye thi yarrab", "patricia", "patricia/PERSON 0.90"},
		{"it", "", "ieri sera zorbli mi ha detto che arriva", "zorbli", "zorbli/PERSON 0.90"},

		{"fr", "", "bonne nuit, ciao bella", "bella", ""}, // whoever it is
		{"fr", "", "hola guapa tu viens", "guapa", ""},
		{"de", "", "claras Plan", "claras", "claras/PERSON 0.90"}, // a Spanish word, but who owns it
		{"it", "", "claras sempre", "claras", ""},
		{"fr", "", "ciao Bella", "Bella", "Bella/PERSON 0.90"},
		{"fr", "", "vu bella hier", "bella", "bella/PERSON 0.90"},
		{"en", "", "Ca n't wait", "Ca", ""}, // cut into tokens
		{"en", "", "Ca n’t wait", "Ca", ""},
		{"en", "", "Ca nt wait", "Ca", "Ca/PERSON 0.90"},
		{"en", "", "Zorbli 's here", "Zorbli", "Zorbli/PERSON 0.90"},
	} {
		d := doc(t, c.lang, c.text)
		d.Main = c.main
		s := find(d, c.word, bauta.Span{Label: bauta.Person, P: 0.9, Source: "lexical"})
		if got := settled(t, by, d, s); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
	d := doc(t, "fr", "les")
	listed := find(d, "les", bauta.Span{Label: bauta.Person, P: 1, Source: "list", Rule: lexicon.RuleListed})
	if got := settled(t, by, d, listed); got == "" {
		t.Error("the user's word is taken away")
	}
}

// TestGluedWords: behind a name with a capital two words in small letters that lack their
// apostrophe are no surname; one that somebody may be called stays.
func TestGluedWords(t *testing.T) {
	by := settle.PlainWords{Lexicon: lexicon.Default()}
	for _, c := range []struct{ text, word, source, want string }{
		{"slt Cédric jexplique", "Cédric jexplique", "crf", "Cédric/PERSON 0.90"},
		{"slt Cédric Jexplique", "Cédric Jexplique", "crf", "Cédric Jexplique/PERSON 0.90"},
		{"slt Cédric dahmani", "Cédric dahmani", "crf", "Cédric dahmani/PERSON 0.90"},
		{"slt Cédric lami", "Cédric lami", "crf", "Cédric lami/PERSON 0.90"}, // l'ami, and a surname
		{"slt J'ai compris", "J'", "crf", ""},
		{"slt O'Brien", "O'", "crf", "O'/PERSON 0.90"},
		{"slt jexplique", "jexplique", "crf", "jexplique/PERSON 0.90"},
		{"slt Cédric jexplique", "Cédric jexplique", "pattern", "Cédric jexplique/PERSON 0.90"},
	} {
		d := doc(t, "fr", c.text)
		s := find(d, c.word, bauta.Span{Label: bauta.Person, P: 0.9, Source: c.source})
		if got := settled(t, by, d, s); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestStrayWords: a word in small letters of a language that the message mixes with that
// of the reading is no person, whichever list of names holds it.
func TestStrayWords(t *testing.T) {
	by := settle.PlainWords{Lexicon: lexicon.Default()}
	for _, c := range []struct{ lang, also, text, word, want string }{
		{"de", "fr", "ich komme mais elle pas", "elle", ""},            // read in French, too
		{"en", "", "con questo il mio boss is late", "mio", ""},        // three words tell
		{"en", "", "questo questo mio boss", "mio", "mio/PERSON 0.90"}, // one does not
		{"de", "fr", "ich komme mais Elle pas", "Elle", "Elle/PERSON 0.90"},
		{"de", "fr", "hallo elle komm mal", "elle", "elle/PERSON 0.90"}, // she is greeted
		{"fr", "", "<zorbli>ok</zorbli >", "zorbli", "zorbli/PERSON 0.90"},
		{"fr", "", "ok</zorbli>", "zorbli", ""},
		{"fr", "", "ok</kevin>", "kevin", "kevin/PERSON 0.90"},
		{"fr", "", "ok</Zorbli>", "Zorbli", "Zorbli/PERSON 0.90"},
		{"fr", "it", "domani vient patricia", "patricia", "patricia/PERSON 0.90"},
	} {
		d := doc(t, c.lang, c.text)
		d.Also = strings.Fields(c.also)
		s := find(d, c.word, bauta.Span{Label: bauta.Person, P: 0.9, Source: "lexical"})
		if got := settled(t, by, d, s); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

// TestSmallLetters: what a tagger half believes of a strange word in small letters is a
// question; a capital, a name of the lists and another language's tagger are believed.
func TestSmallLetters(t *testing.T) {
	by := settle.SmallLetters{Lexicon: lexicon.Default(), Above: func(string) float64 { return 0.3 }}
	for _, c := range []struct{ rule, text, want string }{
		{"it", "zorblinette", "zorblinette/PERSON? 0.27"},
		{"it", "Zorblinette", "Zorblinette/PERSON 0.50"},
		{"it", "patricia", "patricia/PERSON 0.50"},
		{"de", "patricias", "patricias/PERSON 0.50"}, // who owns something
		{"it", "patricias", "patricias/PERSON? 0.27"},
		{"sv", "zorblinette", "zorblinette/PERSON? 0.12"},
		{"fr", "zorblinette", "zorblinette/PERSON 0.50"},
		{"en", "zorblinette", "zorblinette/PERSON 0.50"},
	} {
		d := doc(t, c.rule, c.text)
		s := find(d, c.text, bauta.Span{Label: bauta.Person, P: 0.5, Source: "crf", Rule: c.rule})
		if got := settled(t, by, d, s); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.rule, c.text, got, c.want)
		}
	}
}
