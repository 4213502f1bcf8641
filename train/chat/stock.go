package chat

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/train/gold"
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
		word := unicode.IsLetter(r) || unicode.IsDigit(r) || in && (r == '\'' || r == '’') && i+1 < len(text) && text[i+1] == 's'
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
	h := g.habits(sentences)
	for _, s := range sentences {
		named, other := g.sort(s, h)
		switch {
		case other:
		case named:
			with = append(with, s)
		default:
			without = append(without, s)
		}
	}
	shuffle := func(list []string) {
		g.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	shuffle(with)
	shuffle(without)
	out := make([]gold.Sentence, 0, n)
	for i, k, m := 0, 0, 0; i < n && len(without) > 0; i++ {
		var body gold.Sentence
		if g.rng.Float64() < share && len(with) > 0 {
			body, _ = g.swap(with[k%len(with)])
			k++
		} else {
			body, _ = g.swap(without[m%len(without)])
			m++
		}
		for g.rng.IntN(3) == 0 {
			next, _ := g.swap(without[m%len(without)])
			body = join(body, next, " ")
			m++
		}
		out = append(out, g.Noisy(g.dress(body, g.rng.Float64() < share)))
	}
	return out
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
		body = join(opener, body, pick(g.rng, []string{" ", " ", ", ", " ! ", "\n", ". ", "! "}))
	}
	for g.rng.IntN(100) < 30 {
		word := g.interjection()
		if g.rng.IntN(2) == 0 {
			body = join(word, body, pick(g.rng, []string{" ", " ", ", ", " ! ", "... ", "! "}))
		} else {
			body = join(body, word, " ")
		}
	}
	if g.rng.IntN(100) < 25 {
		closer := g.fill(pick(g.rng, w.closers))
		if named && g.rng.IntN(3) == 0 {
			closer = g.fill(pick(g.rng, w.namedClosers))
		}
		body = join(body, closer, pick(g.rng, []string{" ", " ", ". ", " ! ", "\n"}))
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
	}
	return gold.Sentence{Set: "chat", Lang: g.lang, Text: t}
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
	if g.rng.IntN(2) == 0 {
		s = gold.NoFinal(s)
	}
	return s
}

func pick(rng *rand.Rand, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[rng.IntN(len(list))]
}
