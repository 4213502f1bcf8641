package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
)

// Widths of what is kept of a message, in bytes: of its input, by which two
// records are matched, and of each half of its result.
const (
	inWidth  = 4
	outWidth = 2
)

// version is that of the file, and of what goes into the digests.
const version = 1

// Record is what came out of presets over inputs, without a word of it.
type Record struct {
	Version int             `json:"version"`
	Inputs  map[string]Sums `json:"inputs"` // inWidth bytes a message
	Runs    []Run           `json:"runs"`
}

// Run is what came out of a preset over an input, outWidth bytes a message: what
// a user gets, and the reasons for it.
type Run struct {
	Preset   string `json:"preset"`
	Input    string `json:"input"`
	Messages int    `json:"messages"`
	Out      Sums   `json:"out"`
	Why      Sums   `json:"why"`
}

// Sums are a digest over all messages and the first bytes of that of each.
type Sums struct {
	Digest string `json:"digest"`
	Each   []byte `json:"each"`
}

// at gives the bytes of one message.
func (s Sums) at(i, width int) string { return string(s.Each[i*width : (i+1)*width]) }

// sumsOf sums up n messages.
func sumsOf(n, width int, of func(i int) []byte) Sums {
	var s Sums
	all := sha256.New()
	for i := range n {
		sum := sha256.Sum256(of(i))
		s.Each = append(s.Each, sum[:width]...)
		all.Write(sum[:])
	}
	s.Digest = hex.EncodeToString(all.Sum(nil))
	return s
}

// inputOf sums up messages as they go in.
func inputOf(messages []bauta.Message) Sums {
	return sumsOf(len(messages), inWidth, func(i int) []byte {
		m := messages[i]
		return fmt.Appendf(nil, "%q %q %q %q %q", m.ID, m.Thread, m.Author, m.Lang, m.Text)
	})
}

// add sums up what came out of a preset over an input.
func (rec *Record) add(preset string, in input, results []result) {
	n := len(results)
	if _, ok := rec.Inputs[in.name]; !ok {
		rec.Inputs[in.name] = inputOf(in.messages)
	}
	rec.Runs = append(rec.Runs, Run{
		preset, in.name, n,
		sumsOf(n, outWidth, func(i int) []byte { return results[i].what() }),
		sumsOf(n, outWidth, func(i int) []byte { return results[i].reasons() }),
	})
}

// maxRecord bounds the file of a record, in bytes.
const maxRecord = 64 * bounded.MiB

// open reads a record.
func open(name string) (*Record, error) {
	data, err := bounded.File(name, maxRecord)
	if err != nil {
		return nil, err
	}
	rec := &Record{}
	dec := json.NewDecoder(bytes.NewReader(data))
	if dec.Decode(rec) != nil || rec.Version != version {
		return nil, fmt.Errorf("%s: not a record of version %d; make it anew with -o on its commit", name, version)
	}
	for _, r := range rec.Runs {
		n := r.Messages
		whole := len(r.Out.Each) == n*outWidth && len(r.Why.Each) == n*outWidth
		if len(rec.Inputs[r.Input].Each) != n*inWidth || !whole {
			return nil, fmt.Errorf("%s: %s over %s is cut short; make the record anew", name, r.Preset, r.Input)
		}
	}
	return rec, nil
}

// save writes a record.
func (rec *Record) save(name string) error {
	data, err := json.MarshalIndent(rec, "", " ")
	if err != nil {
		return err
	}
	return replace(name, append(data, '\n'))
}

// replace writes a file of its owner's, whole or not at all.
func replace(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), "record-*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
