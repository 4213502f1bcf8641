package hostile_test

import (
	"bytes"
	"testing"

	"github.com/bauta/bauta/internal/hostile"
)

// TestFilesHoldWhatTheySay: every class holds its addresses in a way that the
// reader of Leaks finds, so that a program that copies its input fails; and the
// same seed gives the same files.
func TestFilesHoldWhatTheySay(t *testing.T) {
	files, again := hostile.Files(400, 1), hostile.Files(400, 1)
	blind := map[string]bool{ // written so that only a reader of that form sees it
		"an overlong form of @": true, "UTF-32": true,
	}
	seen := map[string]int{}
	for i, f := range files {
		if !bytes.Equal(f.Data, again[i].Data) {
			t.Fatalf("%s: not the same again", f.Name)
		}
		if len(f.Secrets) == 0 {
			t.Errorf("%s (%s): no address", f.Name, f.Class)
		}
		seen[f.Class] += len(f.Leaks(f.Data))
	}
	if len(seen) < 80 {
		t.Errorf("only %d classes", len(seen))
	}
	for class, n := range seen {
		if n == 0 && !blind[class] {
			t.Errorf("%s: the address is not seen in the file itself", class)
		}
	}
	if got := files[0].Leaks([]byte("salut ***")); len(got) > 0 {
		t.Errorf("seen where there is none: %d", len(got))
	}
}
