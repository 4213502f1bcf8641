package lexical_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/text"
)

// names opens the shipped model of names.
func names(t testing.TB, lang string) *lexical.Model {
	t.Helper()
	b, err := model.Open(models.FS(), "names-"+lang)
	if err != nil {
		t.Fatal(err)
	}
	var part [3][]byte
	for i, f := range []string{"weights.json", "priors.bin", "letters.bin"} {
		if part[i], err = b.Read(f); err != nil {
			t.Fatal(err)
		}
	}
	m, err := lexical.NewModel(part[0], part[1], part[2])
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func detector(t testing.TB, cfg lexical.Config) *lexical.Detector {
	t.Helper()
	d, err := lexical.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func detect(t testing.TB, f *lexical.Detector, s string) (*bauta.Doc, []bauta.Span) {
	t.Helper()
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	spans, err := f.Detect(context.Background(), d)
	if err != nil {
		t.Fatal(err)
	}
	return d, spans
}

// show writes spans as word/doubt/part.
func show(d *bauta.Doc, spans []bauta.Span) string {
	var out []string
	for _, s := range spans {
		w := d.Surface(s.Start, s.End) + "/" + s.Doubt.String()
		if s.Part != "" {
			w += "/" + string(s.Part)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// TestElidedByAnyApostrophe: what is elided before a name is not of it, however the apostrophe is written.
func TestElidedByAnyApostrophe(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr")})
	for _, written := range []string{"l'%s", "l’%s", "dis à d’%s", "qu‘%s", "jusqu’à l’%s"} {
		for _, name := range []string{"Alice", "Élodie", "E\u0301lodie"} {
			d, spans := detect(t, f, strings.ReplaceAll(written, "%s", name))
			if got, want := show(d, spans), name+"/sure/first"; got != want {
				t.Errorf("%s with %s: %s, want %s", written, name, got, want)
			}
		}
	}
}

// TestTable1 is the paper's table 1: the label of a word by the lists alone.
func TestTable1(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr"), Literal: true})
	for word, want := range map[string]string{
		"Cédric": "Cédric/sure/first", "crayon": "", "Pierre": "Pierre/ambiguous/first", "Namrata": "Namrata/unknown",
		"Patrice": "Patrice/sure/first", "nicoooolllaassss": "nicoooolllaassss/sure/first", "desole": "", "jtaime": "", "mouhahaha": "",
	} {
		d, spans := detect(t, f, "Coucou "+word)
		if got := show(d, spans); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

// TestEvidence holds what no bound may lose: names that everybody would see,
// and words that nobody would take for names.
func TestEvidence(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr")})
	for _, c := range []struct{ text, want string }{
		{"Coucou Patrice, ça va?", "Patrice/sure/first"},
		{"slt nicolas tu fais quoi ce soir", "nicolas/sure/first"},
		{"je suis chez Camille Martin ce soir", "Camille Martin/sure/full"},
		{"je suis chez Ahmed bin Khaled ce soir", "Ahmed bin Khaled/sure/full"}, // his father
		{"je suis chez Ahmed et Khaled ce soir", "Ahmed/sure/first Khaled/sure/first"},
		{"on mange avec nicooolas et sophie", "nicooolas/sure/first sophie/sure/first"},
		{"bon elle est ou ? je suis juste en bas, c'est beau", ""},
		{"tkt jsuis a la gare jvais prendre le tram", ""},
		{"il est 17h30, 2e étage, 20€", ""},
		{"regarde #AnnivSophie demain", "Sophie/sure/first"},
		{"déjà vu <PRE_7> et <?_5> hier", ""},
	} {
		d, spans := detect(t, f, c.text)
		if diff := cmp.Diff(c.want, show(d, spans)); diff != "" {
			t.Errorf("%s: %s", c.text, diff)
		}
	}
}

func TestReasonsHoldNoText(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr")})
	for m := range fixture.SMS(3, 300) {
		d, spans := detect(t, f, m.Text)
		for _, s := range spans {
			w := strings.ToLower(d.Surface(s.Start, s.End))
			if len(w) > 3 && strings.Contains(strings.ToLower(s.Why), w) && !strings.Contains("name word list capital first greeting", w) {
				t.Errorf("the reason %q holds the word", s.Why)
			}
			if s.Why == "" || s.Source != lexical.Source {
				t.Errorf("span without reason: %v", s)
			}
		}
	}
}

func TestUsersListWins(t *testing.T) {
	hide, err := lexicon.Import(strings.NewReader("zorglub\nbateau\n"), "mine.txt", lexicon.Options{Role: lexicon.RoleDictionary})
	if err != nil {
		t.Fatal(err)
	}
	leave, err := lexicon.Import(strings.NewReader("sophie\n"), "ours.txt", lexicon.Options{Role: lexicon.RoleAntiDictionary})
	if err != nil {
		t.Fatal(err)
	}
	lex := lexicon.Default().With(hide, leave)
	f := detector(t, lexical.Config{Lexicon: lex, Model: names(t, "fr")})
	d, spans := detect(t, f, "avec zorglub et sophie sur le bateau")
	if got := show(d, spans); !strings.HasPrefix(got, "zorglub/sure") || !strings.Contains(got, "bateau/sure") || strings.Contains(got, "sophie") {
		t.Errorf("got %q", got)
	}
}

func TestBoundsMustNotCross(t *testing.T) {
	m := names(t, "fr")
	for _, c := range []lexical.Config{{Model: m, NameAbove: 0.2, WordBelow: 0.3}, {Model: m, NameAbove: 2}, {Model: m, WordBelow: -1}} {
		if _, err := lexical.New(c); err == nil {
			t.Errorf("bounds %g and %g were taken", c.NameAbove, c.WordBelow)
		}
	}
}

// TestBoundsDecide: raising the upper bound turns finds into questions, never
// into silence.
func TestBoundsDecide(t *testing.T) {
	m := names(t, "fr")
	loose := detector(t, lexical.Config{Model: m, NameAbove: 0.5, WordBelow: 0.01})
	strict := detector(t, lexical.Config{Model: m, NameAbove: 0.999, WordBelow: 0.01})
	found, asked := 0, 0
	for msg := range fixture.SMS(5, 400) {
		_, a := detect(t, loose, msg.Text)
		_, b := detect(t, strict, msg.Text)
		covered := map[int]bool{}
		for _, s := range b {
			for i := s.Start; i < s.End; i++ {
				covered[i] = true
			}
			if s.Doubt != bauta.Sure {
				asked++
			}
		}
		for _, s := range a {
			found++
			if !covered[s.Start] {
				t.Fatalf("a find at byte %d was dropped by a stricter bound", s.Start)
			}
		}
	}
	if found == 0 || asked == 0 {
		t.Errorf("%d finds, %d questions: the test saw nothing", found, asked)
	}
}

func TestModelFile(t *testing.T) {
	letters := make([]byte, 16)
	for name, c := range map[string][3][]byte{
		"not JSON":        {[]byte("x"), nil, letters},
		"unknown key":     {[]byte(`{"a":1}`), nil, letters},
		"unknown feature": {[]byte(`{"weights":{"both.nothing":1}}`), nil, letters},
		"letters":         {[]byte(`{}`), nil, make([]byte, 15)},
		"priors":          {[]byte(`{}`), make([]byte, 70), letters},
		"no letters":      {[]byte(`{}`), nil, nil},
	} {
		if _, err := lexical.NewModel(c[0], c[1], c[2]); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := lexical.NewModel([]byte(`{"weights":{"both.bias":1}}`), nil, letters); err != nil {
		t.Errorf("a small model: %v", err)
	}
}

func TestFeatureNamesAreDistinct(t *testing.T) {
	seen := map[string]int{}
	for i := range lexical.FeatureCount {
		n := lexical.FeatureName(i)
		if j, ok := seen[n]; ok {
			t.Errorf("features %d and %d are both %q", i, j, n)
		}
		seen[n] = i
	}
}

// checkSpans holds what must be true of any output.
func checkSpans(t interface{ Fatalf(string, ...any) }, d *bauta.Doc, spans []bauta.Span) {
	for _, s := range spans {
		if s.Start < 0 || s.End > len(d.Text) || s.Start >= s.End {
			t.Fatalf("span %v in a text of %d bytes", s, len(d.Text))
		}
		if s.P < 0 || s.P > 1 {
			t.Fatalf("score %g", s.P)
		}
		for _, in := range s.Inner {
			if in.Start < s.Start || in.End > s.End {
				t.Fatalf("part %v outside %v", in, s)
			}
		}
	}
}

func TestAnyText(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr")})
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"Léa", "d'alice", "jean-marc", "BON", "pierre", "#FêteNico", "l'", "-", "'", "qu'il", "xx'yy'zz", "a-b-c", "😘", "İstanbul", "e\u0301ric", "chez", ","}), 0, 12).Draw(rt, "words")
		d, spans := detect(t, f, strings.Join(words, rapid.SampledFrom([]string{" ", "", "-"}).Draw(rt, "between")))
		checkSpans(rt, d, spans)
	})
}

func TestLongLinesAreLinear(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr")})
	for _, unit := range []string{"pierre ", "xqzt ", "a-", "l'", "#Nico", "aaaa", "Zz'", "jean-"} {
		d, spans := detect(t, f, strings.Repeat(unit, 200_000/len(unit)))
		checkSpans(t, d, spans)
	}
}

func FuzzDetect(f *testing.F) {
	for _, m := range fixture.Messages() {
		f.Add(m.Text)
	}
	det := detector(f, lexical.Config{Model: names(f, "fr")})
	f.Fuzz(func(t *testing.T, s string) {
		d, spans := detect(t, det, s)
		checkSpans(t, d, spans)
	})
}

func FuzzModel(f *testing.F) {
	f.Add([]byte(`{"lang":"fr","weights":{"both.bias":1}}`), []byte{1}, []byte{1, 2})
	f.Fuzz(func(t *testing.T, weights, priors, letters []byte) {
		m, err := lexical.NewModel(weights, priors, letters)
		if err != nil {
			return
		}
		if det, err := lexical.New(lexical.Config{Model: m}); err == nil {
			detect(t, det, "slt pierre et nico xqzt")
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	f := detector(b, lexical.Config{Model: names(b, "fr")})
	var docs []*bauta.Doc
	size := 0
	for m := range fixture.SMS(1, 2000) {
		d, _ := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: m.Text})
		docs = append(docs, d)
		size += len(m.Text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, d := range docs {
			f.Detect(context.Background(), d)
		}
	}
}

func ExampleNew() {
	f, err := lexical.New(lexical.Config{Lang: "fr"}) // by the lists alone
	if err != nil {
		fmt.Println(err)
		return
	}
	d, _ := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: "je suis avec Cédric"})
	spans, _ := f.Detect(context.Background(), d)
	fmt.Println(spans)
	// Output: [PERSON [13:20) lexical]
}
