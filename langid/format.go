package langid

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/learn/codec"
)

// The file of weights; docs/formats/langid.md is its specification.
const (
	magic = "BLID"
	// FormatVersion is the version of the file format.
	FormatVersion = 1
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
	out := codec.NewWriter(magic)
	out.Raw([]byte{FormatVersion, numClasses})
	for _, f := range []float32{w.Temperature.Base, w.Temperature.PerLetter, w.Temperature.Max} {
		out.Float32(f)
	}
	for _, u := range w.Unseen {
		out.Byte(byte(u))
	}
	out.Uint32(uint32(len(keys)))
	out.Uint32(uint32(len(classes)))
	rice, k := encodeKeys(keys)
	out.Byte(k)
	short := []byte(strings.Join(w.Short, "\n"))
	out.Uint32(uint32(len(short)))
	sections := [][]byte{rice}
	for _, column := range [][]byte{counts, classes, weights} {
		sections = append(sections, deflate(column, flate.HuffmanOnly))
	}
	sections = append(sections, deflate(short, flate.BestCompression))
	for _, s := range sections {
		out.Uint32(uint32(len(s)))
	}
	for _, s := range sections {
		out.Raw(s)
	}
	return out.Bytes(), nil
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
	d := codec.NewReader(magic, data)
	if d.Byte() != FormatVersion || d.Byte() != numClasses || !d.Room(numClasses) {
		return nil, ErrFormat
	}
	m := &Model{table: newTable()}
	for _, f := range []*float32{&m.temperature.Base, &m.temperature.PerLetter, &m.temperature.Max} {
		*f = d.Float32()
		if !(*f >= 0 && *f < 1e6) {
			return nil, ErrFormat
		}
	}
	unseen := d.Take(numClasses)
	if unseen == nil {
		return nil, ErrFormat
	}
	m.setUnseen(unseen)
	size := sizes{grams: int(d.Uint32()), pairs: int(d.Uint32()), rice: d.Byte(), short: int(d.Uint32())}
	var sections [5][]byte
	var lengths [5]int
	for i := range lengths {
		lengths[i] = int(d.Uint32())
	}
	for i := range sections {
		sections[i] = d.Take(lengths[i])
	}
	if d.Done() != nil || !size.bounded() || m.temperature.Base == 0 {
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
	var columns [4][]byte
	var bad [4]error
	var all sync.WaitGroup // whoever waits for the model waits for the slowest of them
	for i, n := range []int{size.grams, size.pairs, size.pairs, size.short} {
		all.Go(func() { columns[i], bad[i] = inflate(sections[1+i], n) })
	}
	all.Wait()
	if errors.Join(bad[:]...) != nil {
		return ErrFormat
	}
	counts, classes, weights, short := columns[0], columns[1], columns[2], columns[3]
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
	return m.table.merge(short)
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

type bitReader struct {
	data []byte
	acc  uint64
	n    uint8
}

// rice reads one Rice code; a prefix longer than 2^10 ones is not one.
func (r *bitReader) rice(k byte) (uint64, bool) {
	high := uint64(0)
	for {
		r.fill()
		ones := min(uint8(bits.TrailingZeros64(^r.acc)), r.n)
		high += uint64(ones)
		r.acc >>= ones
		if r.n -= ones; high > 1<<10 {
			return 0, false
		}
		if r.n > 0 {
			break
		}
		if len(r.data) == 0 {
			return 0, false
		}
	}
	r.acc >>= 1 // the zero
	r.n--
	low, ok := r.take(k)
	return high<<k | low, ok
}

func (r *bitReader) take(bits uint8) (uint64, bool) {
	if r.fill(); r.n < bits {
		return 0, false
	}
	v := r.acc & (1<<bits - 1)
	r.acc >>= bits
	r.n -= bits
	return v, true
}

// fill makes acc hold 32 bits and more, or all that is left; what is above n is 0.
func (r *bitReader) fill() {
	if r.n >= 32 {
		return
	}
	if len(r.data) >= 4 {
		r.acc |= uint64(binary.LittleEndian.Uint32(r.data)) << r.n
		r.data, r.n = r.data[4:], r.n+32
		return
	}
	for _, b := range r.data {
		r.acc |= uint64(b) << r.n
		r.n += 8
	}
	r.data = nil
}
