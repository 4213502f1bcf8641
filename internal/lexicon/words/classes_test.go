package words

import "testing"

func TestBuckets(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 100, 5000} {
		keys := make([]uint32, n)
		for i := range keys {
			keys[i] = uint32(i) * 858993
		}
		if n > 2 {
			keys[n-1] = 1<<32 - 1
		}
		b := newBuckets(keys)
		for i, k := range keys {
			if got := b.find(keys, k); got != i {
				t.Fatalf("%d keys: key %d found at %d", n, i, got)
			}
		}
		if b.find(keys, 12345) != -1 {
			t.Errorf("%d keys: a key that is not there was found", n)
		}
	}
}

func TestClassesOfWords(t *testing.T) {
	c, err := NewClasses([]string{"anna", "oslo", "anna"}, []uint16{1, 2, 9}, []uint16{3, 4, 9})
	if err != nil {
		t.Fatal(err)
	}
	if c.Words() != 2 || c.Columns() != 2 {
		t.Errorf("%d words, %d columns", c.Words(), c.Columns())
	}
	for word, want := range map[string][2]uint16{"anna": {1, 3}, "oslo": {2, 4}, "bern": {0, 0}} {
		var got [MaxColumns]uint16
		c.Look(Hash(word), &got)
		if got[0] != want[0] || got[1] != want[1] || got[2] != 0 {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
}

func TestClassesComeBack(t *testing.T) {
	c, err := NewClasses([]string{"anna", "oslo", "bern"}, []uint16{1, 2, 9}, []uint16{3, 4, 0})
	if err != nil {
		t.Fatal(err)
	}
	again, err := ClassesOf(c.Keys(), c.Column(0), c.Column(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"anna", "oslo", "bern", "genf"} {
		var want, got [MaxColumns]uint16
		c.Look(Hash(word), &want)
		again.Look(Hash(word), &got)
		if got != want {
			t.Errorf("%s: %v, want %v", word, got, want)
		}
	}
}

func TestNoClasses(t *testing.T) {
	var none Classes
	var got [MaxColumns]uint16
	if none.Look(Hash("anna"), &got); got != [MaxColumns]uint16{} || none.Words() != 0 || none.Columns() != 0 {
		t.Errorf("the zero value says %v", got)
	}
	short := []uint16{}
	for name, make := range map[string]func() (*Classes, error){
		"a short column":   func() (*Classes, error) { return NewClasses([]string{"a"}, short) },
		"seven columns":    func() (*Classes, error) { return NewClasses(nil, nil, nil, nil, nil, nil, nil, nil) },
		"short, of keys":   func() (*Classes, error) { return ClassesOf([]uint32{1}, short) },
		"seven, of keys":   func() (*Classes, error) { return ClassesOf(nil, nil, nil, nil, nil, nil, nil, nil) },
		"keys in no order": func() (*Classes, error) { return ClassesOf([]uint32{2, 1}) },
		"a key twice":      func() (*Classes, error) { return ClassesOf([]uint32{2, 2}) },
	} {
		if _, err := make(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// TestHashOn: the hash of a string is that of its bytes one after the other.
func TestHashOn(t *testing.T) {
	for _, s := range []string{"", "a", "anna", "Zürich"} {
		h := HashStart
		for i := range len(s) {
			h = HashOn(h, uint64(s[i]))
		}
		if h != Hash(s) {
			t.Errorf("%q: %x and %x", s, h, Hash(s))
		}
	}
	if Hash("a") != 0xaf63dc4c8601ec8c { // as published for FNV-1a
		t.Errorf("%x", Hash("a"))
	}
}
