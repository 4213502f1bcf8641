//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// hardLinks is how many names a file has.
func hardLinks(_ *os.File, info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
