package policy_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/text"
)

// ownTagger writes a tagger that has learnt one invented drink into a folder.
func ownTagger(t *testing.T, dir string, change func(*model.Manifest)) {
	t.Helper()
	b, err := crf.NewBuilder("fr", []bauta.Label{bauta.Person, bauta.Product}, lexicon.Default(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"on boit un zorbule ce soir", "un zorbule pour moi", "ce soir un thé pour moi", "je prends un zorbule"} {
		d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: s})
		if err != nil {
			t.Fatal(err)
		}
		var spans []bauta.Span
		if i := strings.Index(s, "zorbule"); i >= 0 {
			spans = append(spans, bauta.Span{Start: i, End: i + len("zorbule"), Label: bauta.Product})
		}
		if err := b.Add(d, spans, 1); err != nil {
			t.Fatal(err)
		}
	}
	trained, _, err := chain.Train(context.Background(), b.Data(), chain.Config{C2: 0.1, Allowed: tags.Allowed})
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.Model(trained, crf.Pack{})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		t.Fatal(err)
	}
	about := model.Manifest{Kind: "crf", Version: 1, Lang: "fr", Licence: "invented"}
	if change != nil {
		change(&about)
	}
	if err := model.Write(dir, about, "# invented", map[string][]byte{"ner.crf": file.Bytes()}); err != nil {
		t.Fatal(err)
	}
}

// beside writes a policy into a folder and reads it.
func beside(t *testing.T, dir, src string) (*policy.File, error) {
	t.Helper()
	path := filepath.Join(dir, "own.yaml")
	if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	return policy.Load(path)
}

const withOwn = "policy: own\nlanguage: fr\ndetect:\n  pattern: {}\n  ner: {model: ./mine}\nmask:\n  PRODUCT: tag\n"

func TestOwnTagger(t *testing.T) {
	dir := t.TempDir()
	ownTagger(t, filepath.Join(dir, "mine"), nil)
	f, err := beside(t, dir, withOwn)
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(built.Parts, func(p policy.Part) bool { return p.Name == "model ./mine" }) {
		t.Errorf("the parts do not name the model: %v", built.Parts)
	}
	rs, err := built.Pipeline.Thread(context.Background(), []bauta.Message{{ID: "1", Text: "moi aussi, un zorbule"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "moi aussi, un PRODUCT"; rs[0].Text != want {
		t.Errorf("the user's tagger leaves %q, want %q", rs[0].Text, want)
	}
}

func TestOwnTaggerIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*model.Manifest)
		policy  string
		options policy.Options
		damage  string // file to change
		want    string
	}{
		"no folder":      {policy: strings.Replace(withOwn, "./mine", "./nowhere", 1), want: "own.yaml:5: detect.ner.model: "},
		"no tagger":      {change: func(m *model.Manifest) { m.Kind = "location" }, policy: withOwn, want: "own.yaml:5: detect.ner.model: ./mine holds no tagger"},
		"other kind":     {policy: strings.Replace(withOwn, "./mine", "./mine, kind: neural", 1), want: "write kind: crf"},
		"both":           {policy: strings.Replace(withOwn, "./mine", "./mine, kind: both", 1), want: "own.yaml:5: detect.ner.kind: both weighs"},
		"other language": {policy: strings.Replace(withOwn, "language: fr", "language: de", 1), want: `./mine reads "fr", and this policy does not`},
		"language given": {policy: withOwn, options: policy.Options{Lang: "en"}, want: "and this policy does not"},
		"not asked for":  {policy: strings.Replace(withOwn, "./mine", "./mine, languages: [de]", 1), want: "and this policy does not"},
		"wrong manifest": {
			change: func(m *model.Manifest) { m.Lang = "en" }, policy: strings.Replace(withOwn, "language: fr", "language: en", 1),
			want: "the tagger is of another",
		},
		"no bound": {policy: strings.Replace(withOwn, "./mine", "./mine, person: model", 1), want: "no bound for persons"},
		"damaged":  {policy: withOwn, damage: "ner.crf", want: "damaged"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			ownTagger(t, filepath.Join(dir, "mine"), c.change)
			if c.damage != "" {
				if err := os.WriteFile(filepath.Join(dir, "mine", c.damage), []byte("bautacrf"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			f, err := beside(t, dir, c.policy)
			if err == nil {
				_, err = f.Build(c.options)
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}

// TestDamagedCopyIsRefused: a copy of a shipped tagger is read and checked itself, also where the
// shipped one is held by another pipeline.
func TestDamagedCopyIsRefused(t *testing.T) {
	dir := t.TempDir()
	shipped, err := model.Open(models.French().Files, "ner-fr")
	if err != nil {
		t.Fatal(err)
	}
	data, err := shipped.Read("ner.crf")
	if err != nil {
		t.Fatal(err)
	}
	f, err := beside(t, dir, strings.Replace(withOwn, "model: ./mine", "languages: [fr]", 1))
	if err != nil {
		t.Fatal(err)
	}
	other, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.Pipeline.Thread(t.Context(), []bauta.Message{{Text: "salut Camille"}}); err != nil {
		t.Fatal(err)
	}
	if err := model.Write(filepath.Join(dir, "mine"), shipped.Manifest, "# copy", map[string][]byte{"ner.crf": data}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "mine", "ner.crf"), data[:len(data)-1], 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err = beside(t, dir, withOwn); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Build(policy.Options{}); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("error %v, want one that it is damaged", err)
	}
	runtime.KeepAlive(other)
}

// TestOwnTaggerBesideShipped: the languages that the user's tagger does not read keep
// the shipped ones.
func TestOwnTaggerBesideShipped(t *testing.T) {
	dir := t.TempDir()
	ownTagger(t, filepath.Join(dir, "mine"), nil)
	f, err := beside(t, dir, strings.Replace(withOwn, "language: fr", "language: auto\nlanguages: [fr, en]", 1))
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for lang, text := range map[string]string{"fr": "je prends un zorbule ce soir", "en": "hey its Karen, are you coming with Pete tonight?"} {
		rs, err := built.Pipeline.Thread(context.Background(), []bauta.Message{{ID: lang, Lang: lang, Text: text}})
		if err != nil || rs[0].Text == text {
			t.Errorf("%s: nothing is hidden, %v", lang, err)
		}
	}
}
