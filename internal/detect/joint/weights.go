package joint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxFile bounds the file of weights, in bytes.
const maxFile = 4096

// ErrFormat is wrapped by every error of ReadWeights that is about the content.
var ErrFormat = errors.New("not the weights of a pool of two taggers")

// ReadWeights reads weights as Write writes them: a JSON object of both.
func ReadWeights(r io.Reader) (Weights, error) {
	raw, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return Weights{}, err
	}
	if len(raw) > maxFile {
		return Weights{}, fmt.Errorf("%w: more than %d bytes", ErrFormat, maxFile)
	}
	w := Weights{First: -1, Second: -1}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&w); err != nil {
		return Weights{}, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	if dec.More() {
		return Weights{}, fmt.Errorf("%w: there is more than one object", ErrFormat)
	}
	if !(w.First >= 0 && w.First <= maxWeight && w.Second >= 0 && w.Second <= maxWeight) {
		return Weights{}, fmt.Errorf("%w: first and second are from 0 to %d", ErrFormat, maxWeight)
	}
	return w, nil
}

// Write writes the weights.
func (w Weights) Write(to io.Writer) error { return json.NewEncoder(to).Encode(w) }
