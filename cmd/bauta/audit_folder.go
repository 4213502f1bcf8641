package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
)

// isFolder reports a folder.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// folder reads the messages of all files of a folder that anonymise would read, in the order of their names. What
// else is in it is held by its digest, and counted among what nobody looks at.
func (o *auditing) folder(name string) (out []entry, err error) {
	files, err := inFolder(name, map[string]int{})
	if err != nil {
		return nil, err
	}
	digest, all, err := folderDigest(name)
	if err != nil {
		return nil, err
	}
	var headers, beside []string
	width := 0
	o.as = told(files)
	for _, f := range files {
		in, size, err := input(f.name, nil)
		if err != nil {
			return nil, err
		}
		messages, err := o.read(anywhere(in, in, size), f.name)
		in.Close()
		if err != nil {
			return nil, err
		}
		out = append(out, messages...)
		o.within = append(o.within, fmt.Sprint(f.to, "\x00", len(messages)))
		headers, width = append(headers, f.to, o.header), width+o.width
		for _, b := range o.beside {
			if !slices.Contains(beside, b) {
				beside = append(beside, b)
			}
		}
	}
	beside = append(beside, fmt.Sprintf("names of files in it (%d)", all))
	if n := all - len(files); n > 0 {
		beside = append(beside, several(n, "file")+" in it of no format")
	}
	o.beside, o.width, o.header, o.file = beside, width, audit.Header(headers, true), digest
	return out, anyText(name, out)
}

// folderDigest is the digest of a folder, and how many files it has.
func folderDigest(name string) (string, int, error) {
	digest, files, err := audit.Folder(os.DirFS(name))
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w", name, reason(err))
	}
	return digest, files, nil
}

// fileDigest names a file byte for byte; "" where none was given by its name, or a folder.
func fileDigest(name string) (string, error) {
	if name == "-" || isFolder(name) {
		return "", nil
	}
	in, _, err := input(name, nil)
	if err != nil {
		return "", err
	}
	defer in.Close()
	h := sha256.New()
	if _, err := io.Copy(h, in); err != nil {
		return "", fmt.Errorf("%s: %w", called(name), reason(err))
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// bytesOf gives what a file holds; of a folder its digest.
func bytesOf(cmd *cobra.Command, name string) (io.ReadCloser, error) {
	if !isFolder(name) {
		in, _, err := input(name, cmd.InOrStdin())
		return in, err
	}
	digest, _, err := folderDigest(name)
	return io.NopCloser(strings.NewReader(digest)), err
}
