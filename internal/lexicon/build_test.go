package lexicon_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon"
)

// invented makes a small lexicon.
func invented(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	b := lexicon.NewBuilder("fr", "en")
	for _, w := range []struct {
		word string
		a    lexicon.Attr
	}{
		{"Zoé", lexicon.Attr{Kinds: lexicon.FirstName, Sex: lexicon.Female, Origin: "fr", NameIndex: 7, NameRank: 2}},
		{"zoé", lexicon.Attr{Kinds: lexicon.FirstName, Sex: lexicon.Male, Origin: "de", NameRank: 1}},
		{"nico", lexicon.Attr{Lang: "fr", Kinds: lexicon.Hypocoristic, FullNames: []string{"nicolas"}}},
		{"nico", lexicon.Attr{Lang: "fr", Kinds: lexicon.Hypocoristic, FullNames: []string{"nicolas", "nicole"}}},
		{"nico", lexicon.Attr{Lang: "en", Kinds: lexicon.SMS, Normal: []string{"nicotine"}}},
		{"bjr", lexicon.Attr{Lang: "fr", Kinds: lexicon.SMS, Normal: []string{"bonjour"}}},
		{"bonjour", lexicon.Attr{Lang: "fr", Kinds: lexicon.Form | lexicon.Greeting, POS: lexicon.Noun}},
		{"je", lexicon.Attr{Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Pronoun}},
		{"maman", lexicon.Attr{Lang: "fr", Kinds: lexicon.Kinship}},
		{"hein", lexicon.Attr{Lang: "fr", Kinds: lexicon.Interjection}},
		{"Quelquepart", lexicon.Attr{Kinds: lexicon.City, CityRank: 12}},
	} {
		if err := b.Add(w.word, w.a); err != nil {
			t.Fatal(err)
		}
	}
	b.Source(lexicon.Source{Name: "invented", Entries: b.Len()})
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Verify(); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestBuild(t *testing.T) {
	l := invented(t)
	e, ok := l.Look("ZOÉ", "")
	if !ok || e.Kinds != lexicon.FirstName || e.Sex != lexicon.Male|lexicon.Female || e.NameIndex != 7 || e.NameRank != 2 {
		t.Errorf("zoé: %+v", e)
	}
	if got := l.Origins(e); !slices.Equal(got, []string{"fr", "de"}) {
		t.Errorf("origins %v", got)
	}
	if e, _ := l.Look("quelquepart", "en"); e.Kinds != lexicon.City || e.CityRank != 12 {
		t.Errorf("city: %+v", e)
	}
	if got := l.FullNames("Nico", "fr"); !slices.Equal(got, []string{"nicolas", "nicole"}) {
		t.Errorf("full names %v", got)
	}
	if got := l.FullNames("nico", "en"); got != nil {
		t.Errorf("full names of another language: %v", got)
	}
	if n, ok := l.Normal("bjr", "fr"); !ok || n != "bonjour" {
		t.Errorf("normal form %q", n)
	}
	if n, ok := l.Normal("bonjour", "fr"); ok {
		t.Errorf("normal form of a form: %q", n)
	}
	if n, ok := l.Normal("bjr", "xx"); ok {
		t.Errorf("normal form in no language: %q", n)
	}
	if got := l.Sources(); len(got) != 1 || got[0].Name != "invented" {
		t.Errorf("sources %v", got)
	}
	if got := l.Langs(); !slices.Equal(got, []string{"fr", "en"}) {
		t.Errorf("languages %v", got)
	}
}

func TestPack(t *testing.T) {
	p := invented(t).Pack("fr")
	for _, c := range []struct {
		name      string
		got, want []string
	}{
		{"greetings", p.Greetings, []string{"bonjour"}},
		{"kinship", p.Kinship, []string{"maman"}},
		{"pronouns", p.Pronouns, []string{"je"}},
		{"interjections", p.Interjections, []string{"hein"}},
		{"hypocoristics", p.Hypocoristics, []string{"nico"}},
		{"sms", p.SMS, []string{"bjr"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if p := invented(t).Pack("xx"); p.Greetings != nil || p.Lang != "xx" {
		t.Errorf("a pack for no language: %+v", p)
	}
}

func TestWords(t *testing.T) {
	l := invented(t)
	for kinds, want := range map[lexicon.Kind][]string{
		lexicon.FirstName:               {"zoé"},
		lexicon.SMS:                     {"bjr"},
		lexicon.City:                    {"quelquepart"},
		lexicon.Form | lexicon.Kinship:  {"bonjour", "je", "maman"},
		lexicon.Surname:                 nil,
		lexicon.Greeting | lexicon.Form: {"bonjour", "je"},
	} {
		var got []string
		for w := range l.Words(kinds, "fr") {
			got = append(got, w)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", kinds, got, want)
		}
	}
}

func TestBuilderRefuses(t *testing.T) {
	b := lexicon.NewBuilder("fr")
	for name, err := range map[string]error{
		"empty":    b.Add("", lexicon.Attr{}),
		"language": b.Add("a", lexicon.Attr{Lang: "xx", Kinds: lexicon.Form}),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestVerifyFindsDamage changes bytes all over a file.
func TestVerifyFindsDamage(t *testing.T) {
	good := invented(t).Bytes()
	for i := range good {
		bad := slices.Clone(good)
		bad[i] ^= 0x55
		l, err := lexicon.Open(bad)
		if err == nil && l.Verify() == nil {
			t.Errorf("byte %d: damage not seen", i)
		}
	}
}

func TestFoldProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "word")
		f := lexicon.Fold(s)
		if lexicon.Fold(f) != f {
			t.Fatalf("Fold(%q) = %q, and folded again %q", s, f, lexicon.Fold(f))
		}
	})
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"PIERRE": "pierre", "Ève": "ève", "E\u0301va": "éva", "j’AI": "j'ai", "cœur": "cœur", "CŒUR": "cœur", "week‑end": "week-end", "": "", "straße": "straße",
	} {
		if got := lexicon.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestKindNames(t *testing.T) {
	for i := range 19 {
		k := lexicon.Kind(1 << i)
		if got, err := lexicon.ParseKind(k.String()); err != nil || got != k {
			t.Errorf("ParseKind(%q) = %v %v", k, got, err)
		}
	}
	if lexicon.Dictionary&lexicon.AntiDictionary != 0 || (lexicon.Dictionary|lexicon.AntiDictionary)&lexicon.Proper != 0 {
		t.Error("a kind is on two sides")
	}
	p := lexicon.Pronoun | lexicon.Plural
	if got, err := lexicon.ParsePOS(p.String()); err != nil || got != p {
		t.Errorf("ParsePOS(%q) = %v %v", p, got, err)
	}
	if _, err := lexicon.ParsePOS("nix"); err == nil {
		t.Error("no error for an unknown part of speech")
	}
	for _, s := range []string{"", "m", "f", "mf"} {
		if got, err := lexicon.ParseSex(s); err != nil || got.String() != s {
			t.Errorf("ParseSex(%q) = %v %v", s, got, err)
		}
	}
	for _, r := range []lexicon.Role{lexicon.RoleDictionary, lexicon.RoleAntiDictionary} {
		if got, err := lexicon.ParseRole(r.String()); err != nil || got != r {
			t.Errorf("ParseRole(%q) = %v %v", r, got, err)
		}
	}
}
