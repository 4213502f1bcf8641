package neural

import (
	"errors"
	"fmt"
	"io"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// The file is specified in docs/formats/neural.md.
const (
	magic      = "bautanr2"
	maxFileLen = 64 << 20
	maxDim     = 1024
)

// ErrFormat is wrapped by every error of Read that is about the content.
var ErrFormat = errors.New("not a neural model of this version")

// Write writes the model's file.
func (m *Model) Write(w io.Writer) error {
	c := codec.NewWriter(magic)
	c.Uint(FeatureSet)
	c.String(m.lang)
	c.Uint(len(m.types))
	for _, t := range m.types {
		c.String(string(t))
	}
	for _, d := range []int{m.dims.Word, m.dims.Letter, m.dims.Spelling, m.dims.Feature, m.dims.Hidden, m.vocab.grams} {
		c.Uint(d)
	}
	ascending(c, m.vocab.words)
	ascending(c, m.vocab.letters)
	m.vocab.writeClasses(c)
	for _, p := range m.net.Params() {
		row, bytes, room := make([]int8, p.Cols), make([]byte, 0, p.Rows*p.Cols), make([]float32, p.Cols)
		for r := range p.Rows {
			c.Uint(m.quantise(p, p.Row(r, room), row) - minExponent)
			for _, q := range row {
				bytes = append(bytes, byte(q))
			}
		}
		c.Blob(bytes)
	}
	_, err := w.Write(c.Bytes())
	return err
}

// ascending writes ascending numbers as their count and distances.
func ascending[T uint32 | rune](c *codec.Writer, list []T) {
	c.Uint(len(list))
	last := T(0)
	for _, x := range list {
		c.Uint(int(x - last))
		last = x
	}
}

// Read reads a model's file, which it keeps. Damaged, truncated and foreign files are errors that
// wrap ErrFormat.
func Read(data []byte) (*Model, error) {
	if len(data) > maxFileLen {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFormat, maxFileLen)
	}
	c := codec.NewReader(magic, data)
	m, err := parse(c)
	if done := c.Done(); done != nil {
		err = done
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return m, nil
}

// parse reads what follows the magic word.
func parse(c *codec.Reader) (*Model, error) {
	if n := c.Uint(1 << 16); c.Err() == nil && n != FeatureSet {
		return nil, fmt.Errorf("features of set %d, this program has %d; train the model anew", n, FeatureSet)
	}
	lang := c.String()
	types := make([]bauta.Label, c.Uint(tags.MaxTypes))
	for i := range types {
		types[i] = bauta.Label(c.String())
	}
	d := Dims{c.Uint(maxDim), c.Uint(maxDim), c.Uint(maxDim), c.Uint(maxDim), c.Uint(maxDim)}
	v := &Vocabulary{grams: c.Uint(maxGrams)}
	v.words = numbers[uint32](c, maxWords, 1<<32-1)
	v.letters = numbers[rune](c, maxLetters, 1<<31-1)
	v.readClasses(c)
	if err := c.Err(); err != nil {
		return nil, err
	}
	if len(lang) > tags.MaxType {
		return nil, errors.New("the language code is too long")
	}
	if !c.Room(v.sizes(d, len(types)).Weights()) {
		return nil, c.Err()
	}
	m, err := bare(lang, types, v, d, neural.NewCoded)
	if err != nil {
		return nil, err
	}
	for _, p := range m.net.Params() {
		scales := make([]float64, p.Rows)
		for r := range scales {
			scales[r] = scaleOf(c.Uint(maxExponent-minExponent) + minExponent)
		}
		bytes := c.Blob()
		if c.Err() == nil && len(bytes) != p.Rows*p.Cols {
			c.Fail("a matrix of weights has another size")
		}
		if c.Err() != nil {
			return nil, c.Err()
		}
		if m.net.Coded(p) {
			p.Code(bytes, scales)
			continue
		}
		for i, b := range bytes {
			p.W[i] = float32(float64(int8(b)) * scales[i/p.Cols])
		}
	}
	return m, nil
}

// writeClasses writes the classes of words: how many columns, the words, column
// by column.
func (v *Vocabulary) writeClasses(c *codec.Writer) {
	c.Uint(v.classes.Columns())
	ascending(c, v.classes.Keys())
	for i := range v.classes.Columns() {
		for _, class := range v.classes.Column(i) {
			c.Uint(int(class))
		}
	}
}

// readClasses reads them.
func (v *Vocabulary) readClasses(c *codec.Reader) {
	columns := make([][]uint16, c.Uint(words.MaxColumns))
	keys := numbers[uint32](c, maxWords, 1<<32-1)
	if !c.Room(len(columns) * len(keys)) {
		return
	}
	for i := range columns {
		columns[i] = make([]uint16, len(keys))
		for j := range columns[i] {
			columns[i][j] = uint16(c.Uint(words.MaxClass))
		}
	}
	var err error
	if v.classes, err = words.ClassesOf(keys, columns...); err != nil {
		c.Fail(err.Error())
	}
}

// numbers reads ascending numbers.
func numbers[T uint32 | rune](c *codec.Reader, most, top int) []T {
	n := c.Uint(most)
	if !c.Room(n) {
		return nil
	}
	out, last := make([]T, 0, n), -1
	for range n {
		x := c.Uint(top) + max(last, 0)
		if c.Err() != nil {
			return nil
		}
		if x > top || x <= last {
			c.Fail("numbers are not in order")
			return nil
		}
		out, last = append(out, T(x)), x
	}
	return out
}
