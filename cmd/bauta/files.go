package main

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/bauta/bauta/internal/private"
)

// The modes in which files are made. What anybody may have gets what the umask
// leaves, as from a shell; what holds originals is its owner's alone.
const (
	forAll   fs.FileMode = 0o666
	forOwner fs.FileMode = 0o600
)

// output is a file that appears whole or not at all: it is written beside its
// place and renamed by Commit. An empty name is standard output.
type output struct {
	*bufio.Writer
	file *os.File // nil for standard output
	tmp  string   // name of the file beside; "" where there is none, or none any more
	name string   // as it was given
	at   string   // where it leads
	keep func()   // ends the watch that removes tmp at a signal
}

// create opens an output. Of a file that is there the mode stays, unless it is
// to hold originals; a link stays, and what it leads to is written.
func create(name string, mode fs.FileMode, stdout io.Writer) (*output, error) {
	if name == "" || name == "-" {
		return &output{Writer: bufio.NewWriterSize(stdout, 1<<16)}, nil
	}
	at := place(name)
	info, err := os.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: is a folder; give the name of a file", name)
	case err == nil && !info.Mode().IsRegular():
		return inPlace(name)
	case err == nil && info.Mode().Perm()&0o200 == 0:
		return nil, fmt.Errorf("%s: is there, and may not be changed; chmod u+w it, or give another name", name)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: cannot be written: %w", name, reason(err))
	}
	o := &output{name: name, at: at, tmp: filepath.Join(filepath.Dir(at), tmpHead+rand.Text()+tmpTail)}
	sweep(filepath.Dir(at))
	if info != nil && mode != forOwner {
		mode = info.Mode().Perm()
	}
	// The kernel takes the umask from the mode, and Chmod gives it back where
	// a file was there.
	if flag := os.O_WRONLY | os.O_CREATE | os.O_EXCL; mode == forOwner {
		o.file, err = private.OpenFile(o.tmp, flag)
	} else {
		o.file, err = os.OpenFile(o.tmp, flag, mode)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: cannot write beside it; does the folder exist?", name)
	case err != nil:
		return nil, fmt.Errorf("%s: cannot write beside it: %w; write to another folder", name, reason(err))
	}
	o.watch()
	lock(o.file)
	if info != nil {
		if err := o.file.Chmod(mode); err != nil {
			o.Discard()
			return nil, fmt.Errorf("%s: cannot be given its mode: %w", name, reason(err))
		}
	}
	o.Writer = bufio.NewWriterSize(&sink{w: o.file, name: name}, 1<<16)
	return o, nil
}

// inPlace opens a device or a pipe: whoever may, would else put a file in its
// place.
func inPlace(name string) (*output, error) {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be written: %w", name, reason(err))
	}
	return &output{Writer: bufio.NewWriterSize(&sink{w: f, name: name}, 1<<16), file: f, name: name}, nil
}

// The names of files that are being written.
const (
	tmpHead = ".bauta-"
	tmpTail = ".tmp"
)

// watch removes the file beside as soon as a signal ends the run, however busy
// the rest of it is.
func (o *output) watch() {
	ctx, stop := signalled()
	tmp := o.tmp
	unwatch := context.AfterFunc(ctx, func() { os.Remove(tmp) })
	o.keep = func() { unwatch(); stop() }
}

// settle brings everything to the disk, so that little is left to fail.
func (o *output) settle() error {
	if err := o.Flush(); err != nil || o.file == nil {
		return err
	}
	if o.tmp != "" {
		if err := o.file.Sync(); err != nil {
			return fmt.Errorf("%s: cannot be written: %w", o.name, reason(err))
		}
	}
	err := o.file.Close()
	if o.file = nil; err != nil {
		return fmt.Errorf("%s: cannot be written: %w", o.name, reason(err))
	}
	return nil
}

// Commit makes the file appear.
func (o *output) Commit() error { return commitAll(o) }

// commitAll makes files appear, nil ones apart: all are brought to the disk
// before the first one takes its place.
func commitAll(files ...*output) error {
	if err := settleAll(files...); err != nil {
		return err
	}
	for _, f := range files {
		if f == nil || f.tmp == "" {
			continue
		}
		if err := os.Rename(f.tmp, f.at); err != nil {
			return fmt.Errorf("%s: cannot be put in its place: %w", f.name, reason(err))
		}
		f.tmp = ""
		f.keep()
	}
	return nil
}

// settleAll brings files to the disk, nil ones apart.
func settleAll(files ...*output) error {
	for _, f := range files {
		if f != nil {
			if err := f.settle(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Discard removes what was not committed. It may be called at any time.
func (o *output) Discard() {
	if o == nil {
		return
	}
	if o.file != nil {
		o.file.Close()
		o.file = nil
	}
	if o.tmp != "" {
		os.Remove(o.tmp)
		o.tmp = ""
		o.keep()
	}
}

// errReaderGone is a pipe that nobody reads any more, as of head -1: nobody
// waits for a complaint.
var errReaderGone = errors.New("nobody reads it any more")

// sink is a place to write to whose errors say which it is. It remembers that
// one of them came.
type sink struct {
	w    io.Writer
	name string
	err  error
}

// Write writes, or says what failed.
func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	switch {
	case errors.Is(err, syscall.EPIPE):
		err = fmt.Errorf("%s: %w", s.name, errReaderGone)
	case err != nil:
		err = fmt.Errorf("%s: cannot be written: %w", s.name, reason(err))
	}
	if s.err == nil {
		s.err = err
	}
	return n, err
}

// reason is what the system says, without the names of files, which may be those
// of files beside.
func reason(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
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
