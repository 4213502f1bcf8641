//go:build !js

package model

// whole reports whether data are those of a file that a manifest names.
func whole(data []byte, f File) bool {
	is := fileOf(f.Name, data)
	return is.Size == f.Size && is.Digest == f.Digest
}
