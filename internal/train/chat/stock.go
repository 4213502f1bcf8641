package chat

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
)

// Generator makes messages of one language. It is not safe for concurrent
// use; two of the same seed make the same messages.
type Generator struct {
	lang    string
	names   *Names
	speller *gold.Speller
	words   *phrases
	rng     *rand.Rand
}

// New returns a generator. names must hold first names.
func New(lang string, names *Names, speller *gold.Speller, seed uint64) *Generator {
	return &Generator{
		lang: lang, names: names, speller: speller, words: phrasesOf(lang),
		rng: rand.New(rand.NewPCG(seed, 0x6368617400000000+uint64(len(lang)))),
	}
}

// swap replaces every stock name and stock place of a sentence and labels
// what it put there. It reports whether a person is in it.
func (g *Generator) swap(text string) (gold.Sentence, bool) {
	s := gold.Sentence{Set: "tatoeba", Lang: g.lang}
	person := false
	var b strings.Builder
	for _, w := range wordsOf(text) {
		stock, suffix := g.stock(w)
		switch {
		case stock == stockPerson:
			name := g.names.draw(g.rng)
			g.elide(&b, name)
			name = g.genitive(name, suffix)
			start := b.Len()
			b.WriteString(name)
			s.Spans = append(s.Spans, bauta.Span{Start: start, End: b.Len(), Label: bauta.Person})
			if g.lang == "en" {
				b.WriteString(suffix)
			}
			person = true
		case stock == stockPlace && g.names.Places.Len() > 0:
			place := w
			if g.rng.Float64() < 0.5 {
				place = g.names.Places.Draw(g.rng)
			}
			s.Spans = append(s.Spans, bauta.Span{Start: b.Len(), End: b.Len() + len(place), Label: bauta.Location})
			b.WriteString(place)
		default:
			b.WriteString(w)
		}
	}
	s.Text = b.String()
	return s, person
}

type stockKind int

const (
	noStock stockKind = iota
	stockPerson
	stockPlace
)

// stock says whether a word is a stock name, and what ending of a genitive it
// carries.
func (g *Generator) stock(w string) (stockKind, string) {
	if slices.Contains(stockNames, w) {
		return stockPerson, ""
	}
	for _, suffix := range []string{"'s", "’s", "s"} {
		if base, ok := strings.CutSuffix(w, suffix); ok && slices.Contains(stockNames, base) {
			if suffix == "s" && g.lang != "de" && g.lang != "sv" {
				return noStock, ""
			}
			return stockPerson, suffix
		}
	}
	if slices.Contains(g.words.places, w) {
		return stockPlace, ""
	}
	return noStock, ""
}

// genitive attaches the ending in German and Swedish, where it belongs to the
// name; names that end in a hissing sound take an apostrophe or nothing.
func (g *Generator) genitive(name, suffix string) string {
	if suffix == "" || g.lang == "en" {
		return name
	}
	last, _ := utf8.DecodeLastRuneInString(name)
	if strings.ContainsRune("sxzßS", last) {
		if g.lang == "de" {
			return name + "'"
		}
		return name
	}
	return name + "s"
}

// elide writes French "de" and "que" as d' and qu' before a vowel, mostly: an
// SMS does not always.
func (g *Generator) elide(b *strings.Builder, name string) {
	if g.lang != "fr" || g.rng.IntN(5) == 0 {
		return
	}
	first, _ := utf8.DecodeRuneInString(name)
	if !strings.ContainsRune("aeiouéèêh", unicode.ToLower(first)) {
		return
	}
	text := b.String()
	for _, small := range []string{" de ", " que "} {
		if before, ok := strings.CutSuffix(text, small); ok {
			b.Reset()
			b.WriteString(before + strings.TrimSuffix(small, "e ") + "'")
			return
		}
	}
}

// wordsOf cuts a text into words and what is between; joined they give it.
func wordsOf(text string) []string {
	var out []string
	start, in := 0, false
	for i, r := range text {
		genitive := in && strings.HasPrefix(text[i:], "'s")
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || genitive
		if i > start && word != in {
			out = append(out, text[start:i])
			start = i
		}
		in = word
	}
	return append(out, text[start:])
}

// Stock makes n messages out of the sentences, a share of them with persons;
// the rest are negatives. Sentences are drawn without replacement as long as
// there are enough. Those with a name that is no stock name would teach the
// tagger that names are nothing and are left out where the other sentences
// tell (see habits).
func (g *Generator) Stock(sentences []string, n int, share float64) []gold.Sentence {
	var with, without []string
	hard := map[string][]string{}
	h := g.habits(sentences)
	for _, s := range sentences {
		named, other := g.sort(s, h)
		switch {
		case other:
		case named:
			with = append(with, s)
		default:
			without = append(without, s)
			for w := range g.homographs(s) {
				hard[w] = append(hard[w], s)
			}
		}
	}
	shuffle := func(list []string) {
		g.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	shuffle(with)
	shuffle(without)
	maps.DeleteFunc(hard, func(_ string, list []string) bool { return len(list) < hardLeast })
	alike := slices.Sorted(maps.Keys(hard))
	out := make([]gold.Sentence, 0, n)
	for i, k, m := 0, 0, 0; i < n && len(without) > 0; i++ {
		var body gold.Sentence
		switch {
		case g.rng.Float64() < share && len(with) > 0:
			body, _ = g.swap(with[k%len(with)])
			k++
		case g.rng.IntN(hardShare) == 0 && len(hard) > 0:
			body, _ = g.swap(pick(g.rng, hard[pick(g.rng, alike)]))
		default:
			body, _ = g.swap(without[m%len(without)])
			m++
			if w := g.oneWord(body.Text); w != "" && g.rng.IntN(wordShare) == 0 {
				body = gold.Sentence{Set: body.Set, Lang: g.lang, Text: w}
			}
		}
		for g.rng.IntN(3) == 0 {
			next, _ := g.swap(without[m%len(without)])
			body = join(body, next, g.between(body, next, " "))
			m++
		}
		out = append(out, g.Noisy(g.dress(body, g.rng.Float64() < share)))
	}
	return out
}

// hardShare is how few of the negatives are drawn by a word that is a name, too,
// each such word as often as any other: one in so many.
const hardShare = 12

// wordShare is how few of the negatives are one word alone: one in so many.
const wordShare = 25

// oneWord draws a word in lower case of a sentence, at times with a capital, as
// messages of one word have it; none of a sentence without.
func (g *Generator) oneWord(text string) string {
	var list []string
	for w := range g.cased(text) {
		if strings.ToLower(w) == w && utf8.RuneCountInString(w) > 3 {
			list = append(list, w)
		}
	}
	w := pick(g.rng, list)
	if g.rng.IntN(2) == 0 {
		return w
	}
	return gold.Capital(w)
}

// hardLeast is the number of sentences from which such a word is drawn by: below,
// one sentence would come again and again.
const hardLeast = 3

// homographs yields the words in lower case that are first names with a capital:
// rose, marine, mark. What is in no list of words is a name without its capital.
func (g *Generator) homographs(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range g.cased(text) {
			if strings.ToLower(w) != w || utf8.RuneCountInString(w) < 3 {
				continue
			}
			if e, ok := lexicon.Default().Look(w, g.lang); ok && e.Kinds&lexicon.FirstName != 0 &&
				e.Kinds&lexicon.Form != 0 && !yield(w) {
				return
			}
		}
	}
}

// between draws what stands between two parts of a message: no mere blank between
// two names, which would make them one.
func (g *Generator) between(a, b gold.Sentence, choice ...string) string {
	t := pick(g.rng, choice)
	if n := len(a.Spans); t == " " && n > 0 && a.Spans[n-1].End == len(a.Text) && len(b.Spans) > 0 &&
		b.Spans[0].Start == 0 {
		return ", "
	}
	return t
}

// after draws what stands between a message and a sound: after a name rarely a mere
// blank, which would make the sound a surname.
func (g *Generator) after(body gold.Sentence) string {
	if n := len(body.Spans); n > 0 && body.Spans[n-1].End == len(body.Text) {
		return pick(g.rng, []string{" ", ", ", " ! ", "... ", "\n"})
	}
	return " "
}

// join puts two sentences one after the other.
func join(a, b gold.Sentence, between string) gold.Sentence {
	at := len(a.Text) + len(between)
	out := gold.Sentence{Set: a.Set, Lang: a.Lang, Text: a.Text + between + b.Text, Spans: slices.Clone(a.Spans)}
	for _, sp := range b.Spans {
		sp.Start += at
		sp.End += at
		out.Spans = append(out.Spans, sp)
	}
	return out
}

// dress adds what stands before and after the body of a message: greetings,
// interjections, smileys, signatures; with names where named.
func (g *Generator) dress(body gold.Sentence, named bool) gold.Sentence {
	w := g.words
	if g.rng.IntN(100) < 30 {
		opener := g.fill(pick(g.rng, w.openers))
		if named && g.rng.IntN(2) == 0 {
			opener = g.fill(pick(g.rng, w.namedOpeners))
		}
		body = join(opener, body, g.between(opener, body, " ", " ", ", ", " ! ", "\n", ". ", "! "))
	}
	for g.rng.IntN(100) < 30 {
		word := g.interjection()
		if g.rng.IntN(2) == 0 {
			body = join(word, body, pick(g.rng, []string{" ", " ", ", ", " ! ", "... ", "! "}))
		} else {
			body = join(body, word, g.after(body))
		}
	}
	if g.rng.IntN(100) < 25 {
		closer := g.fill(pick(g.rng, w.closers))
		if named && g.rng.IntN(3) == 0 {
			closer = g.fill(pick(g.rng, w.namedClosers))
		}
		body = join(body, closer, g.between(body, closer, " ", " ", ". ", " ! ", "\n"))
	}
	return body
}

// interjection draws a sound, a smiley or slang, at times stretched, in
// capitals, or a word that nobody knows: none of it is a name.
func (g *Generator) interjection() gold.Sentence {
	t := pick(g.rng, g.words.interjections)
	switch g.rng.IntN(12) {
	case 0:
		t = pick(g.rng, smileys)
	case 1:
		t = strings.ToUpper(t)
	case 2, 3, 4:
		t = gold.Capital(t)
	case 5:
		t = gold.Capital(pick(g.rng, laughs))
	case 6:
		t = pick(g.rng, laughs)
	case 7:
		t = g.sound()
	}
	return gold.Sentence{Set: "chat", Lang: g.lang, Text: t}
}

// sound makes a sound that stands in no list, often stretched: gnééé, keuwa, pfiou,
// rooooh. What a message shouts is no name.
func (g *Generator) sound() string {
	head, vowel := pick(g.rng, soundHeads), pick(g.rng, soundVowels)
	tail := pick(g.rng, soundTails)
	stretch := func(s string) string {
		if r, size := utf8.DecodeLastRuneInString(s); size > 0 && g.rng.IntN(2) == 0 {
			return s + strings.Repeat(string(r), 1+g.rng.IntN(5))
		}
		return s
	}
	t := stretch(head+vowel) + tail
	if g.rng.IntN(4) == 0 {
		t = stretch(t)
	}
	if g.rng.IntN(8) == 0 {
		t = strings.Repeat(pick(g.rng, soundRepeats), 2+g.rng.IntN(4))
	}
	if e, ok := lexicon.Default().Look(t, g.lang); ok && e.Kinds&(lexicon.FirstName|lexicon.Surname) != 0 {
		return "pff" // mia, noa
	}
	if g.rng.IntN(3) == 0 {
		t = gold.Capital(t)
	}
	return t
}

// Noisy rewrites a message as its sender would have: spelling, case, accents,
// punctuation, each message with its own habits.
func (g *Generator) Noisy(s gold.Sentence) gold.Sentence {
	if strength := []float64{0, 0.2, 0.5, 0.8, 1}[g.rng.IntN(5)]; strength > 0 {
		s = g.speller.Respell(s, g.rng, strength)
	}
	switch x := g.rng.Float64(); {
	case x < 0.38:
		s = gold.Lower(s)
	case x < 0.42:
		s = gold.Upper(s)
	case x < 0.55: // capitals at the start of words that need none
		s = s.Edit(func(t string, word bool, label bauta.Label) string {
			if word && label == "" && g.rng.IntN(6) == 0 {
				return gold.Capital(t)
			}
			return t
		})
	case x < 0.70: // names without their capitals
		s = s.Edit(func(t string, _ bool, label bauta.Label) string {
			if label == bauta.Person || label == bauta.Location {
				return strings.ToLower(t)
			}
			return t
		})
	}
	if g.rng.IntN(3) == 0 {
		s = gold.NoAccents(s)
	}
	if bare := gold.NoFinal(s); g.rng.IntN(2) == 0 && bare.Text != "" {
		s = bare
	}
	return s
}

func pick(rng *rand.Rand, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[rng.IntN(len(list))]
}

// Nameless gives the sentences of a language that hold no name to all appearance: no
// stock name or place, inside a sentence no word with a capital that is not written in small
// letters elsewhere, and at its start none that lists have for a first name alone.
// German, which writes nouns with a capital, is told by what hardly ever stands
// behind an article.
func Nameless(lang string, sentences []string) []string {
	g := New(lang, &Names{}, nil, 0)
	h := g.habits(sentences)
	var out []string
	for _, s := range sentences {
		named, other := g.sort(s, h)
		stock := slices.ContainsFunc(wordsOf(s), func(w string) bool {
			kind, _ := g.stock(w)
			return kind != noStock
		})
		if !named && !other && !stock {
			out = append(out, s)
		}
	}
	return out
}
