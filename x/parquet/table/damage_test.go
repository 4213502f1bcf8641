package table

import (
	"bytes"
	"errors"
	"iter"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
)

// damage is what became of the damaged files of a format, as in corpus.
type damage struct{ files, refused, read, told, panics, clear int }

// TestDamagedShapes: as in corpus, of a thousand damaged files of each variant (two unless all
// are asked for) nobody comes out in clear, nor in an error; what is read has all its rows.
func TestDamagedShapes(t *testing.T) {
	n, gold := 2, exports.Messages(t, 14)
	if os.Getenv("BAUTA_LONG") != "" {
		n = 1000
	}
	for _, format := range []string{"parquet", "arrow"} {
		t.Run(format, func(t *testing.T) {
			var all damage
			for _, s := range goldShapes() {
				if s.format == format {
					all.shape(t, &s, gold, n)
				}
			}
			t.Logf("| `%s` | %d | %d | %d | %d | %d | %d |", format, all.files, all.refused, all.read, all.told, all.panics, all.clear)
		})
	}
}

// shape damages n files of a variant.
func (d *damage) shape(t *testing.T, s *goldShape, gold []exports.Said, n int) {
	t.Helper()
	whole, rng := s.write(t, gold), rand.New(rand.NewPCG(3, 4))
	_, sum, err := dashed(whole, s.columns)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		d.file(t, s, damaged(whole, rng), sum.Beside, gold)
	}
}

// file takes one damaged file. A column whose name is damaged is another column, which stays and
// is told, as is any that nobody named.
func (d *damage) file(t *testing.T, s *goldShape, bad []byte, beside []string, gold []exports.Said) {
	t.Helper()
	d.files++
	out, sum, err := dashed(bad, s.columns)
	var said string
	switch {
	case errors.Is(err, errPanic):
		d.panics++
		t.Errorf("%s: a panic", s.name)
		return
	case err != nil:
		d.refused++
		said = err.Error()
	case !slices.Equal(sum.Beside, beside):
		d.told++
		return
	default:
		var came int
		if said, came = s.read(t, out); came != sum.Rows {
			t.Errorf("%s: %d rows of %d", s.name, came, sum.Rows)
		}
		d.read++
	}
	if names, senders := exports.Left(t, []byte(said), gold); names > 0 || senders > 0 {
		d.clear++
		t.Errorf("%s: %d bytes of names, %d senders in clear", s.name, names, senders)
	}
}

var errPanic = errors.New("a panic")

// dashed writes a file with nothing but dashes in its texts.
func dashed(data []byte, c Columns) (out []byte, sum Summary, err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	f, err := Open(bytes.NewReader(data), int64(len(data)), c, formats.NewKeyer([]byte("a key for tests")))
	if err != nil {
		return nil, Summary{}, err
	}
	var b bytes.Buffer
	sum, err = f.Write(&b, dashes(f.Messages()))
	return b.Bytes(), sum, err
}

func dashes(messages iter.Seq2[bauta.Message, error]) iter.Seq2[bauta.Result, error] {
	return func(yield func(bauta.Result, error) bool) {
		for m, err := range messages {
			if !yield(bauta.Result{Message: m, Text: "-", Edits: []bauta.Edit{{End: len(m.Text), With: "-"}}}, err) {
				return
			}
		}
	}
}
