package lexicon_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

func ExampleLexicon_With() {
	hide, _ := lexicon.Import(strings.NewReader("Zorglub\nnamrata,first-name,f\n"), "hide.csv", lexicon.Options{})
	keep, _ := lexicon.Import(strings.NewReader("pierre\n"), "keep.txt", lexicon.Options{Role: lexicon.RoleAntiDictionary})
	l := lexicon.Default().With(hide, keep)
	for _, word := range []string{"zorglub", "Namrata", "Pierre"} {
		e, _ := l.Look(word, "fr")
		fmt.Println(word, e.Hidden(), e.Kept())
	}
	// Output:
	// zorglub true false
	// Namrata true false
	// Pierre false true
}

// load compiles a list that must be sound.
func load(t testing.TB, text string, o lexicon.Options) *lexicon.User {
	t.Helper()
	u, err := lexicon.Import(strings.NewReader(text), "list.csv", o)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestImportForms(t *testing.T) {
	anti := lexicon.Options{Role: lexicon.RoleAntiDictionary}
	for _, c := range []struct {
		name, text string
		o          lexicon.Options
		word       string
		want       lexicon.Kind
	}{
		{"plain", "blorg\n", lexicon.Options{}, "Blorg", lexicon.Hide},
		{"windows line ends", "blorg\r\nfoo\r\n", lexicon.Options{}, "foo", lexicon.Hide},
		{"no last newline", "blorg", lexicon.Options{}, "blorg", lexicon.Hide},
		{"byte order mark", "\ufeffblorg", lexicon.Options{}, "blorg", lexicon.Hide},
		{"comment", "# blurg\nblorg", lexicon.Options{}, "blorg", lexicon.Hide},
		{"header", "word,kind\nblorg,surname\n", lexicon.Options{}, "blorg", lexicon.Hide | lexicon.Surname},
		{"kind of the list", "blorg", lexicon.Options{Kind: lexicon.FirstName}, "blorg", lexicon.Hide | lexicon.FirstName},
		{"kind of the word first", "blorg,surname", lexicon.Options{Kind: lexicon.FirstName}, "blorg", lexicon.Hide | lexicon.Surname},
		{"kind of the other side", "blorg,city", lexicon.Options{}, "blorg", lexicon.Hide},
		{"keep", "blorg,city", anti, "blorg", lexicon.Keep | lexicon.City},
		{"keep a name", "blorg,first-name", anti, "blorg", lexicon.Keep},
		{"quoted", "\"blorg, the\",surname", lexicon.Options{}, "blorg, the", lexicon.Hide | lexicon.Surname},
		{"decomposed", "chloe\u0301zz", lexicon.Options{}, "Chloézz", lexicon.Hide},
		{"twice", "blorg\nBLORG,surname", lexicon.Options{}, "blorg", lexicon.Hide | lexicon.Surname},
	} {
		l := lexicon.Default().With(load(t, c.text, c.o))
		if e, ok := l.Look(c.word, "fr"); !ok || e.Kinds != c.want {
			t.Errorf("%s: %v, want %v", c.name, e.Kinds, c.want)
		}
		if e, ok := l.Look("blurg", "fr"); ok {
			t.Errorf("%s: found %v for a word that is in no list", c.name, e.Kinds)
		}
	}
}

func TestImportLang(t *testing.T) {
	l := lexicon.Default().With(load(t, "blorg\n", lexicon.Options{Lang: "fr"}))
	if _, ok := l.Look("blorg", "fr"); !ok {
		t.Error("not found in its language")
	}
	if _, ok := l.Look("blorg", "en"); ok {
		t.Error("found in another language")
	}
}

func TestImportRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"kind", "word,kind\nsecretword,colour\n", "list.csv:2: unknown kind"},
		{"sex", "word,sex\nsecretword,x\n", "list.csv:2: unknown sex"},
		{"a comma", "a\nsecretword, secret\n", "list.csv:2: a line is an entry, or word,kind,sex; put an entry that holds a comma in quotation marks ("},
		{"two commas", "secretword,first-name,secret\n", "list.csv:1: a line is an entry, or"},
		{"columns", "secretword,city,m,4\n", "list.csv:1: a line is an entry, or"},
		{"nothing", "", "list.csv: no entry in it; give one a line"},
		{"blank lines", "\n \n\t\r\n", "list.csv: no entry in it"},
		{"a mark and a comment", "\ufeff\n# secretword is gone\n", "list.csv: no entry in it"},
		{"commas alone", " ,\n,,\n", "list.csv: no entry in it"},
		{"bytes", "a\nb\nsecretword\xff\n", "list.csv:3: not UTF-8"},
		{"NUL", "secretword\x00\n", "list.csv:1: a NUL byte"},
		{"long", "secretword" + strings.Repeat("a", 200), "list.csv:1: a word of more than"},
		{"quote", "a\n\"secretword\n", "list.csv:"},
		{"bare quote", "a\nsecret\"word\n", "list.csv:2:"},
	} {
		_, err := lexicon.Import(strings.NewReader(c.text), "list.csv", lexicon.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s…", c.name, err, c.want)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error shows the word: %v", c.name, err)
		}
	}
}

// TestListsOfOtherPrograms: a line whose columns are separated by semicolons or tabs is an error,
// as none of its words would be hidden; signs, and what is quoted, are entries.
func TestListsOfOtherPrograms(t *testing.T) {
	for _, role := range []lexicon.Role{lexicon.RoleDictionary, lexicon.RoleAntiDictionary} {
		for text, line := range map[string]string{
			"Zorglub;Quax\n": "1", "blorg\nZorglub; Quax\n": "2", "Zorglub;\n": "1", "Zorglub;;12\n": "1", "Zorglub\tQuax\n": "1",
			"nom;prénom\r\nblorg\r\n": "1", "# \"list\"\nblorg\nZoé;Quax\n": "3", "word,kind\nZorglub;Quax,surname\n": "2", "Zorglub 7;Quax": "1",
		} {
			_, err := lexicon.Import(strings.NewReader(text), "list.csv", lexicon.Options{Role: role})
			if err == nil || !strings.HasPrefix(err.Error(), "list.csv:"+line+": columns are separated by commas") || strings.Contains(err.Error(), "Zorglub") {
				t.Errorf("%q: %v", text, err)
			}
		}
		for _, text := range []string{";-)\n", "\"Zorglub;Quax\"\n", "\"Zorglub\tQuax\"\n", "\tblorg\t\n", "blorg\t,surname\n", ":;\n"} {
			if _, err := lexicon.Import(strings.NewReader(text), "list.csv", lexicon.Options{Role: role}); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	}
}

// TestUserLists: users' lists win, and both roles together are ambiguous.
func TestUserLists(t *testing.T) {
	hide := load(t, "crayon\nrose\n", lexicon.Options{Kind: lexicon.FirstName})
	keep := load(t, "rose\nnicolas\n", lexicon.Options{Role: lexicon.RoleAntiDictionary})
	l := lexicon.Default().With(hide).With(keep)
	for word, want := range map[string][2]bool{
		"crayon": {true, false}, "rose": {true, true}, "nicolas": {false, true}, "maison": {false, true}, "cédric": {true, false},
	} {
		e, _ := l.Look(word, "fr")
		if got := [2]bool{e.Hidden(), e.Kept()}; got != want {
			t.Errorf("%s: hidden, kept = %v, want %v", word, got, want)
		}
	}
	if e, _ := l.Look("nicolas", "fr"); e.NameIndex != 0 {
		t.Error("a word that is kept has the index of a name")
	}
	if e, _ := lexicon.Default().Look("nicolas", "fr"); !e.Hidden() {
		t.Error("With changed the lexicon it was called on")
	}
	if e, _ := l.Look("crayon", "fr"); e.POS&lexicon.Noun == 0 {
		t.Error("the part of speech is lost")
	}
}

func TestUserFile(t *testing.T) {
	u := load(t, "blorg,surname\nanna,first-name,f\n", lexicon.Options{Lang: "sv"})
	again, err := lexicon.OpenUser(bytes.Clone(u.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if again.Role() != lexicon.RoleDictionary || again.Source().Entries != 2 || again.Source().Lang != "sv" {
		t.Errorf("role %v, source %+v", again.Role(), again.Source())
	}
	l, _ := lexicon.Open(lexicon.Default().Bytes())
	if e, _ := l.With(again).Look("anna", "sv"); e.Sex != lexicon.Female {
		t.Errorf("sex %v", e.Sex)
	}
	if _, err := lexicon.OpenUser(lexicon.Default().Bytes()); err == nil {
		t.Error("the lexicon of the program was taken for a user's list")
	}
}

func TestCheck(t *testing.T) {
	problems, err := small(t).Check(strings.NewReader("demain\nblorg\nBlorg\ne\u0301mile\nx\nblarg,city\n"), "list.txt", lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%d %s", p.Line, strings.FieldsFunc(p.What, func(r rune) bool { return r == ';' || r == ',' })[0]))
	}
	want := []string{
		"1 already known as form", "3 the same word as in line 2", "4 accents are not composed (NFC)", "5 one letter",
		"6 kind city does not go with the role dictionary",
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if _, err := lexicon.Default().Check(strings.NewReader("a,b"), "list.txt", lexicon.Options{}); err == nil {
		t.Error("no error for an unknown kind")
	}
}

func FuzzImport(f *testing.F) {
	f.Add("word,kind,sex\nanna,first-name,f\n# x\nblorg\n", true)
	f.Add("\ufeff\"a\"\"b\",city\r\n", false)
	f.Fuzz(func(t *testing.T, text string, hide bool) {
		o := lexicon.Options{}
		if !hide {
			o.Role = lexicon.RoleAntiDictionary
		}
		u, err := lexicon.Import(strings.NewReader(text), "f", o)
		if err != nil {
			return
		}
		if _, err := lexicon.OpenUser(u.Bytes()); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzOpenUser(f *testing.F) {
	for _, text := range []string{"word,type\n", "anna,first-name,f\nblorg\n"} {
		u, err := lexicon.Import(strings.NewReader(text), "f", lexicon.Options{Lang: "fr"})
		if err != nil {
			f.Fatal(err)
		}
		f.Add(u.Bytes(), "anna")
	}
	f.Fuzz(func(t *testing.T, data []byte, word string) {
		// Open looks at the header alone: what it lets through must do no harm.
		if l, err := lexicon.Open(data); err == nil {
			l.Look(word, "fr")
			l.Normals(word, "fr")
			l.Pack("fr")
			l.Sources()
			l.Resolve(word, "fr")
			l.LookPhrase(strings.Fields(word), "fr")
			for range l.Words(lexicon.FirstName, "fr") {
			}
		}
		if u, err := lexicon.OpenUser(data); err == nil {
			lexicon.Default().With(u).Look(word, "fr")
		}
	})
}
