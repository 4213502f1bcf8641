package routing

import (
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
)

// TestWindowsAreToldTheirLanguages: each window of a long message is read in its own
// languages, the middle ones as the last; the windows are the message.
func TestWindowsAreToldTheirLanguages(t *testing.T) {
	tell, err := New(Config{Reads: []string{"fr", "de", "en"}, Chooses: true, Model: langid.Default})
	if err != nil {
		t.Fatal(err)
	}
	const both = "je t'attends devant la gare ce soir, ich komme mit dem nächsten Zug und bringe etwas mit. "
	for _, n := range []int{longest, longest + nearby, longest + 2*nearby, 2 * longest, 5 * longest} {
		d, err := tell.Analyse(t.Context(), bauta.Message{Text: strings.Repeat(both, 1+n/len(both))})
		if err != nil {
			t.Fatal(err)
		}
		told, at := map[int][]string{}, 0
		for r, err := range (Reader{Analyse: tell}).Read(t.Context(), d) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Start != at && r.End != at {
				t.Errorf("a window from %d to %d after %d", r.Start, r.End, at)
			}
			at = r.End
			told[r.Start] = append(told[r.Start], r.Doc.Lang)
		}
		if at != len(d.Text) {
			t.Errorf("%d bytes of %d are read", at, len(d.Text))
		}
		for start, langs := range told {
			if slices.Sort(langs); !slices.Equal(langs, []string{"de", "fr"}) {
				t.Errorf("%d bytes: the window at %d is read as %v", len(d.Text), start, langs)
			}
		}
	}
}
