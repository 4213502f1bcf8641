package tagger

import "testing"

func TestCache(t *testing.T) {
	c := NewCache(3)
	if c.Get(1) != nil {
		t.Error("something is kept before anything was put")
	}
	const a, b, d = 1, 2, 3 // one place, as the upper bits are the same
	c.Put(a, []int16{1})
	c.Put(b, []int16{2})
	if c.Get(a)[0] != 1 || c.Get(b)[0] != 2 {
		t.Error("two of one place are not both kept")
	}
	c.Put(d, []int16{3})
	if c.Get(a) != nil || c.Get(b)[0] != 2 || c.Get(d)[0] != 3 {
		t.Error("not the oldest one has gone")
	}
	for k := range uint64(1000) {
		c.Put(k*0x9E3779B97F4A7C15, []int16{4})
	}
	kept := 0
	for i := range c.places {
		if c.places[i].Load() != nil {
			kept++
		}
	}
	if kept != 8 {
		t.Errorf("%d are kept in 8 places", kept)
	}
}
