package borne

import (
	"fmt"
	"testing"
)

func TestTable(t *testing.T) {
	table, err := Open(Write([]Name{
		{"zoé", "fr", Figures{Weight: 1000, Late: true, Dated: true, Female: true}},
		{"ida", "fr", Figures{Weight: 20, Dated: true}},
		{"ida", "sv", Figures{Weight: 5}},
		{"nobody", "sv", Figures{}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	if f, ok := table.Of("zoé", "fr"); !ok || !f.Late || !f.Dated || !f.Female || f.Male || f.Weight < 950 || f.Weight > 1050 {
		t.Error(f, ok)
	}
	if f, ok := table.Of("ida", "fr"); !ok || f.Late || !f.Dated {
		t.Error(f, ok)
	}
	if f, ok := table.Of("ida", "sv"); !ok || f.Dated || f.Weight < 4.5 || f.Weight > 5.5 {
		t.Error(f, ok)
	}
	for _, none := range [][2]string{{"nobody", "sv"}, {"zoé", "sv"}, {"", ""}} {
		if f, ok := table.Of(none[0], none[1]); ok {
			t.Error(none, f)
		}
	}
}

// TestDefault: the usual names of a language are borne more often than rare ones.
func TestDefault(t *testing.T) {
	for _, pair := range [][3]string{{"fr", "marie", "ferdinand"}, {"de", "peter", "gundula"}, {"it", "maria", "ermenegilda"}} {
		a, ok := Default().Of(pair[1], pair[0])
		b, _ := Default().Of(pair[2], pair[0])
		if !ok || a.Weight <= b.Weight {
			t.Error(pair, a, b)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(Write([]Name{{"zoé", "fr", Figures{Weight: 9}}}))
	f.Add([]byte(magic))
	f.Add([]byte("x"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if table, err := Open(file); err == nil {
			table.Of("zoé", "fr")
		}
	})
}

func ExampleTable_Of() {
	table, err := Open(Write([]Name{{"zoé", "fr", Figures{Weight: 1024, Dated: true, Late: true}}}))
	f, ok := table.Of("zoé", "fr")
	fmt.Println(f.Weight, f.Late, ok, err)
	// Output: 1024 true true <nil>
}
