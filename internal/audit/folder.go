package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
)

// errLinked is of what is no file in a folder.
var errLinked = errors.New("holds a link, or something else that is no file; a release has none")

// Folder is the digest of all files of a folder: what they are called and every byte, in the order of their names. It
// counts them.
func Folder(root fs.FS) (digest string, files int, err error) {
	h := sha256.New()
	err = fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return err
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
