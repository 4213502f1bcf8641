package lexicon_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon"
)

// TestNamesInAllShapes: a first name is found in every case, composed or not,
// behind a clitic, before a genitive and joined by a hyphen.
func TestNamesInAllShapes(t *testing.T) {
	l := lexicon.Default()
	for _, name := range []string{
		"Adèle", "Agathe", "Alexandre", "Alice", "Amélie", "André", "Anaïs", "Antoine", "Arnaud", "Aurélie",
		"Baptiste", "Benoît", "Brigitte", "Camille", "Caroline", "Cécile", "Cédric", "Céline", "Chloé", "Christophe",
		"Clément", "Damien", "David", "Delphine", "Denis", "Dominique", "Élise", "Élodie", "Émilie", "Emma",
		"Éric", "Étienne", "Eugénie", "Fabien", "Florence", "François", "Françoise", "Frédéric", "Gaëlle", "Geneviève",
		"Gérard", "Gilles", "Grégory", "Guillaume", "Hélène", "Henri", "Hervé", "Hugo", "Inès", "Isabelle",
		"Jacques", "Jérémy", "Jérôme", "Joël", "Julie", "Julien", "Juliette", "Karine", "Laëtitia", "Laurence",
		"Léa", "Lionel", "Loïc", "Louis", "Lucie", "Ludovic", "Manon", "Marc", "Marion", "Mathieu",
		"Maxime", "Mélanie", "Michaël", "Mickaël", "Monique", "Myriam", "Nadège", "Nathalie", "Nicolas", "Noémie",
		"Océane", "Olivier", "Patrice", "Pauline", "Philippe", "Raphaël", "Régis", "Rémi", "Romain", "Sabrina",
		"Sandrine", "Sébastien", "Solène", "Sophie", "Stéphane", "Sylvain", "Théo", "Thierry", "Valérie", "Vincent",
		"Virginie", "Xavier", "Yann", "Yves", "Zoé",
	} {
		shapes := map[string]string{
			"as it stands": name,
			"lower case":   strings.ToLower(name),
			"capitals":     strings.ToUpper(name),
			"clitic":       "d'" + name,
			"typeset":      "d’" + name,
			"capital D":    "D'" + name,
			"compound":     "Marie-" + name,
			"and back":     name + "-Marie",
			"drawn out":    name + strings.Repeat(name[len(name)-1:], 4),
		}
		if last := name[len(name)-1]; last >= 0x80 {
			delete(shapes, "drawn out") // a letter of several bytes
		}
		if strings.ContainsRune("aeiouhyAEIOUHYéèÉÈê", []rune(name)[0]) {
			shapes["after que"] = "qu'" + name
		}
		for what, shape := range shapes {
			if e, m, ok := l.Resolve(shape, "fr"); !ok || !e.Hidden() {
				t.Errorf("%s, %s: %s is %v by %v", name, what, shape, e.Kinds, m.Heuristic)
			}
		}
	}
}

// TestEveryday: words that fill messages stand on the kept side and no
// dictionary has them.
func TestEveryday(t *testing.T) {
	l := lexicon.Default()
	for lang, list := range map[string]string{
		"fr": `je tu il nous vous ils que qui quoi dont où mais donc ni car avec sans sous dans par pour vers chez depuis pendant
			avant après entre suis es est sommes êtes sont étais serai aurais avoir fait faire fais font allez allons vont viens
			venir peux peut veux veut dois doit sais sait mange manger dors dormir travaille travailler arrive arriver pars partir
			demain hier aujourd'hui maintenant toujours jamais souvent parfois encore déjà bientôt vraiment tellement beaucoup
			trop peu très plus moins aussi pourquoi comment quand combien quelque chaque plusieurs toute tous cette ces mes tes
			ses notre votre leur travail vacances voiture téléphone ordinateur école université appartement restaurant médecin
			réveil semaine weekend matinée soirée nuit mois heure minute`,
		"en": `i you he she we they what which who where when why how this that these those was were been being have has had
			do does did doing would should could might must not never always often already again tomorrow yesterday today tonight
			because although while with without from into over under about before after between going coming working sleeping
			eating driving called texted asked bought home work school dinner lunch breakfast money phone train ticket really
			very much many something anything nothing everyone everything please thanks sorry`,
	} {
		for w := range strings.FieldsSeq(list) {
			if e, ok := l.Look(w, lang); !ok || !e.Kept() {
				t.Errorf("%s: %s is %v", lang, w, e.Kinds)
			}
		}
	}
}

// TestUnitsWithoutAnyWord: what is no word leads to none, in any language.
func TestUnitsWithoutAnyWord(t *testing.T) {
	l := lexicon.Default()
	for _, lang := range []string{"fr", "en", "", "xx"} {
		for _, w := range []string{
			"", " ", "'", "''", "-", "--", "’", "'-'", "…", "!!!", "😂", "\u0301", "\u200d", "\x00", "\xff\xfe",
			"1234", "06", "17h30", "#", "@", "a\x00b", "\ufeff", "{PERSON}", "<NAME>",
		} {
			if e, m, ok := l.Resolve(w, lang); ok && e.Hidden() {
				t.Errorf("%q in %q is %v by %v", w, lang, e.Kinds, m.Heuristic)
			}
		}
	}
}

// drawnWords draws words with what is said of them.
func drawnWords(t *rapid.T) ([]string, []lexicon.Attr) {
	var words []string
	var attrs []lexicon.Attr
	for range rapid.IntRange(1, 25).Draw(t, "n") {
		w := rapid.StringMatching(`[a-cA-Céàç]{1,4}( [ab]{1,3}){0,2}`).Draw(t, "word")
		a := lexicon.Attr{Kinds: rapid.SampledFrom([]lexicon.Kind{lexicon.FirstName, lexicon.Surname, lexicon.City, lexicon.FirstName | lexicon.Surname}).Draw(t, "kind")}
		switch rapid.IntRange(0, 2).Draw(t, "sort") {
		case 0:
			a = lexicon.Attr{Lang: rapid.SampledFrom([]string{"fr", "en"}).Draw(t, "lang"), Kinds: lexicon.Form, POS: lexicon.Noun | lexicon.Plural}
		case 1:
			a.NameRank = uint8(rapid.IntRange(0, 255).Draw(t, "rank"))
			if a.Kinds&lexicon.FirstName == 0 {
				a.NameRank = 0
			}
		}
		words, attrs = append(words, w), append(attrs, a)
	}
	return words, attrs
}

func built(t interface{ Fatal(...any) }, words []string, attrs []lexicon.Attr) *lexicon.Lexicon {
	b := lexicon.NewBuilder("fr", "en")
	for i, w := range words {
		if err := b.Add(w, attrs[i]); err != nil {
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
	return l
}

// TestBuiltIsWhatWasSaid compares a built lexicon with a map.
func TestBuiltIsWhatWasSaid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words, attrs := drawnWords(t)
		l := built(t, words, attrs)
		if err := l.Verify(); err != nil {
			t.Fatal(err)
		}
		type said struct {
			kinds lexicon.Kind
			pos   lexicon.POS
			rank  uint8
		}
		for _, lang := range []string{"fr", "en", "de"} {
			want := map[string]said{}
			for i, w := range words {
				a, f := attrs[i], lexicon.Fold(w)
				if a.Lang != "" && a.Lang != lang {
					continue
				}
				s := want[f]
				want[f] = said{s.kinds | a.Kinds, s.pos | a.POS, max(s.rank, a.NameRank)}
			}
			for _, w := range words {
				e, ok := l.Look(w, lang)
				s, is := want[lexicon.Fold(w)]
				if got := (said{e.Kinds, e.POS, e.NameRank}); ok != is || got != s {
					t.Fatalf("%q in %s: %v %v, want %v %v", w, lang, got, ok, s, is)
				}
			}
			n := 0
			for w, e := range l.Words(^lexicon.Kind(0), lang) {
				if s := want[w]; s.kinds != e.Kinds {
					t.Fatalf("Words: %q is %v, want %v", w, e.Kinds, s.kinds)
				}
				n++
			}
			if n != len(want) {
				t.Fatalf("Words gives %d, want %d", n, len(want))
			}
		}
	})
}

// TestBuildDoesNotHangOnOrder: the same words in another order, or said twice,
// give the same file.
func TestBuildDoesNotHangOnOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words, attrs := drawnWords(t)
		want := built(t, words, attrs).Bytes()
		order := rapid.Permutation(rangeOf(len(words))).Draw(t, "order")
		var w2 []string
		var a2 []lexicon.Attr
		for _, i := range append(order, order...) {
			w2, a2 = append(w2, words[i]), append(a2, attrs[i])
		}
		if got := built(t, w2, a2).Bytes(); !bytes.Equal(got, want) {
			t.Fatal("another order gives another file")
		}
	})
}

func rangeOf(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestPhraseIsTheLongest compares LookPhrase with a trial of every length.
func TestPhraseIsTheLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words, attrs := drawnWords(t)
		l := built(t, words, attrs)
		var text []string
		for range rapid.IntRange(0, 3).Draw(t, "units") {
			text = append(text, strings.Fields(rapid.SampledFrom(words).Draw(t, "unit"))...)
		}
		for _, lang := range []string{"fr", "de"} {
			want := 0
			for n := 2; n <= len(text) && n <= 8; n++ {
				if _, ok := l.Look(strings.Join(text[:n], " "), lang); ok {
					want = n
				}
			}
			n, e, ok := l.LookPhrase(text, lang)
			if n != want || ok != (want > 0) {
				t.Fatalf("%q in %s: %d words, want %d", text, lang, n, want)
			}
			if ok {
				if x, _ := l.Look(strings.Join(text[:n], " "), lang); x != e {
					t.Fatalf("%q in %s: %v, looked up %v", text, lang, e, x)
				}
			}
		}
	})
}

// TestTruncated: a file cut at any byte, or with a byte more, is refused.
func TestTruncated(t *testing.T) {
	good := invented(t).Bytes()
	for n := range good {
		if l, err := lexicon.Open(slices.Clone(good[:n])); err == nil && l.Verify() == nil {
			t.Errorf("sound with %d of %d bytes", n, len(good))
		}
	}
	if l, err := lexicon.Open(append(slices.Clone(good), 0)); err == nil && l.Verify() == nil {
		t.Error("sound with a byte more")
	}
}

// TestDamagedNeverPanics: a damaged file that opens may tell nonsense, but
// answers within bounds; errors are of the three kinds and show no bytes.
func TestDamagedNeverPanics(t *testing.T) {
	good := invented(t).Bytes()
	r := rand.New(rand.NewPCG(7, 7))
	for range 3000 {
		bad := slices.Clone(good)
		for range 1 + r.IntN(6) {
			bad[r.IntN(len(bad))] = byte(r.IntN(256))
		}
		l, err := lexicon.Open(bad)
		if err != nil {
			if !errors.Is(err, lexicon.ErrFormat) && !errors.Is(err, lexicon.ErrVersion) && !errors.Is(err, lexicon.ErrDamaged) {
				t.Fatalf("error %v is of no kind", err)
			}
			continue
		}
		for _, lang := range []string{"fr", "en", "xx"} {
			for _, w := range []string{"zoé", "nico", "bjr", "bonjour", "je", "zzz", ""} {
				l.Look(w, lang)
				l.Resolve(w, lang)
				l.Normals(w, lang)
				l.FullNames(w, lang)
				l.LookPhrase([]string{w, w}, lang)
			}
			l.Pack(lang)
			n := 0
			for range l.Words(^lexicon.Kind(0), lang) {
				if n++; n > 10*len(good) {
					t.Fatal("words without end")
				}
			}
		}
		l.Sources()
		l.Langs()
		for _, id := range []int{math.MinInt, -1, 0, 1 << 30, math.MaxInt} {
			l.Entry(id, "fr")
		}
	}
}

// TestUserFileComesBack: a compiled list read again answers as before, and a
// damaged one is refused.
func TestUserFileComesBack(t *testing.T) {
	u := load(t, "blorg\nnamratta,first-name,f\nla blorgue,surname\n", lexicon.Options{})
	back, err := lexicon.OpenUser(slices.Clone(u.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if back.Role() != u.Role() || !reflect.DeepEqual(back.Source(), u.Source()) {
		t.Errorf("role %v, source %v; were %v, %v", back.Role(), back.Source(), u.Role(), u.Source())
	}
	a, b := invented(t).With(u), invented(t).With(back)
	for _, w := range []string{"blorg", "Namratta", "la blorgue", "zoé", "nix"} {
		x, xok := a.Look(w, "fr")
		y, yok := b.Look(w, "fr")
		if x != y || xok != yok {
			t.Errorf("%s: %v, read back %v", w, x, y)
		}
	}
	for i := range u.Bytes() {
		bad := slices.Clone(u.Bytes())
		bad[i] ^= 1 << (i % 8)
		if _, err := lexicon.OpenUser(bad); err == nil {
			t.Errorf("byte %d: damage not seen", i)
		} else if strings.Contains(err.Error(), "blorg") {
			t.Errorf("byte %d: the error shows a word", i)
		}
		if _, err := lexicon.OpenUser(slices.Clone(u.Bytes()[:i])); err == nil {
			t.Errorf("sound with %d bytes", i)
		}
	}
	if _, err := lexicon.OpenUser(slices.Clone(invented(t).Bytes())); err == nil {
		t.Error("a lexicon is taken for a user's list")
	}
}

// TestOverlayLaws: users' lists decide by their roles, in any order, and leave
// all other words as they were.
func TestOverlayLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words, attrs := drawnWords(rt)
		l := built(rt, words, attrs)
		pick := rapid.SliceOfN(rapid.SampledFrom(words), 1, 5)
		hide, keep := pick.Draw(rt, "hide"), pick.Draw(rt, "keep")
		h := load(t, strings.Join(hide, "\n"), lexicon.Options{})
		k := load(t, strings.Join(keep, "\n"), lexicon.Options{Role: lexicon.RoleAntiDictionary})
		one, other := l.With(h, k), l.With(k).With(h)
		has := func(list []string, w string) bool {
			return slices.ContainsFunc(list, func(x string) bool { return lexicon.Fold(x) == lexicon.Fold(w) })
		}
		for _, w := range words {
			e, ok := one.Look(w, "fr")
			if x, xok := other.Look(w, "fr"); x != e || xok != ok {
				rt.Fatalf("%q: %v, with the lists in another order %v", w, e, x)
			}
			plain, plainOK := l.Look(w, "fr")
			switch inHide, inKeep := has(hide, w), has(keep, w); {
			case !inHide && !inKeep && (e != plain || ok != plainOK):
				rt.Fatalf("%q: %v, without lists %v", w, e, plain)
			case inHide && !e.Hidden(), inKeep && !e.Kept(), inHide && !inKeep && e.Kept(), inKeep && !inHide && e.Hidden():
				rt.Fatalf("%q: %v, hide %v, keep %v", w, e.Kinds, inHide, inKeep)
			}
		}
	})
}

// TestImportErrorsShowNoText tries every kind of fault at every place.
func TestImportErrorsShowNoText(t *testing.T) {
	const secret = "geheimniskraemer"
	for i, bad := range []string{
		secret + ",colour", secret + ",first-name,x", secret + ",city,m,4", secret + "\xff", secret + "\x00",
		secret + "\"x\",", secret + strings.Repeat("x", 400),
	} {
		for before := range 4 {
			text := strings.Repeat("ami\n", before) + bad + "\nautre\n"
			_, err := lexicon.Import(strings.NewReader(text), "liste.csv", lexicon.Options{})
			if err == nil {
				t.Errorf("fault %d: no error", i)
				continue
			}
			if !strings.HasPrefix(err.Error(), fmt.Sprintf("liste.csv:%d: ", before+1)) {
				t.Errorf("fault %d on line %d: %v", i, before+1, err)
			}
			if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\n") {
				t.Errorf("fault %d: the error shows text: %v", i, err)
			}
		}
	}
}
