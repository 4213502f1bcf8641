package crf

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// The file is specified in docs/formats/crf.md.
const (
	magic      = "bautacrf"
	version    = 1
	maxString  = 64
	maxFileLen = 64 << 20
)

// ErrFormat is wrapped by every error of Read that is about the content.
var ErrFormat = errors.New("not a crf model of this version")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes the model's file.
func (m *Model) Write(w io.Writer) error {
	b := codec.NewWriter("")
	n := len(m.bias)
	b.String(m.lang)
	b.Uint(len(m.types))
	for _, t := range m.types {
		b.String(string(t))
	}
	for _, f := range m.bias {
		b.Float32(f)
	}
	for y := range n {
		b.Float32(float32(m.trans.Start(y)))
	}
	for from := range n {
		for to := range n {
			b.Float32(float32(m.trans.Score(from, to)))
		}
	}
	c := m.classes
	b.Uint(c.Columns())
	b.Uint(c.Words())
	putKeys(b, c.Keys())
	for col := range c.Columns() {
		for _, class := range c.Column(col) {
			b.Uint16(class)
		}
	}
	b.Float32(m.scale)
	flat := m.table.flat()
	b.Uint(len(flat.keys))
	putKeys(b, flat.keys)
	last := uint32(0)
	for _, e := range flat.end {
		b.Byte(byte(e - last))
		last = e
	}
	b.Raw(flat.label)
	b.Raw(flat.weight)
	head := codec.NewWriter(magic)
	head.Uint16(version)
	head.Uint16(FeatureSet)
	head.Uint32(crc32.Checksum(b.Bytes(), castagnoli))
	head.Raw(b.Bytes())
	_, err := w.Write(head.Bytes())
	return err
}

// putKeys writes ascending keys as distances: the first from −1.
func putKeys(b *codec.Writer, keys []uint32) {
	last := int64(-1)
	for _, k := range keys {
		b.Uint(int(int64(k) - last - 1))
		last = int64(k)
	}
}

// Read reads a model's file, which it keeps. Damaged, truncated and foreign files are errors
// that wrap ErrFormat and name the byte.
func Read(data []byte) (*Model, error) {
	if len(data) > maxFileLen {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFormat, maxFileLen)
	}
	c := codec.NewReader(magic, data)
	v, f, sum := c.Uint16(), c.Uint16(), c.Uint32()
	switch {
	case c.Err() != nil:
		return nil, fmt.Errorf("%w: no header", ErrFormat)
	case v != version:
		return nil, fmt.Errorf("%w: version %d, this program reads %d", ErrFormat, v, version)
	case f != FeatureSet:
		return nil, fmt.Errorf("%w: features of set %d, this program has %d; train the model anew", ErrFormat, f,
			FeatureSet)
	case sum != crc32.Checksum(data[len(data)-c.Left():], castagnoli):
		return nil, fmt.Errorf("%w: the checksum is not that of the content", ErrFormat)
	}
	return parse(c)
}

// parse reads what follows the header.
func parse(c *codec.Reader) (*Model, error) {
	m := &Model{lang: str(c)}
	types := c.Many(tags.MaxTypes, 1)
	for range types {
		m.types = append(m.types, bauta.Label(str(c)))
	}
	n := 1 + 2*types
	if !c.Room(4 * n * (n + 2)) {
		return nil, fmt.Errorf("%w: %w", ErrFormat, c.Err())
	}
	m.bias = make([]float32, n)
	for y := range m.bias {
		m.bias[y] = c.Float32()
	}
	start, score := make([]float64, n), make([]float64, n*n)
	for y := range start {
		start[y] = float64(c.Float32())
	}
	for i := range score {
		score[i] = float64(c.Float32())
	}
	m.classes = classes(c)
	m.scale = c.Float32()
	w := features(c, n)
	err := c.Done()
	if err == nil {
		err = m.complete(w, score, start)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return m, nil
}

func str(c *codec.Reader) string { return string(c.Take(c.Many(maxString, 1))) }

// readKeys reads n ascending keys.
func readKeys(c *codec.Reader, n int) []uint32 {
	keys := make([]uint32, 0, n)
	last := -1
	for range n {
		d := c.Uint(math.MaxUint32)
		if c.Err() != nil {
			return nil
		}
		if last += 1 + d; last > math.MaxUint32 {
			c.Fail("a key is out of range")
			return nil
		}
		keys = append(keys, uint32(last))
	}
	return keys
}

func classes(c *codec.Reader) *words.Classes {
	columns := make([][]uint16, c.Many(words.MaxColumns, 1))
	n := c.Many(maxFileLen, 1+2*len(columns))
	keys := readKeys(c, n)
	if !c.Room(2 * n * len(columns)) {
		return nil
	}
	for i := range columns {
		columns[i] = make([]uint16, n)
		for j := range n {
			columns[i][j] = c.Uint16()
		}
	}
	classes, err := words.ClassesOf(keys, columns...)
	if err != nil {
		c.Fail(err.Error())
	}
	return classes
}

// features reads keys, labels and weights; there are n labels.
func features(c *codec.Reader, n int) *flat {
	count := c.Many(maxFileLen, 4)
	w := &flat{keys: readKeys(c, count)}
	sizes := c.Take(count)
	w.end = make([]uint32, 0, len(sizes))
	total := 0
	for _, s := range sizes {
		if s == 0 || int(s) > n {
			c.Fail("a feature has no labels or too many")
			return w
		}
		total += int(s)
		w.end = append(w.end, uint32(total))
	}
	w.label = c.Take(total)
	if c.Err() == nil && !w.ascend(n) {
		c.Fail("the labels of a feature do not ascend, or one is out of range")
		return w
	}
	w.weight = c.Take(total)
	return w
}
