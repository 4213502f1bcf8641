//go:build !no_ja

package japanese

import (
	_ "embed"

	"github.com/ikawaha/kagome/v2/tokenizer"

	"github.com/bauta/bauta/internal/lazy"
	"github.com/bauta/bauta/internal/location/japanese/lean"
	"github.com/bauta/bauta/internal/packed"
)

// dictionary is the IPA dictionary without what it says of a word beyond its part of
// speech; gen/japanese writes it.
//
//go:embed ipa.dict.zst
var dictionary []byte

// shared cuts for all that ask.
var shared lazy.Value[cutter]

func load() (cutter, error) {
	return shared.Get(func() (cutter, error) {
		data, err := packed.Open(dictionary)
		if err != nil {
			return nil, err
		}
		words, err := lean.Read(data)
		if err != nil {
			return nil, err
		}
		t, err := tokenizer.New(words, tokenizer.OmitBosEos())
		if err != nil {
			return nil, err
		}
		return func(s string) (out []morph) {
			for _, w := range t.Tokenize(s) {
				out = append(out, morph{surface: w.Surface, pos: w.POS(), unknown: w.Class == tokenizer.UNKNOWN})
			}
			return out
		}, nil
	})
}
