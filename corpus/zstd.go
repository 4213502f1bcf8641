//go:build !js

package corpus

import (
	"encoding/binary"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// maxZstdWindow bounds what a reader keeps in memory.
const maxZstdWindow = 64 << 20

var zst = packing{
	zstdMagic, ".zst", unzst,
	func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) },
}

// frames unpacks the frames of a file, and sees those that are passed over.
type frames struct {
	io.Reader
	passed *passed
}

func unzst(r io.Reader) (io.Reader, error) {
	p := &passed{r: r, step: frame}
	d, err := zstd.NewReader(p, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdWindow))
	return frames{d, p}, err
}

func (f frames) Carries() bool { return f.passed.over }

// passed follows frames (RFC 8878, section 3.1) as they go by: a step takes as many bytes as it wants.
type passed struct {
	r     io.Reader
	over  bool // a stretch was passed over
	had   []byte
	skip  uint64
	check uint64 // bytes behind the last block
	step  func(p *passed) (done bool)
}

func (p *passed) Read(b []byte) (int, error) {
	n, err := p.r.Read(b)
	for b = b[:n]; len(b) > 0; {
		if k := min(p.skip, uint64(len(b))); k > 0 {
			p.skip, b = p.skip-k, b[k:]
			continue
		}
		p.had, b = append(p.had, b[0]), b[1:]
		if p.step(p) {
			p.had = p.had[:0]
		}
	}
	return n, err
}

// frame takes what a frame begins with.
func frame(p *passed) bool {
	switch {
	case len(p.had) < 4:
		return false
	case skippable(p.had):
		p.step = passing
	case string(p.had) == zstdMagic:
		p.step = descriptor
	default: // which is an error of who unpacks
		p.skip = math.MaxUint64
	}
	return true
}

// passing takes the size of a stretch that is passed over.
func passing(p *passed) bool {
	if len(p.had) < 4 {
		return false
	}
	p.skip, p.step = uint64(binary.LittleEndian.Uint32(p.had)), frame
	p.over = p.over || p.skip > 0
	return true
}

// descriptor takes the byte that says how long the head of a frame is.
func descriptor(p *passed) bool {
	d := p.had[0]
	single := d >> 5 & 1
	content := [4]uint64{uint64(single), 2, 4, 8}[d>>6]
	p.skip = uint64(1-single) + [4]uint64{0, 1, 2, 4}[d&3] + content
	p.check = uint64(d>>2&1) * 4
	p.step = block
	return true
}

// block takes the head of a block.
func block(p *passed) bool {
	if len(p.had) < 3 {
		return false
	}
	head := uint64(p.had[0]) | uint64(p.had[1])<<8 | uint64(p.had[2])<<16
	if p.skip = head >> 3; head>>1&3 == 1 { // one byte, so many times
		p.skip = 1
	}
	if head&1 == 1 {
		p.skip, p.step = p.skip+p.check, frame
	}
	return true
}
