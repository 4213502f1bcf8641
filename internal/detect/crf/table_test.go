package crf

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// invented makes weights of up to five labels for each key.
func invented(keys []uint32, r *rand.Rand) *flat {
	w := &flat{keys: keys}
	for range keys {
		for y := range uint8(5) {
			if r.IntN(3) == 0 || y == 4 && (len(w.end) == 0 && len(w.label) == 0 || len(w.end) > 0 && int(w.end[len(w.end)-1]) == len(w.label)) {
				w.label, w.weight = append(w.label, y), append(w.weight, byte(r.IntN(256)))
			}
		}
		w.end = append(w.end, uint32(len(w.label)))
	}
	return w
}

// keysOf gives lists of keys as a model has them, and as only a forged one has.
func keysOf(r *rand.Rand) map[string][]uint32 {
	out := map[string][]uint32{"none": nil, "first": {0}, "last": {1<<32 - 1}, "both": {0, 1<<32 - 1}}
	random, near := make([]uint32, 5000), make([]uint32, 300)
	for i := range random {
		random[i] = r.Uint32()
	}
	slices.Sort(random)
	out["random"] = slices.Compact(random)
	for i := range near {
		near[i] = 1<<32 - 300 + uint32(i)
	}
	out["all in the last place"] = near
	return out
}

func TestTable(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for name, keys := range keysOf(r) {
		w := invented(keys, r)
		table := newTable(w)
		if most := 3*len(keys) + 2*len(w.label) + 2; cap(table.runs) > most {
			t.Errorf("%s: %d bytes for %d features with %d weights", name, cap(table.runs), len(keys), len(w.label))
		}
		for _, k := range keys {
			if i := table.find(k); i < 0 {
				t.Fatalf("%s: key %d is at %d", name, k, i)
			}
		}
		for range 1000 {
			k := r.Uint32()
			if _, there := slices.BinarySearch(keys, k); there != (table.find(k) >= 0) {
				t.Errorf("%s: key %d is there: %v", name, k, there)
			}
		}
		if d := cmp.Diff(w, table.flat(), cmp.AllowUnexported(flat{})); len(keys) > 0 && d != "" {
			t.Errorf("%s: not what was put in: %s", name, d)
		}
	}
}

// TestTableAdds: the sum of many features, some of them not there, some twice, is
// that of the list.
func TestTableAdds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for name, keys := range keysOf(r) {
		w := invented(keys, r)
		table := newTable(w)
		for _, n := range []int{0, 1, 63, 64, 65, 1000} {
			var features []uint32
			var want, got row
			for range n {
				if len(keys) == 0 || r.IntN(3) == 0 {
					features = append(features, r.Uint32())
				} else {
					features = append(features, keys[r.IntN(len(keys))])
				}
			}
			for _, f := range features {
				i, there := slices.BinarySearch(keys, f)
				if !there {
					continue
				}
				from := uint32(0)
				if i > 0 {
					from = w.end[i-1]
				}
				for j := from; j < w.end[i]; j++ {
					want[w.label[j]] += int32(int8(w.weight[j]))
				}
			}
			table.add(features, &got)
			if got != want {
				t.Errorf("%s: sums of %d features are %v, want %v", name, n, got[:5], want[:5])
			}
		}
	}
}

func TestLabelsAscend(t *testing.T) {
	for name, c := range map[string]struct {
		w    flat
		want bool
	}{
		"none":         {flat{}, true},
		"sound":        {flat{end: []uint32{2, 3}, label: []uint8{0, 2, 1}}, true},
		"twice":        {flat{end: []uint32{2}, label: []uint8{1, 1}}, false},
		"back":         {flat{end: []uint32{1, 3}, label: []uint8{0, 2, 1}}, false},
		"out of range": {flat{end: []uint32{1}, label: []uint8{3}}, false},
	} {
		if c.w.ascend(3) != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}
