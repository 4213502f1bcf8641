// Package codec writes and reads the compact binary form of models.
//
// A file is a magic word that names kind and version, then values: unsigned
// integers as varints or of a fixed width, floats of eight or four bytes, all
// little endian, strings and lists with their length before them. [Reader] trusts nothing: a
// length that the remaining bytes cannot hold, a varint that is too long, a
// number that is not finite where it must be, and bytes left over at the end
// are errors, and no more memory is taken than a small multiple of the bytes
// that are there.
package codec

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// ErrVersion says that the bytes are of another kind or version.
var ErrVersion = errors.New("model of another kind or version; train it again with this version")

// Writer appends values to a buffer. The zero value is ready.
type Writer struct{ buf []byte }

// NewWriter returns a writer that has written the magic word.
func NewWriter(magic string) *Writer { return &Writer{buf: []byte(magic)} }

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.buf }

// Uint writes a count or an index, which must not be negative.
func (w *Writer) Uint(v int) { w.buf = binary.AppendUvarint(w.buf, uint64(v)) }

// Bool writes a truth value.
func (w *Writer) Bool(v bool) {
	if v {
		w.Uint(1)
	} else {
		w.Uint(0)
	}
}

// Byte writes a byte.
func (w *Writer) Byte(v byte) { w.buf = append(w.buf, v) }

// Uint16 writes a number in two bytes.
func (w *Writer) Uint16(v uint16) { w.buf = binary.LittleEndian.AppendUint16(w.buf, v) }

// Uint32 writes a number in four bytes.
func (w *Writer) Uint32(v uint32) { w.buf = binary.LittleEndian.AppendUint32(w.buf, v) }

// Float32 writes a number in four bytes.
func (w *Writer) Float32(v float32) { w.Uint32(math.Float32bits(v)) }

// Raw writes bytes without their number.
func (w *Writer) Raw(b []byte) { w.buf = append(w.buf, b...) }

// Float writes a number.
func (w *Writer) Float(v float64) {
	w.buf = binary.LittleEndian.AppendUint64(w.buf, math.Float64bits(v))
}

// Floats writes a list of numbers.
func (w *Writer) Floats(v []float64) {
	w.Uint(len(v))
	for _, f := range v {
		w.Float(f)
	}
}

// Count writes a sum of weights, which is not negative and mostly whole.
func (w *Writer) Count(v float64) {
	if v == math.Trunc(v) && v < 1<<53 {
		w.buf = binary.AppendUvarint(w.buf, uint64(v)+1)
		return
	}
	w.Uint(0)
	w.Float(v)
}

// Counts writes sums of weights, without their number.
func (w *Writer) Counts(v []float64) {
	for _, f := range v {
		w.Count(f)
	}
}

// String writes a string.
func (w *Writer) String(s string) {
	w.Uint(len(s))
	w.buf = append(w.buf, s...)
}

// Blob writes a list of bytes.
func (w *Writer) Blob(b []byte) {
	w.Uint(len(b))
	w.buf = append(w.buf, b...)
}

// Reader reads what a [Writer] wrote. After the first error every read returns
// zero values, and Err or Done returns that error.
type Reader struct {
	data []byte
	at   int
	err  error
}

// NewReader checks the magic word.
func NewReader(magic string, data []byte) *Reader {
	r := &Reader{data: data}
	if len(data) < len(magic) || string(data[:len(magic)]) != magic {
		r.err = ErrVersion
		return r
	}
	r.at = len(magic)
	return r
}

// Err returns the first error.
func (r *Reader) Err() error { return r.err }

// Fail records that what was read makes no sense, if nothing failed before.
func (r *Reader) Fail(what string) {
	if r.err == nil {
		r.err = fmt.Errorf("model is damaged at byte %d: %s", r.at, what)
	}
}

// Done returns the first error; bytes left over are one.
func (r *Reader) Done() error {
	if r.err == nil && r.at != len(r.data) {
		r.Fail("bytes after the end")
	}
	return r.err
}

// Uint reads a number from 0 to max.
func (r *Reader) Uint(max int) int {
	if r.err != nil {
		return 0
	}
	v, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 || v > uint64(max) {
		r.Fail("a number is cut off or out of range")
		return 0
	}
	r.at += n
	return int(v)
}

// Len reads the length of a list whose elements take at least size bytes each.
func (r *Reader) Len(size int) int { return r.Many(len(r.data), size) }

// Many is Len of a list of at most so many elements.
func (r *Reader) Many(most, size int) int {
	n := r.Uint(most)
	if r.err == nil && n > (len(r.data)-r.at)/size {
		r.Fail("a list is cut off")
		return 0
	}
	return n
}

// Bool reads a truth value.
func (r *Reader) Bool() bool { return r.Uint(1) == 1 }

// Float reads a finite number.
func (r *Reader) Float() float64 {
	v := r.AnyFloat()
	if math.IsNaN(v) || math.IsInf(v, 0) {
		r.Fail("a number is not finite")
		return 0
	}
	return v
}

// AnyFloat reads a number that may be NaN or infinite.
func (r *Reader) AnyFloat() float64 {
	if r.err != nil {
		return 0
	}
	if len(r.data)-r.at < 8 {
		r.Fail("a number is cut off")
		return 0
	}
	v := math.Float64frombits(binary.LittleEndian.Uint64(r.data[r.at:]))
	r.at += 8
	return v
}

// Floats reads a list of finite numbers.
func (r *Reader) Floats() []float64 {
	n := r.Len(8)
	v := make([]float64, n)
	for i := range v {
		v[i] = r.Float()
	}
	return v
}

// Count reads a sum of weights: finite, not negative.
func (r *Reader) Count() float64 {
	if v := r.Uint(1 << 53); v > 0 {
		return float64(v - 1)
	}
	v := r.Float()
	if v < 0 {
		r.Fail("a weight is negative")
		return 0
	}
	return v
}

// Counts reads as many sums of weights as v has places.
func (r *Reader) Counts(v []float64) {
	for i := range v {
		v[i] = r.Count()
	}
}

// Take reads so many bytes; they are a part of the data, not a copy. Nil, and an
// error, where there are not as many.
func (r *Reader) Take(n int) []byte {
	if !r.Room(n) {
		return nil
	}
	b := r.data[r.at : r.at+n : r.at+n]
	r.at += n
	return b
}

// Rest reads all bytes that are left.
func (r *Reader) Rest() []byte { return r.Take(len(r.data) - r.at) }

// Left is how many bytes are left.
func (r *Reader) Left() int { return len(r.data) - r.at }

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint16 reads a number of two bytes.
func (r *Reader) Uint16() uint16 {
	if b := r.Take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

// Uint32 reads a number of four bytes.
func (r *Reader) Uint32() uint32 {
	if b := r.Take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// Float32 reads a number of four bytes, which may be NaN or infinite.
func (r *Reader) Float32() float32 { return math.Float32frombits(r.Uint32()) }

// Room says whether n more values of at least one byte each can be there; if
// not, that is an error. Call it before making room for n values.
func (r *Reader) Room(n int) bool {
	if r.err == nil && (n < 0 || n > len(r.data)-r.at) {
		r.Fail("a list is cut off")
	}
	return r.err == nil
}

// String reads a string.
func (r *Reader) String() string { return string(r.Blob()) }

// Blob reads a list of bytes; it is a part of the data, not a copy.
func (r *Reader) Blob() []byte {
	n := r.Len(1)
	if r.err != nil {
		return nil
	}
	return r.Take(n)
}
