package policy_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

// gdpr is built once for all tests: it loads the models of six languages.
var gdpr = sync.OnceValues(func() (*policy.Built, error) {
	f, err := policy.Load(policy.Newcomer)
	if err != nil {
		return nil, err
	}
	return f.Build(policy.Options{})
})

func newcomers(t testing.TB) *bauta.Pipeline {
	t.Helper()
	b, err := gdpr()
	if err != nil {
		t.Fatal(err)
	}
	return b.Pipeline
}

// written builds a policy that is given as text.
func written(t *testing.T, yaml string) *bauta.Pipeline {
	t.Helper()
	return build(t, parse(t, yaml), policy.Options{})
}

// TestDecideAsksNobody: with decide both opinions end in a find or in nothing.
func TestDecideAsksNobody(t *testing.T) {
	p := written(t, "policy: a\ndetect: {lexical: {second: ner, name_above: 0.9, word_below: 0.1, decide: 0.3}, pattern: {kinds: [EMAIL]}}\ndefault: tag\n")
	for text, hidden := range map[string]bool{
		"dis a rose ke jpasse la chercher a 8h":            true,
		"je suis avec pierre au cinema":                    true,
		"jai vu une rose rouge dans le jardin de ma mere":  false,
		"une pierre de ma bague est tombee dans le lavabo": false,
	} {
		if r := one(t, p, text); len(r.Candidates) > 0 || hidden != (len(r.Spans) > 0) {
			t.Errorf("%q becomes %q with %d questions", text, r.Text, len(r.Candidates))
		}
	}
}

// TestDeclaredLanguages: a language that nobody reads is read in its
// neighbour's stead, a region counts as its language, and Japanese has a
// detector of its own.
func TestDeclaredLanguages(t *testing.T) {
	p := newcomers(t)
	for _, c := range []struct{ lang, as, text string }{
		{"gsw", "de", "hoi, chunsch au? de Köbi bringt bier"},
		{"de-CH", "de", "bin mit Anna in Bern"},
		{"nb", "sv", "hei, ring Kari i dag"},
		{"ja", "ja", "明日田中さんに会うよ"},
		{"", "ja", "明日田中さんに会うよ"},
	} {
		r := alone(t, p, bauta.Message{ID: "1", Lang: c.lang, Text: c.text})
		if r.Lang != c.as || len(r.Spans) == 0 || len(r.Text) == len(c.text) {
			t.Errorf("%q as %q: read as %q, %q", c.text, c.lang, r.Lang, r.Text)
		}
	}
}

// TestStreetInAnotherTongue: the language told of a short message is a guess,
// so the streets of all languages are found.
func TestStreetInAnotherTongue(t *testing.T) {
	p := newcomers(t)
	for _, lang := range []string{"", "es", "en"} {
		if r := alone(t, p, bauta.Message{ID: "1", Lang: lang, Text: "doc: 12 bis rue des lilas"}); strings.Contains(r.Text, "rue") || strings.Contains(r.Text, "lilas") {
			t.Errorf("as %q: %q", lang, r.Text)
		}
	}
}

// TestAnnouncersAreNobody: what announces an identifier is no name, and the
// identifier is found.
func TestAnnouncersAreNobody(t *testing.T) {
	p := newcomers(t)
	for text, want := range map[string]string{
		"Eircode A65 F4E2 please":        "Eircode ZIP_CODE please",
		"Bankgiro 991-2346 tack":         "Bankgiro UID tack",
		"Tiktok: jules_mrt":              "Tiktok: UID",
		"ahv 756.8102.2093.16 isch mini": "ahv UID isch mini",
	} {
		if r := alone(t, p, bauta.Message{ID: "1", Text: text}); r.Text != want {
			t.Errorf("%q becomes %q, want %q", text, r.Text, want)
		}
	}
}

func alone(t testing.TB, p *bauta.Pipeline, m bauta.Message) bauta.Result {
	t.Helper()
	r, err := p.Thread(t.Context(), []bauta.Message{m})
	if err != nil {
		t.Fatal(err)
	}
	return r[0]
}

// BenchmarkGDPR is the whole of the default policy over chat in six languages:
// the hard messages of the examples, which all hold something, among invented
// SMS, most of which hold nothing.
func BenchmarkGDPR(b *testing.B) {
	data, err := os.ReadFile(filepath.Join("..", "examples", "hard.jsonl"))
	if err != nil {
		b.Fatal(err)
	}
	var all []bauta.Message
	size := 0
	for line := range strings.Lines(string(data)) {
		var m struct{ ID, Lang, Text string }
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			b.Fatal(err)
		}
		if m.Lang != "ja" {
			all = append(all, bauta.Message{ID: m.ID, Thread: m.Lang, Text: m.Text})
		}
	}
	for m := range fixture.SMS(1, 4*len(all)) {
		all = append(all, bauta.Message{Text: m.Text})
	}
	for _, m := range all {
		size += len(m.Text)
	}
	p := newcomers(b)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for i := range all {
			if _, err := p.Thread(b.Context(), all[i:i+1]); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(all)*b.N)/b.Elapsed().Seconds(), "messages/s")
}
