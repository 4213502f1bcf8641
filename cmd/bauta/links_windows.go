package main

import (
	"io/fs"
	"os"
	"syscall"
)

// hardLinks is how many names a file has.
func hardLinks(f *os.File, _ fs.FileInfo) uint64 {
	var d syscall.ByHandleFileInformation
	if err := syscall.GetFileInformationByHandle(syscall.Handle(f.Fd()), &d); err != nil {
		return 1
	}
	return uint64(d.NumberOfLinks)
}
