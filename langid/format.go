package langid

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// The file of weights; docs/formats/langid.md is its specification.
const (
	magic = "BLID"
	// FormatVersion is the version of the file format.
	FormatVersion = 1
	maxSection    = 8 << 20
	maxShort      = 1 << 20
	moreFlag      = 0x80 // of a count
)

// ErrFormat is the error for a file of weights that is damaged or of another
// version.
var ErrFormat = errors.New("langid: the file of weights is damaged or of another version; train the model again")

// Weights is what a file of weights says.
type Weights struct {
	// Temperature by which a sum of weights, in nats, is divided:
	// Base + PerLetter × letters of the text, at most Max.
	Temperature Temperature
	// Unseen holds the weight of a letter that no n-gram knows, by class.
	Unseen []int8
	// Grams in ascending order of Key, Pairs in ascending order of class.
	Grams []Gram
	// Short lists the n-grams of up to three letters of the Latin group, which are
	// merged in memory; the longer come first.
	Short []string
}

// Temperature is a linear function of the letters of a text with a ceiling.
type Temperature struct{ Base, PerLetter, Max float32 }

// Gram is an n-gram's key with its weights. More says that a longer n-gram of
// the weights ends in it: without it the longer ones are not looked for.
type Gram struct {
	Key   uint32
	More  bool
	Pairs []Pair
}

// Encode writes a file of weights. The same weights give the same bytes.
func Encode(w Weights) ([]byte, error) {
	if len(w.Unseen) != numClasses || len(w.Grams) > maxGrams {
		return nil, errors.New("langid: too many n-grams or languages for the format")
	}
	keys := make([]uint32, len(w.Grams))
	var counts, classes, weights []byte
	for i, g := range w.Grams {
		if i > 0 && g.Key <= keys[i-1] || len(g.Pairs) == 0 || len(g.Pairs) > numClasses {
			return nil, errors.New("langid: n-grams are to be sorted and to have pairs")
		}
		keys[i] = g.Key
		n := byte(len(g.Pairs))
		if g.More {
			n |= moreFlag
		}
		counts = append(counts, n)
		for _, p := range g.Pairs {
			classes = append(classes, p.Class)
			weights = append(weights, byte(p.Weight))
		}
	}
	out := append([]byte(magic), FormatVersion, numClasses)
	for _, f := range []float32{w.Temperature.Base, w.Temperature.PerLetter, w.Temperature.Max} {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	for _, u := range w.Unseen {
		out = append(out, byte(u))
	}
	out = binary.LittleEndian.AppendUint32(out, uint32(len(keys)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(classes)))
	rice, k := encodeKeys(keys)
	out = append(out, k)
	short := []byte(strings.Join(w.Short, "\n"))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(short)))
	sections := [][]byte{rice}
	for _, column := range [][]byte{counts, classes, weights} {
		sections = append(sections, deflate(column, flate.HuffmanOnly))
	}
	sections = append(sections, deflate(short, flate.BestCompression))
	for _, s := range sections {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(s)))
	}
	return slices.Concat(append([][]byte{out}, sections...)...), nil
}

// encodeKeys writes the gaps between ascending keys as Rice codes: the gap over
// 2^k in ones and a zero, then its k lower bits; lowest bit first.
func encodeKeys(keys []uint32) ([]byte, byte) {
	k := byte(0)
	for k < 24 && len(keys) > 0 && math.MaxUint32/uint64(len(keys))>>(k+1) > 0 {
		k++
	}
	var w bitWriter
	last := uint32(0)
	for _, key := range keys {
		gap := key - last
		for range gap >> k {
			w.put(1, 1)
		}
		w.put(0, 1)
		w.put(uint64(gap)&(1<<k-1), k)
		last = key
	}
	return w.bytes(), k
}

type bitWriter struct {
	out []byte
	acc uint64
	n   uint8
}

func (w *bitWriter) put(v uint64, bits uint8) {
	w.acc |= v << w.n
	for w.n += bits; w.n >= 8; w.n -= 8 {
		w.out = append(w.out, byte(w.acc))
		w.acc >>= 8
	}
}

func (w *bitWriter) bytes() []byte {
	if w.n > 0 {
		return append(w.out, byte(w.acc))
	}
	return w.out
}

// deflate compresses; Huffman codes alone do for columns with a skewed
// distribution and no repetitions.
func deflate(data []byte, level int) []byte {
	var buf bytes.Buffer
	z, err := flate.NewWriter(&buf, level)
	if err == nil {
		_, err = z.Write(data)
	}
	if err = errors.Join(err, z.Close()); err != nil {
		return nil // a buffer takes every write
	}
	return buf.Bytes()
}

// Decode reads a file of weights into a model. It takes no more memory than a
// model may have, whatever the file says.
func Decode(data []byte) (*Model, error) {
	d := decoder{data: data}
	if string(d.take(len(magic))) != magic || d.byte() != FormatVersion || d.byte() != numClasses {
		return nil, ErrFormat
	}
	m := &Model{table: newTable()}
	for _, f := range []*float32{&m.temperature.Base, &m.temperature.PerLetter, &m.temperature.Max} {
		*f = math.Float32frombits(d.uint32())
		if !(*f >= 0 && *f < 1e6) {
			return nil, ErrFormat
		}
	}
	m.setUnseen(d.take(numClasses))
	size := sizes{grams: int(d.uint32()), pairs: int(d.uint32()), rice: d.byte(), short: int(d.uint32())}
	var sections [5][]byte
	var lengths [5]int
	for i := range lengths {
		lengths[i] = int(d.uint32())
	}
	for i := range sections {
		sections[i] = d.take(lengths[i])
	}
	if d.bad || len(d.data) != 0 || !size.bounded() || m.temperature.Base == 0 {
		return nil, ErrFormat
	}
	return m, m.fill(sections, size)
}

// sizes of the sections once they are read.
type sizes struct {
	grams, pairs, short int
	rice                byte // parameter of the Rice codes
}

// bounded reports sizes that a model may have.
func (s sizes) bounded() bool {
	return s.grams <= maxGrams && s.pairs <= maxPairs && s.rice <= 24 && s.short <= maxShort
}

// fill reads the sections into the table.
func (m *Model) fill(sections [5][]byte, size sizes) error {
	counts, err1 := inflate(sections[1], size.grams)
	classes, err2 := inflate(sections[2], size.pairs)
	weights, err3 := inflate(sections[3], size.pairs)
	short, err4 := inflate(sections[4], size.short)
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		return ErrFormat
	}
	m.table.reserve(counts, bytes.Count(short, []byte("\n"))+1)
	keys := bitReader{data: sections[0]}
	last, at := uint64(0), 0
	var buf [numClasses]Pair
	for i, n := range counts {
		gap, ok := keys.rice(size.rice)
		more := n&moreFlag != 0
		n &^= moreFlag
		last += gap
		if !ok || last > math.MaxUint32 || i > 0 && gap == 0 {
			return ErrFormat
		}
		if n == 0 || n > numClasses || int(n) > size.pairs-at {
			return ErrFormat
		}
		row := buf[:n]
		if !readRow(row, classes[at:], weights[at:]) {
			return ErrFormat
		}
		at += int(n)
		m.table.add(uint32(last), row, more)
	}
	if at != size.pairs || len(m.table.pool) > maxPool || len(m.table.rows) > maxRowsAll {
		return ErrFormat
	}
	if len(short) == 0 {
		return nil
	}
	var merging [][]rune
	for line := range bytes.SplitSeq(short, []byte("\n")) {
		if len(line) > Merged*utf8.UTFMax {
			return ErrFormat
		}
		merging = append(merging, []rune(string(line)))
	}
	return m.table.merge(merging)
}

// readRow reads the pairs of one row, whose classes ascend.
func readRow(row []Pair, classes, weights []byte) bool {
	for j := range row {
		row[j] = Pair{classes[j], int8(weights[j])}
		if row[j].Class >= numClasses || j > 0 && row[j].Class <= row[j-1].Class {
			return false
		}
	}
	return true
}

func inflate(data []byte, size int) ([]byte, error) {
	out := make([]byte, size)
	z := flate.NewReader(bytes.NewReader(data))
	if _, err := io.ReadFull(z, out); err != nil {
		return nil, err
	}
	if n, err := z.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		return nil, ErrFormat
	}
	return out, nil
}

// decoder takes fixed parts from the front of data.
type decoder struct {
	data []byte
	bad  bool
}

func (d *decoder) take(n int) []byte {
	if n < 0 || n > maxSection || n > len(d.data) {
		d.bad = true
		return make([]byte, min(max(n, 0), numClasses))
	}
	part := d.data[:n]
	d.data = d.data[n:]
	return part
}

func (d *decoder) byte() byte { return d.take(1)[0] }

func (d *decoder) uint32() uint32 { return binary.LittleEndian.Uint32(d.take(4)) }

type bitReader struct {
	data []byte
	acc  uint64
	n    uint8
}

// rice reads one Rice code; a prefix longer than 2^10 ones is not one.
func (r *bitReader) rice(k byte) (uint64, bool) {
	high := uint64(0)
	for {
		bit, ok := r.take(1)
		if !ok || high > 1<<10 {
			return 0, false
		}
		if bit == 0 {
			break
		}
		high++
	}
	low, ok := r.take(k)
	return high<<k | low, ok
}

func (r *bitReader) take(bits uint8) (uint64, bool) {
	for r.n < bits {
		if len(r.data) == 0 {
			return 0, false
		}
		r.acc |= uint64(r.data[0]) << r.n
		r.data, r.n = r.data[1:], r.n+8
	}
	v := r.acc & (1<<bits - 1)
	r.acc >>= bits
	r.n -= bits
	return v, true
}
