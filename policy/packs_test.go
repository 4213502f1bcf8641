package policy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// french gives the messages of a file of examples, all declared to be French.
func french(t *testing.T, name string) []bauta.Message {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "examples", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := corpus.Open(f, name, corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out []bauta.Message
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		m.Lang = "fr"
		out = append(out, m)
	}
	return out
}

// TestFrenchAlone: with the packs of French alone comes out of French messages, to
// the byte and to the reason, what comes out with all languages.
func TestFrenchAlone(t *testing.T) {
	for _, name := range []string{"gdpr", "hipaa", "ner", "seekhide", "anonymate-safe"} {
		f, err := policy.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := f.Build(policy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		alone, err := f.BuildWith(policy.Options{}, models.French(), models.FrenchNeural())
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range append(french(t, "hard-fr.jsonl"), french(t, "sms-fr.jsonl")...) {
			if i%3 != 0 {
				continue
			}
			want, err := all.Pipeline.Thread(t.Context(), []bauta.Message{m})
			if err != nil {
				t.Fatal(err)
			}
			got, err := alone.Pipeline.Thread(t.Context(), []bauta.Message{m})
			if err != nil {
				t.Fatal(err)
			}
			if got[0].Text != want[0].Text || !cmp.Equal(got[0].Spans, want[0].Spans) {
				t.Errorf("%s: message %s comes out otherwise", name, m.ID)
			}
		}
	}
}

// TestPacks: what packs bring is read, and what they do not is an error, never text
// that nobody has read.
func TestPacks(t *testing.T) {
	for _, c := range []struct {
		policy string
		opt    policy.Options
		packs  []model.Pack
		lang   string // of the message
		want   string // in the error; "" for none
	}{
		{"gdpr", policy.Options{}, []model.Pack{models.French()}, "", ""},
		{"gdpr", policy.Options{}, []model.Pack{models.French()}, "fr-CH", ""},
		{"gdpr", policy.Options{}, []model.Pack{models.French()}, "und", ""},
		{"gdpr", policy.Options{}, []model.Pack{models.French()}, "de", `language "de"`},
		{"gdpr", policy.Options{Lang: "de"}, []model.Pack{models.French()}, "", `language "de"`},
		{"gdpr", policy.Options{}, []model.Pack{models.French(), models.German()}, "", "tells them apart"},
		{"gdpr", policy.Options{}, []model.Pack{models.French(), models.German(), models.Telling()}, "", ""},
		{"gdpr", policy.Options{}, []model.Pack{models.French(), models.German(), models.Telling()}, "de", ""},
		{"gdpr", policy.Options{}, nil, "", "no models are linked"},
		{"gdpr", policy.Options{}, []model.Pack{models.German()}, "de", ""},
		{"seekhide", policy.Options{}, []model.Pack{models.German()}, "", `language "fr"`},
	} {
		f, err := policy.Load(c.policy)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.BuildWith(c.opt, c.packs...)
		var text string
		if err == nil {
			var out []bauta.Result
			if out, err = b.Pipeline.Thread(t.Context(), []bauta.Message{{Lang: c.lang, Text: "coucou Camille Martin"}}); err == nil {
				text = out[0].Text
			}
		}
		switch {
		case c.want == "" && (err != nil || strings.Contains(text, "Camille")):
			t.Errorf("%s, %d packs, message in %q: %q, %v", c.policy, len(c.packs), c.lang, text, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s, %d packs, message in %q: %v, want %q", c.policy, len(c.packs), c.lang, err, c.want)
		}
	}
}

// mostFrench is how many bytes a program may have that reads French alone, stripped.
const mostFrench = 25_000_000

// TestLeanProgram builds the example of a program that reads French alone: the linker
// leaves the other languages out, and it does what it is to do.
func TestLeanProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program, which -short leaves out; make test runs it")
	}
	at := filepath.Join(t.TempDir(), "french")
	build := exec.CommandContext(t.Context(), "go", "build", "-ldflags", "-s -w", "-o", at, "../examples/french")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := os.Stat(at)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > mostFrench {
		t.Errorf("%d bytes; something of other languages is linked: go build -ldflags=-dumpdep shows by what", info.Size())
	}
	run := exec.CommandContext(t.Context(), at)
	run.Stdin = strings.NewReader("Coucou Patrice, ça va?\n")
	out, err := run.CombinedOutput()
	if err != nil || string(out) != "Coucou Person 1, ça va?\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// TestLeftOut builds the program with French alone by its build tags: what it writes of a
// file in French is what the full one writes, and of a message in a language that was left
// out nothing comes out.
func TestLeftOut(t *testing.T) {
	if os.Getenv("BAUTA_LONG") == "" {
		t.Skip("builds the whole program: set BAUTA_LONG=1, as make nightly does")
	}
	at := filepath.Join(t.TempDir(), "bauta")
	build := exec.CommandContext(t.Context(), "go", "build", "-tags", "no_de,no_en,no_es,no_it,no_sv,no_ja", "-o", at, "../cmd/bauta")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := filepath.Join("..", "examples", "sms-fr.csv")
	for _, preset := range []string{"gdpr", "seekhide", "hipaa"} {
		out, err := exec.CommandContext(t.Context(), at, "anonymise", "-q", "--policy", preset, "--lang", "fr", file).Output()
		if want := inFull(t, preset, file); err != nil || string(out) != want {
			t.Errorf("%s: %d bytes, want %d: %v", preset, len(out), len(want), err)
		}
	}
	run := exec.CommandContext(t.Context(), at, "anonymise", "-q")
	run.Stdin = strings.NewReader("Hallo Ernst, wie geht es dir? Grüsse von Annika Vogel\n")
	if out, err := run.Output(); string(out) != "\n" || err != nil {
		t.Errorf("German comes out as %q, %v", out, err)
	}
}

// inFull is what comes out of a file in French with all languages.
func inFull(t *testing.T, preset, file string) string {
	t.Helper()
	p, err := policy.Load(preset)
	if err != nil {
		t.Fatal(err)
	}
	built, err := p.Build(policy.Options{Lang: "fr"})
	if err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	r, err := corpus.Open(in, file, corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	w, err := r.Writer(&out)
	if err != nil {
		t.Fatal(err)
	}
	for res, err := range built.Pipeline.Run(t.Context(), r.Messages(), 1) {
		if err == nil {
			err = w.Write(&res)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestWithoutShareAlike builds the program without what was learnt from data under
// CC BY-SA: dictionaries and patterns work, and a preset that needs more ends and says so.
func TestWithoutShareAlike(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program, which -short leaves out; make test runs it")
	}
	at := filepath.Join(t.TempDir(), "bauta")
	build := exec.CommandContext(t.Context(), "go", "build", "-tags", "no_sharealike", "-ldflags", "-s -w", "-o", at, "../cmd/bauta")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, c := range []struct{ preset, out, says string }{
		{"seekhide-2013", "Coucou <?_7>, <TEL_14>\n", ""},
		{"seekhide", "", "no dictionaries of names to weigh in language \"fr\""},
		{"gdpr", "", "no tagger for the languages en, fr, de"},
	} {
		run := exec.CommandContext(t.Context(), at, "anonymise", "-q", "--policy", c.preset)
		run.Stdin = strings.NewReader("Coucou Patrice, 06 12 34 56 78\n")
		var said strings.Builder
		run.Stderr = &said
		out, err := run.Output()
		if string(out) != c.out || (err != nil) != (c.says != "") || !strings.Contains(said.String(), c.says) {
			t.Errorf("%s: %q, %v: %s", c.preset, out, err, said.String())
		}
	}
}
