package fst_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/lexicon/fst"
)

// someWords draws a list with many common beginnings and endings.
func someWords() *rapid.Generator[[]string] {
	return rapid.Custom(func(t *rapid.T) []string {
		words := rapid.SliceOfN(rapid.StringMatching(`[abcé]{1,5}(s|es|ons)?`), 0, 40).Draw(t, "words")
		slices.Sort(words)
		return slices.Compact(words)
	})
}

// TestNodesAreTheRightLanguages: two prefixes share a state exactly when the
// same endings follow them, which is what minimal means (Myhill and Nerode).
func TestNodesAreTheRightLanguages(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := someWords().Draw(rt, "words")
		f := build(t, words...)
		endings := map[string]string{} // prefix → all that follows
		for _, w := range words {
			for i := range len(w) + 1 {
				endings[w[:i]] += w[i:] + "|"
			}
		}
		states := map[string]uint32{}
		by := map[uint32]string{}
		for prefix, rest := range endings {
			n, ok := f.Root(), true
			for i := range len(prefix) {
				if n, ok = f.Step(n, prefix[i]); !ok {
					rt.Fatalf("no way to the prefix %q", prefix)
				}
			}
			if s, ok := states[rest]; ok && s != n.State() {
				rt.Fatalf("%q: the same endings have two states", prefix)
			}
			if r, ok := by[n.State()]; ok && r != rest {
				rt.Fatalf("%q: one state has two sets of endings", prefix)
			}
			states[rest], by[n.State()] = n.State(), rest
		}
	})
}

// TestPrefixSearchAgainstTheList: From gives what filtering the list gives, at
// every prefix, with the ordinals of the list.
func TestPrefixSearchAgainstTheList(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := someWords().Draw(rt, "words")
		f := build(t, words...)
		prefix := rapid.StringMatching(`[abcéx]{0,3}`).Draw(rt, "prefix")
		var want []string
		for i, w := range words {
			if strings.HasPrefix(w, prefix) {
				want = append(want, fmt.Sprint(i, w))
			}
		}
		n, ok := f.Root(), true
		for i := 0; i < len(prefix) && ok; i++ {
			n, ok = f.Step(n, prefix[i])
		}
		var got []string
		if ok {
			for o, w := range f.From(n, prefix) {
				got = append(got, fmt.Sprint(o, w))
			}
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("behind %q: %v, want %v", prefix, got, want)
		}
	})
}

// TestEdgesAgree: Edges, Edge, Degree and Step tell the same of every node.
func TestEdgesAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := build(t, someWords().Draw(rt, "words")...)
		todo := []fst.Node{f.Root()}
		for len(todo) > 0 {
			n := todo[0]
			todo = todo[1:]
			i, last := 0, -1
			for label, to := range f.Edges(n) {
				l, edge := f.Edge(n, i)
				step, ok := f.Step(n, label)
				if int(label) <= last || l != label || edge != to || !ok || step != to {
					rt.Fatalf("edge %d of a node: %q by Edges, %q by Edge", i, label, l)
				}
				todo = append(todo, to)
				i, last = i+1, int(label)
			}
			if f.Degree(n) != i {
				rt.Fatalf("degree %d, %d edges", f.Degree(n), i)
			}
			for c := range 256 {
				if _, ok := f.Step(n, byte(c)); ok && strings.IndexByte("abcsenoé", byte(c)) < 0 {
					rt.Fatalf("a way on byte %d, which is in no word", c)
				}
			}
		}
	})
}

// TestNodesOfEverySize: from one edge to all 256, and counts of one, two and
// three bytes behind an edge.
func TestNodesOfEverySize(t *testing.T) {
	for _, n := range []int{1, 2, 13, 14, 15, 16, 17, 30, 31, 128, 254, 255, 256} {
		var words []string
		for c := range n {
			words = append(words, string([]byte{byte(c), 'x'}), string([]byte{byte(c)}))
		}
		check(t, words)
	}
	for _, n := range []int{254, 255, 256, 257, 65535, 65536, 65537} {
		var words []string
		for i := range n {
			words = append(words, fmt.Sprintf("a%05d", i))
		}
		words = append(words, "b", "c", "cc")
		f := build(t, words...)
		for _, w := range []string{"b", "c", "cc"} {
			if o, ok := f.Find(w); !ok || o < n {
				t.Errorf("%d words before: Find(%q) = %d %v", n, w, o, ok)
			}
		}
		if w, ok := f.Word(n + 2); !ok || w != "cc" {
			t.Errorf("%d words before: the last is %q", n, w)
		}
	}
}

// TestLongestWord: 255 bytes fit, 256 do not, and longer questions are misses.
func TestLongestWord(t *testing.T) {
	long := strings.Repeat("é", 127) + "x"
	check(t, []string{long, long[:254], "x"})
	f := build(t, long)
	if _, ok := f.Find(long + "y"); ok {
		t.Error("a longer word is found")
	}
	if _, ok := f.Find(strings.Repeat("é", 1<<20)); ok {
		t.Error("a megabyte is found")
	}
	if _, err := fst.Build(slices.Values([]string{long + "y"})); err == nil || strings.Contains(err.Error(), "éé") {
		t.Errorf("a word of 256 bytes: %v", err)
	}
}

// sealed gives a file a true size and checksum.
func sealed(data []byte) []byte {
	if len(data) > 20 {
		binary.LittleEndian.PutUint32(data[12:], uint32(len(data)))
		binary.LittleEndian.PutUint32(data[16:], crc32.Checksum(data[20:], crc32.MakeTable(crc32.Castagnoli)))
	}
	return data
}

// use does everything a reader may do with a file; nothing of it may panic or
// go on for ever.
func use(f *fst.FST) {
	for _, w := range []string{"", "b", "bisou", "bisous", "\xff", "zzz"} {
		f.Find(w)
		f.FindBytes([]byte(w))
	}
	for i := range min(f.Len(), 50) {
		f.Word(i)
	}
	for range f.All() {
	}
	f.Edge(f.Root(), 3)
	for range f.Edges(f.Root()) {
	}
}

// TestCutFiles: a file cut at any byte is refused, also where its size and
// checksum have been made true again, and using it does no harm.
func TestCutFiles(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"bise", "bises", "bisou", "bisous", "bof", "été"}))
	if err != nil {
		t.Fatal(err)
	}
	for i := range len(good) {
		if _, err := fst.Open(slices.Clone(good[:i])); err == nil {
			t.Errorf("cut at byte %d: opened", i)
		}
		f, err := fst.Open(sealed(slices.Clone(good[:i])))
		if err != nil {
			continue
		}
		if err := f.Verify(); !errors.Is(err, fst.ErrDamaged) {
			t.Errorf("cut at byte %d and sealed: %v", i, err)
		}
		use(f)
	}
}

// TestChangedFiles: every byte of the nodes one up, one down and set to the
// extremes, then sealed: either refused, or exactly the automaton of the words
// it gives.
func TestChangedFiles(t *testing.T) {
	good, err := fst.Build(slices.Values([]string{"a", "bise", "bises", "bisou", "bisous", "bof", "été"}))
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for i := 8; i < len(good); i++ {
		for _, to := range []byte{good[i] + 1, good[i] - 1, 0, 0xff, good[i] ^ 0x40, good[i] ^ 0x80} {
			if to == good[i] {
				continue
			}
			bad := slices.Clone(good)
			bad[i] = to
			f, err := fst.Open(sealed(bad))
			if err != nil {
				continue
			}
			use(f)
			if f.Verify() != nil {
				continue
			}
			accepted++
			var words []string
			for _, w := range f.All() {
				words = append(words, w)
			}
			if len(words) != f.Len() || !slices.IsSorted(words) {
				t.Errorf("byte %d as %d: sound, but gives %q", i, to, words)
			}
			for o, w := range words {
				if got, ok := f.Find(w); !ok || got != o {
					t.Errorf("byte %d as %d: sound, but Find(%q) = %d %v", i, to, w, got, ok)
				}
			}
		}
	}
	if accepted == 0 {
		t.Error("no changed letter made another sound file: the test says nothing")
	}
}

// TestLookUpsAllocateNothing, as the package promises.
func TestLookUpsAllocateNothing(t *testing.T) {
	f := build(t, "bise", "bises", "bisou", "bisous")
	word := []byte("bisous")
	if n := testing.AllocsPerRun(100, func() {
		f.Find("bisous")
		f.Find("bisouuus")
		f.FindBytes(word)
	}); n != 0 {
		t.Errorf("a look-up makes %v allocations", n)
	}
}
