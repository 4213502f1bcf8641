package formats

import (
	"path"
	"strings"
)

// ofMac reports a file that macOS puts beside those of others: what a folder looks like, and what a
// program noted of a file, which may be where it came from.
func ofMac(name string) bool {
	base := path.Base(name)
	return strings.HasPrefix(name, "__MACOSX/") || strings.HasPrefix(base, "._") || base == ".DS_Store"
}

// macKind is what they are counted as.
const macKind = "of macOS"
