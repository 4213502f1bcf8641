package chat

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// soundGold fails when a generated message is not gold: spans sorted, disjoint,
// on character borders, without blanks at their edges, no slot left.
func soundGold(t interface{ Fatalf(string, ...any) }, s gold.Sentence) {
	end := 0
	for _, sp := range s.Spans {
		if sp.Start < end || sp.End <= sp.Start || sp.End > len(s.Text) || !utf8.RuneStart(s.Text[sp.Start]) {
			t.Fatalf("bad span in %s", shown(s))
		}
		if inside := s.Text[sp.Start:sp.End]; strings.TrimSpace(inside) != inside {
			t.Fatalf("blanks at the edge of a span in %s", shown(s))
		}
		end = sp.End
	}
	if !utf8.ValidString(s.Text) || strings.ContainsAny(s.Text, "{}\x00") || strings.TrimSpace(s.Text) == "" {
		t.Fatalf("no message: %q", s.Text)
	}
}

// TestGeneratedMessagesAreGold in every language and for many seeds, and another
// seed gives other messages.
func TestGeneratedMessagesAreGold(t *testing.T) {
	for _, lang := range langs {
		var first string
		for seed := range uint64(5) {
			all := generator(t, lang, seed).Messages(200)
			if len(all) != 200 {
				t.Fatalf("%s: %d messages", lang, len(all))
			}
			whole := ""
			negatives := 0
			for _, s := range all {
				soundGold(t, s)
				whole += s.Text + "\n"
				if s.Lang != lang {
					t.Fatalf("a message of %q for %s", s.Lang, lang)
				}
				if len(s.Spans) == 0 {
					negatives++
				}
			}
			if negatives < 40 {
				t.Errorf("%s, seed %d: %d of 200 messages without anything to find", lang, seed, negatives)
			}
			if seed == 0 {
				first = whole
			} else if whole == first {
				t.Errorf("%s: seed %d gives the messages of seed 0", lang, seed)
			}
		}
	}
}

// TestFirstMessagesOfMore: asking for more gives the same beginning, so that a
// figure on n messages is one on any n.
func TestFirstMessagesOfMore(t *testing.T) {
	for _, lang := range langs {
		few, many := generator(t, lang, 4).Messages(50), generator(t, lang, 4).Messages(120)
		for i := range few {
			if shown(few[i]) != shown(many[i]) {
				t.Fatalf("%s: message %d of 50 is not that of 120", lang, i)
			}
		}
	}
}

// TestLabelledIdentifiersLookLikeOnes: what is labelled in generated text has
// the form of its type, in every language.
func TestLabelledIdentifiersLookLikeOnes(t *testing.T) {
	forms := map[bauta.Label]*regexp.Regexp{
		bauta.Email:   regexp.MustCompile(`(?i)^\S+@\S+\.[a-z]{2,}$`),
		bauta.URL:     regexp.MustCompile(`(?i)\.[a-z]{2,}(/\S*)?$`),
		bauta.Phone:   regexp.MustCompile(`\d.*\d.*\d.*\d.*\d`),
		bauta.ZipCode: regexp.MustCompile(`\d.*\d|^[A-Za-z]{1,2}\d`),
	}
	found := map[bauta.Label]int{}
	for _, lang := range langs {
		for _, s := range generator(t, lang, 6).Messages(400) {
			for _, sp := range s.Spans {
				form, ok := forms[sp.Label]
				if !ok {
					continue
				}
				found[sp.Label]++
				if text := s.Text[sp.Start:sp.End]; !form.MatchString(text) {
					t.Errorf("%s: %q is no %s", lang, text, sp.Label)
				}
			}
		}
	}
	for label := range forms {
		if found[label] == 0 {
			t.Errorf("no %s in 2400 messages", label)
		}
	}
}

// TestJoinAgainstConcatenation: joining moves the spans of the second text by
// what stands before it, and keeps those of the first.
func TestJoinAgainstConcatenation(t *testing.T) {
	one := rapid.Custom(func(t *rapid.T) gold.Sentence {
		s := gold.Sentence{Lang: "fr", Text: rapid.StringMatching(`[a-cé😘]{1,9}`).Draw(t, "text")}
		starts := []int{}
		for i := range s.Text {
			starts = append(starts, i)
		}
		if rapid.Bool().Draw(t, "named") {
			from := rapid.SampledFrom(starts).Draw(t, "from")
			s.Spans = []bauta.Span{{Start: from, End: len(s.Text), Label: bauta.Person}}
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := one.Draw(t, "a"), one.Draw(t, "b")
		between := rapid.SampledFrom([]string{"", " ", ", ", " 😘 "}).Draw(t, "between")
		before := shown(a)
		got := join(a, b, between)
		if want := shown(a) + between + shown(b); shown(got) != want {
			t.Fatalf("%s, want %s", shown(got), want)
		}
		if shown(a) != before {
			t.Fatalf("joining changed the first text to %s", shown(a))
		}
	})
}

// TestDrawTakesOnlyWhatIsIn: weights that are zero, negative or no number never
// come, and every positive weight may.
func TestDrawTakesOnlyWhatIsIn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b Bag
		var in []string
		zero := 0.0
		for i, w := range rapid.SliceOfN(rapid.SampledFrom([]float64{-1, 0, 0.5, 1, 7, zero / zeroOf()}), 0, 8).Draw(t, "weights") {
			word := fmt.Sprint("w", i)
			b.add(word, w)
			if w > 0 {
				in = append(in, word)
			}
		}
		b.add("", 5)
		if b.Len() != len(in) {
			t.Fatalf("%d words, want %d", b.Len(), len(in))
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 20 {
			if w := b.Draw(rng); len(in) == 0 && w != "" || len(in) > 0 && !slices.Contains(in, w) {
				t.Fatalf("%q drawn from %q", w, in)
			}
		}
	})
}

// zeroOf gives a zero that the compiler does not see.
func zeroOf() float64 { return float64(len("")) }

// TestNamesNeedFirstNames: a data folder without first names, or with damaged
// lists, is an error that names the file and no name.
func TestNamesNeedFirstNames(t *testing.T) {
	if _, err := LoadNames(fstest.MapFS{}, nil, "fr", nil); err == nil {
		t.Error("no first names: taken")
	}
	for file, data := range map[string]string{
		"lexicon/insee_noms.json": `{"ZYXWVU": `,
	} {
		folder := fstest.MapFS{
			"lexicon/insee_prenoms.tsv": {Data: []byte("name\tsex\tn\tn\nZoé\tF\t9\t900\n")},
			file:                        {Data: []byte(data)},
		}
		if _, err := LoadNames(folder, nil, "fr", nil); err == nil || !strings.Contains(err.Error(), file) || strings.Contains(err.Error(), "ZYX") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestStockHonoursItsShare: of the messages asked for, about the share has a
// person, none when the share is nought, and each is gold.
func TestStockHonoursItsShare(t *testing.T) {
	var sentences []string
	for i := range 400 {
		sentences = append(sentences, fmt.Sprintf("Tom vient le %d.", i), fmt.Sprintf("Il pleut depuis %d jours.", i))
	}
	for _, share := range []float64{0, 0.25, 0.6, 1} {
		all := generator(t, "fr", 3).Stock(sentences, 200, share)
		with := 0
		for _, s := range all {
			soundGold(t, s)
			if slices.ContainsFunc(s.Spans, func(sp bauta.Span) bool { return sp.Label == bauta.Person }) {
				with++
			}
		}
		if got := float64(with) / float64(max(1, len(all))); got < share-0.12 || got > share+0.12 || len(all) != 200 {
			t.Errorf("share %g: %d of %d messages with a person", share, with, len(all))
		}
	}
}
