package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// The bounds of a packed file: bytes for each packed one, beyond those that are free.
const (
	maxUnpackRatio = 1000
	freeUnpacked   = 64 << 20
)

// packing is how a file is packed as a whole.
type packing struct {
	magic, ext string
	unpack     func(io.Reader) (io.Reader, error)
	pack       func(io.Writer) (io.WriteCloser, error)
}

// zstdMagic begins a file of Zstandard (RFC 8878, section 3.1.1).
const zstdMagic = "\x28\xB5\x2F\xFD"

// skippable reports the beginning of a stretch of Zstandard that is passed over (section 3.1.2).
func skippable(head []byte) bool {
	return len(head) >= 4 && head[0]&0xF0 == 0x50 && string(head[1:4]) == "\x2A\x4D\x18"
}

var errUnpackFirst = errors.New("the page reads no .zst; unpack the file first, or take the program")

// packings are those that are read and written.
func packings() []packing {
	return []packing{
		{
			"\x1F\x8B", ".gz",
			gunzip,
			func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		},
		zst,
	}
}

// unpacked gives what is in a packed file, and packs what is written of it; name loses its
// ending. What is not packed stays.
func (r *Reader) unpacked(raw *bufio.Reader, name string) (*bufio.Reader, string, error) {
	head, _ := raw.Peek(4)
	for _, p := range packings() {
		if !bytes.HasPrefix(head, []byte(p.magic)) && !(p.magic == zstdMagic && skippable(head)) {
			continue
		}
		if p.unpack == nil {
			return nil, name, errUnpackFirst
		}
		in := &weighed{r: raw}
		body, err := p.unpack(in)
		if err != nil {
			return nil, name, errDamaged
		}
		r.pack = p.pack
		r.carrier, _ = body.(carrier)
		if strings.EqualFold(filepath.Ext(name), p.ext) {
			name = name[:len(name)-len(p.ext)]
		}
		return bufio.NewReaderSize(&weighing{r: body, in: in}, 64<<10), name, nil
	}
	return raw, name, nil
}

var errDamaged = errors.New("the packed file is damaged; was it copied whole?")

// weighed counts packed bytes.
type weighed struct {
	r io.Reader
	n int64
}

func (w *weighed) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	w.n += int64(n)
	return n, err
}

// weighing reads what was packed, and fails where it is more than anybody writes.
type weighing struct {
	r  io.Reader
	in *weighed
	n  int64
}

func (w *weighing) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if w.n += int64(n); w.n > freeUnpacked+maxUnpackRatio*w.in.n {
		return 0, fmt.Errorf("more than %d bytes for each that is packed; this is no text", maxUnpackRatio)
	}
	if err != nil && err != io.EOF {
		err = errDamaged
	}
	return n, err
}

// packs wraps a file so that what is written comes out packed as it came in.
func (r *Reader) packs(w io.Writer) (io.WriteCloser, error) {
	if r.pack == nil {
		return nopCloser{w}, nil
	}
	return r.pack(w)
}

// nopCloser closes nothing.
type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// closers closes one after the other.
type closers struct {
	io.WriteCloser
	then io.Closer
}

func (c closers) Close() error {
	if err := c.WriteCloser.Close(); err != nil {
		return err
	}
	return c.then.Close()
}
