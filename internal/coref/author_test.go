package coref_test

import (
	"context"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
)

// Who writes under a name is called by it; a word, a code or a handle is no name, and a
// letter that a sentence ends with no signature.
func TestAuthors(t *testing.T) {
	for _, c := range []struct{ lang, author, text, want string }{
		{"fr", "Zylberman", "ok zylberman dort", "zylberman"},
		{"fr", "Adam Zylberman", "chez zylbermaaan", "zylbermaaan"},
		{"fr", "Client", "le Client dort", ""},
		{"fr", "mai", "en mai fais", ""},
		{"fr", "zyl_84", "zyl dort", ""},
		{"fr", "S12", "S", ""},
		{"en", "Zorvian Brint", "call me, Z.", "Z"},
		{"en", "Zorvian Brint", "call me\nZB", "ZB"},
		{"en", "Ignace", "so do I", ""},
		{"en", "Zorvian", "what, me?", ""},
		{"de", "Jo", "bis dann, J", "J"},
	} {
		d, spans := message(c.lang, c.text)
		d.Author = c.author
		all := [][]bauta.Span{spans}
		if err := (coref.Finder{}).Link(context.Background(), []*bauta.Doc{d}, all); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range all[0] {
			got += d.Surface(s.Start, s.End)
		}
		if got != c.want {
			t.Errorf("%s writes %q: found %q, want %q", c.author, c.text, got, c.want)
		}
	}
}
