package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/bounded"
)

// maxInput bounds a file of messages, in bytes.
const maxInput = 64 * bounded.MiB

// files reads the files of a folder that match. Two files may use one ID or one
// thread, so both are put behind the file's name.
func files(folder string, patterns ...string) ([]bauta.Message, error) {
	var out []bauta.Message
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil {
			return nil, err
		}
		slices.Sort(names)
		for _, name := range names {
			found, err := file(name)
			if err != nil {
				return nil, err
			}
			for _, m := range found {
				m.ID = filepath.Base(name) + ":" + m.ID
				if m.Thread != "" {
					m.Thread = filepath.Base(name) + ":" + m.Thread
				}
				out = append(out, m)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no messages in %s: %w", folder, fs.ErrNotExist)
	}
	return out, nil
}

// whole reads a file, or says that it does not exist.
func whole(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return bounded.Read(f, name, maxInput)
}

// file reads the messages of a table, or else of gold.
func file(name string) ([]bauta.Message, error) {
	data, err := whole(name)
	if err != nil {
		return nil, err
	}
	in, base := bytes.NewReader(data), filepath.Base(name)
	if filepath.Ext(name) != ".csv" {
		return collect(corpus.ReadGold(in, base), func(g corpus.Gold) bauta.Message { return g.Message })
	}
	r, err := corpus.Open(in, base, corpus.Config{})
	if err != nil {
		return nil, err
	}
	return collect(r.Messages(), func(m bauta.Message) bauta.Message {
		m.Meta = nil
		return m
	})
}

// collect takes the messages of what was read, to the first error.
func collect[T any](all iter.Seq2[T, error], message func(T) bauta.Message) ([]bauta.Message, error) {
	var out []bauta.Message
	for one, err := range all {
		if err != nil {
			return nil, err
		}
		out = append(out, message(one))
	}
	return out, nil
}
