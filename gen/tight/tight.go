// Package tight packs what lies in the program with the zstd of the machine, which makes it
// up to a tenth smaller than package packed and takes seconds for it; packed opens both.
package tight

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"

	"github.com/bauta/bauta/internal/packed"
)

// Write writes data, compressed, to the file of a name and of packed.Suffix.
func Write(name string, data []byte) error {
	small, err := Pack(data)
	if err != nil {
		return err
	}
	return os.WriteFile(name+packed.Suffix, small, 0o644)
}

// Pack compresses data. The same data give the same bytes for one version of zstd.
func Pack(data []byte) ([]byte, error) {
	c := exec.Command("zstd", "-q", "-c", "--ultra", "-22", fmt.Sprintf("--stream-size=%d", len(data)))
	c.Stdin = bytes.NewReader(data)
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("zstd, which packs smaller than its encoder in Go: %w; apt-get install zstd", err)
	}
	return out, nil
}
