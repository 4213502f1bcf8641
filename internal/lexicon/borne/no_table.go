//go:build no_sharealike

package borne

// file is a table without names.
var file = []byte(magic)
