package coref

import (
	"context"
	"encoding"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// state is a linker that is written and read.
type state interface {
	bauta.Linker
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
}

// FuzzState: whatever is read as the state of a thread is refused, or can be gone on
// with and written again, within the bounds of a session.
func FuzzState(f *testing.F) {
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: "ok Nicolas, ici Léa à Brest"})
	if err != nil {
		f.Fatal(err)
	}
	spans := func() [][]bauta.Span {
		return [][]bauta.Span{{
			{Start: 3, End: 10, Label: bauta.Person, P: 1}, {Start: 16, End: 20, Label: bauta.Person, P: 1}, {Start: 24, End: 29, Label: bauta.Location, P: 1},
		}}
	}
	for _, s := range []state{NewSession(nil), Finder{}.Session().(state)} {
		if err := s.Link(context.Background(), []*bauta.Doc{d}, spans()); err != nil {
			f.Fatal(err)
		}
		data, err := s.MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"p":[{"n":-1,"f":[{"k":""}]}]}`))
	f.Add([]byte(`[{"k":"ab"}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, s := range []state{NewSession(nil), Finder{}.Session().(state)} {
			if s.UnmarshalBinary(data) != nil {
				continue
			}
			if err := s.Link(context.Background(), []*bauta.Doc{d}, spans()); err != nil {
				t.Fatal(err)
			}
			again, err := s.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if err := s.UnmarshalBinary(again); err != nil {
				t.Errorf("what was written is refused: %v", err)
			}
		}
	})
}
