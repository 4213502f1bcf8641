package neural

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/bauta/bauta/internal/learn/neural"
)

// Flat is what Builders were given, as arrays that a program in another language
// reads (gen/encoder/train.py). A token is the number of a pair and of a context, and
// a label; a pair is a spelling with the features that hang on it alone, of which
// there are few for each spelling; a context is the other features.
type Flat struct {
	pairs, bases, contexts, sets map[string]int32

	pair          []int32 // form and base of each
	base, context rows
	token, ctx    []int32
	gold          []byte // Unlabelled: no label is known
	offset, set   []int32
	weight        []float32
}

// Unlabelled stands for the label of a token of raw text.
const Unlabelled = 255

// NewFlat returns arrays without tokens.
func NewFlat() *Flat {
	return &Flat{
		pairs: map[string]int32{}, bases: map[string]int32{}, contexts: map[string]int32{}, sets: map[string]int32{},
		base: rows{at: []int32{0}}, context: rows{at: []int32{0}}, offset: []int32{0},
	}
}

// rows are lists of numbers of several lengths, one behind the other.
type rows struct{ at, ids []int32 }

func (r *rows) add(ids []int32) {
	r.ids = append(r.ids, ids...)
	r.at = append(r.at, int32(len(r.ids)))
}

// number gives a list the number it has, or the next one, and reports whether it is new.
func number(of map[string]int32, ids ...int32) (n int32, fresh bool) {
	key := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		key = binary.LittleEndian.AppendUint32(key, uint32(id))
	}
	n, ok := of[string(key)]
	if !ok {
		n = int32(len(of))
		of[string(key)] = n
	}
	return n, !ok
}

// contextual reports a feature that hangs on more than the spelling of a word.
func contextual(f int32) bool {
	for _, group := range [][2]int32{{atPlace, atKnown}, {atPhrase, atShape}, {atDomain, features}} {
		if group[0] <= f && f < group[1] {
			return true
		}
	}
	return false
}

// Take moves the sequences of a builder, of a named set and each of so much weight.
// labelled says that their labels are known.
func (f *Flat) Take(b *Builder, set string, weight float64, labelled bool) {
	at, ok := f.sets[set]
	if !ok {
		at = int32(len(f.sets))
		f.sets[set] = at
	}
	for _, q := range b.data.Sequences {
		for i, t := range q.Tokens {
			f.take(t)
			y := byte(Unlabelled)
			if labelled {
				y = q.Gold[i]
			}
			f.gold = append(f.gold, y)
		}
		f.offset, f.weight = append(f.offset, int32(len(f.token))), append(f.weight, float32(weight))
		f.set = append(f.set, at)
	}
	b.data.Sequences = b.data.Sequences[:0]
}

// take appends a token.
func (f *Flat) take(t neural.Token) {
	context := slices.Clone(t.Features)
	base := slices.DeleteFunc(slices.Clone(t.Features), contextual)
	context = slices.DeleteFunc(context, func(x int32) bool { return !contextual(x) })
	b, fresh := number(f.bases, base...)
	if fresh {
		f.base.add(base)
	}
	c, fresh := number(f.contexts, context...)
	if fresh {
		f.context.add(context)
	}
	p, fresh := number(f.pairs, t.Form, b)
	if fresh {
		f.pair = append(f.pair, t.Form, b)
	}
	f.token, f.ctx = append(f.token, p), append(f.ctx, c)
}

// Tokens is how many there are.
func (f *Flat) Tokens() int { return len(f.token) }

// Sets are the names of the sets by their numbers.
func (f *Flat) Sets() []string {
	out := make([]string, len(f.sets))
	for name, i := range f.sets {
		out[i] = name
	}
	return out
}

// Write writes each array to a file of a folder: numbers of 32 bits, little-endian.
func (f *Flat) Write(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if err := errors.Join(f.base.write(dir, "base"), f.context.write(dir, "context")); err != nil {
		return err
	}
	for name, list := range map[string][]int32{
		"pair": f.pair, "token": f.token, "ctx": f.ctx, "offset": f.offset, "set": f.set,
	} {
		if err := writeNumbers(filepath.Join(dir, name+".i32"), list); err != nil {
			return err
		}
	}
	if err := writeNumbers(filepath.Join(dir, "weight.f32"), f.weight); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "gold.u8"), f.gold, 0o600)
}

// WriteForms writes the spellings that a builder has seen, as Flat.Write does.
func (b *Builder) WriteForms(dir string) error {
	grams, letters := rows{at: []int32{0}}, rows{at: []int32{0}}
	word := make([]int32, len(b.data.Forms))
	for i, f := range b.data.Forms {
		word[i] = f.Word
		grams.add(f.Grams)
		letters.add(f.Letters)
	}
	return errors.Join(grams.write(dir, "form.gram"), letters.write(dir, "form.letter"),
		writeNumbers(filepath.Join(dir, "form.word.i32"), word))
}

// write writes the lists, and where each begins.
func (r *rows) write(dir, name string) error {
	return errors.Join(writeNumbers(filepath.Join(dir, name+".i32"), r.ids),
		writeNumbers(filepath.Join(dir, name+".at.i32"), r.at))
}

// writeNumbers writes a file that only its owner reads: it is made of text of others.
func writeNumbers[T int32 | float32](path string, list []T) error {
	var data bytes.Buffer
	if err := binary.Write(&data, binary.LittleEndian, list); err != nil {
		return err
	}
	return os.WriteFile(path, data.Bytes(), 0o600)
}
