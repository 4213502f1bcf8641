package policy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/policy"
)

// entries are what users write into their lists: names, firms, streets, codes,
// handles, emoji, with the signs that stand in them.
func entries(n int) []string {
	word := rapid.SampledFrom([]string{
		"Anna", "müller", "Söhne", "O'Neill", "Jean-Pierre", "St.", "Gallen", "von", "de la", "d'Or", "Zürich", "Straße", "C++", "AB-123", "007",
		"x_1", "a.b", "@nick", "#tag", "Émile", "le", "rose", "Marie", "ДОМ", "Иван", "Ελένη", "田中", "太郎", "マリア", "김민수", "สมชาย", "أحمد", "דוד",
		"🦊", "👍🏽", "👩‍👩‍👧", "24/7", "3.14", "A/B", "R&D", "(bis)", "&", "+", "§12", "N°5", "Projekt", "Phönix", "IBAN", "e.V.", "%", "ﬁn", "e\u0301cole",
		"www.exemple.fr", "anna@exemple.fr", "06 12", "\"Chez Lulu\"", "Acme", "Inc.", "GmbH", "Rue", "K9", "p.", "'s", "1er", "ß", "ـ", "<3", ":-)",
	})
	gap := rapid.SampledFrom([]string{" ", "-", "'", "", " & ", ", ", ". ", "/", "’"})
	entry := rapid.Custom(func(t *rapid.T) string {
		out := word.Draw(t, "word")
		for range rapid.IntRange(0, 3).Draw(t, "more") {
			out += gap.Draw(t, "gap") + word.Draw(t, "word")
		}
		return out
	})
	out := []string{
		"Müller & Söhne", "O'Neill", "Jean-Pierre", "St. Gallen", "C++", "a.b", "x_1", "@nick", "#tag", "AB-123", "007", "🦊", "田中太郎", "IBAN", "Rose Durand",
	}
	for i := range n {
		out = append(out, entry.Example(i))
	}
	return out
}

// listFile writes a list that no other program would read otherwise.
func listFile(t testing.TB, name string, entries []string) string {
	t.Helper()
	var b strings.Builder
	for _, e := range entries {
		b.WriteString(`"` + strings.ReplaceAll(e, `"`, `""`) + "\"\n")
	}
	return write(t, name, b.String())
}

// TestListedIsHidden: under every preset, and in every language, what stands in a
// list of what must be hidden is hidden, wherever it stands in a message; or the
// list is refused, by file and line.
func TestListedIsHidden(t *testing.T) {
	var good []string
	for _, e := range entries(250) {
		if _, err := lexicon.Import(strings.NewReader(`"`+strings.ReplaceAll(e, `"`, `""`)+`"`), "l.txt", lexicon.Options{}); err == nil {
			good = append(good, e)
		} else if !strings.HasPrefix(err.Error(), "l.txt:1: this can be found in no message") {
			t.Errorf("%q: %v", e, err)
		}
	}
	if len(good) < 240 {
		t.Fatalf("only %d entries can be found: the test shows little", len(good))
	}
	list := listFile(t, "hide.txt", good)
	around := [][2]string{{"", ""}, {"ok ", " stp"}, {"Hallo ", ", wie gehts?"}, {"(", ")"}, {"l'", "!"}, {"see ", "\nbye"}, {"😘", "😘"}}
	for _, name := range policy.Presets() {
		f := load(t, name)
		f.Lexicons = []policy.List{{File: list, Role: "dictionary"}}
		p := build(t, f, policy.Options{Key: keyFile(t)})
		for i, e := range good {
			c := around[i%len(around)]
			m := c[0] + e + c[1]
			hidden(t, name, one(t, p, m), m, len(c[0]), len(c[0])+len(e))
		}
	}
}

// hidden holds that a range of a message is covered by sure finds, but for what
// stands between words, and that none of them is kept.
func hidden(t testing.TB, name string, r bauta.Result, m string, start, end int) {
	t.Helper()
	for i := start; i < end; i++ {
		if strings.IndexByte(" '-,.\"()", m[i]) < 0 && !slices.ContainsFunc(r.Spans, func(s bauta.Span) bool { return s.Start <= i && i < s.End }) {
			t.Errorf("%s: %q is left in %q at byte %d", name, m[start:end], r.Text, i)
			return
		}
	}
	if e := m[start:end]; len(e) > 5 && strings.Contains(r.Text, e) {
		t.Errorf("%s: %q is kept: %q", name, e, r.Text)
	}
}

// TestListedAsSpelt: case, accents and what stands between words do not count, and
// words of the language that only lack an accent do.
func TestListedAsSpelt(t *testing.T) {
	list := listFile(t, "hide.txt", []string{"Jean-Pierre Émile", "St. Gallen", "O'Neill", "Müller & Söhne", "AB-123", "Lé", "Anna Lund"})
	f := load(t, "ner")
	f.Lexicons = []policy.List{{File: list, Role: "dictionary"}}
	p := build(t, f, policy.Options{})
	for _, s := range []string{
		"JEAN PIERRE EMILE", "jean\npierre-emile", "Jean‑Pierre  Émile", "jeanpierreemile", "st gallen", "St.Gallen", "SANKT", "o neill", "O’NEILL", "oneill",
		"muller&sohne", "MÜLLER & SÖHNE", "ab 123", "AB123", "lé", "#AnnaLund", "@annalund", "anna\u200b lund",
	} {
		r := one(t, p, "voir "+s+" demain")
		found := slices.ContainsFunc(r.Spans, func(f bauta.Span) bool { return f.By(lexicon.RuleListed) && f.Start <= 6 && f.End >= 4+len(s) })
		if found == (s == "SANKT") {
			t.Errorf("%q: found %v", s, found)
		}
	}
	if r := one(t, p, "je prends le train"); slices.ContainsFunc(r.Spans, func(f bauta.Span) bool { return f.By(lexicon.RuleListed) }) {
		t.Errorf("a word of the language is taken for an entry with an accent: %q", r.Text)
	}
}

// TestListOfALanguage counts in messages that are read in it.
func TestListOfALanguage(t *testing.T) {
	list := listFile(t, "hide.txt", []string{"zorglub bleu"})
	f := load(t, "gdpr")
	f.Lexicons = []policy.List{{File: list, Role: "dictionary", Lang: "fr"}}
	p := build(t, f, policy.Options{})
	for lang, want := range map[string]bool{"fr": true, "fr-CH": true, "de,fr": true, "de": false} {
		r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Lang: lang, Text: "ok zorglub bleu ok"}})
		found := err == nil && slices.ContainsFunc(r[0].Spans, func(f bauta.Span) bool { return f.By(lexicon.RuleListed) })
		if err != nil || found != want {
			t.Errorf("%s: %q, %v", lang, r[0].Text, err)
		}
	}
}

// TestAllowedPhrase: names inside a phrase that need not be hidden stay, identifiers
// go, and a list of what must be hidden has the last word.
func TestAllowedPhrase(t *testing.T) {
	free := listFile(t, "leave.txt", []string{"Chez Camille Martin", "write to paul@exemple.fr"})
	hide := listFile(t, "hide.txt", []string{"Martin"})
	for _, name := range []string{"gdpr", "ner"} {
		f := load(t, name)
		f.Lexicons = []policy.List{{File: free, Role: "anti-dictionary"}}
		p := build(t, f, policy.Options{})
		if r := one(t, p, "on mange chez camille martin ce soir, dit Cédric Durand"); !strings.Contains(r.Text, "camille martin") || strings.Contains(r.Text, "Durand") {
			t.Errorf("%s: %q", name, r.Text)
		}
		if r := one(t, p, "j'ai vu Camille Martin hier"); strings.Contains(r.Text, "Martin") {
			t.Errorf("%s: half of an allowed phrase is left: %q", name, r.Text)
		}
		if r := one(t, p, "please write to paul@exemple.fr"); name == "gdpr" && strings.Contains(r.Text, "paul") {
			t.Errorf("%s: an address is left: %q", name, r.Text)
		}
		f.Lexicons = append(f.Lexicons, policy.List{File: hide, Role: "dictionary"})
		if r := one(t, build(t, f, policy.Options{}), "on mange chez camille martin"); strings.Contains(r.Text, "martin") {
			t.Errorf("%s: %q", name, r.Text)
		}
	}
}

// TestListsThatHideNothing are errors that name file and line, never the entry.
func TestListsThatHideNothing(t *testing.T) {
	const head = "policy: a\ndetect: {pattern: {}}\n"
	for entry, line := range map[string]int{"zorglub\n-\n": 2, "***\n": 1, "zorglub\nbleu\n<PRE_7>\n": 3, "PERSON\n": 1, "Person 1\n": 1, "''\n": 1, "\u200b\n": 1} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "l.txt"), []byte(entry), 0o600); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "p.yaml")
		if err := os.WriteFile(path, []byte(head+"lexicons: [{file: l.txt, role: dictionary}]\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := load(t, path).Build(policy.Options{})
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("l.txt:%d: ", line)) || strings.Contains(err.Error(), "zorglub") {
			t.Errorf("%q: %v", entry, err)
		}
	}
	list := listFile(t, "l.txt", []string{"zorglub"})
	for _, mask := range []string{"default: keep\nmask: {EMAIL: tag}\n", "mask: {PERSON: keep}\n", "mask: {PERSON.last: keep}\n"} {
		if _, err := policy.Load(write(t, "p.yaml", head+mask+"lexicons: [{file: '"+list+"', role: dictionary}]\n")); err == nil {
			t.Errorf("%q: people are kept, and with them what is listed", mask)
		}
	}
}
