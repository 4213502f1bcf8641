//go:build no_ja

package japanese

import (
	"errors"

	"github.com/ikawaha/kagome/v2/tokenizer"
)

// load fails: a message in Japanese is an error, and not read by halves.
func load() (*tokenizer.Tokenizer, error) {
	return nil, errors.New("no Japanese in this build (tag no_ja)")
}
