package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// What is no file in a folder, and what only a name is.
var (
	errLinked = errors.New("holds a link, or something else that is no file; a release has none")
	errEmpty  = errors.New("holds an empty folder, whose name alone would leave with it; take it out")
)

// Folder is the digest of all files of a folder: what they are called and every byte, in the order of their names. It
// counts them.
func Folder(root fs.FS) (digest string, files int, err error) {
	h := sha256.New()
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			return full(root, name)
		case !d.Type().IsRegular():
			return errLinked
		}
		files++
		f, err := root.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		one := sha256.New()
		if _, err := io.Copy(one, f); err != nil {
			return err
		}
		sized(h, len(name))
		io.WriteString(h, name)
		h.Write(one.Sum(nil))
		return nil
	})
	return hex.EncodeToString(h.Sum(nil)), files, err
}

// full refuses a folder with nothing in it: the digest, which is of files, would not tell that it is there.
func full(root fs.FS, name string) error {
	in, err := fs.ReadDir(root, name)
	if err == nil && len(in) == 0 && name != "." {
		err = errEmpty
	}
	return err
}
