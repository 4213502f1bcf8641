package crf

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
)

func read(t testing.TB, x *Extractor, s string) *Sentence {
	t.Helper()
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	var out Sentence
	x.Read(d, &out)
	return &out
}

func TestShapes(t *testing.T) {
	_, short := shapeOf("Anna")
	if _, other := shapeOf("Été"); other != short {
		t.Error("letters with accents have another shape")
	}
	if _, other := shapeOf("Anna9"); other == short {
		t.Error("a digit does not change the shape")
	}
}

func TestPatterns(t *testing.T) {
	x := NewExtractor("en", nil, nil)
	for s, want := range map[string]words.Pattern{
		"anna": words.Plain, "a.b@c.example": words.Email, "http://a.example/b": words.URL, "@anna": words.Handle,
		"#anna": words.Hashtag, "!!!": words.Punct, ":)": words.Emoji, "7": words.Digits1, "1234": words.Digits1 + 3,
		"12345": words.Digits1 + 4, "12345678901": words.Digits9, "10:30": words.Time, "10h30": words.Time,
		"3,5": words.Number, "10.03.2020": words.Date, "mp3": words.Mingled,
	} {
		got := read(t, x, s)
		if len(got.Words) != 1 || got.Words[0].pattern != want {
			t.Errorf("%q: %d words, pattern %d, want %d", s, len(got.Words), got.Words[0].pattern, want)
		}
	}
}

// Prefixes and suffixes are counted in letters, and end with the word.
func TestAffixes(t *testing.T) {
	s := read(t, NewExtractor("fr", nil, nil), "Éléonore été a")
	for i, c := range []struct{ prefix, suffix string }{{"é él élé éléo éléon", "e re ore nore onore"}, {"é ét été", "é té été"}, {"a", "a"}} {
		w := &s.Words[i]
		for k := range affixes {
			var p, q uint64
			if f := strings.Fields(c.prefix); k < len(f) {
				p = words.Hash(f[k])
			}
			if f := strings.Fields(c.suffix); k < len(f) {
				q = words.Hash(f[k])
			}
			if w.prefix[k] != p || w.suffix[k] != q {
				t.Errorf("word %d, %d letters: prefix or suffix is wrong", i, k+1)
			}
		}
	}
}

func TestLexiconOfTheWord(t *testing.T) {
	b := lexicon.NewBuilder("fr")
	for word, kind := range map[string]lexicon.Kind{"nicolas": lexicon.FirstName, "los angeles": lexicon.City, "los": lexicon.Form} {
		if err := b.Add(word, lexicon.Attr{Kinds: kind, Lang: "fr"}); err != nil {
			t.Fatal(err)
		}
	}
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	x := NewExtractor("fr", l, nil)
	for _, spelt := range []string{"Nicolas", "nicolaaaaas", "niiicoooolaaas"} {
		if w := read(t, x, spelt).Words[0]; !w.known || w.kinds != uint64(lexicon.FirstName) {
			t.Errorf("%s: known is %v, kinds %x", spelt, w.known, w.kinds)
		}
	}
	s := read(t, x, "à Los Angeles los , Angeles Nicola")
	var got []string
	for _, w := range s.Words {
		got = append(got, fmt.Sprintf("%d", w.phrase>>40))
	}
	for _, r := range s.read[:cap(s.read)] {
		if r.Text != "" || r.Norm != "" {
			t.Error("text stays in the sentence")
		}
	}
	if g := strings.Join(got, ""); g != "0120000" {
		t.Errorf("phrases %s", g)
	}
}

func TestWrittenAgain(t *testing.T) {
	s := read(t, NewExtractor("en", nil, nil), "Anna met anna and Tom saw Tom")
	if s.Words[0].elsewhere == 0 || s.Words[0].elsewhere != s.Words[2].elsewhere {
		t.Error("the two spellings of a word do not know of each other")
	}
	if s.Words[1].elsewhere != 0 || s.Words[4].elsewhere != s.Words[6].elsewhere || s.Words[4].elsewhere == s.Words[0].elsewhere {
		t.Error("a word alone, or one always written alike, is taken for another")
	}
}

// Different templates and arguments give different features.
func TestMixSpreads(t *testing.T) {
	seen := map[uint32]bool{}
	n := 0
	for template := range uint64(100) {
		for v := range uint64(200) {
			seen[mix(template, v)] = true
			n++
		}
	}
	if len(seen) < n-2 { // 20,000 of 2³²: 0.05 collisions are to be expected
		t.Errorf("%d of %d features differ", len(seen), n)
	}
	if join(1, 2) == join(2, 1) {
		t.Error("the order of what is joined is lost")
	}
}

func BenchmarkFeatures(b *testing.B) {
	x := NewExtractor("fr", lexicon.Default(), nil)
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: "coucou Nicolas on se voit demain à Lyon vers 18h30 avec la soeur de Camille ?"})
	if err != nil {
		b.Fatal(err)
	}
	var s Sentence
	var dst []uint32
	words := 0
	for b.Loop() {
		x.Read(d, &s)
		for i := range s.Words {
			dst = x.Features(&s, i, dst[:0])
		}
		words += len(s.Words)
	}
	b.ReportMetric(float64(words)/b.Elapsed().Seconds(), "words/s")
}
