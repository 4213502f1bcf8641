package neural_test

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/detect/neural"
	nn "github.com/bauta/bauta/internal/learn/neural"
)

// numbers reads a file of Flat.Write.
func numbers(t *testing.T, dir, name string) []int32 {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name+".i32"))
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int32, len(data)/4)
	for i := range out {
		out[i] = int32(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return out
}

// TestFlat: what is written holds, token by token, the spelling and the features that the
// builder has, and raw text without labels.
func TestFlat(t *testing.T) {
	b, err := builder()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range invented(20, 1) {
		b.Add(analyse(t, m.text, "en"), m.spans, 1)
	}
	data := b.Data()
	want := append(data.Sequences[:0:0], data.Sequences...)
	forms := len(data.Forms)
	f := neural.NewFlat()
	f.Take(b, "made up", 0.5, true)
	b.Add(analyse(t, "Zoé dort", "fr"), nil, 1)
	f.Take(b, "raw", 1, false)
	if len(data.Sequences) != 0 || f.Tokens() != tokens(want)+2 || len(f.Sets()) != 2 || f.Sets()[1] != "raw" {
		t.Fatalf("%d sequences left, %d tokens, sets %v", len(data.Sequences), f.Tokens(), f.Sets())
	}
	dir := t.TempDir()
	if err := f.Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := b.WriteForms(dir); err != nil {
		t.Fatal(err)
	}
	list := func(name string, i int32) []int32 {
		at, ids := numbers(t, dir, name+".at"), numbers(t, dir, name)
		return ids[at[i]:at[i+1]]
	}
	if n := len(numbers(t, dir, "form.word")); n < forms || n != len(numbers(t, dir, "form.letter.at"))-1 {
		t.Errorf("%d spellings of %d", n, forms)
	}
	gold, err := os.ReadFile(filepath.Join(dir, "gold.u8"))
	if err != nil || gold[len(gold)-1] != neural.Unlabelled {
		t.Errorf("raw text has labels, %v", err)
	}
	token, ctx, pair, offset := numbers(t, dir, "token"), numbers(t, dir, "ctx"), numbers(t, dir, "pair"), numbers(t, dir, "offset")
	for k, q := range want[:10] {
		for i, w := range q.Tokens {
			at := offset[k] + int32(i)
			p := token[at]
			got := append(append([]int32{}, list("base", pair[2*p+1])...), list("context", ctx[at])...)
			if pair[2*p] != w.Form || !same(got, w.Features) || gold[at] != q.Gold[i] {
				t.Fatalf("token %d of sequence %d is another", i, k)
			}
		}
	}
}

// TestForManyLanguages: a model of many languages reads each as its own; one of a language
// stays that.
func TestForManyLanguages(t *testing.T) {
	m := model(t)
	if one := m.For("sv"); one != m {
		t.Error("a model of one language became one of another")
	}
	b, err := neural.NewBuilder(neural.Many, m.Types(), nil, m.Vocabulary())
	if err != nil {
		t.Fatal(err)
	}
	d := neural.Dims{Letter: 4, Spelling: 4, Word: 4, Feature: 4, Hidden: 4}
	net, err := b.Net(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	many, err := b.Model(net, d, 0)
	if err != nil {
		t.Fatal(err)
	}
	if fr := many.For("fr"); fr.Lang() != "fr" || many.Lang() != neural.Many || fr.Weights() != many.Weights() {
		t.Errorf("%s of %s", fr.Lang(), many.Lang())
	}
}

func tokens(list []nn.Sequence) (n int) {
	for _, q := range list {
		n += len(q.Tokens)
	}
	return n
}

// same reports lists with the same numbers, in any order.
func same(a, b []int32) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
