package policy_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

const head = "policy: mine\nlanguage: fr\nmask: {EMAIL: keep}\ndetect:\n  lexical: {resolve: evidence}\n"

func TestVerdictShortAndLong(t *testing.T) {
	for _, c := range []struct{ yaml, preset string }{
		{"", ""},
		{"verdict: seek\n", "seek"},
		{"verdict: {preset: seek}\n", "seek"},
		{"verdict:\n  preset: seek\n  cells: {TA: expert}\n", "seek"},
	} {
		f, err := policy.Parse([]byte(head+c.yaml), "")
		if err != nil {
			t.Errorf("%q: %v", c.yaml, err)
			continue
		}
		if f.Verdict.Preset != c.preset {
			t.Errorf("%q: preset %q", c.yaml, f.Verdict.Preset)
		}
		b, err := f.Build(policy.Options{})
		if err != nil || b.Pipeline.Judge == nil {
			t.Errorf("%q: %v", c.yaml, err)
		}
	}
}

// A cell of the table is policy: here what is certain goes to the expert, too.
func TestVerdictCells(t *testing.T) {
	f, err := policy.Parse([]byte(head+"verdict:\n  preset: seek\n  cells: {TA: expert}\n"), "")
	if err != nil {
		t.Fatal(err)
	}
	r := one(t, build(t, f, policy.Options{}), "Namrata Namrata")
	if r.Outcome == bauta.TA && r.Verdict != bauta.AskExpert || !strings.HasPrefix(r.Why, "seek: ") {
		t.Errorf("outcome %v, verdict %v, %q", r.Outcome, r.Verdict, r.Why)
	}
}

func TestVerdictRefuses(t *testing.T) {
	for _, c := range []struct{ yaml, want string }{
		{"verdict: never\n", ":6: verdict: no such verdict table; use seek, table2, safe, bound"},
		{"verdict: {preset: seek, colour: red}\n", ":6: unknown key; those of verdict are"},
		{"verdict: {preset: seek, model: ./x}\n", "asks no model"},
		{"verdict: {preset: safe, leave_below: 0.9, anonymise_above: 0.1}\n", "0 ≤ leave_below"},
		{"verdict: {preset: safe, leave_below: -1}\n", "0 ≤ leave_below"},
		{"verdict: {preset: safe, cells: {never: leave}}\n", "no such cell"},
		{"verdict: {preset: safe, cells: {NTA/TA: anonymise}}\n", "would release the text"},
		{"verdict: {preset: safe, cells: {TA: hide}}\n", "cell TA: no such verdict"},
	} {
		_, err := policy.Parse([]byte(head+c.yaml), "")
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.yaml, err, c.want)
		}
	}
}

// A model that is not there, or is none, is an error when the pipeline is built.
func TestVerdictModelMissing(t *testing.T) {
	path := write(t, "mine.yaml", head+"verdict: {preset: table2, model: ./nowhere}\n")
	f := load(t, path)
	if _, err := f.Build(policy.Options{}); err == nil || !strings.Contains(err.Error(), `no triage model "nowhere"`) {
		t.Errorf("missing: %v", err)
	}
	if err := os.MkdirAll(filepath.Join(filepath.Dir(path), "nowhere"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(path), "nowhere", "manifest.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Build(policy.Options{}); err == nil {
		t.Error("an empty manifest is no error")
	}
}

// The model spares the expert questions by hiding what they are about, never by
// releasing it; where none comes with the language, all are asked.
func TestVerdictSparesByHiding(t *testing.T) {
	spare := "verdict: {preset: seek, cells: {untagged/TA: anonymise}}\n"
	for lang, spares := range map[string]bool{"fr": true, "en": false} {
		base := strings.Replace(head, "language: fr", "language: "+lang, 1)
		all, some := build(t, parse(t, base), policy.Options{}), build(t, parse(t, base+spare), policy.Options{})
		asked, spared := 0, 0
		for _, text := range []string{
			"hier avec rose et camille", "avec Clem on passe", "bisou Flo", "appelle Rose au 06 12 34 56 78", "la vie en rose", "Zorglubine", "ok",
			"je vois Camille ce soir", "dis a Prune de venir", "chez marine", "c moche", "ask Rose about it",
			"Olive dort", "avec olive", "coucou Zorglubine",
		} {
			before, after := one(t, all, text), one(t, some, text)
			switch {
			case before.Verdict == bauta.AskExpert && after.Verdict == bauta.Anonymise:
				spared++
			case before.Verdict != after.Verdict:
				t.Errorf("%s %q: %v becomes %v", lang, text, before.Verdict, after.Verdict)
			}
			if before.Verdict == bauta.AskExpert {
				asked++
			}
		}
		if asked == 0 || spares != (spared > 0) {
			t.Errorf("%s: %d of %d questions spared", lang, spared, asked)
		}
	}
}
