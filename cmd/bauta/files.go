package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// output is a file that appears whole or not at all: it is written beside its
// place and renamed by Commit. An empty name is standard output.
type output struct {
	*bufio.Writer
	tmp  *os.File
	name string
}

// create opens an output. Files that hold originals get mode 0600.
func create(name string, mode os.FileMode, stdout io.Writer) (*output, error) {
	if name == "" || name == "-" {
		return &output{Writer: bufio.NewWriterSize(stdout, 1<<16)}, nil
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe|os.ModeSocket) != 0 {
		// /dev/null and pipes are written to: whoever may, would else put a file
		// in the device's place.
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return nil, fmt.Errorf("%s: cannot be written to", name)
		}
		return &output{Writer: bufio.NewWriterSize(f, 1<<16)}, nil
	}
	tmp, err := os.CreateTemp(filepath.Dir(name), ".bauta-*")
	if err != nil {
		return nil, fmt.Errorf("%s: cannot write beside it; does the folder exist?", name)
	}
	if err := tmp.Chmod(mode); err != nil {
		tmp.Close()
		os.Remove(tmp.Name())
		return nil, err
	}
	return &output{bufio.NewWriterSize(tmp, 1<<16), tmp, name}, nil
}

// Commit makes the file appear.
func (o *output) Commit() error {
	if err := o.Flush(); err != nil {
		return err
	}
	if o.tmp == nil {
		return nil
	}
	if err := o.tmp.Sync(); err != nil {
		return err
	}
	if err := o.tmp.Close(); err != nil {
		return err
	}
	err := os.Rename(o.tmp.Name(), o.name)
	if err == nil {
		o.tmp = nil
	}
	return err
}

// Discard removes what was not committed. It may be called at any time.
func (o *output) Discard() {
	if o != nil && o.tmp != nil {
		o.tmp.Close()
		os.Remove(o.tmp.Name())
		o.tmp = nil
	}
}

// input opens a file, or standard input for "-".
func input(name string, stdin io.Reader) (io.ReadCloser, int64, error) {
	if name == "-" {
		return io.NopCloser(stdin), 0, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: cannot be opened; does it exist, and may you read it?", name)
	}
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		f.Close()
		return nil, 0, fmt.Errorf("%s: is a folder; give files", name)
	}
	return f, info.Size(), nil
}

// distinct refuses outputs that would take the place of an input, of the policy
// file or of each other. Empty names and "-" are no files.
func distinct(policy string, inputs []string, outputs ...string) error {
	taken := map[string]bool{} // true for an output
	if _, err := os.Stat(policy); err == nil {
		taken[place(policy)] = false
	}
	for _, name := range inputs {
		if name != "" && name != "-" {
			taken[place(name)] = false
		}
	}
	for _, name := range outputs {
		if name == "" || name == "-" {
			continue
		}
		at := place(name)
		switch output, ok := taken[at]; {
		case ok && output:
			return fmt.Errorf("%s: two outputs have this name; give each its own", name)
		case ok:
			return fmt.Errorf("%s: would be overwritten by its own output; give the output another name", name)
		}
		taken[at] = true
	}
	return nil
}

// place is where a name leads, links followed as far as there is something.
func place(name string) string {
	at, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if to, err := filepath.EvalSymlinks(at); err == nil {
		return to
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(at)); err == nil {
		return filepath.Join(dir, filepath.Base(at))
	}
	return at
}
