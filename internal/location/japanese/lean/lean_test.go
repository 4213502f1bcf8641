package lean

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/ikawaha/kagome-dict/dict"
	"github.com/ikawaha/kagome-dict/ipa"
)

// TestSame: what is read is what was written, number by number.
func TestSame(t *testing.T) {
	whole := ipa.DictShrink()
	data, err := Write(whole)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	for name, pair := range map[string][2]any{
		"index": {got.Index, whole.Index}, "costs": {got.Morphs, whole.Morphs},
		"neighbours": {got.Connection, whole.Connection}, "parts of speech": {got.POSTable, whole.POSTable},
		"letters": {got.CharCategory, whole.CharCategory}, "classes": {got.CharClass, whole.CharClass},
		"invoked": {got.InvokeList, whole.InvokeList}, "grouped": {got.GroupList, whole.GroupList},
		"unknown": {got.UnkDict, whole.UnkDict},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Errorf("%s differ", name)
		}
	}
}

// small is a dictionary of three words, one of them with two readings.
func small(t testing.TB) []byte {
	index, err := dict.BuildIndexTable([]string{"\u3042", "\u3042\u3044", "\u3042\u3044", "\u3046"})
	if err != nil {
		t.Fatal(err)
	}
	data, err := Write(&dict.Dict{
		Index: index, Morphs: make(dict.Morphs, 4),
		Connection: dict.ConnectionTable{Row: 2, Col: 2, Vec: []int16{-30000, 30000, 1, 2}},
		POSTable:   dict.POSTable{NameList: []string{"a", "b"}, POSs: []dict.POS{{0}, {0, 1}, {0}, {1}}},
		CharClass:  dict.CharClass{"x"}, CharCategory: dict.CharCategory{0},
	})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestDamaged: a part of a file is an error.
func TestDamaged(t *testing.T) {
	data := small(t)
	if _, err := Read(data); err != nil {
		t.Fatal(err)
	}
	for n := range data {
		if _, err := Read(data[:n]); err == nil {
			t.Errorf("the first %d of %d bytes are read", n, len(data))
		}
	}
}

func ExampleRead() {
	index, _ := dict.BuildIndexTable([]string{"\u96e8"})
	data, _ := Write(&dict.Dict{Index: index, Morphs: dict.Morphs{{Weight: 7}}, POSTable: dict.POSTable{
		NameList: []string{"noun"}, POSs: []dict.POS{{0}},
	}})
	d, _ := Read(data)
	fmt.Println(d.Index.Search("\u96e8"), d.Morphs[0].Weight)
	// Output: [0] 7
}

func FuzzRead(f *testing.F) {
	f.Add(small(f))
	f.Fuzz(func(t *testing.T, data []byte) { _, _ = Read(data) })
}
