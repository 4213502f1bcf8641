package fst_test

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

// build makes an automaton of the words, sorted and without doubles.
func build(t testing.TB, words ...string) *fst.FST {
	t.Helper()
	words = slices.Clone(words)
	slices.Sort(words)
	data, err := fst.Build(slices.Values(slices.Compact(words)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := fst.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Verify(); err != nil {
		t.Fatal(err)
	}
	return f
}

func ExampleBuild() {
	data, _ := fst.Build(slices.Values([]string{"bisou", "bisous", "bises"}[:2]))
	f, _ := fst.Open(data)
	fmt.Println(f.Len())
	fmt.Println(f.Find("bisous"))
	fmt.Println(f.Find("bisouss"))
	fmt.Println(f.Word(0))
	// Output:
	// 2
	// 1 true
	// 0 false
	// bisou true
}

func ExampleFST_Step() {
	data, _ := fst.Build(slices.Values([]string{"la", "le", "les"}))
	f, _ := fst.Open(data)
	n, _ := f.Step(f.Root(), 'l')
	for label, to := range f.Edges(n) {
		ordinal, ok := f.Final(to)
		fmt.Printf("l%c %d %v\n", label, ordinal, ok)
	}
	// Output:
	// la 0 true
	// le 1 true
}

func TestBuildRefuses(t *testing.T) {
	for name, words := range map[string][]string{
		"empty word": {""},
		"double":     {"a", "a"},
		"unsorted":   {"b", "a"},
		"prefix":     {"ab", "a"},
		"too long":   {strings.Repeat("a", fst.MaxWord+1)},
	} {
		if _, err := fst.Build(slices.Values(words)); err == nil {
			t.Errorf("%s: no error", name)
		} else if strings.Contains(err.Error(), "ab") {
			t.Errorf("%s: the error shows the word: %v", name, err)
		}
	}
}

func TestNoWords(t *testing.T) {
	f := build(t)
	if f.Len() != 0 {
		t.Fatal("words out of nothing")
	}
	if _, ok := f.Find("a"); ok {
		t.Fatal("found a word in nothing")
	}
	if _, ok := f.Find(""); ok {
		t.Fatal("found the empty word")
	}
	for range f.All() {
		t.Fatal("a word out of nothing")
	}
}

// TestAllBytes has a root with 256 edges, and the longest word.
func TestAllBytes(t *testing.T) {
	var words []string
	for c := range 256 {
		words = append(words, string([]byte{byte(c)}), string([]byte{byte(c), 'x', byte(c)}))
	}
	words = append(words, strings.Repeat("z", fst.MaxWord))
	check(t, words)
}

func TestManyWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 70_000) // counts of three bytes
	for i := range words {
		b := make([]byte, 1+r.IntN(9))
		for j := range b {
			b[j] = "abcdefghé"[r.IntN(10)]
		}
		words[i] = string(b)
	}
	check(t, words)
}

func TestWordsProperty(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOf(rapid.StringOfN(rapid.RuneFrom([]rune("abé\x00")), 1, 12, 40)).Draw(rt, "words")
		check(t, words)
	})
}

// check compares an automaton of the words with a sorted slice of them.
func check(t *testing.T, words []string) {
	t.Helper()
	f := build(t, words...)
	slices.Sort(words)
	words = slices.Compact(words)
	if f.Len() != len(words) {
		t.Fatalf("Len = %d, want %d", f.Len(), len(words))
	}
	for i, w := range words {
		if o, ok := f.Find(w); !ok || o != i {
			t.Fatalf("Find(%q) = %d %v, want %d", w, o, ok, i)
		}
		if o, ok := f.FindBytes([]byte(w)); !ok || o != i {
			t.Fatalf("FindBytes(%q) = %d %v, want %d", w, o, ok, i)
		}
		if got, ok := f.Word(i); !ok || got != w {
			t.Fatalf("Word(%d) = %q %v, want %q", i, got, ok, w)
		}
		if miss := w + "\x01q"; !slices.Contains(words[i:min(len(words), i+40)], miss) {
			if _, ok := f.Find(miss); ok {
				t.Fatalf("Find(%q) hit", miss)
			}
		}
	}
	i := 0
	for o, w := range f.All() {
		if o != i || w != words[i] {
			t.Fatalf("All: %d %q, want %d %q", o, w, i, words[i])
		}
		i++
	}
	if i != len(words) {
		t.Fatalf("All gave %d words of %d", i, len(words))
	}
	for _, o := range []int{-1, len(words)} {
		if _, ok := f.Word(o); ok {
			t.Fatalf("Word(%d) exists", o)
		}
	}
}

func TestFrom(t *testing.T) {
	f := build(t, "bis", "bise", "bises", "bisou", "bof")
	n := f.Root()
	for _, c := range []byte("bis") {
		n, _ = f.Step(n, c)
	}
	got := maps.Collect(f.From(n, "bis"))
	if want := map[int]string{0: "bis", 1: "bise", 2: "bises", 3: "bisou"}; !maps.Equal(got, want) {
		t.Errorf("From = %v, want %v", got, want)
	}
	for range f.From(n, "bis") {
		break // an early stop is no error
	}
	if f.Degree(n) != 2 {
		t.Errorf("Degree = %d, want 2", f.Degree(n))
	}
	if l, to := f.Edge(n, 9); l != 0 || to != (fst.Node{}) {
		t.Error("an edge out of range")
	}
}

// TestShared: words with the same ending share their states.
func TestShared(t *testing.T) {
	f := build(t, "parlons", "marchons")
	end := func(w string) uint32 {
		n := f.Root()
		for i := range len(w) {
			n, _ = f.Step(n, w[i])
		}
		return n.State()
	}
	if end("parlo") != end("marcho") {
		t.Error("the same endings are stored twice")
	}
}

func TestOpenRefuses(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"a", "b"}))
	if err != nil {
		t.Fatal(err)
	}
	for name, damage := range map[string]func([]byte) []byte{
		"nothing":    func([]byte) []byte { return nil },
		"magic":      func(b []byte) []byte { b[0] = 'x'; return b },
		"version":    func(b []byte) []byte { b[4]++; return b },
		"reserved":   func(b []byte) []byte { b[7]++; return b },
		"short":      func(b []byte) []byte { return b[:len(b)-1] },
		"long":       func(b []byte) []byte { return append(b, 0) },
		"word count": func(b []byte) []byte { b[11] = 255; return b },
	} {
		if _, err := fst.Open(damage(slices.Clone(good))); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestVerifyFindsDamage turns over every bit of a file, one at a time.
func TestVerifyFindsDamage(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"bise", "bises", "bisou", "bisous"}))
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		for bit := range 8 {
			bad := slices.Clone(good)
			bad[i] ^= 1 << bit
			if f, err := fst.Open(bad); err == nil && f.Verify() == nil {
				t.Errorf("byte %d bit %d: damage not seen", i, bit)
			}
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, words := range [][]string{{}, {"a"}, {"bise", "bises", "bisou", "bisous"}, {"a", "b", "é"}} {
		data, err := fst.Build(slices.Values(words))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, "bise")
	}
	f.Fuzz(func(t *testing.T, data []byte, word string) {
		a, err := fst.Open(data)
		if err != nil {
			return
		}
		sound := a.Verify() == nil
		o, ok := a.Find(word)
		if ok && (o < 0 || o >= a.Len()) {
			t.Fatalf("ordinal %d of %d", o, a.Len())
		}
		if w, _ := a.Word(o); sound && ok && w != word {
			t.Fatalf("Word(Find(%q)) = %q", word, w)
		}
		seen := 0
		for i, w := range a.All() {
			if got, ok := a.Find(w); sound && (!ok || got != i) {
				t.Fatalf("Find(%q) = %d %v, want %d", w, got, ok, i)
			}
			if seen++; seen > 1000 {
				return
			}
		}
		if sound && seen != a.Len() {
			t.Fatalf("All gave %d of %d", seen, a.Len())
		}
	})
}

// FuzzVerify gives the damaged file a true size and checksum, so that the
// checks behind those are reached. What Verify accepts is what Build makes of
// the words in it.
func FuzzVerify(f *testing.F) {
	for _, words := range [][]string{{"a"}, {"bise", "bises", "bisou", "bisous"}, {"a", "b", "é"}} {
		data, err := fst.Build(slices.Values(words))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) <= 20 {
			return
		}
		binary.LittleEndian.PutUint32(data[12:], uint32(len(data)))
		binary.LittleEndian.PutUint32(data[16:], crc32.Checksum(data[20:], crc32.MakeTable(crc32.Castagnoli)))
		a, err := fst.Open(data)
		if err != nil || a.Verify() != nil || a.Len() > 1000 {
			return
		}
		var words []string
		for i, w := range a.All() {
			if i != len(words) {
				t.Fatalf("ordinal %d, want %d", i, len(words))
			}
			words = append(words, w)
		}
		if len(words) != a.Len() {
			t.Fatalf("%d words of %d", len(words), a.Len())
		}
		if _, err := fst.Build(slices.Values(words)); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzBuild(f *testing.F) {
	f.Add("bise bises bisou", "bis")
	f.Add("\x00 \xff é e", "")
	f.Fuzz(func(t *testing.T, text, other string) {
		words := slices.DeleteFunc(strings.Split(text, " "), func(w string) bool { return w == "" || len(w) > fst.MaxWord })
		a := build(t, words...)
		if _, ok := a.Find(other); ok != slices.Contains(words, other) {
			t.Fatalf("Find(%q) = %v", other, ok)
		}
	})
}

func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 200_000)
	for i := range words {
		w := make([]byte, 3+r.IntN(8))
		for j := range w {
			w[j] = "etaoinshrdlu"[r.IntN(12)]
		}
		words[i] = string(w)
	}
	f := build(b, slices.Clone(words)...)
	b.ReportAllocs()
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		f.Find(words[i%len(words)])
	}
}
