//go:build no_ja

package japanese

import "errors"

// load fails: a message in Japanese is an error, and not read by halves.
func load() (cutter, error) { return nil, errors.New("no Japanese in this build (tag no_ja)") }
