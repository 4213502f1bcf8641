package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/packed"
)

// stored are the lists that lie packed in the program, each with what writes it as it is, in a form that the
// program reads.
var stored = map[string]func([]byte) ([]byte, error){
	"internal/lexicon/data/words.blex.zst": func(data []byte) ([]byte, error) {
		data, err := packed.Open(data)
		if err == nil {
			data, err = lexicon.Compact(data)
		}
		return packed.Store(data), err
	},
	"internal/lexicon/data/everyday.txt.zst":    storedAsIs,
	"internal/lexicon/data/frequent.txt.zst":    storedAsIs,
	"internal/lexicon/data/lists/lists.txt.zst": storedAsIs,
}

func storedAsIs(data []byte) ([]byte, error) {
	data, err := packed.Open(data)
	return packed.Store(data), err
}

// unpackedLists has the compiler read, in place of packed lists, such that are not: the browser unpacks them
// with the program, in a tenth of the time.
func unpackedLists(work string) (overlay string, err error) {
	replace := map[string]string{}
	for name, as := range stored {
		at, err := filepath.Abs(name)
		if err != nil {
			return "", err
		}
		data, err := os.ReadFile(at)
		if err == nil {
			data, err = as(data)
		}
		if err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		replace[at] = filepath.Join(work, filepath.Base(name))
		if err := os.WriteFile(replace[at], data, 0o600); err != nil {
			return "", err
		}
	}
	list, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(work, "overlay.json")
	return overlay, os.WriteFile(overlay, list, 0o600)
}
