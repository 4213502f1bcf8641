package memo_test

import (
	"fmt"
	"testing"

	"github.com/bauta/bauta/internal/memo"
)

// TestCache: what is put is found until two others of its place have come.
func TestCache(t *testing.T) {
	c := memo.New[int](3)
	has := func(key uint64, want int) bool {
		got, ok := c.Get(key)
		return ok && got == want
	}
	if _, ok := c.Get(0); ok {
		t.Error("something is kept before anything was put")
	}
	const a, b, d = 1, 2, 3 // one place, as the upper bits are the same
	c.Put(a, 1)
	c.Put(b, 2)
	if !has(a, 1) || !has(b, 2) {
		t.Error("two of one place are not both kept")
	}
	c.Put(d, 3)
	if _, ok := c.Get(a); ok || !has(b, 2) || !has(d, 3) {
		t.Error("not the oldest one has gone")
	}
	const beside = 1 << 61 // of the same two places, by another upper bit
	c.Put(beside, 5)
	c.Put(a, 1)
	if !has(beside, 5) || !has(a, 1) {
		t.Error("what was put just before has gone, and an older one not")
	}
	for k := range uint64(1000) {
		c.Put(k*0x9E3779B97F4A7C15, 4)
	}
	kept := 0
	for k := range uint64(1000) {
		if has(k*0x9E3779B97F4A7C15, 4) {
			kept++
		}
	}
	if kept == 0 || kept > 8 {
		t.Errorf("%d are kept in 8 places", kept)
	}
}

// TestKey: words and languages have keys of their own, and a word in a language is not
// the language's word.
func TestKey(t *testing.T) {
	keys := map[uint64]bool{}
	for _, word := range []string{"", "fr", "en", "anna"} {
		for _, lang := range []string{"", "fr", "en", "anna"} {
			keys[memo.Key(word, lang)] = true
		}
	}
	if len(keys) != 16 {
		t.Errorf("%d keys of 16", len(keys))
	}
}

func ExampleCache() {
	lengths := memo.New[int](4)
	for _, word := range []string{"ciao", "ciao"} {
		n, known := lengths.Get(memo.Key(word, "it"))
		if !known {
			n = len(word)
			lengths.Put(memo.Key(word, "it"), n)
		}
		fmt.Println(n, known)
	}
	// Output:
	// 4 false
	// 4 true
}
