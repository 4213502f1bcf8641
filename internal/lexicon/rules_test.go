package lexicon_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

func ExampleImport_types() {
	list := "word,type,pattern,check\nHaus Sonnenschein,ORGANIZATION\n,UID,\"K-[0-9]{8}\",luhn\n"
	u, _ := lexicon.Import(strings.NewReader(list), "list.csv", lexicon.Options{})
	d, _ := text.Analyser{}.Analyse(context.Background(),
		bauta.Message{Text: "im haus sonnenschein, K-12345674, nicht K-12345678"})
	for _, l := range lexicon.Default().With(u).Listed(d, lexicon.RoleDictionary) {
		fmt.Println(d.Text[l.Start:l.End], l.Label)
	}
	// Output:
	// haus sonnenschein ORGANIZATION
	// K-12345674 UID
}

// TestTypedEntriesAreNoNames: what is listed with a type says nothing about names.
func TestTypedEntriesAreNoNames(t *testing.T) {
	l := lexicon.Default().With(load(t, "word,type\nblorg,ORGANIZATION\nsophie,UID\n", lexicon.Options{}))
	if e, ok := l.Look("blorg", "fr"); ok {
		t.Errorf("blorg is %v", e.Kinds)
	}
	if e, _ := l.Look("sophie", "fr"); e.Kinds&lexicon.Hide != 0 || !e.Hidden() {
		t.Errorf("sophie is %v", e.Kinds)
	}
}

// TestRulesSurviveCompiling: a compiled list finds what the text does.
func TestRulesSurviveCompiling(t *testing.T) {
	u := load(t, "pattern,type,check\nX[0-9]+,UID,\nY[0-9]{4},PHONE,verhoeff\n", lexicon.Options{Lang: "fr"})
	back, err := lexicon.OpenUser(u.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if got := back.Types(); !slices.Equal(got, []bauta.Label{bauta.Phone, bauta.UID}) {
		t.Errorf("types %v", got)
	}
	if back.Bytes()[4] != 2 {
		t.Error("an older program would pass the rules over")
	}
	old := bytes.Clone(u.Bytes())
	old[4] = 1
	if _, err := lexicon.OpenUser(old); err == nil {
		t.Error("rules in a file of the first version are taken")
	}
}

// TestCheckDigits: each check by name, of the whole match or of its first group.
func TestCheckDigits(t *testing.T) {
	for _, c := range []struct{ pattern, check, yes, no string }{
		{"[0-9 ]{8,}", "luhn", "7992 7398 713", "7992 7398 714"},
		{"N([0-9]{4})-[0-9]", "verhoeff", "N2363-9", "N2364-9"},
		{"[A-Z]{2}[0-9]{2}[A-Z0-9]+", "iban", "GB82WEST12345698765432", "GB83WEST12345698765432"},
		{"[0-9]{3,}", "mod11-10", "07945", "07946"},
		{"[0-9]{4}", "mod97", "0098", "0097"},
		{"[A-Z0-9]{10}", "icao", "L898902C36", "L898902C37"},
	} {
		u := load(t, "pattern,type,check\n\""+c.pattern+"\",UID,"+c.check+"\n", lexicon.Options{})
		l := lexicon.Default().With(u)
		for text, want := range map[string]int{c.yes: 1, c.no: 0} {
			if got := l.Listed(analysed(t, "no "+text), lexicon.RoleDictionary); len(got) != want {
				t.Errorf("%s: %d finds in %q, want %d", c.check, len(got), text, want)
			}
		}
	}
}

func analysed(t testing.TB, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestRulesAreRefused(t *testing.T) {
	many := "pattern,type\n" + strings.Repeat("x[0-9],UID\n", 257)
	for _, c := range []struct{ name, text, want string }{
		{"syntax", "pattern,type\na,UID\n(secret,UID\n", "list.csv:3: no regular expression (RE2): missing closing )"},
		{"look-ahead", "pattern,type\n(?=secret)x,UID\n", "list.csv:2: no regular expression (RE2): "},
		{"type", "word,type\nsecret,FIRM\n", "list.csv:2: unknown type"},
		{"any type", "word,type\nsecret,*\n", "list.csv:2: unknown type"}, // of a list that hides
		{"no type", "pattern,type\nsecret,\n", "list.csv:2: an expression without type"},
		{"check", "pattern,type,check\nsecret,UID,sum\n", "list.csv:2: unknown check digit; use one of iban, icao, luhn"},
		{"check of a word", "word,type,check\nsecret,UID,luhn\n", "list.csv:2: a check digit without pattern"},
		{"both", "word,pattern,type\nsecret,secret,UID\n", "list.csv:2: both word and pattern"},
		{"nothing", "pattern,type\n(secret)*,UID\n", "list.csv:2: an expression that may match nothing"},
		{"border", "pattern,type\n\\b,UID\n", "list.csv:2: an expression that may match nothing"},
		{"long", "pattern,type\n" + strings.Repeat("secret", 100) + ",UID\n", "list.csv:2: an expression of more than 512"},
		{"large", "pattern,type\n\"(secret){900}\",UID\n", "list.csv:2: "},
		{"many", many, "list.csv:258: more than 256 expressions"},
		{"fields", "word,type\nsecret,UID,x\n", "list.csv:2: more fields than the header has"},
		{"end", "pattern,type\nsecret$x,UID\n", "list.csv:2: this can be found in no message: it asks for something before"},
		{"wide", "pattern,type\n\uff21[0-9],UID\n", "list.csv:2: this can be found in no message: it asks for a character"},
		{"digit", "pattern,type,check\n1234,UID,luhn\n", "list.csv:2: this can be found in no message: the check digit"},
	} {
		_, err := lexicon.Import(strings.NewReader(c.text), "list.csv", lexicon.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s…", c.name, err, c.want)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error shows the entry: %v", c.name, err)
		}
	}
}

// FuzzRules: a list is refused or finds ranges of the message, and never what an
// earlier run wrote.
func FuzzRules(f *testing.F) {
	for m := range fixture.Texts(200) {
		f.Add("[0-9]+", "luhn", m)
		f.Add("(?i)[a-z]{3}", "", m)
	}
	f.Add("<.*>", "", "<PRE_7> et <UID_3>")
	f.Fuzz(func(t *testing.T, pattern, check, message string) {
		list := "pattern,type,check\n\"" + strings.ReplaceAll(pattern, "\"", "\"\"") + "\",UID," + check + "\n"
		u, err := lexicon.Import(strings.NewReader(list), "l", lexicon.Options{})
		if err != nil {
			return
		}
		d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: message})
		if err != nil {
			return
		}
		for _, l := range lexicon.Default().With(u).Listed(d, lexicon.RoleDictionary) {
			if l.Start < 0 || l.Start >= l.End || l.End > len(message) {
				t.Fatalf("[%d:%d] of %d bytes", l.Start, l.End, len(message))
			}
			for _, tok := range d.Tokens {
				if tok.Kind == bauta.Masked && tok.Start <= l.Start && l.End <= tok.End {
					t.Fatal("finds what was written by an earlier run")
				}
			}
		}
	})
}
