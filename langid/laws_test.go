package langid

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"
)

// everyday are sentences as people text them, one language a line.
var everyday = []struct{ lang, text string }{
	{"fr", "t'es où là je t'attends devant la gare"},
	{"fr", "desole jai pas vu ton message, je te rappelle demain"},
	{"fr", "bon anniversaire ma belle, gros bisous à toute la famille"},
	{"fr", "on mange ensemble ce midi ou t'as déjà prévu un truc"},
	{"fr", "jpeux pas ce soir, je travaille jusqu'à 22h"},
	{"fr", "merci beaucoup pour hier soir c'était vraiment génial"},
	{"fr", "est-ce que tu peux acheter du pain en rentrant stp"},
	{"en", "sorry i missed your call, will ring you back tomorrow"},
	{"en", "are you still coming to the party on saturday night"},
	{"en", "can you pick up some milk on your way home please"},
	{"en", "happy birthday mate, hope you have a great day"},
	{"en", "running late, the train was cancelled again"},
	{"en", "what time does the film start tonight"},
	{"de", "ich komme heute etwas später nach hause"},
	{"de", "kannst du bitte noch brot und milch mitbringen"},
	{"de", "alles gute zum geburtstag und einen schönen tag"},
	{"de", "wann fährt dein zug morgen früh ab"},
	{"de", "ich hab dich ganz doll lieb, schlaf gut"},
	{"es", "feliz cumpleaños, que lo pases muy bien hoy"},
	{"es", "llego tarde, el autobús todavía no ha venido"},
	{"es", "puedes comprar leche cuando vuelvas a casa por favor"},
	{"es", "qué tal estás, hace mucho tiempo que no hablamos"},
	{"it", "buon compleanno, spero che tu passi una bella giornata"},
	{"it", "sono in ritardo, il treno non è ancora arrivato"},
	{"it", "puoi comprare il pane quando torni a casa per favore"},
	{"it", "che cosa facciamo questo fine settimana"},
	{"sv", "grattis på födelsedagen, hoppas du får en fin dag"},
	{"sv", "jag är lite försenad, tåget har inte kommit ännu"},
	{"sv", "kan du köpa mjölk på vägen hem"},
	{"sv", "vad ska vi göra i helgen"},
	{"nl", "gefeliciteerd met je verjaardag en een fijne dag"},
	{"nl", "ik ben wat later, de trein is nog niet aangekomen"},
	{"pt", "feliz aniversário, espero que tenhas um ótimo dia"},
	{"pl", "wszystkiego najlepszego z okazji urodzin"},
	{"fi", "hyvää syntymäpäivää ja mukavaa päivää sinulle"},
	{"hu", "boldog születésnapot kívánok neked és a családodnak"},
	{"tr", "doğum günün kutlu olsun, iyi ki varsın"},
	{"ru", "с днём рождения, желаю тебе хорошего дня"},
	{"uk", "вітаю з днем народження, гарного тобі дня"},
	{"el", "χρόνια πολλά, να περάσεις όμορφα σήμερα"},
	{"ja", "お誕生日おめでとう、良い一日を"},
	{"ko", "생일 축하해요 좋은 하루 보내세요"},
	{"zh", "祝你生日快乐，今天过得开心"},
	{"th", "สุขสันต์วันเกิด ขอให้มีความสุขมากๆ"},
	{"he", "יום הולדת שמח שיהיה לך יום נפלא"},
	{"ar", "عيد ميلاد سعيد أتمنى لك يوما جميلا"},
	{"hi", "जन्मदिन की बहुत बहुत शुभकामनाएं"},
}

func TestEverydaySentences(t *testing.T) {
	id := identifier(t, Config{})
	for _, c := range everyday {
		if g := id.Identify(c.text); g.Lang != c.lang {
			t.Errorf("%q: %q with %.2f, want %q", c.text, g.Lang, g.Prob, c.lang)
		}
	}
}

// TestWhatDoesNotCount: capitals, signs, digits, links and handles change
// nothing about the language told, nor about its probability.
func TestWhatDoesNotCount(t *testing.T) {
	id := identifier(t, Config{})
	for _, c := range everyday {
		want := id.Identify(c.text)
		for what, text := range map[string]string{
			"signs before":  "!!! :-) " + c.text,
			"signs after":   c.text + " ... 😂😂",
			"digits":        "12:30 " + c.text + " 0601020304",
			"a link":        c.text + " https://example.org/bonjour/hello",
			"a handle":      "@bonjour_hello " + c.text,
			"an address":    "hallo.welt@example.org " + c.text,
			"more blanks":   strings.ReplaceAll(c.text, " ", " \n\t "),
			"broken bytes":  "\xff\xfe " + c.text,
			"a placeholder": c.text + " 123 456",
		} {
			if got := id.Identify(text); got != want {
				t.Errorf("%s: %q %.4f, without %q %.4f", what, got.Lang, got.Prob, want.Lang, want.Prob)
			}
		}
		if c.lang != "tr" && c.lang != "el" { // where letters have several lower cases
			if got := id.Identify(strings.ToUpper(c.text)); got != want {
				t.Errorf("%q in capitals: %q %.4f, without %q %.4f", c.text, got.Lang, got.Prob, want.Lang, want.Prob)
			}
		}
	}
}

// drawnText draws pieces of several languages, signs and broken bytes.
func drawnText(t *rapid.T) string {
	var b strings.Builder
	for range rapid.IntRange(0, 8).Draw(t, "pieces") {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			words := strings.Fields(rapid.SampledFrom(everyday).Draw(t, "sentence").text)
			b.WriteString(rapid.SampledFrom(words).Draw(t, "word"))
		case 1:
			b.WriteString(rapid.SampledFrom([]string{" ", ", ", "'", "-", "@", "#", "http://", "www.", ".", "\n", "\x00", "\xff", "\u0301", "\u200d", "😂"}).Draw(t, "sign"))
		case 2:
			b.WriteString(rapid.String().Draw(t, "text"))
		default:
			b.WriteString(rapid.SampledFrom(everyday).Draw(t, "sentence").text)
			b.WriteString(" ")
		}
	}
	return b.String()
}

// TestIdentifyIsTheBestOfRank for any text: probabilities are sorted, sum to
// one, and the first is what is told.
func TestIdentifyIsTheBestOfRank(t *testing.T) {
	id := identifier(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		text := drawnText(t)
		rank, told := id.Rank(text), id.Identify(text)
		if len(rank) == 0 {
			if told != (Guess{}) || strings.ContainsFunc(text, func(r rune) bool { return r < 0x80 && unicode.IsLetter(r) }) && told.Lang != "" {
				t.Fatalf("told %v, ranked nothing", told)
			}
			return
		}
		sum := 0.0
		for i, g := range rank {
			if i > 0 && g.Prob > rank[i-1].Prob {
				t.Fatalf("rank %d is not sorted", i)
			}
			sum += g.Prob
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("probabilities sum to %v", sum)
		}
		if rank[0].Prob != told.Prob {
			t.Fatalf("told %v, first in rank %v", told, rank[0])
		}
	})
}

// TestNarrowingIsConditioning: fewer languages of one script have the
// probabilities of all, divided by their sum.
func TestNarrowingIsConditioning(t *testing.T) {
	all := identifier(t, Config{})
	latin := GroupLanguages(Latin)
	m, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfNDistinct(rapid.SampledFrom(latin), 2, 6, rapid.ID).Draw(t, "languages")
		id, err := m.With(Config{Languages: some})
		if err != nil {
			t.Fatal(err)
		}
		text := rapid.SampledFrom(everyday[:30]).Draw(t, "sentence").text
		of, total := map[string]float64{}, 0.0
		for _, g := range all.Rank(text) {
			if slices.Contains(some, g.Lang) {
				of[g.Lang] = g.Prob
				total += g.Prob
			}
		}
		rank := id.Rank(text)
		if len(rank) != len(some) {
			t.Fatalf("%d languages of %d", len(rank), len(some))
		}
		for _, g := range rank {
			if total > 1e-9 && math.Abs(g.Prob-of[g.Lang]/total) > 1e-6 {
				t.Fatalf("%s: %v, conditioned %v", g.Lang, g.Prob, of[g.Lang]/total)
			}
		}
	})
}

// TestBoundOnlyWithholds: with a bound the answer is the one without it, or
// none, and none exactly where the probability is below the bound.
func TestBoundOnlyWithholds(t *testing.T) {
	free := identifier(t, Config{})
	m, err := Default()
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		bound := rapid.Float64Range(0, 1).Draw(t, "bound")
		id, err := m.With(Config{Bound: bound})
		if err != nil {
			t.Fatal(err)
		}
		text := drawnText(t)
		plain, got := free.Identify(text), id.Identify(text)
		switch {
		case got.Prob != plain.Prob:
			t.Fatalf("probability %v, without bound %v", got.Prob, plain.Prob)
		case plain.Prob < bound && got.Lang != "", plain.Prob >= bound && got.Lang != plain.Lang:
			t.Fatalf("told %v under %v, without bound %v", got, bound, plain)
		}
	})
}

// TestStretchesAreApart: stretches stand in order, begin and end at words, hold
// every word of an allowed script, and neighbours differ.
func TestStretchesAreApart(t *testing.T) {
	id := identifier(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		text := drawnText(t)
		stretches := id.Stretches(text)
		starts, ends := map[int]bool{}, map[int]bool{}
		for w := range Words(text) {
			starts[w.Start], ends[w.End] = true, true
			if w.Group == noGroup {
				continue
			}
			if !slices.ContainsFunc(stretches, func(s Stretch) bool { return s.Start <= w.Start && w.End <= s.End }) {
				t.Fatalf("the word at %d–%d is in no stretch of %v", w.Start, w.End, stretches)
			}
		}
		last := 0
		for i, s := range stretches {
			if s.Start < last || s.End <= s.Start || !starts[s.Start] || !ends[s.End] {
				t.Fatalf("stretch %d–%d after %d", s.Start, s.End, last)
			}
			if i > 0 && stretches[i-1].Lang == s.Lang {
				t.Fatalf("two stretches of %s side by side", s.Lang)
			}
			if !(s.Prob > 0 && s.Prob <= 1+1e-9) || !slices.Contains(Languages(), s.Lang) {
				t.Fatalf("stretch %+v", s)
			}
			last = s.End
		}
	})
}

// TestThreadLaws: a thread has a guess for each message, none where there are
// no letters, and messages in another order get the same guesses.
func TestThreadLaws(t *testing.T) {
	id := identifier(t, Config{})
	rapid.Check(t, func(t *rapid.T) {
		var texts []string
		for range rapid.IntRange(0, 6).Draw(t, "messages") {
			texts = append(texts, drawnText(t))
		}
		got := id.Thread(texts)
		if len(got) != len(texts) {
			t.Fatalf("%d guesses for %d messages", len(got), len(texts))
		}
		for i, g := range got {
			if alone := id.Identify(texts[i]); (alone.Prob == 0) != (g.Prob == 0) || !(g.Prob >= 0 && g.Prob <= 1+1e-9) {
				t.Fatalf("message %d: %v, alone %v", i, g, alone)
			}
		}
		back := slices.Clone(texts)
		slices.Reverse(back)
		for i, g := range id.Thread(back) {
			if w := got[len(got)-1-i]; math.Abs(g.Prob-w.Prob) > 1e-6 {
				t.Fatalf("message %d: %v, in another order %v", i, w, g)
			}
		}
	})
}

// TestWordsAreOfOneGroup: each rune of a word is of the group the word is said
// to be of, in lower case, and the words stand in order.
func TestWordsAreOfOneGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, end := drawnText(t), 0
		for w := range Words(text) {
			if w.Start < end || w.End <= w.Start || w.End > len(text) {
				t.Fatalf("word %d–%d after %d", w.Start, w.End, end)
			}
			end = w.End
			inner := w.Runes[1 : len(w.Runes)-1]
			if len(inner) == 0 || w.Runes[0] != Edge || w.Runes[len(w.Runes)-1] != Edge {
				t.Fatalf("runes %q", string(w.Runes))
			}
			for _, r := range inner {
				if unicode.IsUpper(r) && unicode.ToLower(r) != r {
					t.Fatalf("a capital in %q", string(w.Runes))
				}
			}
		}
	})
}

// TestKeyHangsOnGroupAndGram: grams that differ in group or in letters have
// different keys, but for rare collisions.
func TestKeyHangsOnGroupAndGram(t *testing.T) {
	seen := map[uint32]string{}
	n := 0
	for g := Latin; g <= Han; g++ {
		for a := 'a'; a <= 'z'; a++ {
			for b := 'a'; b <= 'z'; b++ {
				for _, gram := range [][]rune{{a, b, 'x', 'y'}, {Edge, a, b, 'e'}, {a, b, 'q', Edge}} {
					k := Key(g, gram)
					if k != Key(g, slices.Clone(gram)) {
						t.Fatal("the key of a gram changes")
					}
					if _, ok := seen[k]; ok {
						n++
					}
					seen[k] = string(gram)
				}
			}
		}
	}
	if n > 8 { // 8112 keys of 32 bits: about 0.008 are expected
		t.Errorf("%d of %d keys fall together", n, 4*26*26*3)
	}
}

// TestDecodeChangedFiles: a changed file is refused with ErrFormat, or gives a
// model whose probabilities are such.
func TestDecodeChangedFiles(t *testing.T) {
	good, err := Encode(invented(40, 3))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(8, 1))
	for range 300 {
		bad := bytes.Clone(good)
		for range 1 + r.IntN(3) {
			bad[r.IntN(min(len(bad), 400))] = byte(r.IntN(256))
		}
		m, err := Decode(bad)
		if err != nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatalf("error %v is of no kind", err)
			}
			continue
		}
		id, err := m.With(Config{})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"slt my friend", "привет", "你好", "سلام"} {
			if g := id.Identify(text); !(g.Prob >= 0 && g.Prob <= 1+1e-9) {
				t.Fatalf("probability %v", g.Prob)
			}
		}
	}
}
