package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

// forms expands all stems of a small dictionary, without doubles, sorted.
func forms(t *testing.T, aff, dic string) []string {
	t.Helper()
	s, err := readSpeller(strings.NewReader(aff), strings.NewReader(dic), func(_, add string) bool { return strings.HasSuffix(add, "'") })
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, st := range s.stems {
		s.expand(st, func(f form) { out = append(out, f.word) })
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestExpand(t *testing.T) {
	for _, c := range []struct{ name, aff, dic, want string }{
		{
			"suffix with a condition", "SFX A Y 2\nSFX A 0 s [^sxz]\nSFX A y ies [^aeiou]y",
			"3\ncat/A\nbus/A\nspy/A", "bus cat cats spies spy spys",
		},
		{
			"cross product", "PFX P Y 1\nPFX P 0 re .\nSFX S Y 1\nSFX S 0 er .",
			"1\nfaçonn/PS", "façonn façonner refaçonn refaçonner",
		},
		{
			"no cross product", "PFX P N 1\nPFX P 0 re .\nSFX S Y 1\nSFX S 0 er .",
			"1\nfaçonn/PS", "façonn façonner refaçonn",
		},
		{
			"suffix on suffix, long flags, NEEDAFFIX", "FLAG long\nNEEDAFFIX ()\nSFX a0 Y 1\nSFX a0 er é/S. er\nSFX S. Y 2\nSFX S. 0 0 .\nSFX S. 0 s .",
			"1\naimer/a0()", "aimé aimés",
		},
		{
			"elision is skipped", "PFX L Y 2\nPFX L 0 l' .\nPFX L 0 sur .",
			"1\nairain/L", "airain surairain",
		},
		{
			"number flags and aliases", "FLAG num\nAF 2\nAF 101\nAF 101,102\nSFX 101 Y 1\nSFX 101 0 s .\nSFX 102 Y 1\nSFX 102 0 e .",
			"2\npot/1\nrat/2", "pot pots rat rate rats",
		},
		{"forbidden word", "FORBIDDENWORD X\n", "2\nbon\nmal/X", "bon"},
		{"strip all", "SFX A Y 1\nSFX A vieux vieille vieux", "1\nvieux/A", "vieille vieux"},
		{"strip that is not there", "SFX A Y 1\nSFX A er é .", "1\nfinir/A", "finir"},
		{"prefix with a condition", "PFX P Y 1\nPFX P 0 an [aeiou]\n", "2\nalgie/P\nphone/P", "algie analgie phone"},
	} {
		if got := strings.Join(forms(t, c.aff, c.dic), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSpellerRefuses(t *testing.T) {
	for name, aff := range map[string]string{
		"encoding":    "SET ISO8859-1",
		"no head":     "SFX A 0 s .",
		"short rule":  "SFX A Y 1\nSFX A 0",
		"bracket":     "SFX A Y 1\nSFX A 0 s [ab",
		"lost alias":  "AF 1\nAF A\nSFX A Y 1\nSFX A 0 s/7 .",
		"alias words": "AF 1\nAF A\nSFX A Y 1\nSFX A 0 s/x .",
	} {
		if _, err := readSpeller(strings.NewReader(aff), strings.NewReader("0\n"), nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAliasOfTags(t *testing.T) {
	s, err := readSpeller(strings.NewReader("AM 1\nAM po:nom is:mas\n"), strings.NewReader("1\nmot 1\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.stems[0].morph; !slices.Equal(got, []string{"po:nom", "is:mas"}) {
		t.Errorf("tags %v", got)
	}
}

func TestFrenchForm(t *testing.T) {
	for _, c := range []struct {
		stem, affix string
		want, not   lexicon.POS
		ok          bool
	}{
		{"po:nom is:fem", "is:pl", lexicon.Noun | lexicon.Feminine | lexicon.Plural, lexicon.Verb, true},
		{"po:v1_it_q__a", "po:infi", lexicon.Verb | lexicon.Infinitive, lexicon.Finite, true},
		{"po:v1_it_q__a", "po:ifut po:3pl!", lexicon.Verb | lexicon.Finite | lexicon.Plural, lexicon.Infinitive, true},
		{"po:v1_it_q__a", "po:ppas po:adj is:mas is:sg", lexicon.Verb | lexicon.Participle | lexicon.Adjective, lexicon.Finite, true},
		{"po:mg po:propersuj po:1pe", "", lexicon.Pronoun, lexicon.Noun, true},
		{"po:detpos", "", lexicon.Determiner, lexicon.Pronoun, true},
		{"po:prn is:mas", "", 0, 0, false},
		{"po:patr", "", 0, 0, false},
		{"po:npr", "", 0, 0, false},
	} {
		a, ok := frenchForm(form{word: "x", stem: strings.Fields(c.stem), affix: strings.Fields(c.affix)})
		if ok != c.ok || ok && (a.POS&c.want != c.want || a.POS&c.not != 0) {
			t.Errorf("%s + %s: %v %v", c.stem, c.affix, a.POS, ok)
		}
	}
	if a, _ := frenchForm(form{word: "hein", stem: []string{"po:interj"}}); a.Kinds&lexicon.Interjection == 0 {
		t.Error("an interjection is none")
	}
	if a, ok := frenchFirstName(form{stem: []string{"po:prn", "is:epi"}}); !ok || a.Sex != lexicon.Male|lexicon.Female {
		t.Errorf("sex %v", a.Sex)
	}
}
