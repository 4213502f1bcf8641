package lexical_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// fewLists is a lexicon of invented lists: two names, a word that is both, and
// the words around them.
func fewLists(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	b := lexicon.NewBuilder("fr")
	for words, a := range map[string]lexicon.Attr{
		"zorglub barbanul": {Kinds: lexicon.FirstName, NameRank: 5, NameIndex: 1, Origin: "fr"},
		"crayon":           {Kinds: lexicon.FirstName, NameRank: 1, NameIndex: 2, Origin: "fr"},
		"le la chez avec est mange ok demain soir": {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Noun},
		"salut": {Lang: "fr", Kinds: lexicon.Greeting | lexicon.Form},
	} {
		for w := range strings.FieldsSeq(words) {
			if err := b.Add(w, a); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := b.Add("crayon", lexicon.Attr{Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Noun}); err != nil {
		t.Fatal(err)
	}
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// TestLabelsAreSetArithmetic: without a model, the label of a word is what the
// two lists say, wherever in the message and in whatever case it stands:
// dictionary alone is found, anti-dictionary alone is left, both is ambiguous,
// neither is unknown.
func TestLabelsAreSetArithmetic(t *testing.T) {
	f := detector(t, lexical.Config{Lexicon: fewLists(t), Literal: true})
	labels := map[string]string{
		"zorglub": "sure", "barbanul": "sure", "crayon": "ambiguous", "kwyjbo": "unknown",
		"le": "", "chez": "", "mange": "", "salut": "", "demain": "", "!": "", "18h30": "", "😘": "", "<PRE_7>": "", ":)": "", "20€": "", "...": "",
	}
	rapid.Check(t, func(t *rapid.T) {
		var m strings.Builder
		want := map[int]string{}
		for i := range rapid.IntRange(1, 8).Draw(t, "n") {
			w := rapid.SampledFrom([]string{"zorglub", "barbanul", "crayon", "kwyjbo", "le", "chez", "mange", "salut", "demain", "!", "18h30", "😘", "<PRE_7>", ":)", "20€", "..."}).Draw(t, "word")
			if i > 0 {
				m.WriteString(rapid.SampledFrom([]string{" ", "\n", ", ", "  "}).Draw(t, "blank"))
			}
			if label := labels[w]; label != "" {
				want[m.Len()] = label
			}
			if rapid.Bool().Draw(t, "upper") && w != "<PRE_7>" && w != "18h30" {
				w = strings.ToUpper(w)
			}
			m.WriteString(w)
		}
		d, spans := detectT(t, f, m.String())
		got := map[int]string{}
		for _, s := range spans {
			for _, part := range append([]bauta.Span{s}, s.Inner...) {
				got[part.Start] = s.Doubt.String()
			}
		}
		for at, label := range want {
			if got[at] != label {
				t.Fatalf("%q: the word at byte %d is %q, want %q (%s)", d.Text, at, got[at], label, show(d, spans))
			}
		}
		for at := range got {
			if want[at] == "" {
				t.Fatalf("%q: byte %d is taken for a name (%s)", d.Text, at, show(d, spans))
			}
		}
	})
}

// analyse reads a message as French.
func analyse(s string) *bauta.Doc {
	d, _ := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: s}) // never fails
	return d
}

// detectT is detect for a property.
func detectT(t *rapid.T, f *lexical.Detector, s string) (*bauta.Doc, []bauta.Span) {
	d := analyse(s)
	spans, err := f.Detect(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	checkSpans(t, d, spans)
	return d, spans
}

// TestDisguisedNamesAreFound: what an eye reads as a listed name is found,
// however it is spelt, the span covers all of what stands for it, and a
// disguise makes it no less sure than it was.
func TestDisguisedNamesAreFound(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr"), Literal: true})
	for _, name := range []string{"Cédric", "Sébastien", "Aurélie", "Patrice", "Guillaume"} {
		_, base := detect(t, f, "chez "+name+" ok")
		for how, w := range map[string]string{
			"as it is": name, "small": strings.ToLower(name), "capitals": strings.ToUpper(name), "decomposed": norm.NFD.String(name),
			"without accents": strings.Map(func(r rune) rune { return []rune(norm.NFD.String(string(r)))[0] }, name),
			"stretched":       name + strings.Repeat(name[len(name)-1:], 6),
			"zero width":      name[:1] + "\u200b" + name[1:], "soft hyphen": name[:1] + "\u00ad" + name[1:],
			"accent parted": strings.ReplaceAll(norm.NFD.String(name), "\u0301", "\u200d\u0301"),
			"apostrophe":    "d'" + name, "curly apostrophe": "d’" + name, "hashtag": "#" + name,
		} {
			for _, m := range []string{"chez " + w + " ok", w, "ok," + w + "!", "(" + w + ")", "😘" + w + "😘", w + "\n"} {
				d, spans := detect(t, f, m)
				core := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(w, "d'"), "d’"), "#")
				at := strings.Index(m, core)
				if !slices.ContainsFunc(spans, func(s bauta.Span) bool {
					return s.Start <= at && s.End >= at+len(core) && (s.Doubt == base[0].Doubt || how == "stretched" || how == "without accents")
				}) {
					t.Errorf("%s: %q gives %q", how, m, show(d, spans))
				}
			}
		}
	}
}

// TestSpansAreDisjointAndDeterministic over messages in real style, alone and
// from many goroutines.
func TestSpansAreDisjointAndDeterministic(t *testing.T) {
	f := detector(t, lexical.Config{Model: names(t, "fr")})
	var texts, want []string
	for m := range fixture.SMS(21, 400) {
		d, spans := detect(t, f, m.Text)
		checkSpans(t, d, spans)
		last := 0
		for _, s := range spans {
			if s.Start < last {
				t.Errorf("spans of one detector overlap: %s", show(d, spans))
			}
			last = s.End
		}
		texts, want = append(texts, m.Text), append(want, show(d, spans))
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i, s := range texts {
				if d, spans := detect(t, f, s); show(d, spans) != want[i] {
					t.Errorf("message %d: another result", i)
				}
			}
		})
	}
	group.Wait()
}

// TestWeighCoversDetect: every word that Detect asks about is among those that
// Weigh weighs, with a probability between the bounds.
func TestWeighCoversDetect(t *testing.T) {
	m := names(t, "fr")
	f := detector(t, lexical.Config{Model: m})
	asked := 0
	for msg := range fixture.SMS(8, 400) {
		d, spans := detect(t, f, msg.Text)
		weighed := f.Weigh(d)
		checkSpans(t, d, weighed)
		for _, s := range spans {
			if s.Doubt == bauta.Sure {
				continue
			}
			asked++
			if !slices.ContainsFunc(weighed, func(w bauta.Span) bool { return w.Start < s.End && s.Start < w.End }) {
				t.Errorf("a question at byte %d was never weighed", s.Start)
			}
		}
	}
	if asked == 0 {
		t.Fatal("the model asks nothing of these messages: the test shows nothing")
	}
}

// TestHostileModels: each part cut or grown is refused or does no harm.
func TestHostileModels(t *testing.T) {
	letters := make([]byte, 64)
	weights := []byte(`{"lang":"fr","name_above":0.8,"word_below":0.1,"weights":{"both.bias":1}}`)
	for i := range weights {
		lexical.NewModel(weights[:i], nil, letters)
		bad := slices.Clone(weights)
		bad[i] ^= 0x11
		if m, err := lexical.NewModel(bad, nil, letters); err == nil {
			if f, err := lexical.New(lexical.Config{Model: m}); err == nil {
				detect(t, f, "chez Zorglub et Camille demain")
			}
		}
	}
	for n := range 70 {
		m, err := lexical.NewModel(weights, nil, make([]byte, n))
		if power := n&(n-1) == 0 && n > 0; err == nil && !power {
			t.Errorf("letters of %d weights are taken", n)
		}
		if err == nil {
			if f, err := lexical.New(lexical.Config{Model: m}); err == nil {
				detect(t, f, "chez Zorglub et Camille demain")
			}
		}
	}
	for _, bad := range []string{`{"weights":{"both.bias":1e999}}`, `{"weights":{"both.bias":"x"}}`, `{"weights":[]}`, `[]`} {
		if _, err := lexical.NewModel([]byte(bad), nil, letters); err == nil {
			t.Errorf("%s: taken", bad)
		}
	}
}
