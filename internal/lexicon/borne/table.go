//go:build !no_sharealike

package borne

import _ "embed"

//go:embed borne.bin
var file []byte
