package variant_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/variant"
)

// plain takes marks off and opens ligatures, by the standard's tables.
func plain(s string) string {
	s = strings.NewReplacer("œ", "oe", "æ", "ae").Replace(s)
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
}

// single writes every run of a letter once.
func single(s string) string {
	return string(slices.Compact([]rune(s)))
}

// longRun tells whether a letter, accents apart, stands more than three times on
// end: only three of it are read.
func longRun(s string) bool {
	last, n := ' ', 0
	for _, r := range plain(s) {
		if r != last {
			last, n = r, 0
		}
		if n++; n > 3 {
			return true
		}
	}
	return false
}

// bare drops what a writer in a hurry leaves out.
func bare(s string) string {
	return strings.NewReplacer("-", "", "'", "", " ", "").Replace(s)
}

// near tells whether two words are one edit apart: a letter wrong, missing,
// extra, or two neighbours swapped (optimal string alignment, by its table).
func near(a, b string) bool {
	x, y := []rune(a), []rune(b)
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)] == 1
}

// messy spoils a known word as senders do.
func messy(t *rapid.T, list []string) string {
	w := rapid.SampledFrom(list).Draw(t, "word")
	for range rapid.IntRange(0, 3).Draw(t, "spoilings") {
		rs := []rune(w)
		if len(rs) == 0 {
			break
		}
		i := rapid.IntRange(0, len(rs)-1).Draw(t, "at")
		switch rapid.IntRange(0, 7).Draw(t, "how") {
		case 0:
			w = plain(w)
		case 1:
			w = string(rs[:i]) + strings.Repeat(string(rs[i]), 4) + string(rs[i+1:])
		case 2:
			w = string(rs[:i]) + string(rs[i+1:])
		case 3:
			w = string(rs[:i]) + "x" + string(rs[i+1:])
		case 4:
			w = rapid.SampledFrom([]string{"j", "l", "d", "qu", "j'", "l'", "c'", "t", "de", "la", "je", "jt"}).Draw(t, "glue") + w
		case 5:
			w = bare(w)
		case 6:
			w += rapid.SampledFrom(list).Draw(t, "second")
		case 7:
			w = strings.ReplaceAll(w, "é", "è")
		}
	}
	return w
}

// TestCandidatesAreWhatTheHeuristicSays: each candidate stands to the word as
// its heuristic claims, measured without the automaton.
func TestCandidatesAreWhatTheHeuristicSays(t *testing.T) {
	list := known(t)
	lexicon := words(t, list)
	f := variant.New(variant.Config{Words: lexicon, Lang: variant.French()})
	rapid.Check(t, func(t *rapid.T) {
		w := messy(t, list)
		last := variant.None
		for c := range f.Candidates(w) {
			if c.Heuristic < last {
				t.Fatalf("%q: %s comes behind %s", w, c.Heuristic, last)
			}
			last = c.Heuristic
			ok := true
			switch c.Heuristic {
			case variant.MissingAccent, variant.MisplacedAccent:
				ok = plain(c.Text) == plain(w) && c.Text != w
			case variant.Elongation:
				ok = single(plain(c.Text)) == single(plain(w)) && len([]rune(c.Text)) <= len([]rune(w))
			case variant.Misspelling:
				ok = near(plain(c.Text), plain(w)) && plain(c.Text)[0] == plain(w)[0]
				// Longer runs are read as three: such a word is measured so.
				ok = ok || strings.Contains(w, "eeee") || single(plain(w)) != plain(w)
			case variant.Apostrophe:
				ok = strings.ContainsAny(c.Text, "'") && single(plain(bare(c.Text))) == single(plain(bare(w)))
			}
			if !ok {
				t.Fatalf("%q: %q is no %s", w, c.Text, c.Heuristic)
			}
			for _, part := range c.Words {
				text, ok := lexicon.Word(part.Ordinal)
				if !ok || !strings.Contains(c.Text, text) {
					t.Fatalf("%q: the word %q is not in %q", w, text, c.Text)
				}
				if c.Heuristic != variant.Misspelling && !longRun(w) && single(plain(bare(text))) != single(plain(bare(w[part.Start:part.End]))) {
					t.Fatalf("%q: %q does not stand at [%d:%d)", w, text, part.Start, part.End)
				}
			}
		}
	})
}

// TestMissingAccentsFindsAll: every known word that is the word but for its
// accents is found, as going through the list finds them.
func TestMissingAccentsFindsAll(t *testing.T) {
	list := known(t)
	f := variant.New(variant.Config{Words: words(t, list)})
	by := map[string][]string{}
	for _, w := range list {
		by[plain(w)] = append(by[plain(w)], w)
	}
	for _, w := range list {
		asked := plain(w)
		var got []string
		for c := range f.Candidates(asked) {
			if c.Heuristic == variant.MissingAccent {
				got = append(got, c.Text)
			}
		}
		var want []string
		for _, v := range by[asked] {
			if v != asked {
				want = append(want, v)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, slices.Compact(want)) {
			t.Errorf("%s: %q, going through the list gives %q", asked, got, want)
		}
	}
}

// TestOneEditFindsAll: without data on a language, every known word at one edit
// from an unknown one, first letter the same, is found, as the table of
// distances finds them.
func TestOneEditFindsAll(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		list := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-d]{4,8}`), 1, 12, rapid.ID).Draw(rt, "list")
		w := rapid.StringMatching(`[a-d]{5,8}`).Draw(rt, "word")
		f := variant.New(variant.Config{Words: words(t, list)})
		if single(w) != w { // runs are another heuristic's business
			return
		}
		var got, want []string
		for c := range f.Candidates(w) {
			if c.Heuristic == variant.Misspelling {
				got = append(got, c.Text)
			}
		}
		for _, v := range list {
			if near(w, v) && v[0] == w[0] {
				want = append(want, v)
			}
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			rt.Fatalf("%s among %q: %q, the table of distances gives %q", w, list, got, want)
		}
	})
}

// TestStoppingEarly: taking the first k candidates gives the first k of all.
func TestStoppingEarly(t *testing.T) {
	f, list := french(t), known(t)
	rapid.Check(t, func(t *rapid.T) {
		w := messy(t, list)
		_, all := find(f, w, "")
		k := rapid.IntRange(0, len(all)).Draw(t, "k")
		var got []string
		for c := range f.Candidates(w) {
			if len(got) == k {
				break
			}
			got = append(got, fmt.Sprintf("%s (%s)", c.Text, c.Heuristic))
		}
		if !slices.Equal(got, all[:k]) {
			t.Fatalf("%q: the first %d are %q of %q", w, k, got, all)
		}
	})
}

// TestNotAllowedIsNotGiven: no candidate holds a word that Allow refuses, and
// refusing a word never brings others forward by a later heuristic that it
// would have refused before.
func TestNotAllowedIsNotGiven(t *testing.T) {
	list := known(t)
	lexicon := words(t, list)
	rapid.Check(t, func(t *rapid.T) {
		w := messy(t, list)
		bad := rapid.IntRange(2, 5).Draw(t, "modulus")
		f := variant.New(variant.Config{Words: lexicon, Lang: variant.French(), Allow: func(o int, _ variant.Heuristic) bool { return o%bad != 0 }})
		for c := range f.Candidates(w) {
			for _, part := range c.Words {
				if part.Ordinal%bad == 0 {
					t.Fatalf("%q: %q holds a word that is not allowed", w, c.Text)
				}
			}
		}
	})
}

// TestFinderIsSharedSafely: many goroutines get what one gets.
func TestFinderIsSharedSafely(t *testing.T) {
	f := french(t)
	asked := strings.Fields("desole jtaime nicoooolllaassss surment lecole apresmidi mouhahaha jsuis trankil bonjoru l'ecole")
	want := make([][]string, len(asked))
	for i, w := range asked {
		_, want[i] = find(f, w, "")
	}
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i, w := range asked {
				if _, got := find(f, w, ""); !slices.Equal(got, want[i]) {
					t.Errorf("%q: %q, alone %q", w, got, want[i])
				}
			}
		})
	}
	group.Wait()
}

// TestKeysIgnoreWhatIsNotHeard: doubled letters and a mute ending do not change
// what a word sounds like, and a key is stable under taking it again.
func TestKeysIgnoreWhatIsNotHeard(t *testing.T) {
	l := variant.French()
	for _, pair := range []string{
		"appeler apeler", "attend atend", "comme come", "donner doner", "pommes pome", "tranquille trankille", "quand kan", "qui ki", "quoi koi", "phare fare",
		"café kafé", "beau bo", "eau o", "haut o", "pain pin", "main min", "temps tan", "grand gran", "petit peti",
	} {
		a, b, _ := strings.Cut(pair, " ")
		if x, y := l.Key(a), l.Key(b); x == "" || x != y {
			t.Errorf("%s sounds %q, %s %q", a, x, b, y)
		}
	}
	for _, pair := range []string{"pain pont", "chat rat", "marie marc", "patrice patrick", "bon don"} {
		a, b, _ := strings.Cut(pair, " ")
		if l.Key(a) == l.Key(b) {
			t.Errorf("%s and %s sound the same", a, b)
		}
	}
	if k := l.Key(strings.Repeat("a", 10000)); len(k) > 200 {
		t.Errorf("a long word has a key of %d bytes", len(k))
	}
}
