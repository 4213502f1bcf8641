//go:build !js

package formats

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// large finds a charset by the names that the web has for it.
func large(charset string) (encoding.Encoding, error) { return htmlindex.Get(charset) }
