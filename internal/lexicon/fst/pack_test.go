package fst_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

func ExamplePack() {
	data, _ := fst.Build(slices.Values([]string{"bises", "bisou", "bisous"}))
	small, _ := fst.Pack(data)
	again, _ := fst.Unpack(small)
	fmt.Println(bytes.Equal(again, data), len(small) < len(data))
	// Output: true true
}

// TestPackGivesBack: what was packed comes out the same byte for byte, states with as many edges as there
// are bytes and more shared states than are popular among them.
func TestPackGivesBack(t *testing.T) {
	var wide, many []string
	for i := range 256 {
		wide = append(wide, string([]byte{byte(i)}), string([]byte{'a', byte(i)}))
		for j := range 16 {
			many = append(many, fmt.Sprintf("a%03d%02x", i, j), fmt.Sprintf("b%03d%02x", i, j), fmt.Sprintf("c%02x", j*i))
		}
		many = append(many, fmt.Sprintf("d%03d%c", i, 'a'+i%26), fmt.Sprintf("e%03d%c", i, 'a'+i%26))
	}
	for _, words := range [][]string{nil, {"a"}, wide, many} {
		givenBack(t, words)
	}
	rapid.Check(t, func(t *rapid.T) { givenBack(t, drawnWords(t)) })
}

func givenBack(t rapid.TB, words []string) {
	slices.Sort(words)
	data, err := fst.Build(slices.Values(slices.Compact(words)))
	if err != nil {
		t.Fatal(err)
	}
	small, err := fst.Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	again, err := fst.Unpack(small)
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("%d words: %d bytes became %d, %v", len(words), len(data), len(again), err)
	}
}

// TestDamagedPack: what was cut, or has a byte changed, is refused or is an automaton; nothing panics.
func TestDamagedPack(t *testing.T) {
	data, err := fst.Build(slices.Values([]string{"bise", "bises", "bisou", "bisous", "brise", "brises", "crise"}))
	if err != nil {
		t.Fatal(err)
	}
	small, err := fst.Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	for n := range small {
		if _, err := fst.Unpack(small[:n]); err == nil {
			t.Errorf("%d of %d bytes are taken", n, len(small))
		}
	}
	if _, err := fst.Unpack(append(slices.Clone(small), 0)); !errors.Is(err, fst.ErrDamaged) {
		t.Errorf("a byte more: %v", err)
	}
}

func FuzzUnpack(f *testing.F) {
	data, err := fst.Build(slices.Values([]string{"bise", "bises", "brise", "brises", "crise", "crises"}))
	if err != nil {
		f.Fatal(err)
	}
	small, err := fst.Pack(data)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(small)
	f.Fuzz(func(t *testing.T, data []byte) {
		again, err := fst.Unpack(data)
		if err != nil {
			return
		}
		a, err := fst.Open(again)
		if err != nil {
			t.Fatal(err)
		}
		a.Find("brises")
	})
}
