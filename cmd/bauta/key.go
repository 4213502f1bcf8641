package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
)

func keyCommand() *cobra.Command {
	return group("key", "keys of pseudonyms",
		&cobra.Command{
			Use: "new FILE", Short: "make a key of 256 random bits, readable by its owner alone", Args: cobra.ExactArgs(1),
			RunE: func(_ *cobra.Command, args []string) error { return keyNew(args[0]) },
		},
		&cobra.Command{
			Use: "destroy FILE", Short: "overwrite and remove a key, and say so", Args: cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				if err := keyDestroy(args[0]); err != nil {
					return err
				}
				_, err := fmt.Fprintf(cmd.OutOrStdout(), "key %s was overwritten and removed on %s; what was masked with it cannot be undone\n",
					args[0], time.Now().UTC().Format(time.RFC3339))
				return err
			},
		})
}

func keyNew(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("%s: cannot be made; a key is never overwritten, choose a new name", name)
	}
	key := make([]byte, 32)
	rand.Read(key)
	if _, err := f.WriteString(hex.EncodeToString(key) + "\n"); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// keyDestroy overwrites the file before it is removed: on a disk that writes
// in place the key is gone with it.
func keyDestroy(name string) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("%s: cannot be opened for writing", name)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() > 4096 {
		return fmt.Errorf("%s: too large for a key; nothing was changed", name)
	}
	for range 3 {
		noise := make([]byte, info.Size())
		rand.Read(noise)
		if _, err := f.WriteAt(noise, 0); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return os.Remove(name)
}
