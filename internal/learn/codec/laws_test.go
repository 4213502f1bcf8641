package codec

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// value is one value of a file: how it is written, and whether it reads back.
type value struct {
	write func(*Writer)
	same  func(*Reader) bool
}

// drawnValue draws a value of any kind.
func drawnValue(t *rapid.T) value {
	switch rapid.IntRange(0, 7).Draw(t, "kind") {
	case 0:
		n := rapid.IntRange(0, math.MaxInt).Draw(t, "uint")
		return value{func(w *Writer) { w.Uint(n) }, func(r *Reader) bool { return r.Uint(math.MaxInt) == n }}
	case 1:
		b := rapid.Bool().Draw(t, "bool")
		return value{func(w *Writer) { w.Bool(b) }, func(r *Reader) bool { return r.Bool() == b }}
	case 2:
		f := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1)})).Draw(t, "float")
		return value{func(w *Writer) { w.Float(f) }, func(r *Reader) bool {
			return math.Float64bits(r.AnyFloat()) == math.Float64bits(f)
		}}
	case 3:
		v := rapid.SliceOf(rapid.Float64()).Draw(t, "floats")
		return value{func(w *Writer) { w.Floats(v) }, func(r *Reader) bool {
			got := r.Floats()
			for i := range got {
				if i >= len(v) || got[i] != v[i] {
					return false
				}
			}
			return len(got) == len(v)
		}}
	case 4:
		s := rapid.String().Draw(t, "string")
		return value{func(w *Writer) { w.String(s) }, func(r *Reader) bool { return r.String() == s }}
	case 5:
		b := rapid.SliceOf(rapid.Byte()).Draw(t, "blob")
		return value{func(w *Writer) { w.Blob(b) }, func(r *Reader) bool { return bytes.Equal(r.Blob(), b) }}
	case 6:
		v := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(0, math.MaxFloat64), rapid.SampledFrom([]float64{0, 1, 1<<53 - 1, 1 << 53, 1 << 60, 0.5, 1e-300})), 0, 5).Draw(t, "counts")
		return value{func(w *Writer) { w.Counts(v) }, func(r *Reader) bool {
			got := make([]float64, len(v))
			r.Counts(got)
			for i := range got {
				if got[i] != v[i] {
					return false
				}
			}
			return true
		}}
	}
	a := learn.Attribute{Name: rapid.String().Draw(t, "name"), Values: rapid.SliceOfNDistinct(rapid.String(), 1, 4, rapid.ID).Draw(t, "values")}
	return value{func(w *Writer) { w.Attribute(a) }, func(r *Reader) bool {
		got := r.Attribute()
		if got.Name != a.Name || len(got.Values) != len(a.Values) {
			return false
		}
		for i, v := range got.Values {
			if v != a.Values[i] {
				return false
			}
		}
		return true
	}}
}

// TestAnySequenceComesBack writes values of any kinds one behind the other.
// Every beginning of the file is an error, and so is a byte more.
func TestAnySequenceComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var values []value
		for range rapid.IntRange(0, 6).Draw(t, "n") {
			values = append(values, drawnValue(t))
		}
		w := NewWriter(magic)
		for _, v := range values {
			v.write(w)
		}
		file := w.Bytes()
		r := NewReader(magic, file)
		for i, v := range values {
			if !v.same(r) {
				t.Fatalf("value %d came back otherwise (%v)", i, r.Err())
			}
		}
		if err := r.Done(); err != nil {
			t.Fatal(err)
		}
		read := func(data []byte) error {
			r := NewReader(magic, data)
			for _, v := range values {
				v.same(r)
			}
			return r.Done()
		}
		if cut := rapid.IntRange(0, len(file)-1).Draw(t, "cut"); read(file[:cut]) == nil {
			t.Fatalf("%d of %d bytes without error", cut, len(file))
		}
		if read(append(bytes.Clone(file), 0)) == nil {
			t.Fatal("a byte more without error")
		}
	})
}

// TestErrorsNameTheByte: an error says where, in bytes from the start of the
// file, and holds nothing of what is there.
func TestErrorsNameTheByte(t *testing.T) {
	for before := range 20 {
		w := NewWriter(magic)
		for range before {
			w.Bool(true)
		}
		w.String("geheim")
		data := w.Bytes()
		r := NewReader(magic, data[:len(data)-1])
		for range before {
			r.Bool()
		}
		_ = r.String()
		err := r.Done()
		if err == nil {
			t.Fatal("no error")
		}
		// The length was read before it was found too great.
		if want := "at byte " + itoa(len(magic)+before+1) + ":"; !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "gehei") {
			t.Errorf("after %d values: %v, want %s", before, err, want)
		}
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

// TestMagicOfEveryLength: nothing but the whole magic word opens a file.
func TestMagicOfEveryLength(t *testing.T) {
	for n := range len(magic) {
		if err := NewReader(magic, []byte(magic[:n])).Done(); !errors.Is(err, ErrVersion) {
			t.Errorf("%d bytes of the magic word: %v", n, err)
		}
		bad := []byte(magic)
		bad[n] ^= 1
		if err := NewReader(magic, bad).Done(); !errors.Is(err, ErrVersion) {
			t.Errorf("byte %d of the magic word: %v", n, err)
		}
	}
	if err := NewReader(magic, []byte(magic)).Done(); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}

// TestRange: Uint takes the numbers up to its limit and no other.
func TestRange(t *testing.T) {
	for _, limit := range []int{0, 1, 127, 128, 300, math.MaxInt32} {
		for _, n := range []int{0, 1, 126, 127, 128, 129, 299, 300, 301, math.MaxInt32, math.MaxInt32 + 1, math.MaxInt} {
			w := NewWriter(magic)
			w.Uint(n)
			r := NewReader(magic, w.Bytes())
			got := r.Uint(limit)
			switch err := r.Done(); {
			case n <= limit && (err != nil || got != n):
				t.Errorf("%d up to %d: %d %v", n, limit, got, err)
			case n > limit && (err == nil || got != 0):
				t.Errorf("%d up to %d: %d without error", n, limit, got)
			}
		}
	}
}

// TestRandomBytes: whatever the bytes, lists are no longer than they allow, and
// numbers are finite and counts not negative.
func TestRandomBytes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		data := make([]byte, rnd.IntN(60))
		for i := range data {
			data[i] = byte(rnd.IntN(256))
			if rnd.IntN(2) == 0 {
				data[i] %= 8 // lengths that fit now and then
			}
		}
		r := NewReader(magic, append([]byte(magic), data...))
		for range 4 {
			for _, f := range r.Floats() {
				if math.IsNaN(f) || math.IsInf(f, 0) {
					t.Fatalf("%v", f)
				}
			}
			if c := r.Count(); !(c >= 0) || math.IsInf(c, 0) {
				t.Fatalf("a count of %v", c)
			}
			if n := len(r.String()); n > len(data) {
				t.Fatalf("%d bytes of %d", n, len(data))
			}
			if n := len(r.Attributes()); n > len(data) {
				t.Fatalf("%d attributes of %d bytes", n, len(data))
			}
			if n := r.Len(3); r.Err() == nil && n*3 > len(data) {
				t.Fatalf("a list of %d threes in %d bytes", n, len(data))
			}
		}
	}
}
