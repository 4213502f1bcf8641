package neural_test

import (
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/fixture"
	bundle "github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// shippedFile is the model file that comes with the program.
func shippedFile(t testing.TB, lang string) []byte {
	t.Helper()
	b, err := bundle.Open(models.FS(), "neural-"+lang)
	if err != nil {
		t.Fatal(err)
	}
	data, err := b.Read("ner.neural")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func shippedDetector(t testing.TB, lang string) *tagger.Detector {
	t.Helper()
	m, err := neural.Read(shippedFile(t, lang))
	if err != nil {
		t.Fatal(err)
	}
	return detector(t, tagger.Config{Models: tagger.Ready(m.For(lang).With(nil))})
}

// TestShipped holds the size of the network that all languages share, and that in each it finds a person
// and a place where there is no doubt.
func TestShipped(t *testing.T) {
	const most = 5 << 20 // of all languages
	for lang, msg := range map[string]string{
		"en": "I saw Anna Miller in London yesterday.", "fr": "J'ai vu Camille Martin à Paris hier.", "de": "Ich habe Anna Schmidt in Berlin gesehen.",
		"it": "Ho visto Giulia Rossi a Roma ieri.", "es": "Ayer vi a Lucía García en Madrid.", "sv": "Jag såg Anna Lindqvist i Stockholm igår.",
	} {
		if n := len(shippedFile(t, lang)); n > most {
			t.Errorf("%s: %d bytes", lang, n)
		}
		found := map[bauta.Label]string{}
		for _, s := range detect(t, shippedDetector(t, lang), msg, lang) {
			if s.Doubt == bauta.Sure {
				found[s.Label] = msg[s.Start:s.End]
			}
		}
		if !strings.Contains(found[bauta.Person], " ") || found[bauta.Location] == "" {
			t.Errorf("%s: %v", lang, found)
		}
	}
}

// BenchmarkShipped is detection with a shipped model, one core, one message at a
// time: reading, tagging, probabilities; short sentences.
func BenchmarkShipped(b *testing.B) {
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		b.Run(lang, func(b *testing.B) {
			raw, err := os.ReadFile(fixture.Shared(b, "data/sentences/tatoeba/"+lang+".txt"))
			if err != nil {
				b.Fatal(err)
			}
			var docs []*bauta.Doc
			tokens := 0
			for _, line := range strings.Split(string(raw), "\n")[2000:3000] {
				docs = append(docs, analyse(b, line, lang))
			}
			det := shippedDetector(b, lang)
			for b.Loop() {
				for _, d := range docs {
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
		if _, err := neural.Read(data); err != nil {
			b.Fatal(err)
		}
	}
}
