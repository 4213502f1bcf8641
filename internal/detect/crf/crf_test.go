package crf_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
)

// analyse makes a Doc of a text in which [label:words] marks a span.
func analyse(t testing.TB, marked, lang string) (*bauta.Doc, []bauta.Span) {
	t.Helper()
	plain, spans := fixture.Labelled(marked)
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: "1", Lang: lang, Text: plain})
	if err != nil {
		t.Fatal(err)
	}
	return d, spans
}

var types = []bauta.Label{bauta.Person, bauta.Location}

// invented are labelled messages from templates.
func invented(n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(s string) string { f := strings.Fields(s); return f[r.IntN(len(f))] }
	out := make([]string, n)
	for i := range out {
		name, other := pick("Anna Zorblax Pierre Namrata Kim Ludo"), pick("Martin Vonk Duval")
		town := pick("Paris Lyon Grimsby Oslo Vevey")
		out[i] = []string{
			"hi [PERSON:" + name + "], how are you?",
			"I saw [PERSON:" + name + " " + other + "] in [LOCATION:" + town + "] today",
			"we go to [LOCATION:" + town + "] with [PERSON:" + name + "]'s sister",
			"ok see you later then",
			"call [PERSON:" + strings.ToLower(name) + "] at 10:30 pls",
			"the train from [LOCATION:" + town + "] is late again !!",
		}[r.IntN(6)]
	}
	return out
}

var trained = sync.OnceValues(func() (*crf.Model, error) {
	classes, err := words.NewClasses([]string{"hi", "call", "paris", "oslo"}, []uint16{1, 1, 2, 2}, []uint16{1, 2, 3, 4})
	if err != nil {
		return nil, err
	}
	b, err := crf.NewBuilder("en", types, lexicon.Default(), classes)
	if err != nil {
		return nil, err
	}
	for _, m := range invented(300, 1) {
		d, spans := analyse(&testing.T{}, m, "en")
		if err := b.Add(d, spans, 1); err != nil {
			return nil, err
		}
	}
	m, _, err := chain.Train(context.Background(), b.Data(), chain.Config{C2: 0.5, Allowed: tags.Allowed})
	if err != nil {
		return nil, err
	}
	return b.Model(m, crf.Pack{Least: 0.001})
})

func model(t testing.TB) *crf.Model {
	t.Helper()
	m, err := trained()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func detector(t testing.TB, c tagger.Config) *tagger.Detector {
	t.Helper()
	d, err := tagger.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// show writes spans as [label:words], finds only.
func show(d *bauta.Doc, spans []bauta.Span) string {
	var b strings.Builder
	at := 0
	for _, s := range spans {
		if s.Doubt == bauta.Sure {
			fmt.Fprintf(&b, "%s[%s:%s]", d.Text[at:s.Start], s.Label, d.Text[s.Start:s.End])
			at = s.End
		}
	}
	return b.String() + d.Text[at:]
}

func TestDetectFindsWhatItLearnt(t *testing.T) {
	det := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Ask: -1})
	right := 0
	test := invented(100, 2)
	for _, m := range test {
		d, _ := analyse(t, m, "en")
		spans, err := det.Detect(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if show(d, spans) == m {
			right++
		}
		for _, s := range spans {
			if s.P < 0 || s.P > 1 || s.Source != "crf" || s.Why != "en" || !s.By("en") {
				t.Errorf("%+v", s)
			}
		}
	}
	if right < 95 {
		t.Errorf("%d of %d messages right", right, len(test))
	}
	// A name never seen, in a place where names stand.
	d, _ := analyse(t, "hi Tamsin, how are you?", "en")
	spans, err := det.Detect(context.Background(), d)
	if err != nil || show(d, spans) != "hi [PERSON:Tamsin], how are you?" {
		t.Errorf("%s %v", show(d, spans), err)
	}
}

func TestLowMarginalsAreQuestions(t *testing.T) {
	ctx := context.Background()
	d, _ := analyse(t, "I saw Anna Vonk in Oslo today", "en")
	all, err := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Sure: 1.5}).Detect(ctx, d)
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, s := range all {
		if s.Doubt == bauta.Sure {
			t.Errorf("a span of probability %g is sure", s.P)
		}
	}
	everything, err := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Ask: 1e-12}).Detect(ctx, d)
	if err != nil || len(everything) != 6 { // one of two words, five of one
		t.Errorf("%d spans: %v", len(everything), err)
	}
}

func TestMaskedWordsAreNotNames(t *testing.T) {
	d, _ := analyse(t, "hi Anna, how are you?", "en")
	d.Tokens[1].Kind = bauta.Masked
	spans, err := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Ask: 1e-12}).Detect(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range spans {
		if s.Start <= 3 && s.End > 3 {
			t.Errorf("a replacement was tagged: %+v", s)
		}
	}
}

func TestLanguages(t *testing.T) {
	ctx := context.Background()
	m := model(t)
	d, _ := analyse(t, "hi Anna, how are you?", "fr")
	for _, c := range []struct {
		lang string
		want int
	}{{"", 0}, {"en", 1}} {
		spans, err := detector(t, tagger.Config{Models: tagger.Ready(m.With(nil)), Lang: c.lang, Ask: -1}).Detect(ctx, d)
		if err != nil || len(spans) != c.want {
			t.Errorf("stand-in %q: %d spans, %v", c.lang, len(spans), err)
		}
	}
	for lang, want := range map[string]int{"en": 1, "en-GB": 1, "": 0, "de-CH": 0, "-": 0} {
		d.Lang = lang
		spans, err := detector(t, tagger.Config{Models: tagger.Ready(m.With(nil)), Ask: -1}).Detect(ctx, d)
		if err != nil || len(spans) != want {
			t.Errorf("language %q: %d spans, %v", lang, len(spans), err)
		}
	}
	if _, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil), m.With(nil))}); err == nil {
		t.Error("two models of a language were accepted")
	}
	if _, err := tagger.New(tagger.Config{Lang: "sv"}); err == nil {
		t.Error("a stand-in without a model was accepted")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	d.Lang = "en"
	if _, err := detector(t, tagger.Config{Models: tagger.Ready(m.With(nil))}).Detect(cancelled, d); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A message of thousands of words is tagged in pieces, each name found.
func TestLongMessages(t *testing.T) {
	const n = 400
	d, gold := analyse(t, strings.Repeat("I saw [PERSON:Anna Vonk] in [LOCATION:Oslo] today ", n), "en")
	spans, err := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Ask: -1}).Detect(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	if len(spans) < len(gold)*95/100 {
		t.Errorf("%d of %d spans", len(spans), len(gold))
	}
}

// One detector serves many goroutines, each with what it would find alone.
func TestDetectIsSafeForConcurrentUse(t *testing.T) {
	det := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Ask: 0.05})
	msgs := invented(60, 8)
	want := make([][]bauta.Span, len(msgs))
	docs := make([]*bauta.Doc, len(msgs))
	for i, m := range msgs {
		docs[i], _ = analyse(t, m, "en")
		var err error
		if want[i], err = det.Detect(context.Background(), docs[i]); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for k := range docs {
				i := (k*7 + g*13) % len(docs)
				got, err := det.Detect(context.Background(), docs[i])
				if err != nil || len(got) != len(want[i]) {
					t.Errorf("message %d: %d spans, want %d (%v)", i, len(got), len(want[i]), err)
					continue
				}
				for j := range got {
					if got[j].Start != want[i][j].Start || got[j].P != want[i][j].P {
						t.Errorf("message %d: span %d differs", i, j)
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestWordsInsideTokens(t *testing.T) {
	cases := map[string]string{
		"d'Anna":             "d' Anna",
		"l’Oréal":            "l’ Oréal",
		"Tom's dog":          "Tom 's dog",
		"don't":              "don't",
		"jusqu'ici":          "jusqu' ici",
		"O'Brien":            "O' Brien",
		"aujourd'hui":        "aujourd'hui",
		"#Paris @anna":       "Paris @anna",
		"10kg 10,5km 2nd":    "10 kg 10,5 km 2 nd",
		"mp3 3x4 1.":         "mp3 3x4 1 .",
		"rock 'n' roll'":     "rock ' n ' roll '",
		"a@b.example x":      "a@b.example x",
		"Jean-Pierre":        "Jean-Pierre",
		"dell'Orto all'aria": "dell' Orto all' aria",
	}
	x := crf.NewExtractor("fr", nil, nil)
	var s crf.Sentence
	for in, want := range cases {
		d, _ := analyse(t, in, "fr")
		x.Read(d, &s)
		var got []string
		for _, w := range s.Words {
			got = append(got, d.Text[w.Start:w.End])
		}
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%q: %q, want %q", in, g, want)
		}
	}
}

// Features depend on the text alone: reading again gives the same, and the
// extractor does not allocate for them.
func TestFeaturesAreStableAndCheap(t *testing.T) {
	x := model(t).Extractor(lexicon.Default())
	d, _ := analyse(t, "hi Anna, j'vais à Paris nicoooolas 10:30 :) http://a.example", "en")
	var s crf.Sentence
	x.Read(d, &s)
	var first [][]uint32
	for i := range s.Words {
		first = append(first, x.Features(&s, i, nil))
	}
	x.Read(d, &s)
	dst := make([]uint32, 0, 500)
	for i := range s.Words {
		if dst = x.Features(&s, i, dst[:0]); !slices.Equal(dst, first[i]) {
			t.Errorf("word %d: features differ", i)
		}
	}
	if n := testing.AllocsPerRun(20, func() { dst = x.Features(&s, 1, dst[:0]) }); n > 0 {
		t.Errorf("%g allocations for the features of a word", n)
	}
}

func TestPackDropsSmallWeights(t *testing.T) {
	b, err := crf.NewBuilder("en", types, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range invented(100, 1) {
		d, spans := analyse(t, m, "en")
		if err := b.Add(d, spans, 1); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := chain.Train(context.Background(), b.Data(), chain.Config{C2: 1, Allowed: tags.Allowed, MaxIter: 30})
	if err != nil {
		t.Fatal(err)
	}
	model := func(p crf.Pack) *crf.Model {
		m, err := b.Model(c, p)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	written := func(m *crf.Model) []byte {
		var buf bytes.Buffer
		if err := m.Write(&buf); err != nil {
			t.Fatal(err)
		}
		return buf.Bytes()
	}
	size := func(p crf.Pack) int { return len(written(model(p))) }
	full, less, bounded := size(crf.Pack{}), size(crf.Pack{Least: 0.2}), size(crf.Pack{Bytes: 8000})
	if less >= full || bounded > 8000 || bounded < 4000 {
		t.Errorf("bytes: %d in full, %d pruned, %d bounded", full, less, bounded)
	}
	cut, err := model(crf.Pack{}).Cut(20)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := written(cut), written(model(crf.Pack{Steps: 20})); !bytes.Equal(got, want) || len(got) >= full {
		t.Errorf("cut later %d bytes, at once %d, of %d", len(got), len(want), full)
	}
}

// Half of the messages annotate persons alone, the other half places alone;
// the model finds both.
func TestSetsThatAnnotateSomeTypes(t *testing.T) {
	b, err := crf.NewBuilder("en", types, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range invented(300, 1) {
		d, spans := analyse(t, m, "en")
		keep := types[i%2]
		spans = slices.DeleteFunc(spans, func(s bauta.Span) bool { return s.Label != keep })
		if err := b.AddPartly(d, spans, []bauta.Label{keep}, 1); err != nil {
			t.Fatal(err)
		}
	}
	c, _, err := chain.Train(context.Background(), b.Data(), chain.Config{C2: 0.5, Allowed: tags.Allowed})
	if err != nil {
		t.Fatal(err)
	}
	m, err := b.Model(c, crf.Pack{})
	if err != nil {
		t.Fatal(err)
	}
	det := detector(t, tagger.Config{Models: tagger.Ready(m.With(nil)), Ask: -1, Sure: 0.01})
	right := 0
	for _, want := range invented(100, 2) {
		d, _ := analyse(t, want, "en")
		spans, err := det.Detect(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if show(d, spans) == want {
			right++
		}
	}
	if right < 95 {
		t.Errorf("%d of 100 messages right", right)
	}
}

func TestBuilderRefuses(t *testing.T) {
	many := make([]bauta.Label, 128)
	for i := range many {
		many[i] = bauta.Label(fmt.Sprint(i))
	}
	for name, types := range map[string][]bauta.Label{
		"none": nil, "empty": {""}, "twice": {"A", "A"}, "long": {bauta.Label(strings.Repeat("x", 65))}, "many": many,
	} {
		if _, err := crf.NewBuilder("en", types, nil, nil); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := crf.NewBuilder(strings.Repeat("x", 65), types, nil, nil); err == nil {
		t.Error("a long language was accepted")
	}
}
