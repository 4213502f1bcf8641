package neural_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tagger"
	nn "github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
	"github.com/google/go-cmp/cmp"
)

var types = []bauta.Label{bauta.Person, bauta.Location}

func analyse(t testing.TB, msg, lang string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Text: msg, Lang: lang})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// labelled is a message with the spans of its gold.
type labelled struct {
	text  string
	spans []bauta.Span
}

// invented makes messages of three frames, with names and towns that a frame
// alone tells from the words around them.
func invented(n int, seed uint64) []labelled {
	rng := rand.New(rand.NewPCG(seed, 1))
	names, towns := []string{"Anna", "Bo Lind", "Zoé", "karl", "Ines Roux"}, []string{"Oslo", "Lund", "tours", "Pau"}
	fill := strings.Fields("well so then today maybe please again")
	var out []labelled
	for range n {
		var m labelled
		put := func(s string, l bauta.Label) {
			if m.text != "" {
				m.text += " "
			}
			if l != "" {
				m.spans = append(m.spans, bauta.Span{Start: len(m.text), End: len(m.text) + len(s), Label: l})
			}
			m.text += s
		}
		put(fill[rng.IntN(len(fill))], "")
		switch rng.IntN(3) {
		case 0:
			put("I saw", "")
			put(names[rng.IntN(len(names))], bauta.Person)
			put("in", "")
			put(towns[rng.IntN(len(towns))], bauta.Location)
		case 1:
			put("we go to", "")
			put(towns[rng.IntN(len(towns))], bauta.Location)
		default:
			put("call", "")
			put(names[rng.IntN(len(names))], bauta.Person)
		}
		put(fill[rng.IntN(len(fill))], "")
		out = append(out, m)
	}
	return out
}

var dims = neural.Dims{Word: 8, Letter: 4, Spelling: 4, Feature: 8, Hidden: 12}

func builder() (*neural.Builder, error) {
	classes, err := words.NewClasses([]string{"call", "well", "so"}, []uint16{1, 2, 2}, []uint16{1, 800, 1023})
	if err != nil {
		return nil, err
	}
	v, err := neural.NewVocabulary(strings.Fields("i saw in we go to call well so then"), []rune("abcdefghijklmnopqrstuvwxyzABIKLOPZ"), 50, classes)
	if err != nil {
		return nil, err
	}
	return neural.NewBuilder("en", types, lexicon.Default(), v)
}

// trained trains a small model once for all tests.
var trained = sync.OnceValues(func() (*neural.Model, error) {
	b, err := builder()
	if err != nil {
		return nil, err
	}
	for i, m := range invented(150, 1) {
		if err := b.Domain([]string{"", "letters"}[i%2]); err != nil {
			return nil, err
		}
		d, err := text.Analyser{Lang: "en"}.Analyse(context.Background(), bauta.Message{Text: m.text, Lang: "en"})
		if err != nil {
			return nil, err
		}
		b.Add(d, m.spans, 1)
	}
	net, err := b.Net(dims, 1)
	if err != nil {
		return nil, err
	}
	if err := nn.Train(context.Background(), net, b.Data(), nn.Config{Epochs: 8, Rate: 0.01, Clip: 5, Unknown: 0.1, Dropout: 0.1}); err != nil {
		return nil, err
	}
	return b.Model(net, dims, 1.1)
})

func model(t testing.TB) *neural.Model {
	t.Helper()
	m, err := trained()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func detector(t testing.TB, c tagger.Config) *tagger.Detector {
	t.Helper()
	if c.Models == nil {
		c.Models = tagger.Ready(model(t).With(nil))
	}
	d, err := tagger.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func detect(t testing.TB, d *tagger.Detector, msg, lang string) []bauta.Span {
	t.Helper()
	spans, err := d.Detect(t.Context(), analyse(t, msg, lang))
	if err != nil {
		t.Fatal(err)
	}
	return spans
}

func TestDetectFindsWhatItLearnt(t *testing.T) {
	d := detector(t, tagger.Config{})
	wrong := 0
	for _, m := range invented(100, 2) {
		found := detect(t, d, m.text, "en")
		same := slices.EqualFunc(found, m.spans, func(a, b bauta.Span) bool {
			return a.Start == b.Start && a.End == b.End && a.Label == b.Label && a.Doubt == bauta.Sure
		})
		if !same {
			wrong++
		}
		for _, s := range found {
			if s.P < 0 || s.P > 1 || s.Source != "neural" || s.Why != "en" || !s.By("en") {
				t.Fatalf("%+v", s)
			}
		}
	}
	if wrong > 5 {
		t.Errorf("%d of 100 messages are read wrongly", wrong)
	}
}

func TestLanguages(t *testing.T) {
	msg := "so I saw Anna in Oslo today"
	for _, c := range []struct {
		standIn, lang string
		finds         bool
	}{{"", "en", true}, {"", "en-GB", true}, {"", "fr", false}, {"en", "fr", true}, {"en", "fr-CH", true}} {
		d := detector(t, tagger.Config{Lang: c.standIn})
		if got := len(detect(t, d, msg, c.lang)) > 0; got != c.finds {
			t.Errorf("stand-in %q, message in %q: finds %v", c.standIn, c.lang, got)
		}
	}
	m := model(t)
	if _, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil), m.With(nil))}); err == nil {
		t.Error("two models of one language were taken")
	}
	if _, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil)), Lang: "fr"}); err == nil {
		t.Error("a stand-in that is not there was taken")
	}
}

func TestSureAndAsk(t *testing.T) {
	msg := "well call Anna again"
	for _, s := range detect(t, detector(t, tagger.Config{Sure: 1.1}), msg, "en") {
		if s.Doubt == bauta.Sure {
			t.Errorf("surer than certain: %+v", s)
		}
	}
	if n := len(detect(t, detector(t, tagger.Config{Ask: 1e-12}), msg, "en")); n != 4 {
		t.Errorf("asked about everything it says %d things of 4 words", n)
	}
}

// TestKeptSpellings tags with a fresh detector and with one that has seen more
// spellings than it keeps.
func TestKeptSpellings(t *testing.T) {
	worn := detector(t, tagger.Config{})
	for i := range 900 {
		detect(t, worn, fmt.Sprintf("call a%d b%d c%d d%d e%d f%d", i, i, i, i, i, i), "en")
	}
	for _, m := range invented(30, 5) {
		a, b := detect(t, detector(t, tagger.Config{}), m.text, "en"), detect(t, worn, m.text, "en")
		if !cmp.Equal(a, b) {
			t.Fatalf("%v and %v", a, b)
		}
	}
}

func TestLongMessages(t *testing.T) {
	d := detector(t, tagger.Config{})
	long := strings.Repeat("well I saw Anna in Oslo today . ", 200)
	spans := detect(t, d, long, "en")
	if len(spans) < 350 {
		t.Errorf("%d spans in 200 sentences with two each", len(spans))
	}
	for _, s := range spans {
		if x := long[s.Start:s.End]; x != "Anna" && x != "Oslo" {
			t.Errorf("found %q", x)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Detect(ended, analyse(t, long, "en")); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context gave %v", err)
	}
}

func TestMaskedIsNoName(t *testing.T) {
	d := detector(t, tagger.Config{})
	for _, s := range detect(t, d, "well call <PRE_4> again", "en") {
		if s.Start < 17 && s.End > 10 {
			t.Errorf("found %+v in a replacement", s)
		}
	}
}

func TestConcurrentUse(t *testing.T) {
	d := detector(t, tagger.Config{})
	want := detect(t, d, "so I saw Anna in Oslo", "en")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				got, err := d.Detect(context.Background(), analyse(t, "so I saw Anna in Oslo", "en"))
				if err != nil || !cmp.Equal(got, want) {
					t.Error(got, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestTemperature(t *testing.T) {
	b, err := builder()
	if err != nil {
		t.Fatal(err)
	}
	net, err := b.Net(dims, 4)
	if err != nil {
		t.Fatal(err)
	}
	score := func(temperature float64) float64 {
		m, err := b.Model(net, dims, temperature)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, s := range detect(t, detector(t, tagger.Config{Models: tagger.Ready(m.With(nil)), Ask: 1e-12}), "well call Anna again", "en") {
			sum += math.Abs(s.P - 0.2)
		}
		return sum
	}
	if cold, warm := score(0.2), score(5); cold < 2*warm {
		t.Errorf("scores are %g from even when cold, %g when warm", cold, warm)
	}
	other := dims
	other.Hidden++
	if _, err := b.Model(net, other, 1); err == nil {
		t.Error("a network of other sizes was taken")
	}
}

func TestBuilderRefuses(t *testing.T) {
	v, err := neural.NewVocabulary(nil, nil, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := neural.NewBuilder("en", nil, nil, v); err == nil {
		t.Error("no types were taken")
	}
	b, err := neural.NewBuilder("en", types, nil, v)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 32 {
		if err := b.Domain(fmt.Sprint("d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if b.Domain("d31") != nil || b.Domain("one more") == nil {
		t.Error("32 domains are the most")
	}
	if _, err := neural.NewVocabulary(nil, nil, -1, nil); err == nil {
		t.Error("a negative number of buckets was taken")
	}
}

func TestGrams(t *testing.T) {
	v, err := neural.NewVocabulary([]string{"anna"}, []rune("an"), 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]int{"": 0, "a": 1, "an": 3, "ann": 6, "anna": 9} { // of <anna>: 4 of three, 3 of four, 2 of five
		if got := len(v.Grams(word, nil)); got != want {
			t.Errorf("%q has %d n-grams, want %d", word, got, want)
		}
	}
	if n := len(v.Grams(strings.Repeat("ab", 500), nil)); n != 64 {
		t.Errorf("a long word has %d n-grams", n)
	}
	if v.Word("anna") != 0 || v.Word("anne") != -1 {
		t.Error("the words are not those given")
	}
}

func file(t testing.TB, m *neural.Model) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWriteReadIsTheSameModel(t *testing.T) {
	m := model(t)
	data := file(t, m)
	again, err := neural.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file(t, again), data) {
		t.Error("written again the file differs")
	}
	if again.Lang() != "en" || !slices.Equal(again.Types(), types) || again.Weights() != m.Weights() || again.Vocabulary().Words() != m.Vocabulary().Words() {
		t.Errorf("%s %v %d", again.Lang(), again.Types(), again.Weights())
	}
	a, b := detector(t, tagger.Config{}), detector(t, tagger.Config{Models: tagger.Ready(again.With(nil))})
	for _, msg := range invented(50, 3) {
		if x, y := detect(t, a, msg.text, "en"), detect(t, b, msg.text, "en"); !cmp.Equal(x, y) {
			t.Fatalf("%v and %v", x, y)
		}
	}
}

func TestReadRefusesDamage(t *testing.T) {
	data := file(t, model(t))
	for n := range min(len(data), 300) {
		for _, cut := range []int{n, len(data) - 1 - n} {
			if _, err := neural.Read(data[:cut]); !errors.Is(err, neural.ErrFormat) {
				t.Fatalf("cut at %d: %v", cut, err)
			}
		}
	}
	for name, change := range map[string]func([]byte) []byte{
		"magic":    func(d []byte) []byte { d[0]++; return d },
		"features": func(d []byte) []byte { d[8]++; return d },
		"longer":   func(d []byte) []byte { return append(d, 0) },
		"types":    func(d []byte) []byte { d[12] = 0; return d },
	} {
		if _, err := neural.Read(change(slices.Clone(data))); !errors.Is(err, neural.ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzRead reads whatever comes, and where that is a model, tags with it.
func FuzzRead(f *testing.F) {
	data := file(f, model(f))
	f.Add(data)
	f.Add(data[:200])
	f.Add([]byte("bautanr1\x01\x02en"))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := neural.Read(data)
		if err != nil {
			if !errors.Is(err, neural.ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		d, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil)), Lang: m.Lang()})
		if err != nil {
			return
		}
		detect(t, d, "well I saw Bo Lind in Oslo", "en")
	})
}

func Example() {
	var file bytes.Buffer // in life: models/neural-en of the binary
	if m, err := trained(); err != nil || m.Write(&file) != nil {
		return
	}
	m, err := neural.Read(file.Bytes())
	if err != nil {
		fmt.Println(err)
		return
	}
	det, _ := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil))})
	doc, _ := text.Analyser{Lang: "en"}.Analyse(context.Background(), bauta.Message{Text: "so I saw Anna in Oslo today"})
	spans, _ := det.Detect(context.Background(), doc)
	for _, s := range spans {
		fmt.Println(s.Label, doc.Surface(s.Start, s.End))
	}
	// Output:
	// PERSON Anna
	// LOCATION Oslo
}

// TestKeptScores: sequences that stood before, in another message, too, have the scores of a model that has seen
// none, to the bit.
func TestKeptScores(t *testing.T) {
	text := "well I saw Anna in Oslo today . Anna saw me , and Oslo is far away . no"
	var file bytes.Buffer
	if err := model(t).Write(&file); err != nil {
		t.Fatal(err)
	}
	fresh := func() (tagger.Scorer, int) { // nothing is kept
		m, err := neural.Read(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		scorer, err := m.With(nil).Scorer(nil)
		if err != nil {
			t.Fatal(err)
		}
		return scorer, len(scorer.Read(analyse(t, text, "en")))
	}
	scores := func(scorer tagger.Scorer, at [2]int) []float64 {
		l := scorer.Lattice(at[0], at[1])
		var out []float64
		for i := range at[1] - at[0] {
			out = append(out, l.Marginal(i, 0), l.Marginal(i, 1))
		}
		return out
	}
	kept, words := fresh()
	for range 2 {
		for _, at := range [][2]int{{0, 8}, {8, 10}, {10, words}, {8, 10}, {0, 8}} {
			alone, _ := fresh()
			if got, want := scores(kept, at), scores(alone, at); !slices.Equal(got, want) {
				t.Errorf("words %v: %v, %v alone", at, got, want)
			}
		}
		kept.Read(analyse(t, "no", "en"))
		kept.Lattice(0, 1)
		kept.Read(analyse(t, text, "en"))
	}
}
