package fst_test

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

// drawnWords draws words over a small alphabet, sorted and without doubles, so
// that beginnings and endings are shared.
func drawnWords(t *rapid.T) []string {
	words := rapid.SliceOfN(rapid.StringMatching(`[abcé]{1,6}`), 0, 40).Draw(t, "words")
	slices.Sort(words)
	return slices.Compact(words)
}

// TestRankOfMisses: with the ordinals of the words around it, the place of any
// string is that of a binary search.
func TestRankOfMisses(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := drawnWords(rt)
		f := build(t, words...)
		w := rapid.StringMatching(`[abcé]{0,7}`).Draw(rt, "word")
		at := sort.SearchStrings(words, w)
		is := at < len(words) && words[at] == w
		if o, ok := f.Find(w); ok != is || ok && o != at {
			rt.Fatalf("Find(%q) = %d %v, want %d %v", w, o, ok, at, is)
		}
	})
}

// TestWalkIsFind: step by step one comes to the same as by Find, and Degree,
// Edge, Edges and Step agree in every node of the way.
func TestWalkIsFind(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := drawnWords(rt)
		f := build(t, words...)
		w := rapid.StringMatching(`[abcé]{0,7}`).Draw(rt, "word")
		n, ok := f.Root(), true
		for i := 0; i < len(w) && ok; i++ {
			agree(rt, f, n)
			n, ok = f.Step(n, w[i])
		}
		prefix := slices.ContainsFunc(words, func(x string) bool { return strings.HasPrefix(x, w) })
		if ok != (prefix || w == "") {
			rt.Fatalf("the way of %q: %v, a beginning of a word: %v", w, ok, prefix)
		}
		if !ok {
			return
		}
		agree(rt, f, n)
		o, final := f.Final(n)
		if found, is := f.Find(w); final != is || is && o != found {
			rt.Fatalf("%q: %d %v at the end of the way, %d %v by Find", w, o, final, found, is)
		}
	})
}

func agree(t *rapid.T, f *fst.FST, n fst.Node) {
	i, last := 0, -1
	for label, to := range f.Edges(n) {
		if int(label) <= last {
			t.Fatalf("label %d after %d", label, last)
		}
		last = int(label)
		if l, x := f.Edge(n, i); l != label || x != to {
			t.Fatalf("edge %d: %v %v, in the list %v %v", i, l, x, label, to)
		}
		if x, ok := f.Step(n, label); !ok || x != to {
			t.Fatalf("step by %d: %v, in the list %v", label, x, to)
		}
		i++
	}
	if i != f.Degree(n) {
		t.Fatalf("%d edges, degree %d", i, f.Degree(n))
	}
	for _, at := range []int{-1, i, math.MaxInt, math.MinInt} {
		if l, to := f.Edge(n, at); l != 0 || to != (fst.Node{}) {
			t.Fatalf("edge %d of %d is there", at, i)
		}
	}
}

// TestFromIsAFilter: From gives the words with the prefix, in order, with the
// ordinals of the whole.
func TestFromIsAFilter(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := drawnWords(rt)
		f := build(t, words...)
		prefix := rapid.StringMatching(`[abcé]{0,3}`).Draw(rt, "prefix")
		n, ok := f.Root(), true
		for i := 0; i < len(prefix) && ok; i++ {
			n, ok = f.Step(n, prefix[i])
		}
		if !ok {
			return
		}
		var want []int
		for i, w := range words {
			if strings.HasPrefix(w, prefix) {
				want = append(want, i)
			}
		}
		var got []int
		for o, w := range f.From(n, prefix) {
			if w != words[o] {
				rt.Fatalf("ordinal %d is %q, want %q", o, w, words[o])
			}
			got = append(got, o)
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("from %q: %v, want %v", prefix, got, want)
		}
	})
}

// TestStatesAreEndings: two ways lead to one state exactly when the same words
// follow: the automaton is minimal.
func TestStatesAreEndings(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := drawnWords(rt)
		f := build(t, words...)
		endings := map[string]string{} // by prefix
		for _, w := range words {
			for i := range len(w) + 1 {
				endings[w[:i]] += "|" + w[i:]
			}
		}
		byState := map[uint32]string{}
		byEnding := map[string]uint32{}
		for prefix, ending := range endings {
			n := f.Root()
			for i := range len(prefix) {
				n, _ = f.Step(n, prefix[i])
			}
			if e, ok := byState[n.State()]; ok && e != ending {
				rt.Fatalf("one state for %q and %q", e, ending)
			}
			if s, ok := byEnding[ending]; ok && s != n.State() {
				rt.Fatalf("two states for %q", ending)
			}
			byState[n.State()], byEnding[ending] = ending, n.State()
		}
	})
}

// TestBytesAreTheWords: the same words give the same bytes, other words others,
// and the words read out give the file again.
func TestBytesAreTheWords(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, b := drawnWords(rt), drawnWords(rt)
		x, err := fst.Build(slices.Values(a))
		if err != nil {
			rt.Fatal(err)
		}
		y, err := fst.Build(slices.Values(b))
		if err != nil {
			rt.Fatal(err)
		}
		if slices.Equal(a, b) != slices.Equal(x, y) {
			rt.Fatalf("words alike %v, files alike %v", slices.Equal(a, b), slices.Equal(x, y))
		}
		f, err := fst.Open(x)
		if err != nil {
			rt.Fatal(err)
		}
		if f.Size() != len(x) || f.Len() != len(a) {
			rt.Fatalf("size %d of %d, %d words of %d", f.Size(), len(x), f.Len(), len(a))
		}
		again, err := fst.Build(func(yield func(string) bool) {
			for _, w := range f.All() {
				if !yield(w) {
					return
				}
			}
		})
		if err != nil || !slices.Equal(again, x) {
			rt.Fatalf("built again it differs: %v", err)
		}
	})
}

// TestAppendWord keeps what stood before, and nothing is appended for an
// ordinal that is none.
func TestAppendWord(t *testing.T) {
	words := []string{"a", "bise", "bises", "é", strings.Repeat("z", fst.MaxWord)}
	f := build(t, words...)
	for o := -2; o < len(words)+2; o++ {
		got, ok := f.AppendWord([]byte("x:"), o)
		if is := o >= 0 && o < len(words); ok != is {
			t.Errorf("word %d: %v", o, ok)
			continue
		} else if !is {
			continue
		}
		if w, _ := f.Word(o); string(got) != "x:"+w {
			t.Errorf("word %d: %q", o, got)
		}
	}
	for _, o := range []int{math.MinInt, math.MaxInt, -1, len(words)} {
		if w, ok := f.Word(o); ok {
			t.Errorf("word %d is %q", o, w)
		}
	}
}

// TestZeroNode leads nowhere.
func TestZeroNode(t *testing.T) {
	f := build(t, "a", "ab")
	var n fst.Node
	if _, ok := f.Step(n, 'a'); ok {
		t.Error("a step from nowhere")
	}
	if _, ok := f.Final(n); ok {
		t.Error("a word ends nowhere")
	}
	if f.Degree(n) != 0 {
		t.Errorf("%d edges of nowhere", f.Degree(n))
	}
	for range f.Edges(n) {
		t.Error("an edge of nowhere")
	}
	for range f.From(n, "") {
		t.Error("a word from nowhere")
	}
}

// TestEarlyStops: iterations may be left at any word.
func TestEarlyStops(t *testing.T) {
	words := []string{"bise", "bises", "bisou", "bisous", "bof"}
	f := build(t, words...)
	for stop := 1; stop <= len(words); stop++ {
		n := 0
		for range f.All() {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("stopped at %d of %d", n, stop)
		}
	}
	for range f.Edges(f.Root()) {
		break
	}
}

// TestTruncatedAnywhere: no part of a file is a file.
func TestTruncatedAnywhere(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"bise", "bises", "bisou", "bisous"}))
	if err != nil {
		t.Fatal(err)
	}
	for n := range good {
		f, err := fst.Open(slices.Clone(good[:n]))
		if err == nil {
			err = f.Verify()
		}
		if err == nil {
			t.Errorf("sound with %d of %d bytes", n, len(good))
		} else if !errors.Is(err, fst.ErrFormat) && !errors.Is(err, fst.ErrVersion) && !errors.Is(err, fst.ErrDamaged) {
			t.Errorf("%d bytes: error %v is of no kind", n, err)
		}
	}
}

// seal gives a file of any content its true size and checksum.
func seal(data []byte) []byte {
	binary.LittleEndian.PutUint32(data[12:], uint32(len(data)))
	binary.LittleEndian.PutUint32(data[16:], crc32.Checksum(data[20:], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// TestSealedDamage: damage that the checksum does not show never makes a walk
// turn in circles nor an ordinal fall outside; where Verify is content, the
// words are sorted and number Len.
func TestSealedDamage(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"ami", "amie", "bise", "bises", "bisou", "bisous", "zut"}))
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 9))
	for range 20_000 {
		bad := slices.Clone(good)
		for range 1 + r.IntN(4) {
			bad[20+r.IntN(len(bad)-20)] = byte(r.IntN(256))
		}
		f, err := fst.Open(seal(bad))
		if err != nil {
			continue
		}
		sound := f.Verify() == nil
		for _, w := range []string{"ami", "bisous", "zut", "", "zzzzzzzzzzzz"} {
			if o, ok := f.Find(w); ok && (o < 0 || o >= f.Len()) {
				t.Fatalf("ordinal %d of %d", o, f.Len())
			}
		}
		n, before := 0, ""
		for _, w := range f.All() {
			if sound && n > 0 && w <= before {
				t.Fatalf("%q after %q in a sound file", w, before)
			}
			before = w
			if n++; n > 5000 {
				break
			}
		}
		if sound && n != f.Len() {
			t.Fatalf("%d words of %d in a sound file", n, f.Len())
		}
	}
}

// TestHeaderFields puts every value that is one off, and the extremes, into
// each field of the header.
func TestHeaderFields(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"bise", "bises"}))
	if err != nil {
		t.Fatal(err)
	}
	for at := range 20 {
		for _, d := range []byte{1, 0xFF, 0x80, 0x7F} {
			bad := slices.Clone(good)
			bad[at] += d
			if f, err := fst.Open(bad); err == nil && f.Verify() == nil {
				t.Errorf("byte %d changed by %d: sound", at, d)
			}
		}
	}
}

// TestLongestWord: 255 bytes are a word and 256 are none, whatever they are.
func TestLongestWord(t *testing.T) {
	for _, unit := range []string{"a", "\xff", "\x00"} {
		w := strings.Repeat(unit, fst.MaxWord)
		f := build(t, w, w[:fst.MaxWord-1])
		if o, ok := f.Find(w); !ok || o != 1 {
			t.Errorf("%q…: %d %v", unit, o, ok)
		}
		if _, ok := f.Find(w + unit); ok {
			t.Errorf("%q…: a word too long is found", unit)
		}
		if _, err := fst.Build(slices.Values([]string{w + unit})); err == nil {
			t.Errorf("%q…: a word too long is taken", unit)
		}
	}
}

// TestErrorsNumberTheWord: an error says which word it was, and not the word.
func TestErrorsNumberTheWord(t *testing.T) {
	for at := 1; at < 5; at++ {
		words := []string{"qqa", "qqb", "qqc", "qqd", "qqe"}
		words[at] = "qqa"
		_, err := fst.Build(slices.Values(words))
		if err == nil {
			t.Errorf("word %d out of order: no error", at)
		} else if strings.Contains(err.Error(), "qq") {
			t.Errorf("the error shows the word: %v", err)
		}
	}
}
