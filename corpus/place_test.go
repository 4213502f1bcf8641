package corpus_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
)

// placed is an error that says where: a line, and in what has no lines a byte, a row, or the
// file of an archive. A file of which nothing can be read has no place but itself.
var placed = regexp.MustCompile(`^[^:]+:\d+: .*byte \d+|^[^:]+:[1-9]\d*: |(?:file|row) \d+|the archive is damaged|the packed file is damaged|the file is empty|` +
	`office program|no file in this archive|no message in the file|no sheet in|no column|which column holds|a sheet without cells`)

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

// tables are formats whose fields go by their names alone.
var tables = map[corpus.Format]bool{"json": true, corpus.JSONL: true, corpus.CSV: true, corpus.TSV: true, corpus.Text: true}

// TestDamagedShapes: of a thousand damaged files of each variant of each format (two unless all
// are asked for) nobody comes out in clear, nor in an error, which says where. Of archives the
// files in it are damaged, too.
func TestDamagedShapes(t *testing.T) {
	n, gold, refused, read := manyOr(2), exports.Messages(t, 14), 0, 0
	for _, s := range exports.Shapes(t) {
		if s.Format == "text" || s.Format == "conll" { // of which all is read, and no damage is told
			continue
		}
		whole, text := s.Write(t, gold), s.Text(t, gold)
		rng := rand.New(rand.NewPCG(3, 4))
		for i := range n {
			bad := damaged(rng, whole)
			if i%2 == 0 {
				bad = s.Pack(t, string(damaged(rng, []byte(text))))
			}
			cfg := corpus.Config{Fields: true, Key: []byte("a key for tests, of no use"), Also: s.Also}
			out, r, err := throughConfig(bytes.NewReader(bad), s.Name, cfg, func(bauta.Message) string { return "-" })
			if err == nil {
				read++
			} else if refused++; !placed.MatchString(err.Error()) {
				t.Errorf("%s/%s: no place: %v", s.Format, s.Variant, err)
			} else {
				out = []byte(err.Error())
			}
			if err == nil && tables[r.Format()] { // a field of another name stays
				continue
			}
			if names, senders := exports.Left(t, out, gold); names > 0 || senders > 0 {
				t.Errorf("%s/%s: %d bytes of names, %d senders in clear of file %d", s.Format, s.Variant, names, senders, i)
			}
		}
	}
	t.Logf("%d read, %d refused", read, refused)
}
