package coref_test

import (
	"testing"

	"github.com/bauta/bauta/internal/coref"
)

// TestKnownFigures: who is once taken for a person of public life and once for a private
// one is the same, under the name that was given first; others stay apart.
func TestKnownFigures(t *testing.T) {
	for _, c := range []struct{ what, lang, thread, want string }{
		{"known first", "de", "[Corinna Halder:KNOWN_FIGURE] war da, und [Corinna Halder] hat gelacht", "Known-figure 1 Known-figure 1"},
		{"private first", "sv", "[Ingvar] kom, och [ingvar:KNOWN_FIGURE] gick", "1 1"},
		{"surname", "en", "[Paula Tennant:KNOWN_FIGURE] sang, [Tennant:KNOWN_FIGURE] danced", "Known-figure 1 Known-figure 1"},
		{"two", "fr", "[Odile Mercier:KNOWN_FIGURE] et [Bruno] avec [Karim:KNOWN_FIGURE]", "Known-figure 1 1 Known-figure 2"},
		{"invented", "it", "[Rosa] legge di [Rosa:FICTIONAL_FIGURE]", "1 Fictional-figure 1"},
		{"question", "es", "quién es [Marta?:KNOWN_FIGURE]", "-"},
	} {
		if got := link(c.lang, c.thread); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// TestKnownFigureIsSaved: who is known stays known where a thread goes on elsewhere.
func TestKnownFigureIsSaved(t *testing.T) {
	s, next := coref.NewSession(nil), coref.NewSession(nil)
	s.Add(message("de", "[Corinna Halder:KNOWN_FIGURE] war da"))
	data, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := next.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	d, spans := message("de", "grüß [Corinna Halder]")
	next.Add(d, spans)
	if got := spans[0].Entity; got != "Known-figure 1" {
		t.Errorf("in another session she is %q", got)
	}
	if next.UnmarshalBinary([]byte(`{"p":[{"k":"LOCATION","n":1}]}`)) == nil {
		t.Error("a place is taken for a person")
	}
}
