package coref_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// message reads a line in which the mentions stand in brackets: [Nico], with
// the type behind a colon where it is no person: [Nice:LOCATION], and "?" for a
// question.
func message(lang, line string) (*bauta.Doc, []bauta.Span) {
	var b strings.Builder
	var spans []bauta.Span
	for rest := line; ; {
		before, after, ok := strings.Cut(rest, "[")
		b.WriteString(before)
		if !ok {
			break
		}
		inside, tail, _ := strings.Cut(after, "]")
		name, label, _ := strings.Cut(inside, ":")
		s := bauta.Span{Start: b.Len(), Label: bauta.Label(label)}
		if s.Label == "" {
			s.Label = bauta.Person
		}
		if n, ok := strings.CutSuffix(name, "?"); ok {
			name, s.Doubt = n, bauta.Ambiguous
		}
		b.WriteString(name)
		s.End = b.Len()
		spans, rest = append(spans, s), tail
	}
	d, _ := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Text: b.String()})
	return d, spans
}

// link gives the numbers of the persons of a thread, and whole entities for
// other types; * marks an identity in doubt.
func link(lang string, lines ...string) string {
	s := coref.NewSession(nil)
	var out []string
	for _, line := range lines {
		d, spans := message(lang, line)
		s.Add(d, spans)
		for _, sp := range spans {
			e := strings.TrimPrefix(sp.Entity, "Person ")
			if e == "" {
				e = "-"
			}
			if coref.InDoubt(sp) {
				e += "*"
			}
			out = append(out, e)
		}
	}
	return strings.Join(out, " ")
}

func TestSamePerson(t *testing.T) {
	for _, c := range []struct {
		what, lang, thread, want string
	}{
		{"two names in one", "es", "[Josemi] [jose miguel] [josemi]", "1 1 1"},
		{"two letters about", "fr", "[Mehdi] [medhi]", "1 1"},
		{"an initial of a surname says nothing of a first name", "en", "[thess m] [Marisol] [Thess Murray]", "1 2 1"},
		{"the surname in front", "en", "[Oduya, Lambert] [Lambert Oduya] [Lambert]", "1 1 1"},
		{"case and accents", "fr", "[Zoé] [ZOE] [zoë]", "1 1 1"},
		{"elongation", "fr", "[Nicolas] [nicooolas] [Nicolaaaas]", "1 1 1"},
		{"elongated doubled vowel", "en", "[Aaron] [aaaaron]", "1 1"},
		{"double vowels are spelling", "fr", "[André] [Andrée]", "1 2"},
		{"double consonants are not", "de", "[Philipp] [Philip]", "1 1"},
		{"hyphens", "fr", "[Anne-Sophie] [Annesophie]", "1 1"},
		{"first part and initials of a compound", "fr", "[Jean-Luc] [JL] [Jean]", "1 1 1"},
		{"SMS spelling", "fr", "[Véronique] [veronik]", "1 1"},
		{"mute endings", "fr", "[François] [fransoi]", "1 1"},
		{"umlauts written out", "de", "[Jürgen] [Juergen]", "1 1"},
		{"another script", "ru", "[Мария] [Mariia]", "1 1"},
		{"look-alike letters", "fr", "[Тhоmаs] [Thomas]", "1 1"},
		{"zero-width letters", "fr", "[Tho\u200bmas] [Thomas]", "1 1"},
		{"first name of a full name", "fr", "[Paul Martin] [Paul]", "1 1"},
		{"full name later", "fr", "[Paul] [Paul Martin] [Martin]", "1 1 1"},
		{"surname first", "fr", "[Lefebvre Camille] [Camille]", "1 1"},
		{"short form", "fr", "[Nico] [Nicolas]", "1 1"},
		{"short form of another language", "sv", "[Caro] [Caroline]", "1 1"},
		{"truncation", "it", "[Ferdi] [Ferdinando]", "1 1"},
		{"diminutive", "de", "[Lisa] [Lisachen]", "1 1"},
		{"two short forms", "en", "[Liz] [Lizzie] [Elizabeth]", "1 1 1"},
		{"typo", "fr", "[Mathilde] [Mathidle] [Mathide] [Mathikde]", "1 1 1 1"},
		{"list names one letter apart", "en", "[Marion] [Marlon]", "1 2"},
		{"German genitive", "de", "[Toms] [Tom] [Annas] [Anna]", "1 1 2 2"},
		{"English genitive", "en", "[Tom's] [Tom] [Tom’s]", "1 1 1"},
		{"genitive of a name in s", "de", "[Jonas'] [Jonas]", "1 1"},
		{"no genitive in French", "fr", "[Carlo] [Carlos]", "1 2"},
		{"initial of a surname", "fr", "[Marie D] [Marie L] [Marie Dupont] [Marie Leroy]", "1 2* 1 2"},
		{"no letters", "fr", "[12] [!!]", "- -"},
		{"Swiss short forms", "de", "[Matthias] [Mättu] [Samuel Wyss] [sämi] [Gottfried] [Göpf]", "1 1 2 2 3 3"},
		{"Swiss short form first", "de", "[Pädu] [Patrick]", "1 1"},
		{"a small short form", "de", "[Regula] [Käthi] [Kätheli] [Katharina]", "1 2 2 2"},
		{"a blend of two first names", "es", "[Luis Miguel] [luismi] [María Luisa] [Malu]", "1 1 2 2"},
		{"a blend in the lists", "es", "[José María] [Chema] [José Luis] [Pepelu]", "1 1 2* 2"},
		{"a blend that fits nobody", "es", "[Ana Luisa] [Juanma]", "1 2"},
		{"short for the first part of a compound", "de", "[Hans-Peter] [Hansi] [Karl-Otto] [Kalle]", "1 1 2 2"},
		{"-ault is spoken as -aut", "fr", "[Arnauld] [Arnaud] [Foucault] [Foucaut]", "1 1 2 2"},
		{"a name that is a short form, too", "it", "[Simonetta] [Simo] [Silvana]", "1 1 2"},
		{"Swiss German has the German lists", "gsw", "[Elisabeth] s [Lisbeth] [Friedrich] de [Fritz]", "1 1 2 2"},
		{"an unknown surname first", "de", "Familie [Wrzecionek] [D. Wrzecionek] [Dora Wrzecionek] [Dora]", "1 1 1 1"},
		{"a first name is no surname", "fr", "[Camille] [Paul Camille]", "1 2"},
		{"particles", "it", "[Rosario Lo Curto] sig. [Lo Curto] [Rosario]", "1 1 1"},
		{"particles of another family", "de", "[Eva von Arx] [von Arx] Herr [von Gunten] [Eva]", "1 1 2 1"},
		{"the first of two surnames", "es", "[Marta Ruano Peña] señora [Ruano] [Marta Ruano] [Peña]", "1 1 1 1"},
		{"two surnames later", "es", "[Marta Ruano] [Marta Ruano Peña]", "1 1"},
		{"the second of two first names", "fr", "[Marie Céline Auber] [Céline Auber]", "1 1"},
		{"Japanese full names", "ja", "[中村大輔] [中村] [大輔]", "1 1 1"},
		{"Japanese names of one character", "ja", "[小林愛] [愛] [中村翼] [翼]", "1 1 2 2"},
	} {
		if got := link(c.lang, c.thread); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.what, c.thread, got, c.want)
		}
	}
}

func TestDifferentPeople(t *testing.T) {
	for _, c := range []struct {
		what, lang, thread, want string
	}{
		{"two full names with one first name", "fr", "[Marie Dupont] [Marie Leroy] [Leroy] [Dupont]", "1 2* 2 1"},
		{"the first name alone is who was last spoken of", "fr", "[Marie Dupont] [Marie Leroy] [Marie] [Dupont] [Marie]", "1 2* 2* 1 1*"},
		{"siblings", "fr", "[Paul Martin] [Julie Martin] [Julie]", "1 2 2"},
		{"a title inside", "en", "[Inés Castellanos] [Ms Castellanos] [Mr. Castellanos] [Don Castellanos]", "1 1 2 2"},
		{"dott.ssa", "it", "[Paolo Marchetti] dott.ssa [Marchetti] dott. [Marchetti]", "1 2 1"},
		{"a doctor", "de", "[Anna Huber] [Dr. Huber] [Frau Huber] [Frau Dr. Huber]", "1 1 1 1"},
		{"husband and wife by title", "fr", "Mme [Dupont] M. [Dupont] madame [Dupont] monsieur [Dupont]", "1 2 1 2"},
		{"a short form is one of two", "fr", "[Nico] [Nicolas] [Nicole]", "1 1 2"},
		{"a short form is one, then the other name", "de", "[Alex] [Alexander] [Alexandra] [Alex]", "1 1 2 1"},
		{"man and woman", "it", "[Giulio] [Giulia]", "1 2"},
		{"sounds like, but is another", "de", "[Anna] [Hannah]", "1 2"},
	} {
		if got := link(c.lang, c.thread); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.what, c.thread, got, c.want)
		}
	}
}

func TestHandlesAndAddresses(t *testing.T) {
	for _, c := range []struct {
		what, lang, thread, want string
	}{
		{"handle after the name", "fr", "[Nicolas] @[nico_92:UID]", "1 1"},
		{"handle before the name", "fr", "@[nicolas92:UID] [Nicolas]", "1 1"},
		{"capitals inside", "en", "[Dave Perry] @[DavePerry:UID]", "1 1"},
		{"initial and surname", "en", "[Dave Perry] [dperry@example.com:EMAIL]", "1 1"},
		{"run together", "en", "[Nicolas Martin] [nicolasmartin@example.com:EMAIL]", "1 1"},
		{"two Maries", "fr", "[Marie Dupont] [marie.leroy@exemple.fr:EMAIL]", "1 2*"},
		{"the same address stays", "fr", "[marie.leroy@exemple.fr:EMAIL] [marie.leroy@exemple.fr:EMAIL] [Marie]", "1 1 1"},
		{"an address of nobody", "fr", "[info@exemple.fr:EMAIL] [INFO@exemple.fr:EMAIL]", "Email 1 Email 1"},
		{"a number is no handle", "fr", "[Anna] [AB-123-CD:UID]", "1 UID 1"},
	} {
		if got := link(c.lang, c.thread); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.what, c.thread, got, c.want)
		}
	}
}

func TestThings(t *testing.T) {
	for _, c := range []struct {
		what, lang, thread, want string
	}{
		{"a person and a place", "fr", "[Florence] [Florence:LOCATION] [florence:LOCATION]", "1 Location 1 Location 1"},
		{"types are numbered apart", "fr", "[Lyon:LOCATION] [Acme:ORGANIZATION] [Nice:LOCATION]", "Location 1 Organization 1 Location 2"},
		{"elongated", "it", "[Roma:LOCATION] [Romaaa:LOCATION]", "Location 1 Location 1"},
		{"genitive", "de", "[Berlin:LOCATION] [Berlins:LOCATION]", "Location 1 Location 1"},
		{"numbers with other signs", "fr", "[06 12 34:PHONE] [06.12.34:PHONE]", "Phone 1 Phone 1"},
		{"digits are not letters drawn out", "fr", "[111:UID] [1:UID]", "UID 1 UID 2"},
	} {
		if got := link(c.lang, c.thread); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.what, c.thread, got, c.want)
		}
	}
}

// TestQuestions: a question joins who is known, and finds nobody.
func TestQuestions(t *testing.T) {
	if got := link("fr", "[Pierre?] [Pierre] [pierre?] [Rose?:LOCATION]"); got != "- 1 1 -" {
		t.Error(got)
	}
}

// TestDoubtStaysAFind: a doubt of identity changes neither limits nor degree.
func TestDoubtStaysAFind(t *testing.T) {
	s := coref.NewSession(nil)
	d, spans := message("fr", "[Marie Dupont], [Marie Leroy], [Marie]")
	spans[2].Why = "first name"
	s.Add(d, spans)
	if sp := spans[2]; !coref.InDoubt(sp) || sp.Doubt != bauta.Sure || sp.Why != "first name; entity in doubt" || coref.InDoubt(spans[0]) {
		t.Errorf("%+v", sp)
	}
}

// TestNumbersOfAnEarlierRun: what stands in the text already is not given again.
func TestNumbersOfAnEarlierRun(t *testing.T) {
	if got := link("fr", "Person 3 et [Julie] vers Location 2 ou [Nice:LOCATION]"); got != "4 Location 3" {
		t.Error(got)
	}
}

// TestEntityThatStands: what another has linked is left alone.
func TestEntityThatStands(t *testing.T) {
	d, spans := message("fr", "[Julie]")
	spans[0].Entity = "Person 7"
	coref.NewSession(nil).Add(d, spans)
	if spans[0].Entity != "Person 7" {
		t.Error("changed")
	}
}

// TestMemory: who was mentioned longest ago is forgotten, and numbers go on.
func TestMemory(t *testing.T) {
	s := coref.NewSession(nil)
	name := func(i int) string {
		const letters = "abdefijklm"
		return fmt.Sprintf("[Tr%cv%cr%cl]", letters[i/100%10], letters[i/10%10], letters[i%10])
	}
	ask := func(line string) string {
		d, spans := message("fr", line)
		s.Add(d, spans)
		return spans[0].Entity
	}
	n := coref.MaxPersons + 3
	for i := range n {
		if got, want := ask(name(i)), fmt.Sprintf("Person %d", i+1); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
	if got := ask(name(n - 1)); got != fmt.Sprintf("Person %d", n) {
		t.Errorf("the last one is %s", got)
	}
	if got := ask(name(0)); got != fmt.Sprintf("Person %d", n+1) {
		t.Errorf("the first one, forgotten, is %s", got)
	}
	for i := range coref.MaxThings + 1 {
		ask(fmt.Sprintf("[%d:PHONE]", 1000+i))
	}
	if got, want := ask("[1000:PHONE]"), fmt.Sprintf("Phone %d", coref.MaxThings+2); got != want {
		t.Errorf("a forgotten number is %s, want %s", got, want)
	}
}

// TestLinkerIsASession: the batch and the stream say the same.
func TestLinkerIsASession(t *testing.T) {
	lines := []string{"[Nico] et [Léa]", "[Nicolas Perrin]", "[Lea] à [Nice:LOCATION]"}
	var docs []*bauta.Doc
	var spans [][]bauta.Span
	for _, l := range lines {
		d, s := message("fr", l)
		docs, spans = append(docs, d), append(spans, s)
	}
	if err := (coref.Linker{Lexicon: lexicon.Default()}).Link(context.Background(), docs, spans); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, ss := range spans {
		for _, s := range ss {
			got = append(got, strings.TrimPrefix(s.Entity, "Person "))
		}
	}
	if want := link("fr", lines...); strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := (coref.Linker{}).Link(ctx, docs, spans); err == nil {
		t.Error("an ended context is no error")
	}
}

// TestSessionInStretches: a thread that comes in stretches is linked as if it
// were whole.
func TestSessionInStretches(t *testing.T) {
	lines := []string{"[Camille Martin] dort", "[Nicolas] aussi", "et [nico] ?", "demande à [Martin]"}
	var docs []*bauta.Doc
	var spans, again [][]bauta.Span
	for _, line := range lines {
		d, s := message("fr", line)
		docs, spans, again = append(docs, d), append(spans, s), append(again, slices.Clone(s))
	}
	if err := (coref.Linker{}).Link(t.Context(), docs, spans); err != nil {
		t.Fatal(err)
	}
	thread := coref.Linker{}.Session()
	for i := range docs {
		if err := thread.Link(t.Context(), docs[i:i+1], again[i:i+1]); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(spans[i], again[i]) || spans[i][0].Entity == "" {
			t.Errorf("message %d: %v, in one piece %v", i, again[i], spans[i])
		}
	}
}
