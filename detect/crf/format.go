package crf

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/tags"
	"github.com/bauta/bauta/lexicon/words"
)

// The file is specified in docs/formats/crf.md.
const (
	magic      = "bautacrf"
	version    = 1
	headerLen  = 16
	maxString  = 64
	maxFileLen = 64 << 20
)

// ErrFormat is wrapped by every error of Read that is about the content.
var ErrFormat = errors.New("not a crf model of this version")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write writes the model's file.
func (m *Model) Write(w io.Writer) error {
	var b bytes.Buffer
	n := len(m.bias)
	putString(&b, m.lang)
	putUint(&b, len(m.types))
	for _, t := range m.types {
		putString(&b, string(t))
	}
	for _, f := range m.bias {
		putFloat(&b, float64(f))
	}
	for y := range n {
		putFloat(&b, m.trans.Start(y))
	}
	for from := range n {
		for to := range n {
			putFloat(&b, m.trans.Score(from, to))
		}
	}
	c := m.classes
	putUint(&b, c.Columns())
	putUint(&b, c.Words())
	putKeys(&b, c.Keys())
	for col := range c.Columns() {
		for _, class := range c.Column(col) {
			b.Write(binary.LittleEndian.AppendUint16(nil, class))
		}
	}
	putFloat(&b, float64(m.scale))
	flat := m.table.flat()
	putUint(&b, len(flat.keys))
	putKeys(&b, flat.keys)
	last := uint32(0)
	for _, e := range flat.end {
		b.WriteByte(byte(e - last))
		last = e
	}
	b.Write(flat.label)
	b.Write(flat.weight)
	head := append([]byte(magic), make([]byte, headerLen-len(magic))...)
	binary.LittleEndian.PutUint16(head[8:], version)
	binary.LittleEndian.PutUint16(head[10:], FeatureSet)
	binary.LittleEndian.PutUint32(head[12:], crc32.Checksum(b.Bytes(), castagnoli))
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

func putUint(b *bytes.Buffer, n int) { b.Write(binary.AppendUvarint(nil, uint64(n))) }

func putString(b *bytes.Buffer, s string) {
	putUint(b, len(s))
	b.WriteString(s)
}

func putFloat(b *bytes.Buffer, f float64) {
	b.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(f))))
}

// putKeys writes ascending keys as distances: the first from −1.
func putKeys(b *bytes.Buffer, keys []uint32) {
	last := int64(-1)
	for _, k := range keys {
		putUint(b, int(int64(k)-last-1))
		last = int64(k)
	}
}

// Read reads a model's file. Damaged, truncated and foreign files are errors
// that wrap ErrFormat and name the byte.
func Read(r io.Reader) (*Model, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFileLen+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFileLen {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFormat, maxFileLen)
	}
	if len(data) < headerLen || string(data[:8]) != magic {
		return nil, fmt.Errorf("%w: byte 0: no header", ErrFormat)
	}
	if v := binary.LittleEndian.Uint16(data[8:]); v != version {
		return nil, fmt.Errorf("%w: byte 8: version %d, this program reads %d", ErrFormat, v, version)
	}
	if f := binary.LittleEndian.Uint16(data[10:]); f != FeatureSet {
		return nil, fmt.Errorf("%w: byte 10: features of set %d, this program has %d; train the model anew", ErrFormat,
			f, FeatureSet)
	}
	if binary.LittleEndian.Uint32(data[12:]) != crc32.Checksum(data[headerLen:], castagnoli) {
		return nil, fmt.Errorf("%w: byte 12: the checksum is not that of the content", ErrFormat)
	}
	return parse(data[headerLen:])
}

// parse reads what follows the header.
func parse(body []byte) (*Model, error) {
	p := &parser{data: body}
	m := &Model{lang: p.str()}
	types := p.count(tags.MaxTypes, 1)
	for range types {
		m.types = append(m.types, bauta.Label(p.str()))
	}
	n := 1 + 2*types
	if p.err == nil && len(p.data)-p.at < 4*n*(n+2) {
		p.fail("the transitions are cut short")
	}
	if p.err != nil {
		return nil, p.err
	}
	m.bias = make([]float32, n)
	for y := range m.bias {
		m.bias[y] = float32(p.float())
	}
	start, score := make([]float64, n), make([]float64, n*n)
	for y := range start {
		start[y] = p.float()
	}
	for i := range score {
		score[i] = p.float()
	}
	m.classes = p.classes()
	w := p.features(m, n)
	if p.err == nil && p.at != len(p.data) {
		p.fail("there is more than the model")
	}
	if p.err != nil {
		return nil, p.err
	}
	if err := m.complete(w, score, start); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	return m, nil
}

// parser reads values and keeps the first error; after it everything is 0.
type parser struct {
	data []byte
	at   int
	err  error
}

func (p *parser) fail(what string) {
	if p.err == nil {
		p.err = fmt.Errorf("%w: byte %d: %s", ErrFormat, headerLen+p.at, what)
	}
}

// take returns the next n bytes.
func (p *parser) take(n int) []byte {
	if p.err != nil || n < 0 || n > len(p.data)-p.at {
		p.fail("the file is cut short")
		return nil
	}
	b := p.data[p.at : p.at+n : p.at+n]
	p.at += n
	return b
}

func (p *parser) uint() uint64 {
	if p.err != nil {
		return 0
	}
	v, n := binary.Uvarint(p.data[p.at:])
	if n <= 0 {
		p.fail("no number here")
		return 0
	}
	p.at += n
	return v
}

// count reads a number of things of which there may be most, each of at least
// so many bytes further on.
func (p *parser) count(most, size int) int {
	v := p.uint()
	if v > uint64(most) || v > uint64((len(p.data)-p.at)/size) {
		p.fail("more is announced than there can be")
		return 0
	}
	return int(v)
}

func (p *parser) str() string { return string(p.take(p.count(maxString, 1))) }

func (p *parser) float() float64 {
	b := p.take(4)
	if b == nil {
		return 0
	}
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// keys reads n ascending keys.
func (p *parser) keys(n int) []uint32 {
	keys := make([]uint32, 0, n)
	last := int64(-1)
	for range n {
		d := p.uint()
		if p.err != nil {
			return nil
		}
		if d > math.MaxUint32 || last+1+int64(d) > math.MaxUint32 {
			p.fail("a key is out of range")
			return nil
		}
		last += 1 + int64(d)
		keys = append(keys, uint32(last))
	}
	return keys
}

func (p *parser) classes() *words.Classes {
	columns := make([][]uint16, p.count(words.MaxColumns, 1))
	n := p.count(maxFileLen, 1+2*len(columns))
	keys := p.keys(n)
	b := p.take(2 * n * len(columns))
	if p.err != nil {
		return nil
	}
	for c := range columns {
		columns[c] = make([]uint16, n)
		for i := range n {
			columns[c][i] = binary.LittleEndian.Uint16(b[2*(c*n+i):])
		}
	}
	classes, err := words.ClassesOf(keys, columns...)
	if err != nil {
		p.fail(err.Error())
	}
	return classes
}

// features reads scale, keys, labels and weights; there are n labels.
func (p *parser) features(m *Model, n int) *flat {
	m.scale = float32(p.float())
	count := p.count(maxFileLen, 4)
	w := &flat{keys: p.keys(count)}
	sizes := p.take(count)
	w.end = make([]uint32, 0, len(sizes))
	total := 0
	for _, s := range sizes {
		if s == 0 || int(s) > n {
			p.fail("a feature has no labels or too many")
			return w
		}
		total += int(s)
		w.end = append(w.end, uint32(total))
	}
	w.label = p.take(total)
	if p.err == nil && !w.ascend(n) {
		p.fail("the labels of a feature do not ascend, or one is out of range")
		return w
	}
	w.weight = p.take(total)
	return w
}
