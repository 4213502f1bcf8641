// Package packed reads what lies compressed in the program (Zstandard, RFC 8878):
// word lists and the models of taggers, which shrink to a third or a half and are
// read in some hundredths of a second.
package packed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/klauspost/compress/zstd"
)

// Suffix is what the name of a compressed file ends in.
const Suffix = ".zst"

// Most bounds what comes out of one file, in bytes.
const Most = 64 << 20

// ErrDamaged is wrapped by the error for data that do not unpack.
var ErrDamaged = errors.New("packed data are damaged, or more than they may be")

// block is the most that a block holds (RFC 8878, section 3.1.1.2.3).
const block = 128 << 10

// Store makes what Open reads of data as they are, for what is compressed again as a whole:
// a browser undoes its own compression sooner than a program in it undoes this one.
func Store(data []byte) []byte {
	const wholeInOne, fourBytes, last = 1 << 5, 2 << 6, 1 // section 3.1.1.1.1
	out := binary.LittleEndian.AppendUint32(nil, 0xFD2FB528)
	out = binary.LittleEndian.AppendUint32(append(out, wholeInOne|fourBytes), uint32(len(data)))
	for {
		n := min(block, len(data))
		head := uint32(n) << 3 // a block of type raw
		if n == len(data) {
			head |= last
		}
		out = append(append(out, byte(head), byte(head>>8), byte(head>>16)), data[:n]...)
		if data = data[n:]; head&last != 0 {
			return out
		}
	}
}

// Open unpacks, up to Most bytes.
func Open(data []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(Most),
		zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var head zstd.Header
	if err := head.Decode(data); err != nil || !head.HasFCS || head.FrameContentSize > Most {
		return nil, ErrDamaged
	}
	out, err := r.DecodeAll(data, make([]byte, 0, head.FrameContentSize))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return out, nil
}

// Embedded unpacks what is part of the program; a test opens all of it.
func Embedded(data []byte) []byte {
	out, err := Open(data)
	if err != nil {
		panic(err)
	}
	return out
}

// FS is a file system in which files may be compressed: NAME is read from NAME.zst
// where that alone is there.
func FS(files fs.FS) fs.FS { return unpacking{files} }

type unpacking struct{ files fs.FS }

// Open opens a file, unpacked.
func (u unpacking) Open(name string) (fs.File, error) {
	f, err := u.files.Open(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return f, err
	}
	f, small := u.files.Open(name + Suffix)
	if small != nil {
		return nil, err
	}
	defer f.Close()
	var packed bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() <= Most {
		packed.Grow(int(info.Size()) + bytes.MinRead) // read at once, without growing
	}
	_, err = packed.ReadFrom(io.LimitReader(f, Most+1))
	data := packed.Bytes()
	if err == nil {
		data, err = Open(data)
	}
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return &file{name, data, bytes.NewReader(data)}, nil
}

// file is an unpacked file.
type file struct {
	name string
	data []byte
	*bytes.Reader
}

// Whole gives what was unpacked when the file was opened, without copying it; it is the
// caller's, since each opening unpacks anew.
func (f *file) Whole() []byte { return f.data }

func (f *file) Stat() (fs.FileInfo, error) { return f, nil }
func (f *file) Close() error               { return nil }
func (f *file) Name() string               { return f.name }
func (f *file) Mode() fs.FileMode          { return 0o444 }
func (f *file) ModTime() time.Time         { return time.Time{} }
func (f *file) IsDir() bool                { return false }
func (f *file) Sys() any                   { return nil }
