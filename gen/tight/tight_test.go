package tight

import (
	"bytes"
	"os/exec"
	"testing"

	"github.com/bauta/bauta/internal/packed"
)

// TestPack: what is packed is opened again.
func TestPack(t *testing.T) {
	if _, err := exec.LookPath("zstd"); err != nil {
		t.Skip("zstd is not installed; apt-get install zstd")
	}
	data := bytes.Repeat([]byte("a table of weights, "), 5000)
	small, err := Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := packed.Open(small); err != nil || !bytes.Equal(back, data) || len(small) > len(data)/10 {
		t.Errorf("%d bytes of %d, %v", len(small), len(data), err)
	}
}
