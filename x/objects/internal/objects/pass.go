// Package objects takes an object of a store through bauta into another one, which
// appears whole or not at all.
package objects

import (
	"context"
	"errors"
	"fmt"
	"io"

	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	"github.com/bauta/bauta/x/objects/internal/place"
)

// Open opens the bucket of a place.
func Open(ctx context.Context, p place.Place) (*blob.Bucket, error) {
	b, err := blob.OpenBucket(ctx, p.Bucket)
	if err != nil {
		return nil, errors.New("the bucket cannot be opened; is it there, and are there credentials for it?")
	}
	return b, nil
}

// Run is a program that reads one stream and writes another.
type Run func(ctx context.Context, in io.Reader, out io.Writer) error

var errPacked = errors.New("the object says of itself that it is packed (Content-Encoding); " +
	"store it without: what its bytes show to be packed is read as that")

// Pass takes an object through a program into another one. That one is there once the
// program has ended well and all its output is stored; else there is none, or the one
// that was there before. Of what stands beside the bytes, their type alone goes with
// them.
func Pass(ctx context.Context, from *blob.Bucket, key string, to *blob.Bucket, as string, run Run) error {
	in, err := from.NewReader(ctx, key, nil)
	if err != nil {
		return fmt.Errorf("the object cannot be read: %w", reason(err))
	}
	defer in.Close()
	is, err := from.Attributes(ctx, key)
	switch {
	case err != nil:
		return fmt.Errorf("the object cannot be read: %w", reason(err))
	case is.ContentEncoding != "":
		return errPacked
	}
	// A writer whose context has ended when it is closed stores nothing.
	storing, stop := context.WithCancel(ctx)
	defer stop()
	out, err := to.NewWriter(storing, as, &blob.WriterOptions{ContentType: in.ContentType()})
	if err != nil {
		return fmt.Errorf("the object cannot be written: %w", reason(err))
	}
	source := &whole{r: in, left: in.Size()}
	target := &noting{w: out}
	err = run(ctx, source, target)
	switch {
	case target.err != nil: // the program failed for it
		err = fmt.Errorf("the object cannot be written: %w", reason(target.err))
	case err == nil:
		err = source.end()
	}
	if err != nil {
		stop()
		out.Close()
		return err
	}
	if err := out.Close(); err != nil {
		return fmt.Errorf("the object cannot be written: %w", reason(err))
	}
	return nil
}

// whole notes whether all of an object was read.
type whole struct {
	r    io.Reader
	left int64
	err  error
}

// Read reads.
func (w *whole) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	w.left -= int64(n)
	if err != nil && err != io.EOF {
		w.err = reason(err)
	}
	return n, err
}

// end is an error where the program did not read what is there.
func (w *whole) end() error {
	switch {
	case w.err != nil:
		return fmt.Errorf("the object cannot be read: %w", w.err)
	case w.left > 0:
		return errors.New("the object was not read to its end")
	}
	return nil
}

// noting notes that a store takes nothing more.
type noting struct {
	w   io.Writer
	err error
}

// Write writes.
func (n *noting) Write(b []byte) (int, error) {
	done, err := n.w.Write(b)
	if err != nil {
		n.err = err
	}
	return done, err
}

// reason says what a store says without the names that it says it of.
func reason(err error) error { return errors.New(gcerrors.Code(err).String()) }
