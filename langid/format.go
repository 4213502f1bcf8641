package langid

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"

	"github.com/bauta/bauta/internal/learn/codec"
)

// The file of weights; docs/formats/langid.md is its specification.
const (
	magic = "BLID"
	// FormatVersion is the version of the file format.
	FormatVersion = 2
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

// codes are those of a file: of an n-gram's number of weights, of classes and of weights.
type codes struct{ counts, classes, weights *code }

// codesOf makes the codes for weights.
func codesOf(grams []Gram) codes {
	var counts, classes, weights [256]int
	for _, g := range grams {
		counts[g.count()]++
		for _, p := range g.Pairs {
			classes[p.Class]++
			weights[byte(p.Weight)]++
		}
	}
	return codes{codeOf(counts), codeOf(classes), codeOf(weights)}
}

// count is the number of weights, with moreFlag.
func (g Gram) count() byte {
	if g.More {
		return byte(len(g.Pairs)) | moreFlag
	}
	return byte(len(g.Pairs))
}

// Encode writes a file of weights. The same weights give the same bytes.
func Encode(w Weights) ([]byte, error) {
	if len(w.Unseen) != numClasses || len(w.Grams) > maxGrams {
		return nil, errors.New("langid: too many n-grams or languages for the format")
	}
	for i, g := range w.Grams {
		if i > 0 && g.Key <= w.Grams[i-1].Key || len(g.Pairs) == 0 || len(g.Pairs) > numClasses {
			return nil, errors.New("langid: n-grams are to be sorted and to have pairs")
		}
	}
	by, k := codesOf(w.Grams), riceOf(len(w.Grams))
	var stream bitWriter
	var ends [numShelves]uint32
	at := 0
	for shelf := range ends {
		last := uint32(shelf) << shelfBits
		for ; at < len(w.Grams) && w.Grams[at].Key>>shelfBits == uint32(shelf); at++ {
			g := w.Grams[at]
			stream.rice(g.Key-last, k)
			by.counts.put(&stream, g.count())
			for _, p := range g.Pairs {
				by.classes.put(&stream, p.Class)
				by.weights.put(&stream, byte(p.Weight))
			}
			last = g.Key
		}
		ends[shelf] = uint32(stream.bits())
	}
	out := codec.NewWriter(magic)
	out.Raw([]byte{FormatVersion, numClasses})
	for _, f := range []float32{w.Temperature.Base, w.Temperature.PerLetter, w.Temperature.Max} {
		out.Float32(f)
	}
	for _, u := range w.Unseen {
		out.Byte(byte(u))
	}
	out.Byte(k)
	for _, c := range []*code{by.counts, by.classes, by.weights} {
		out.Raw(c.lengths[:])
	}
	for _, end := range ends {
		out.Uint32(end)
	}
	out.Raw(stream.bytes())
	return out.Bytes(), nil
}

// riceOf is the parameter of the Rice codes for gaps between so many keys.
func riceOf(keys int) byte {
	k := byte(0)
	for k < 24 && keys > 0 && math.MaxUint32/uint64(keys)>>(k+1) > 0 {
		k++
	}
	return k
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

// rice writes the number over 2^k in ones and a zero, then its k lower bits.
func (w *bitWriter) rice(v uint32, k byte) {
	for range v >> k {
		w.put(1, 1)
	}
	w.put(0, 1)
	w.put(uint64(v)&(1<<k-1), k)
}

func (w *bitWriter) bits() int { return 8*len(w.out) + int(w.n) }

func (w *bitWriter) bytes() []byte {
	if w.n > 0 {
		return append(w.out, byte(w.acc))
	}
	return w.out
}

// headSize is how many bytes stand before the n-grams.
const headSize = len(magic) + 2 + 3*4 + numClasses + 1 + 3*256 + 4*numShelves

// Decode reads a file of weights into a model, and looks at all of it.
func Decode(data []byte) (*Model, error) {
	m, err := open(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	for i := range numShelves {
		if _, ok := m.table.read(i); !ok {
			return nil, ErrFormat
		}
	}
	return m, nil
}

// open makes a model of a file, of which it reads the head alone: n-grams are read from
// the file as texts ask for them.
func open(file io.ReaderAt, size int64) (*Model, error) {
	head := make([]byte, headSize)
	if n, err := file.ReadAt(head, 0); n < len(head) {
		if errors.Is(err, io.EOF) {
			err = ErrFormat
		}
		return nil, err
	}
	d := codec.NewReader(magic, head)
	if d.Byte() != FormatVersion || d.Byte() != numClasses {
		return nil, ErrFormat
	}
	m := newModel(&table{file: file})
	for _, f := range []*float32{&m.temperature.Base, &m.temperature.PerLetter, &m.temperature.Max} {
		*f = d.Float32()
		if !(*f >= 0 && *f < 1e6) {
			return nil, ErrFormat
		}
	}
	m.setUnseen(d.Take(numClasses))
	t := m.table
	t.rice = d.Byte()
	sound := t.rice <= 24 && m.temperature.Base != 0
	for _, c := range []**code{&t.counts, &t.classes, &t.weights} {
		*c = &code{lengths: [256]byte(d.Take(256))}
		sound = sound && (*c).complete()
	}
	last := uint32(0)
	for i := range t.ends {
		t.ends[i] = d.Uint32()
		sound = sound && t.ends[i] >= last
		last = t.ends[i]
	}
	if !sound || d.Done() != nil || size != int64(headSize)+(int64(last)+7)/8 {
		return nil, ErrFormat
	}
	return m, nil
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

// left is how many bits are left.
func (r *bitReader) left() int { return 8*len(r.data) + int(r.n) }

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
