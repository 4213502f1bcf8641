package train

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// TestScoreAgainstSets: gold, found and correct are the sizes of the two sets
// of spans and of what they share, whatever the texts.
func TestScoreAgainstSets(t *testing.T) {
	words := strings.Fields("vive Lens Ada salut demain Paul")
	draw := func(t *rapid.T, what string) []bauta.Span {
		var out []bauta.Span
		at := 0
		for i, w := range words {
			if rapid.IntRange(0, 2).Draw(t, fmt.Sprint(what, i)) == 0 {
				out = append(out, bauta.Span{Start: at, End: at + len(w), Label: rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.Location}).Draw(t, "label")})
			}
			at += len(w) + 1
		}
		return out
	}
	key := func(s bauta.Span) string { return fmt.Sprint(s.Start, s.End, s.Label) }
	rapid.Check(t, func(t *rapid.T) {
		right, found := draw(t, "gold"), draw(t, "found")
		in := map[string]bool{}
		for _, s := range right {
			in[key(s)] = true
		}
		both := 0
		for _, s := range found {
			if in[key(s)] {
				both++
			}
		}
		s := gold.Sentence{Lang: "fr", Text: strings.Join(words, " "), Spans: right}
		out, err := Score(context.Background(), echo(found), []gold.Sentence{s}, "fr", Cases()[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := out.Chunks.All; a.Gold != len(right) || a.Found != len(found) || a.Correct != both {
			t.Fatalf("gold %d, found %d, correct %d; want %d, %d, %d", a.Gold, a.Found, a.Correct, len(right), len(found), both)
		}
	})
}

// mute fails on every text.
type mute struct{ err error }

func (m mute) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return nil, m.err }

// TestScoreStops: the error of a detector and a context that is done are the
// error of the score.
func TestScoreStops(t *testing.T) {
	list := []gold.Sentence{{Text: "zyxwvutila", Lang: "fr"}}
	broken := errors.New("broken")
	if _, err := Score(context.Background(), mute{broken}, list, "fr", Cases()[0], nil); !errors.Is(err, broken) || strings.Contains(err.Error(), "zyx") {
		t.Errorf("%v", err)
	}
}

// TestRecipesThatAreWrong: each is refused by its name and without a panic, and
// what comes behind a first document does not pass unseen.
func TestRecipesThatAreWrong(t *testing.T) {
	for name, text := range map[string]string{
		"empty": "", "a list": "- lang: fr\n", "a number": "7\n", "NUL": "lang: \x00\n", "not UTF-8": "lang: \xff\n", "key twice": "lang: fr\nlang: en\nchat: {stock: 1}\n",
		"unknown key below": "lang: fr\nchat: {stock: 1, stocks: 2}\n", "text for a number": "lang: fr\nchat: {stock: many}\n", "negative seed": "lang: fr\nseed: -1\nchat: {stock: 1}\n",
		"a tab": "lang: fr\n\tchat: {stock: 1}\n", "open": "lang: fr\nchat: {stock: 1\n", "nesting": strings.Repeat("{a: ", 20000), "set of another language": "lang: fr\nsets:\n - {name: wnut17}\n",
		"split of a test": "lang: fr\nchat: {stock: 1}\ntests:\n - {name: winer_fr, split: nothing}\n",
	} {
		if _, err := ReadRecipe(strings.NewReader(text), "r.yaml"); err == nil || !strings.HasPrefix(err.Error(), "r.yaml: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCasesOfATest: scoring a text in lower case and in capitals gives detectors
// that text, and gold that lies where it lay.
func TestCasesOfATest(t *testing.T) {
	s := gold.Sentence{Lang: "fr", Text: "Élan vit à Évry", Spans: []bauta.Span{{Start: 0, End: 5, Label: bauta.Person}, {Start: 13, End: 18, Label: bauta.Location}}}
	seen := map[string]bool{}
	for _, how := range Cases() {
		out, err := Score(context.Background(), listener{seen: seen, spans: s.Spans}, []gold.Sentence{s}, "fr", how, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a := out.Chunks.All; a.Gold != 2 || a.Correct != 2 || out.Case != how {
			t.Errorf("%s: %+v", how, a)
		}
	}
	for _, want := range []string{"Élan vit à Évry", "élan vit à évry", "ÉLAN VIT À ÉVRY"} {
		if !seen[want] {
			t.Errorf("no detector saw %q", want)
		}
	}
}

// listener notes the texts and finds the same spans in each.
type listener struct {
	seen  map[string]bool
	spans []bauta.Span
}

func (l listener) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	l.seen[d.Text] = true
	return l.spans, nil
}
