//go:build !js

package corpus

import (
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxZstdWindow bounds what a reader keeps in memory.
const maxZstdWindow = 64 << 20

var zst = packing{
	zstdMagic, ".zst",
	func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxZstdWindow))
	},
	func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)) },
}
