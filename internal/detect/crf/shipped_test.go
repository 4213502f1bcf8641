package crf_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	bundle "github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/text"
)

// shippedFile is the model file that comes with the program.
func shippedFile(t testing.TB, lang string) []byte {
	t.Helper()
	b, err := bundle.Open(models.FS(), "ner-"+lang)
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Read("ner.crf")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestShippedInside holds that people can look into a shipped model: every label
// has something that speaks for it, and a list is among what speaks for persons.
func TestShippedInside(t *testing.T) {
	m, err := crf.Read(shippedFile(t, "en"))
	if err != nil {
		t.Fatal(err)
	}
	in := m.Inside(lexicon.Default(), 40)
	if len(in.Labels) != 1+2*len(m.Types()) || len(in.Kinds) < 20 {
		t.Errorf("%d labels, %d kinds of features", len(in.Labels), len(in.Kinds))
	}
	for _, l := range in.Labels {
		if l.Label[0] != 'I' && (l.Weights == 0 || len(l.For) == 0) {
			t.Errorf("nothing speaks for %s", l.Label)
		}
		if l.Label == "B-PERSON" && !slices.ContainsFunc(l.For, func(f crf.NamedFeature) bool { return strings.HasPrefix(f.Feature, "list") }) {
			t.Errorf("no list is among what speaks most for a person: %v", l.For)
		}
	}
}

// BenchmarkShipped is detection end to end with a shipped model, one core:
// normalising, cutting, tagging, probabilities; short sentences.
func BenchmarkShipped(b *testing.B) {
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		b.Run(lang, func(b *testing.B) {
			raw, err := os.ReadFile(fixture.Shared(b, "data/sentences/tatoeba/"+lang+".txt"))
			if err != nil {
				b.Fatal(err)
			}
			lines := strings.Split(string(raw), "\n")[2000:4000]
			m, err := crf.Read(shippedFile(b, lang))
			if err != nil {
				b.Fatal(err)
			}
			det, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil))})
			if err != nil {
				b.Fatal(err)
			}
			tokens := 0
			for b.Loop() {
				for _, line := range lines {
					d, err := text.Analyser{Lang: lang}.Analyse(b.Context(), bauta.Message{Text: line})
					if err != nil {
						b.Fatal(err)
					}
					tokens += len(d.Tokens)
					if _, err := det.Detect(b.Context(), d); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(tokens)/b.Elapsed().Seconds(), "tokens/s")
		})
	}
}

// BenchmarkRead is the time to load a shipped model.
func BenchmarkRead(b *testing.B) {
	data := shippedFile(b, "en")
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := crf.Read(data); err != nil {
			b.Fatal(err)
		}
	}
}

// TestShippedWrittenAgain: a shipped model read and written again is the same file.
func TestShippedWrittenAgain(t *testing.T) {
	data := shippedFile(t, "sv")
	m, err := crf.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file(t, m), data) {
		t.Error("the format is another")
	}
}
