package codec

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

const magic = "testing1"

func TestAllComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, math.MaxInt32).Draw(t, "n")
		f := rapid.Float64().Draw(t, "f")
		count := rapid.OneOf(rapid.Float64Range(0, 1e9), rapid.Map(rapid.IntRange(0, 1<<40), func(i int) float64 { return float64(i) })).Draw(t, "count")
		s := rapid.String().Draw(t, "s")
		as := []learn.Attribute{{Name: s}, {Name: "n", Values: []string{"a", s + "b"}}}
		w := NewWriter(magic)
		w.Uint(n)
		w.Float(f)
		w.Count(count)
		w.Floats([]float64{f, 1})
		w.String(s)
		w.Bool(true)
		w.Attributes(as)
		r := NewReader(magic, w.Bytes())
		if got := r.Uint(math.MaxInt32); got != n {
			t.Errorf("%d became %d", n, got)
		}
		if got := r.Float(); got != f {
			t.Errorf("%v became %v", f, got)
		}
		if got := r.Count(); got != count {
			t.Errorf("%v became %v", count, got)
		}
		if got := r.Floats(); len(got) != 2 || got[0] != f {
			t.Errorf("floats became %v", got)
		}
		if got := r.String(); got != s {
			t.Errorf("%q became %q", s, got)
		}
		if !r.Bool() {
			t.Error("true became false")
		}
		if diff := cmp.Diff(as, r.Attributes()); diff != "" {
			t.Error(diff)
		}
		if err := r.Done(); err != nil {
			t.Error(err)
		}
	})
}

func TestErrors(t *testing.T) {
	if err := NewReader(magic, []byte("testing2")).Done(); !errors.Is(err, ErrVersion) {
		t.Errorf("another version: %v", err)
	}
	if err := NewReader(magic, []byte(magic+"x")).Done(); err == nil {
		t.Error("bytes left over without error")
	}
	for name, c := range map[string]struct {
		data string
		read func(*Reader)
	}{
		"too great":    {"\x05", func(r *Reader) { r.Uint(4) }},
		"no number":    {"", func(r *Reader) { r.Uint(4) }},
		"endless":      {strings.Repeat("\xff", 20), func(r *Reader) { r.Uint(4) }},
		"cut float":    {"1234567", func(r *Reader) { r.Float() }},
		"NaN":          {"\xff\xff\xff\xff\xff\xff\xff\xff", func(r *Reader) { r.Float() }},
		"long list":    {"\x7f123", func(r *Reader) { r.Floats() }},
		"long string":  {"\x7f123", func(r *Reader) { _ = r.String() }},
		"negative":     {"\x00\x00\x00\x00\x00\x00\x00\xf0\xbf", func(r *Reader) { r.Count() }},
		"no room":      {"12", func(r *Reader) { r.Room(3) }},
		"failed twice": {"", func(r *Reader) { r.Fail("first"); r.Fail("second") }},
	} {
		r := NewReader(magic, []byte(magic+c.data))
		c.read(r)
		err := r.Err()
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if r.Uint(9) != 0 || r.Float() != 0 || r.String() != "" || r.Err() != err {
			t.Errorf("%s: reading goes on after an error", name)
		}
	}
}

func FuzzReader(f *testing.F) {
	w := NewWriter(magic)
	w.Attributes([]learn.Attribute{{Name: "x"}, {Name: "y", Values: []string{"a", "b"}}})
	w.Floats([]float64{1, 2})
	f.Add(w.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		r := NewReader(magic, data)
		total := 0
		for _, a := range r.Attributes() {
			total += 2 + len(a.Name) + len(a.Values)
		}
		total += 8 * len(r.Floats())
		if total > 2*len(data)+16 {
			t.Errorf("%d units from %d bytes", total, len(data))
		}
	})
}

func Example() {
	w := NewWriter("example1")
	w.Floats([]float64{1, 2.5})
	r := NewReader("example1", w.Bytes())
	fmt.Println(r.Floats(), r.Done())
	// Output: [1 2.5] <nil>
}

// TestFixedWidths: numbers of a fixed width and raw bytes come back, and what is cut
// off is an error that stands, with nothing read behind it.
func TestFixedWidths(t *testing.T) {
	w := NewWriter("kind")
	w.Byte(7)
	w.Uint16(0xabcd)
	w.Uint32(0xdeadbeef)
	w.Float32(-1.5)
	w.Raw([]byte("tail"))
	r := NewReader("kind", w.Bytes())
	if a, b, c, d := r.Byte(), r.Uint16(), r.Uint32(), r.Float32(); a != 7 || b != 0xabcd || c != 0xdeadbeef || d != -1.5 {
		t.Error(a, b, c, d)
	}
	if r.Left() != 4 || string(r.Take(2)) != "ta" || string(r.Rest()) != "il" || r.Done() != nil {
		t.Error(r.Left(), r.Done())
	}
	for n := range len(w.Bytes()) - 4 {
		r := NewReader("kind", w.Bytes()[:n])
		r.Byte()
		r.Uint16()
		r.Uint32()
		r.Float32()
		if r.Err() == nil || r.Byte() != 0 || r.Take(0) != nil {
			t.Errorf("%d bytes are enough", n)
		}
	}
	if r := NewReader("kind", w.Bytes()); r.Many(6, 1) != 0 || r.Err() == nil {
		t.Error("more than there may be is read")
	}
}
