package corpus_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
)

// TestWhatStaysIsNamed: of every format, what Look says stays in clear is named to who asks what
// nobody reads, and asking changes no message.
func TestWhatStaysIsNamed(t *testing.T) {
	for _, s := range exports.Shapes(t) {
		data := s.Write(t, exports.Messages(t, 5))
		look, err := corpus.Look(bytes.NewReader(data), s.Name, corpus.Config{}, 0)
		if err != nil {
			t.Errorf("%s/%s: %v", s.Format, s.Variant, err)
			continue
		}
		plain, _ := told(t, data, s.Name, corpus.Config{Fields: true})
		told, beside := told(t, data, s.Name, corpus.Config{Fields: true, TextsAlone: true})
		if !slices.Equal(plain, told) {
			t.Errorf("%s/%s: other messages when what stays is told", s.Format, s.Variant)
		}
		for _, f := range look.Fields {
			if f.Role == formats.Keep && !f.Aside && f.Filled > 0 && !slices.Contains(beside, f.Name) {
				t.Errorf("%s/%s: %s stays, and is not named among %v", s.Format, s.Variant, f.Name, beside)
			}
		}
	}
}

// told reads all messages of a file, and what is left beside them.
func told(t *testing.T, data []byte, name string, cfg corpus.Config) (all, beside []string) {
	t.Helper()
	r, err := corpus.Open(bytes.NewReader(data), name, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m.ID+"\x00"+m.Thread+"\x00"+m.Author+"\x00"+m.Text+"\x00"+string(r.Rest(&m)))
	}
	return all, r.Beside()
}
