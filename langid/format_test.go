package langid

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"
)

// invented makes weights with n random n-grams.
func invented(n int, seed uint64) Weights {
	rng := rand.New(rand.NewPCG(seed, 1))
	w := Weights{Temperature: Temperature{1.5, 0.1, 4}, Unseen: make([]int8, numClasses)}
	for i := range w.Unseen {
		w.Unseen[i] = int8(-80 - i)
	}
	k := uint32(0)
	for range n {
		k += 1 + uint32(rng.IntN(1<<32/(n+1)-1))
		g := Gram{Key: k}
		share := rng.Float64()
		for c := range uint8(numClasses) {
			if rng.Float64() < share || c == 44 && len(g.Pairs) == 0 {
				g.Pairs = append(g.Pairs, Pair{c, int8(rng.IntN(256) - 128)})
			}
		}
		w.Grams = append(w.Grams, g)
	}
	return w
}

func TestFormatRoundTrip(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100, 5000} {
		w := invented(n, uint64(n))
		data, err := Encode(w)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Encode(w)
		if err != nil || !bytes.Equal(data, again) {
			t.Errorf("%d n-grams: the same weights gave other bytes", n)
		}
		m, err := Decode(data)
		if err != nil {
			t.Fatalf("%d n-grams: %v", n, err)
		}
		for _, g := range w.Grams {
			at, load := m.table.find(g.Key)
			if at == nil {
				t.Fatalf("%d n-grams: key %#x is lost", n, g.Key)
			}
			var s sums
			s.add(at, load)
			s.flush()
			for _, p := range g.Pairs {
				if rowOnly := len(g.Pairs) >= rowMin && groupOf[g.Pairs[0].Class] == Latin && groupOf[p.Class] != Latin; rowOnly {
					continue
				}
				if s.class[p.Class] != int32(p.Weight) {
					t.Fatalf("key %#x class %d: weight %d, want %d", g.Key, p.Class, s.class[p.Class], p.Weight)
				}
			}
		}
		if at, _ := m.table.find(0xfffffffe); at != nil && n < 2 {
			t.Error("found an n-gram that is not there")
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	ok := invented(3, 1)
	for name, change := range map[string]func(*Weights){
		"unsorted": func(w *Weights) { w.Grams[0], w.Grams[1] = w.Grams[1], w.Grams[0] },
		"no pairs": func(w *Weights) { w.Grams[1].Pairs = nil },
		"classes":  func(w *Weights) { w.Unseen = w.Unseen[1:] },
	} {
		w := ok
		w.Grams = append([]Gram(nil), ok.Grams...)
		change(&w)
		if _, err := Encode(w); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestDecodeRefusesDamage(t *testing.T) {
	data, err := Encode(invented(200, 7))
	if err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(data); n += 1 + n/8 {
		if _, err := Decode(data[:n]); !errors.Is(err, ErrFormat) {
			t.Fatalf("first %d of %d bytes: %v", n, len(data), err)
		}
	}
	if _, err := Decode(append(data, 0)); !errors.Is(err, ErrFormat) {
		t.Errorf("one byte too many: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, n := range []int{0, 1, 30} {
		data, err := Encode(invented(n, 3))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode(data)
		if err != nil {
			return
		}
		id, err := m.With(Config{})
		if err != nil {
			t.Fatal(err)
		}
		id.Identify("slt my friend, привет, 你好")
	})
}
