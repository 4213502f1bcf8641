package lexicon_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon"
)

// said is what the reference knows of a word: the union of what was added.
type said struct {
	neutral lexicon.Kind
	lang    map[string]lexicon.Kind
	pos     map[string]lexicon.POS
	sex     lexicon.Sex
	rank    uint8
	index   int
	normals []string
}

// anyAttr draws what a source may say of a word.
func anyAttr() *rapid.Generator[lexicon.Attr] {
	return rapid.Custom(func(t *rapid.T) lexicon.Attr {
		a := lexicon.Attr{Lang: rapid.SampledFrom([]string{"", "fr", "en"}).Draw(t, "lang")}
		if a.Lang == "" {
			a.Kinds = rapid.SampledFrom([]lexicon.Kind{lexicon.FirstName, lexicon.Surname, lexicon.City, lexicon.FirstName | lexicon.Surname}).Draw(t, "kinds")
			a.Sex = lexicon.Sex(rapid.IntRange(0, 3).Draw(t, "sex"))
			a.NameRank = uint8(rapid.IntRange(0, 255).Draw(t, "rank"))
			if a.Kinds&lexicon.FirstName != 0 { // the index is that of a first name
				a.NameIndex = rapid.IntRange(0, 70000).Draw(t, "index")
			}
			a.Origin = rapid.SampledFrom([]string{"", "fr", "de", "it"}).Draw(t, "origin")
			return a
		}
		a.Kinds = rapid.SampledFrom([]lexicon.Kind{lexicon.Form, lexicon.Greeting, lexicon.Kinship | lexicon.Form, lexicon.Interjection, lexicon.Proper, lexicon.SMS}).Draw(t, "kinds")
		a.POS = lexicon.POS(rapid.Uint32Range(0, 1<<20-1).Draw(t, "pos"))
		if a.Kinds == lexicon.SMS {
			a.Normal = []string{rapid.StringMatching(`[a-z]{1,6}( [a-z]{1,4})?`).Draw(t, "normal")}
		}
		return a
	})
}

// TestFileAgainstAMap: a lexicon says of every word what a map of what was
// added says, after writing and reading, in each language.
func TestFileAgainstAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, want := lexicon.NewBuilder("fr", "en"), map[string]*said{}
		for range rapid.IntRange(1, 40).Draw(t, "adds") {
			word := rapid.StringMatching(`[A-Ca-cé'-]{1,4}( [a-c]{1,2})?`).Draw(t, "word")
			a := anyAttr().Draw(t, "attr")
			if err := b.Add(word, a); err != nil {
				t.Fatal(err)
			}
			w := want[lexicon.Fold(word)]
			if w == nil {
				w = &said{lang: map[string]lexicon.Kind{}, pos: map[string]lexicon.POS{}}
				want[lexicon.Fold(word)] = w
			}
			w.sex |= a.Sex
			w.rank = max(w.rank, a.NameRank)
			if a.NameIndex > 0 {
				w.index = a.NameIndex
			}
			if a.Lang == "" {
				w.neutral |= a.Kinds
				continue
			}
			w.lang[a.Lang] |= a.Kinds
			w.pos[a.Lang] |= a.POS
			if a.Lang == "fr" {
				for _, n := range a.Normal {
					if !slices.Contains(w.normals, n) {
						w.normals = append(w.normals, n)
					}
				}
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
		if err := l.Verify(); err != nil {
			t.Fatal(err)
		}
		for word, w := range want {
			for _, lang := range []string{"fr", "en", "tlh"} {
				e, ok := l.Look(strings.ToUpper(word), lang)
				kinds := w.neutral | w.lang[lang]
				if e.Kinds != kinds || ok != (kinds != 0) {
					t.Fatalf("%q in %s is %v (%v), want %v", word, lang, e.Kinds, ok, kinds)
				}
				if !ok {
					continue
				}
				if e.POS != w.pos[lang] || e.Sex != w.sex || e.NameRank != w.rank || e.NameIndex != w.index {
					t.Fatalf("%q in %s: %+v, want %+v", word, lang, e, *w)
				}
				if again, ok := l.Entry(e.ID, lang); !ok || again.Kinds != e.Kinds {
					t.Fatalf("%q by its number is %v", word, again.Kinds)
				}
			}
			if got := l.Normals(word, "fr"); !slices.Equal(got, w.normals) {
				t.Fatalf("%q stands for %q, want %q", word, got, w.normals)
			}
		}
		if b.Len() != len(want) || !slices.IsSorted(b.Words()) {
			t.Fatalf("%d words, want %d", b.Len(), len(want))
		}
	})
}

// TestSameWordsSameBytes: the order of additions does not show in the file.
func TestSameWordsSameBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-cé]{1,4}`), 1, 20, rapid.ID).Draw(t, "words")
		file := func(order []string) string {
			b := lexicon.NewBuilder("fr")
			for _, w := range order {
				if err := b.Add(w, lexicon.Attr{Lang: "fr", Kinds: lexicon.Form, POS: lexicon.POS(len(w))}); err != nil {
					t.Fatal(err)
				}
			}
			data, err := b.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			return string(data)
		}
		if file(words) != file(rapid.Permutation(slices.Clone(words)).Draw(t, "order")) {
			t.Fatal("another order, other bytes")
		}
	})
}

// TestCutLexicons: a file cut at any byte, or a byte longer, is refused with one
// of the errors that are promised, and nothing panics.
func TestCutLexicons(t *testing.T) {
	good := invented(t).Bytes()
	for i := range len(good) + 1 {
		bad := append(slices.Clone(good[:i]), 0)
		if i < len(good) {
			bad = bad[:i]
		}
		l, err := lexicon.Open(bad)
		if err == nil {
			for _, w := range []string{"zoé", "nico", "bjr", "zzz", ""} {
				l.Look(w, "fr")
				l.Normals(w, "fr")
				l.FullNames(w, "fr")
				l.Resolve(w, "fr")
			}
			err = l.Verify()
		}
		if !errors.Is(err, lexicon.ErrFormat) && !errors.Is(err, lexicon.ErrVersion) && !errors.Is(err, lexicon.ErrDamaged) {
			t.Errorf("cut at byte %d: %v", i, err)
		}
		if _, err := lexicon.OpenUser(bad); err == nil {
			t.Errorf("cut at byte %d: taken as a user's list", i)
		}
	}
}

// TestHeaderOffByOne: each byte of the header one up or down is refused, or the
// file does no harm when it is used all the same.
func TestHeaderOffByOne(t *testing.T) {
	good := invented(t).Bytes()
	for i := range min(64, len(good)) {
		for _, by := range []byte{1, 0xff, 0x80} {
			bad := slices.Clone(good)
			bad[i] += by
			l, err := lexicon.Open(bad)
			if err != nil {
				continue
			}
			l.Look("zoé", "fr")
			l.Resolve("zooooé", "fr")
			l.Pack("fr")
			l.Langs()
			l.Sources()
			if l.Verify() == nil {
				t.Errorf("header byte %d by %d: sound", i, int8(by))
			}
		}
	}
}

// TestFoldOfSpellings: one form for every way to write a word.
func TestFoldOfSpellings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.StringMatching(`[a-zéèêëàâçîïôöùûüÿœ'-]{1,12}`).Draw(t, "word")
		want := lexicon.Fold(w)
		for _, form := range []string{norm.NFD.String(w), strings.ToUpper(w), norm.NFD.String(strings.ToUpper(w)), strings.ReplaceAll(w, "'", "’")} {
			if got := lexicon.Fold(form); got != want {
				t.Fatalf("Fold(%q) = %q, of %q it is %q", form, got, w, want)
			}
		}
	})
}

// TestListsAgainstSets: of any two lists of a user, each word is hidden when the
// one holds it, kept when the other does, and otherwise what it was.
func TestListsAgainstSets(t *testing.T) {
	base := invented(t)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-cé]{1,3}|zoé|nico|bonjour`)
		hide, keep := rapid.SliceOfN(word, 1, 8).Draw(t, "hide"), rapid.SliceOfN(word, 1, 8).Draw(t, "keep")
		list := func(words []string, role lexicon.Role) *lexicon.User {
			u, err := lexicon.Import(strings.NewReader(strings.Join(words, "\n")), "list", lexicon.Options{Role: role})
			if err != nil {
				t.Fatal(err)
			}
			return u
		}
		l := base.With(list(hide, lexicon.RoleDictionary)).With(list(keep, lexicon.RoleAntiDictionary))
		for _, w := range slices.Concat(hide, keep, []string{"zoé", "nico", "bonjour", "je", "abc"}) {
			was, _ := base.Look(w, "fr")
			e, ok := l.Look(w, "fr")
			inHide, inKeep := slices.Contains(hide, w), slices.Contains(keep, w)
			hidden, kept := inHide || was.Hidden() && !inKeep, inKeep || was.Kept() && !inHide
			if ok && (e.Hidden() != hidden || e.Kept() != kept) || !ok && (hidden || kept) {
				t.Fatalf("%q (hide %v, keep %v, was %v): %v", w, inHide, inKeep, was.Kinds, e.Kinds)
			}
		}
	})
}

// TestListErrorsName: every refusal names file and line and shows no word.
func TestListErrorsName(t *testing.T) {
	const secret = "zyxwvutila"
	for n, line := range []string{secret + ",nonsense", secret + ",surname,q", secret + ",a,b,c", secret + "\xff", secret + "\x00", `"` + secret, secret + strings.Repeat("é", 200), `x"` + secret} {
		for _, before := range []int{0, 1, 7} {
			text := strings.Repeat("blorg\n", before) + line + "\n"
			_, err := lexicon.Import(strings.NewReader(text), "own.txt", lexicon.Options{})
			if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("own.txt:%d: ", before+1)) && !strings.HasPrefix(line, `"`) {
				t.Errorf("line %d of kind %d: %v", before+1, n, err)
			}
			if err != nil && (strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("kind %d: the error shows the word or takes two lines: %v", n, err)
			}
		}
	}
}

// TestNamesOfSets: kinds, parts of speech and sexes are read as written.
func TestNamesOfSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := lexicon.Kind(rapid.Uint32Range(0, uint32(lexicon.Proper)*2-1).Draw(t, "kinds"))
		var back lexicon.Kind
		for _, n := range strings.Fields(k.String()) {
			one, err := lexicon.ParseKind(n)
			if err != nil {
				t.Fatal(err)
			}
			back |= one
		}
		if back != k {
			t.Fatalf("%d is written %q and read %d", k, k, back)
		}
		p := lexicon.POS(rapid.Uint32Range(0, uint32(lexicon.Plural)*2-1).Draw(t, "parts of speech"))
		if back, err := lexicon.ParsePOS(p.String()); err != nil || back != p {
			t.Fatalf("%d is written %q and read %d, %v", p, p, back, err)
		}
		s := lexicon.Sex(rapid.IntRange(0, 3).Draw(t, "sex"))
		if back, err := lexicon.ParseSex(s.String()); err != nil || back != s {
			t.Fatalf("sex %d is written %q and read %d, %v", s, s, back, err)
		}
	})
	for _, bad := range []string{"", "Form", "first name", "noun", "form sms", "\xff"} {
		if _, err := lexicon.ParseKind(bad); err == nil {
			t.Errorf("%q is a kind", bad)
		}
	}
}

// TestResolveKeepsNamesNames: a spelling that may be a name is never taken for a
// plain word: whatever is done to a listed name that is no word, if it is
// found at all it is found as one.
func TestResolveKeepsNamesNames(t *testing.T) {
	l := lexicon.Default()
	only := []string{"cédric", "patrice", "nicolas", "sébastien", "aurélie", "frédéric", "stéphanie", "mathilde", "guillaume", "delphine"}
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom(only).Draw(t, "name")
		rs := []rune(name)
		i := rapid.IntRange(0, len(rs)-1).Draw(t, "at")
		w := name
		switch rapid.IntRange(0, 4).Draw(t, "how") {
		case 0:
			w = string(rs[:i]) + strings.Repeat(string(rs[i]), 5) + string(rs[i+1:])
		case 1:
			w = strings.Map(func(r rune) rune { return []rune(norm.NFD.String(string(r)))[0] }, name)
		case 2:
			w = strings.ToUpper(name)
		case 3:
			w = "d'" + name
		case 4:
			w = strings.ToUpper(name[:1]) + name[1:]
		}
		if e, m, ok := l.Resolve(w, "fr"); !ok || !e.Hidden() {
			t.Fatalf("%q is %v by %v", w, e.Kinds, m.Heuristic)
		}
	})
}
