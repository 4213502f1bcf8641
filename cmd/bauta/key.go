package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/policy"
)

func keyCommand() *cobra.Command {
	return group("key", "keys of pseudonyms",
		&cobra.Command{
			Use: "new FILE", Short: "make a key of 256 random bits, readable by its owner alone",
			Example: "  bauta key new project.key",
			Args:    cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				if err := keyNew(args[0]); err != nil {
					return err
				}
				inform(cmd, "%s: a new key that you alone can read; it goes to options that take a key (--key, "+
					"--sign), never to whoever gets a release", args[0])
				return nil
			},
		},
		&cobra.Command{
			Use: "destroy FILE", Short: "overwrite and remove a key, and say so", Args: cobra.ExactArgs(1),
			Example: "  bauta key destroy project.key",
			RunE: func(cmd *cobra.Command, args []string) error {
				if err := keyDestroy(args[0]); err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "key %s was overwritten and removed on %s; what was masked "+
					"with it cannot be undone\n",
					args[0], time.Now().UTC().Format(time.RFC3339))
				return err
			},
		})
}

// keyNew draws a key into a new file; nothing is left of one that cannot be
// written whole.
func keyNew(name string) error {
	f, err := private.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	switch {
	case errors.Is(err, fs.ErrExist):
		return fmt.Errorf("%s: is there already; a key is never overwritten, choose a new name", name)
	case err != nil:
		return fmt.Errorf("%s: cannot be made: %w; does the folder exist, and may you write there?", name, reason(err))
	}
	key := make([]byte, 32)
	rand.Read(key)
	_, err = f.WriteString(hex.EncodeToString(key) + "\n")
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(fmt.Errorf("%s: cannot be written: %w", name, reason(err)), os.Remove(name))
	}
	return nil
}

// maxKeyFile bounds what may be a key, in bytes.
const maxKeyFile = 4096

// keyDestroy overwrites a key before it is removed: on a disk that writes in
// place the key is gone with it. What is no key stays as it is.
func keyDestroy(name string) error {
	seen, err := os.Lstat(name)
	switch {
	case err != nil:
		return errors.New("cannot be opened; does it exist?")
	case seen.Mode()&fs.ModeSymlink != 0:
		return errors.New("is a link; destroy the file that it leads to, then remove the link; nothing was changed")
	case !seen.Mode().IsRegular():
		return errors.New("is no file; give the file of a key; nothing was changed")
	}
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return errors.New("cannot be opened for writing; nothing was changed")
	}
	defer f.Close()
	size, err := destructible(f, seen)
	if err != nil {
		return fmt.Errorf("%w; nothing was changed", err)
	}
	for range 3 {
		noise := make([]byte, size)
		rand.Read(noise)
		if _, err := f.WriteAt(noise, 0); err != nil {
			return fmt.Errorf("cannot be overwritten: %w; the key may still be there", reason(err))
		}
		if err := f.Sync(); err != nil {
			return fmt.Errorf("cannot be overwritten: %w; the key may still be there", reason(err))
		}
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("cannot be overwritten: %w; the key may still be there", reason(err))
	}
	if err := os.Remove(name); err != nil {
		return fmt.Errorf("was overwritten, but cannot be removed: %w", reason(err))
	}
	return nil
}

// destructible gives the size of a file that is a key, and that is the same one
// under no other name.
func destructible(f *os.File, seen fs.FileInfo) (int64, error) {
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, seen) {
		return 0, errors.New("was exchanged while it was opened")
	}
	if n := hardLinks(f, info); n > 1 {
		return 0, fmt.Errorf("has %d names (hard links), which would keep the noise; remove the others first", n)
	}
	data, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if err != nil {
		return 0, errors.New("cannot be read")
	}
	if _, ok := policy.ParseKey(data); !ok && !sqlstore.IsKeyFile(data) {
		return 0, errors.New("is not a key")
	}
	return info.Size(), nil
}
