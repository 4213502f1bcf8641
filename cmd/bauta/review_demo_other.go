//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package main

import (
	"io/fs"
	"os"
	"syscall"
)

func fatalSignals() []os.Signal { return []os.Signal{syscall.SIGQUIT, syscall.SIGABRT} }

// lockAlone locks nothing here, and ownedByMe knows no owner: so no folder of
// another demonstration is ever cleared away.
func lockAlone(*os.File) error { return nil }

func ownedByMe(fs.FileInfo) bool { return false }
