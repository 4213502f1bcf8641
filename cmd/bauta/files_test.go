package main

import (
	"os"
	"testing"
)

// TestDevicesStay: an output named /dev/null is not replaced by a file, even
// where the folder could be written to.
func TestDevicesStay(t *testing.T) {
	out, err := create(os.DevNull, forOwner, nil)
	if err != nil {
		t.Fatal(err)
	}
	if out.tmp != "" {
		out.Discard()
		t.Fatal("a device would be replaced")
	}
	if _, err := out.WriteString("gone"); err != nil {
		t.Fatal(err)
	}
	if err := out.Commit(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("%s is no device any more (%v)", os.DevNull, err)
	}
}
