package corpus_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
)

// damage is what became of the damaged files of a format.
type damage struct{ files, refused, read, told, panics, clear int }

// TestDamagedShapes: of a thousand damaged files of each variant of each format that bauta
// lists (two unless all are asked for) nobody comes out in clear, nor in an error, which says
// where; what is read has as many records out as in. Of archives the files in it are damaged,
// too. A format is a test of its own, so that each can be run alone; Parquet has it in x/parquet.
func TestDamagedShapes(t *testing.T) {
	n, gold, shapes := manyOr(2), exports.Messages(t, 14), exports.Shapes(t)
	for _, f := range formats.Registry() {
		if f.Module != "" {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			var all damage
			for _, s := range shapes {
				if s.Format == f.Name {
					all.shape(t, &s, gold, n)
				}
			}
			t.Logf("| `%s` | %d | %d | %d | %d | %d | %d |", f.Name, all.files, all.refused, all.read, all.told, all.panics, all.clear)
			if all.files < 3*n || all.panics > 0 || all.clear > 0 {
				t.Errorf("%d files, %d panics, %d in clear", all.files, all.panics, all.clear)
			}
		})
	}
}

// shape damages n files of a variant.
func (d *damage) shape(t *testing.T, s *exports.Shape, gold []exports.Said, n int) {
	t.Helper()
	whole, text := s.Write(t, gold), s.Text(t, gold)
	_, r, err := goneThrough(s, whole)
	if err != nil {
		t.Fatalf("%s/%s, whole: %v", s.Format, s.Variant, err)
	}
	beside, rng := r.Beside(), rand.New(rand.NewPCG(3, 4))
	for i := range n {
		bad := damaged(rng, whole)
		if i%2 == 0 {
			bad = s.Pack(t, string(damaged(rng, []byte(text))))
		}
		d.file(t, fmt.Sprintf("%s/%s, file %d", s.Format, s.Variant, i), s, bad, beside, gold)
	}
}

// file takes one damaged file. A field whose name is damaged is another field, which stays and
// is told, as is any that nobody named.
func (d *damage) file(t *testing.T, what string, s *exports.Shape, bad []byte, beside []string, gold []exports.Said) {
	t.Helper()
	d.files++
	out, r, err := goneThrough(s, bad)
	switch {
	case r == nil && err == nil: // it panicked
		d.panics++
		return
	case err != nil && !placed.MatchString(err.Error()):
		t.Errorf("%s: no place: %v", what, err)
		fallthrough
	case err != nil:
		d.refused++
		out = []byte(err.Error())
	case slices.ContainsFunc(r.Beside(), func(name string) bool { return !slices.Contains(beside, name) }):
		d.told++
		return
	case r.Ledger().In != r.Ledger().Out:
		t.Errorf("%s: %v", what, r.Ledger())
	default:
		d.read++
	}
	if names, senders := exports.Left(t, out, gold); names > 0 || senders > 0 {
		d.clear++
		t.Errorf("%s: %d bytes of names, %d senders in clear", what, names, senders)
	}
}

// goneThrough writes a file with nothing but dashes in its texts and fields. Where that
// panics it gives nothing at all.
func goneThrough(s *exports.Shape, data []byte) (out []byte, r *corpus.Reader, err error) {
	defer func() {
		if recover() != nil {
			out, r, err = nil, nil, nil
		}
	}()
	cfg := corpus.Config{Fields: true, Key: []byte("a key for tests, of no use"), Also: s.Also}
	return throughConfig(bytes.NewReader(data), s.Name, cfg, dash)
}

func dash(bauta.Message) string { return "-" }
