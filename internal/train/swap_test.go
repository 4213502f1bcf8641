package train

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// marked reads a sentence with its mentions as [LABEL name].
func marked(lang, in string) gold.Sentence {
	s := gold.Sentence{Lang: lang}
	for in != "" {
		before, rest, _ := strings.Cut(in, "[")
		s.Text += before
		label, rest, found := strings.Cut(rest, " ")
		if !found {
			return s
		}
		name, after, _ := strings.Cut(rest, "]")
		s.Spans = append(s.Spans, bauta.Span{Start: len(s.Text), End: len(s.Text) + len(name), Label: bauta.Label(label)})
		s.Text += name
		in = after
	}
	return s
}

// swapping returns pools of the mentions of sentences.
func swapping(t *testing.T, sentences ...gold.Sentence) *swaps {
	t.Helper()
	src := small()
	src.Data.(fstest.MapFS)["lexicon/frequencywords/fr_50k.txt"] = &fstest.MapFile{Data: []byte("maison 90\nmusée 80\n")}
	w, err := newSwaps(src, "fr", map[string]float64{"winer_fr": 2}, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := part{set: "winer_fr", sentences: sentences}
	if err := w.take(&p, src); err != nil || p.copies.swaps != w || p.copies.swap != 2 {
		t.Fatal("the part has no pools", err)
	}
	return w
}

func TestSwapped(t *testing.T) {
	w := swapping(t, marked("fr", "Le [FACILITY Pont Vert], [LOCATION pau], [LOCATION Pau], [LOCATION Sète], [LOCATION maison] et [DATE lundi]"), marked("fr", "[FACILITY musée] [FACILITY Musée]"))
	if got := w.pools[pool{bauta.Location, "fr", 1}]; !slices.Equal(got, []string{"pau", "Sète"}) {
		t.Errorf("towns %q", got)
	}
	if got := w.pools[pool{bauta.Facility, "", 1}]; !slices.Equal(got, []string{"Musée"}) {
		t.Errorf("a frequent word: %q", got)
	}
	s := marked("fr", "[PERSON Zoé] quitte [LOCATION Brest] et [ORGANIZATION Vert] le [DATE 3 mai].")
	c := copying{swap: 40, swaps: w}
	list := c.swapped(s)
	lower, towns := 0, map[string]bool{}
	for _, other := range list {
		if len(other.Spans) != 4 || other.Spans[2].Label != bauta.Organization {
			t.Fatalf("%+v", other.Spans)
		}
		text := strings.ToLower(other.Text)
		if text == other.Text {
			lower++
		}
		town := other.Text[other.Spans[1].Start:other.Spans[1].End]
		towns[town] = true
		if !strings.Contains(text, " et vert le 3 mai.") || strings.Contains(text, "brest") {
			t.Errorf("%q", other.Text)
		}
	}
	if len(list) != 40 || lower < 8 || lower > 32 || len(towns) != 4 || !towns["Pau"] {
		t.Errorf("%d copies, %d in lower case, towns %v", len(list), lower, towns)
	}
	if again := c.swapped(s); !slices.EqualFunc(again, list, func(a, b gold.Sentence) bool { return a.Text == b.Text }) {
		t.Error("other copies the second time")
	}
	w.seed = 2
	if again := c.swapped(s); slices.EqualFunc(again, list, func(a, b gold.Sentence) bool { return a.Text == b.Text }) {
		t.Error("the same copies with another seed")
	}
}

// TestSwappedWithoutCapitals: where a set has none, half of the copies get them.
func TestSwappedWithoutCapitals(t *testing.T) {
	w := swapping(t, marked("fr", "[LOCATION Pau]"))
	c := copying{swap: 30, Copies: Copies{Recase: 0.5}, swaps: w}
	seen := map[string]int{}
	for _, s := range c.swapped(marked("fr", "il quitte [LOCATION brest] hier")) {
		seen[s.Text]++
	}
	if len(seen) != 2 || seen["Il quitte Pau hier"] < 5 || seen["il quitte pau hier"] < 5 {
		t.Error(seen)
	}
}

func TestNothingToSwap(t *testing.T) {
	w := swapping(t, marked("fr", "[LOCATION Pau]"))
	all := copying{swap: 2, swaps: w}
	for _, in := range []string{"il pleut", "le [DATE 3 mai]", "[LOCATION Pau]", "[EVENT Le Tour]", "chez [ORGANIZATION 3 Suisses]"} {
		for _, s := range all.swapped(marked("fr", in)) {
			if strings.ToLower(s.Text) != "pau" {
				t.Errorf("%q: %q", in, s.Text)
			}
		}
	}
	for _, c := range []copying{{}, {swaps: w}, {swap: 1}} {
		if list := c.swapped(marked("fr", "vu [LOCATION Brest]")); list != nil {
			t.Errorf("%+v: %d copies", c.Copies, len(list))
		}
	}
}

func TestExchangeable(t *testing.T) {
	held := ""
	for _, name := range []string{"Ada", "Eve", "Ida", "Zoé", "Luca", "Omar", "Elke", "Ines", "Noor", "Tom", "Kim", "Lia", "Rex", "Una"} {
		if chat.HeldOut(strings.ToLower(name)) {
			held = name
		}
	}
	if held == "" {
		t.Fatal("no name of the list is held out")
	}
	for in, want := range map[string]bool{
		"[PERSON Bo Ek]": true, "[PERSON BO EK]": false, "[PERSON " + held + "]": false, "[LOCATION " + held + "]": true,
		"[LOCATION Paris 12]": false, "[LOCATION Tours, Pau]": false, "[DATE mai]": false, "[ORGANIZATION ONU]": true, "[PERSON - Bo]": false,
	} {
		s := marked("fr", in)
		if got := exchangeable(s.Text, s.Spans[0].Label); got != want {
			t.Errorf("%s: %v", in, got)
		}
	}
	for name, want := range map[string]int{"": 0, "Bo": 1, "a b c": 3, "a b c d": 4, "a b c d e": 4, "a 1": 0, "Pau.": 0, "Sète …": 0, "F16": 1} {
		if got := countedWords(name); got != want {
			t.Errorf("%q: %d words", name, got)
		}
	}
}

// TestGenitive: where it has no apostrophe, a name stands in it if the old one did.
func TestGenitive(t *testing.T) {
	w := swapping(t, marked("sv", "[LOCATION Åre] [LOCATION Åres] [LOCATION Kalix] [LOCATION Umeå]"), marked("fr", "[LOCATION Tour] [LOCATION Tours]"))
	rng := rand.New(rand.NewPCG(1, 1))
	for name, want := range map[string][]string{
		"Åre": {"Åre", "Kalix", "Umeå"}, "Åres": {"Åres", "Kalix", "Umeås"}, "Mora": {"Åre", "Kalix", "Umeå"}, "Moras": {"Åre", "Kalix", "Umeå"},
	} {
		list := w.pools[pool{bauta.Location, "sv", 1}]
		w.pools[pool{bauta.Location, "", 1}] = list // none of the other language
		for range 20 {
			if got := w.otherName(name, bauta.Location, "sv", rng); !slices.Contains(want, got) {
				t.Errorf("%s: %s, want %s", name, got, want)
			}
		}
	}
	if w.genitive("Tours", bauta.Location, "fr") || w.genitive("Åres", bauta.Person, "sv") || w.genitive("", bauta.Location, "sv") {
		t.Error("a genitive")
	}
	if got := w.otherName("Åres", bauta.Event, "sv", rng); got != "" {
		t.Errorf("%q out of nothing", got)
	}
}

// TestPoolsOfOtherLanguages: few mentions of a language are helped out by all others.
func TestPoolsOfOtherLanguages(t *testing.T) {
	w := swapping(t, marked("it", "[EVENT Palio]"), marked("fr", "[EVENT Tour]"))
	rng := rand.New(rand.NewPCG(1, 1))
	seen := map[string]bool{}
	for range 30 {
		seen[w.draw("Carnaval", bauta.Event, "es", rng)] = true
	}
	if len(seen) != 2 {
		t.Error(seen)
	}
	for range enoughMentions {
		w.add(pool{bauta.Event, "es", 1}, "Feria"+strings.Repeat("x", len(w.pools[pool{bauta.Event, "es", 1}])))
	}
	for range 30 {
		if got := w.draw("Carnaval", bauta.Event, "es", rng); !strings.HasPrefix(got, "Feria") {
			t.Fatal(got)
		}
	}
}

// TestSwapIsRead: both taggers read the copies.
func TestSwapIsRead(t *testing.T) {
	for name, train := range map[string]func(context.Context, *Recipe, Sources, func(string)) (*Result, error){"crf": Train, "neural": TrainNeural} {
		tokens := func(extra string) int {
			out, err := train(t.Context(), recipe(t, smallNeural+extra), small(), nil)
			if err != nil {
				t.Fatal(err)
			}
			return out.Tokens
		}
		without, with := tokens(""), tokens("swap: {winer_fr: 2}\n")
		if with < without+400 {
			t.Errorf("%s: %d tokens with exchanged mentions, %d without", name, with, without)
		}
	}
}

// TestSwapLeavesTheRest: what a recipe without exchanged mentions gives stays, to
// the last draw, where others ask for them; none comes from a test.
func TestSwapLeavesTheRest(t *testing.T) {
	src := small()
	without, err := gather(recipe(t, smallRecipe), src)
	if err != nil {
		t.Fatal(err)
	}
	if err := without.swap(recipe(t, smallRecipe), src); err != nil || without.parts[0].copies.swaps != nil {
		t.Error("pools that nobody asks for", err)
	}
	test := src.Data.(fstest.MapFS)["ner/winer_fr/test.jsonl"]
	test.Data = append(test.Data, `{"text":"Demain Noor va à Metz.","entities":[[7,11,"Person"],[17,21,"Location"]]}`+"\n"...)
	r := recipe(t, smallRecipe+"swap: {winer_fr: 1}\n")
	with, err := gatherNeural(r, src)
	if err != nil {
		t.Fatal(err)
	}
	if err := with.swap(r, src); err != nil {
		t.Fatal(err)
	}
	for p, list := range with.parts[0].copies.swaps.pools {
		if slices.Contains(list, "Noor") || slices.Contains(list, "Metz") {
			t.Errorf("%+v has a mention of the test", p)
		}
	}
	sp, err := gold.NewSpeller(nil, "fr")
	if err != nil {
		t.Fatal(err)
	}
	a, b := rand.New(rand.NewPCG(1, 1)), rand.New(rand.NewPCG(1, 1))
	swapped := 0
	for i, p := range without.parts {
		for k, s := range p.sentences {
			one, two := copiesOf(s, p.copies, sp, a), copiesOf(with.parts[i].sentences[k], with.parts[i].copies, sp, b)
			if len(two) < len(one) {
				t.Fatal("a copy is missing")
			}
			for j := range one {
				if one[j].Text != two[j].Text {
					t.Fatalf("%q, before %q", two[j].Text, one[j].Text)
				}
			}
			if p.generated && len(two) > len(one) {
				t.Error("a generated message has mentions exchanged")
			}
			swapped += len(two) - len(one)
		}
	}
	if a.Uint64() != b.Uint64() || swapped < 30 {
		t.Errorf("%d copies, or another number of draws", swapped)
	}
	r = recipe(t, "lang: fr\nsets: [{name: winer_fr}]\nswap: {winer_fr: 1}\n")
	empty := Sources{Data: fstest.MapFS{"ner/winer_fr/train.jsonl": {Data: []byte{}}}}
	bare, err := gatherNeural(r, empty)
	if err != nil {
		t.Fatal(err)
	}
	if err := bare.swap(r, empty); err == nil {
		t.Error("no names, and no error")
	}
}
