package coref_test

import (
	"context"
	"encoding"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/text"
)

// TestCalledLikeALabel: who is called as somebody else is in what comes out gets a number of his own, in
// fields and in texts, and a number that is only found in the text stays with who has it.
func TestCalledLikeALabel(t *testing.T) {
	ctx := context.Background()
	doc := func(said, field string) *bauta.Doc {
		m := bauta.Message{ID: "1/" + field, Text: said}
		if field != "" {
			m.Known = []bauta.Span{{End: len(said), Label: bauta.Person, P: 1, Source: "corpus", Rule: coref.Field}}
		}
		d, err := text.Analyser{Lang: "fr"}.Analyse(ctx, m)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	link := func(s bauta.Linker, d *bauta.Doc, spans ...bauta.Span) string {
		all := [][]bauta.Span{spans}
		if err := s.Link(ctx, []*bauta.Doc{d}, all); err != nil {
			t.Fatal(err)
		}
		if len(all[0]) == 0 {
			return ""
		}
		return all[0][0].Entity
	}
	cedric := bauta.Span{End: 7, Label: bauta.Person, P: 1, Rule: coref.Field}
	s := coref.NewSession(nil)
	for _, step := range []struct {
		said, field string
		spans       []bauta.Span
		want        string
	}{
		{"Person 3", "sender", nil, ""}, // nobody else is called so
		{"Cédric", "sender", []bauta.Span{cedric}, "Person 4"},
		{"ok Person 4", "", nil, ""}, // nobody is known by that
		{"Person 4", "sender", nil, "Person 5"},
		{"ok Person 4 et Person 3", "", nil, "Person 5"},
		{"Person 3", "sender", nil, ""},
		{"Cédric", "sender", []bauta.Span{cedric}, "Person 4"},
	} {
		if got := link(s, doc(step.said, step.field), step.spans...); got != step.want {
			t.Errorf("%s: %q, want %q", step.said, got, step.want)
		}
		data, err := encoding.BinaryMarshaler(s).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		s = coref.NewSession(nil)
		if err := s.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
	}
}
