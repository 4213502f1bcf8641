package corpus_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/bauta/bauta"
)

// placed is an error that says where: a line, and in what has no lines a byte, a row, or the
// file of an archive. A file of which nothing can be read has no place but itself.
var placed = regexp.MustCompile(`^[^:]+:\d+: .*byte \d+|^[^:]+:[1-9]\d*: |(?:file|row) \d+|the archive is damaged|the packed file is damaged|the file is empty|` +
	`office program|no file in this archive|no message in the file|no sheet in|no column|which column holds|a sheet without cells|has no part [\w/.\[\]]+;`)

// manyOr is a thousand with BAUTA_LONG=1.
func manyOr(few int) int {
	if os.Getenv("BAUTA_LONG") != "" {
		return 1000
	}
	return few
}

// damaged changes a byte, and cuts every other file.
func damaged(rng *rand.Rand, data []byte) []byte {
	bad := bytes.Clone(data)
	if bad[rng.IntN(len(bad))] = byte(rng.IntN(256)); rng.IntN(2) == 0 {
		bad = bad[:rng.IntN(len(bad))]
	}
	return bad
}

// TestDamageHasAPlace: a thousand damaged files of each of the exports of the README, 60 of
// them unless all are asked for: no panic, and an error that says where.
func TestDamageHasAPlace(t *testing.T) {
	n := manyOr(60)
	files, err := filepath.Glob(filepath.Join("..", "examples", "exports", "*.*"))
	if err != nil || len(files) < 15 {
		t.Fatal(err, files)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		rng, refused := rand.New(rand.NewPCG(1, 2)), 0
		for range n {
			bad := damaged(rng, data)
			_, _, err := through(bytes.NewReader(bad), filepath.Base(name), func(bauta.Message) string { return "-" })
			if err == nil {
				continue
			}
			if refused++; !placed.MatchString(err.Error()) {
				t.Errorf("no place: %v", err)
			}
		}
		t.Logf("%s: %d of %d refused", filepath.Base(name), refused, n)
	}
}
