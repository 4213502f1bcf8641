//go:build !js

package model

// whole reports whether data are those of a file that a manifest names.
func whole(data []byte, f File) bool { return fileOf(f.Name, data) == f }
