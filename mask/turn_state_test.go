package mask_test

import (
	"context"
	"encoding"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// FuzzTurning: whatever is read as the surrogates of a thread is refused, or names that come
// get others beside them.
func FuzzTurning(f *testing.F) {
	o := rotate(f, mask.RotateConfig{Names: families()})
	link := func(t testing.TB, l bauta.Linker, said string) {
		d := doc(said)
		if err := l.Link(context.Background(), []*bauta.Doc{d}, [][]bauta.Span{{{Start: 0, End: len(said), Label: bauta.Person}}}); err != nil {
			t.Fatal(err)
		}
	}
	l := o.Session()
	for range 2 {
		data, err := l.(encoding.BinaryMarshaler).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		link(f, l, "Nicolas")
	}
	f.Add([]byte(`{"o":true,"s":[{"c":-1}],"t":[[{"c":99999},{"g":"x"}]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		l := o.Session()
		if l.(encoding.BinaryUnmarshaler).UnmarshalBinary(data) == nil {
			link(t, l, "Nicolas")
		}
	})
}
