package policy_test

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// byLists decides by lists and patterns alone, so that no model's figures
// matter here.
const byLists = "policy: lists\ndetect:\n  lexical: {resolve: literal}\n  pattern: {}\ndefault: code\n"

func lists(t testing.TB) *bauta.Pipeline {
	t.Helper()
	f, err := policy.Parse([]byte(byLists), "lists.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return build(t, f, policy.Options{})
}

// identifiers are things that must be gone from any message, with the label
// under which they are found.
var identifiers = []struct {
	text  string
	label bauta.Label
}{
	{"Cédric", bauta.Person},
	{"cédric", bauta.Person},
	{"CÉDRIC", bauta.Person},
	{"Patrice", bauta.Person},
	{"sébastien", bauta.Person},
	{"nicoooolas", bauta.Person},
	{"06 12 34 56 78", bauta.Phone},
	{"0612345678", bauta.Phone},
	{"06.12.34.56.78", bauta.Phone},
	{"06-12-34-56-78", bauta.Phone},
	{"+33 6 12 34 56 78", bauta.Phone},
	{"lea.martin@exemple.fr", bauta.Email},
	{"LEA75@EXEMPLE.FR", bauta.Email},
	{"www.exemple.fr/page?x=1", bauta.URL},
	{"https://exemple.fr/a", bauta.URL},
	{"FR76 3000 6000 0112 3456 7890 189", bauta.UID},
	{"192.168.1.17", bauta.IPAddress},
}

// harmless is what stands around them.
var harmless = []string{"", "ok ", "je passe ", "à 18h ", "😘 ", "😘", "(", "\"", "«", "bisous, ", "tu as ?? ", "voilà: ", "\n", "…", "c'est ", "<PRE_7> ", "*** ", "é "}

// TestIdentifiersGoWhereverTheyStand: glued to punctuation and emoji, in
// brackets, at the start and the end, several on end.
func TestIdentifiersGoWhereverTheyStand(t *testing.T) {
	p := lists(t)
	behind := []string{"", " ok", ", ok", " !", "!!", "?", ")", "\"", "»", " 😘", "😘", "\n", "…", ", à 18h", " <PRE_7>"}
	for _, id := range identifiers {
		for _, before := range harmless {
			for _, after := range behind {
				m := before + id.text + after
				r := one(t, p, m)
				start, end := len(before), len(before)+len(id.text)
				if !slices.ContainsFunc(r.Spans, func(s bauta.Span) bool { return s.Start <= start && s.End >= end }) {
					t.Errorf("%q: %s of type %s is left: %q", m, id.text, id.label, r.Text)
				}
			}
		}
	}
}

// TestDisguisesChangeNothing: invisible characters, decomposed accents, wide
// digits and no-break spaces: what was hidden stays hidden, byte for byte
// around it.
func TestDisguisesChangeNothing(t *testing.T) {
	p := lists(t)
	dress := map[string]func(string) string{
		"decomposed": norm.NFD.String,
		"zero width": func(s string) string {
			return strings.Join(strings.Split(s, ""), "\u200b")
		},
		"soft hyphen": func(s string) string { return s[:1] + "\u00ad" + s[1:] },
		"wide digits": func(s string) string {
			return strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' {
					return r - '0' + '０'
				}
				return r
			}, s)
		},
		"no-break spaces":   func(s string) string { return strings.ReplaceAll(s, " ", "\u00a0") },
		"narrow spaces":     func(s string) string { return strings.ReplaceAll(s, " ", "\u202f") },
		"cyrillic a and e":  func(s string) string { return strings.NewReplacer("a", "а", "e", "е").Replace(s) },
		"right to left":     func(s string) string { return "\u202d" + s + "\u202c" },
		"variation of text": func(s string) string { return s + "\ufe0e" },
	}
	for how, f := range dress {
		for _, id := range identifiers {
			disguised := f(id.text)
			m := "ok " + disguised + " ok"
			r := one(t, p, m)
			out := strings.NewReplacer("\u202d", "", "\u202c", "", "\ufe0e", "").Replace(r.Text)
			if !regexp.MustCompile(`^ok (<[A-Z?]+_[0-9]+>|[-. ])+ ok$`).MatchString(out) {
				t.Errorf("%s: %q becomes %q", how, m, r.Text)
			}
		}
	}
}

// TestMessagesPutTogether: what is hidden in each of two messages is hidden in
// the two joined by a line end, and nothing of either comes through.
func TestMessagesPutTogether(t *testing.T) {
	p := lists(t)
	rapid.Check(t, func(t *rapid.T) {
		var m strings.Builder
		var ids []string
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			id := rapid.SampledFrom(identifiers).Draw(t, "id").text
			fmt.Fprintf(&m, "%sok %s ok\n", rapid.SampledFrom([]string{"", "😘 ", "é "}).Draw(t, "before"), id)
			ids = append(ids, id)
		}
		results, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: m.String()}})
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			if strings.Contains(results[0].Text, id) {
				t.Fatalf("%q is left in %q", id, results[0].Text)
			}
		}
		if got, want := strings.Count(results[0].Text, "ok"), 2*len(ids); got != want {
			t.Fatalf("%d of %d harmless words are left", got, want)
		}
	})
}

// TestSecondRun: for any mixture of identifiers, harmless text and masks, under
// every operator, a second run changes nothing.
func TestSecondRun(t *testing.T) {
	for _, operator := range []string{"code", "suppress", "tag", "{operator: substitute, with: '[_x_]'}", "{operator: code, reference: dictionary}"} {
		f, err := policy.Parse([]byte("policy: a\ndetect:\n  lexical: {resolve: literal}\n  pattern: {}\nmask: {PERSON: "+operator+"}\ndefault: code\n"), "a.yaml")
		if err != nil {
			t.Fatal(err)
		}
		p := build(t, f, policy.Options{})
		rapid.Check(t, func(t *rapid.T) {
			m := ""
			for range rapid.IntRange(1, 6).Draw(t, "n") {
				m += rapid.SampledFrom(harmless).Draw(t, "before") + rapid.SampledFrom(identifiers).Draw(t, "id").text + rapid.SampledFrom([]string{" ", ", ", "\n", "! "}).Draw(t, "after")
			}
			run := func(text string) bauta.Result {
				r, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: text}})
				if err != nil {
					t.Fatal(err)
				}
				return r[0]
			}
			first := run(m)
			if second := run(first.Text); second.Text != first.Text {
				t.Fatalf("%s: %q becomes %q", operator, first.Text, second.Text)
			}
		})
	}
}

// TestPolicyErrors: each wrong policy is refused by its line, in one line.
func TestPolicyErrors(t *testing.T) {
	head := "policy: a\ndetect: {pattern: {}}\n" // two lines
	for _, c := range []struct {
		name, yaml string
		line       int
	}{
		{"a list", "- a\n", 1},
		{"a word", "policy\n", 1},
		{"a number for a mapping", "policy: a\ndetect: 3\n", 2},
		{"a list for a mapping", "policy: a\ndetect: [pattern]\n", 2},
		{"a tab", "policy: a\n\tdetect: {}\n", 2},
		{"an open brace", head + "mask: {PERSON: code\n", 4}, // where the file ends
		{"key twice", head + "policy: b\n", 3},
		{"type in lower case", head + "mask:\n  person: code\n", 4},
		{"type twice", head + "mask:\n  PERSON: code\n  PERSON: tag\n", 5},
		{"operator in capitals", head + "mask:\n  PERSON: CODE\n", 4},
		{"operator as a list", head + "mask:\n  PERSON: [code]\n", 4},
		{"unknown default", head + "default: blur\n", 3},
		{"unknown pending", head + "pending: never\n", 3},
		{"unknown verdict", head + "verdict: perhaps\n", 3},
		{"unknown key of lexicons", head + "lexicons:\n  - {path: x.txt, role: dictionary}\n", 4},
		{"unknown kind of lexical", "policy: a\ndetect:\n  lexical: {resolve: guess}\n", 3},
		{"bound that is no number", "policy: a\ndetect:\n  lexical: {name_above: high}\n", 3},
		{"bound above one", "policy: a\ndetect:\n  ner: {person: 1.5}\n", 3},
		{"bound of nobody", "policy: a\ndetect:\n  ner: {person: models}\n", 3},
		{"unknown key of pattern", "policy: a\ndetect:\n  pattern: {county: [fr]}\n", 3},
		{"an anchor that is not there", head + "mask: *nothing\n", 3},
		{"a document behind", head + "---\na: b\n", 1},
	} {
		f, err := policy.Parse([]byte(c.yaml), "p.yaml")
		if err == nil {
			_, err = f.Build(policy.Options{})
		}
		if err == nil {
			t.Errorf("%s: taken", c.name)
			continue
		}
		if !strings.HasPrefix(err.Error(), "p.yaml:") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", c.name, err)
		}
		if !strings.HasPrefix(err.Error(), fmt.Sprintf("p.yaml:%d:", c.line)) {
			t.Errorf("%s: %v, want line %d", c.name, err, c.line)
		}
	}
}

// TestHostileYAML: bombs and floods are refused or read at once.
func TestHostileYAML(t *testing.T) {
	bomb := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'k'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c,", c-1), 9), ","))
	}
	for name, src := range map[string]string{
		"aliases": bomb, "nesting": strings.Repeat("[", 100_000), "mappings": strings.Repeat("{a: ", 20_000), "NUL": "policy: \x00\n", "not UTF-8": "policy: \xff\xfe\n",
		"a long text": strings.Repeat("a", 1<<20), "dashes": strings.Repeat("- ", 50_000), "a merge": "<<: {<<: {<<: {policy: a}}}\n", "a tag": "!!binary x\n",
	} {
		if _, err := policy.Parse([]byte(src), "p.yaml"); err == nil {
			t.Errorf("%s: taken as a policy", name)
		}
	}
}

// TestPresetsAreStrictYAML: each preset, with any one line indented wrongly or
// any key misspelt, is refused: no key is read by chance.
func TestPresetsAreStrictYAML(t *testing.T) {
	key := regexp.MustCompile(`(?m)^( *)([a-z_]+):`)
	for _, name := range policy.Presets() {
		src := string(load(t, name).Source())
		for _, at := range key.FindAllStringSubmatchIndex(src, -1) {
			bad := src[:at[4]] + "x" + src[at[4]:]
			if f, err := policy.Parse([]byte(bad), "p.yaml"); err == nil {
				if _, err := f.Build(policy.Options{}); err == nil && src[at[4]:at[5]] != "policy" {
					t.Errorf("%s: the key %q may be misspelt", name, src[at[4]:at[5]])
				}
			}
		}
	}
}

// TestPathsAreBesideThePolicy: a list is looked for beside the policy file, not
// in the working folder.
func TestPathsAreBesideThePolicy(t *testing.T) {
	path := write(t, "p.yaml", "policy: a\ndetect: {lexical: {resolve: literal}, pattern: {kinds: [EMAIL]}}\ndefault: code\nlexicons: [{file: hide.txt, role: dictionary}]\n")
	hide := write(t, "hide.txt", "zorglub\n")
	t.Chdir(filepath.Dir(hide))
	if _, err := load(t, path).Build(policy.Options{}); err == nil {
		t.Error("a list of the working folder was read")
	}
}
