package anonymise

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta/x/parquet/table"
)

// written is the name of the file that one becomes.
func written(target, origin string) string {
	if strings.HasSuffix(target, "/") {
		return filepath.Join(target, filepath.Base(origin))
	}
	return target
}

var errOver = errors.New("would be overwritten by its own output; give the output another name")

// apart refuses a target that is the file that is read.
func apart(in *os.File, target string) error {
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(target); err == nil && os.SameFile(info, there) {
		return errOver
	}
	return nil
}

// noPlace says that nothing can be written.
func noPlace(target string) error {
	return fmt.Errorf("cannot write beside %s; does the folder exist?", target)
}

// whollyTo has a file written that appears whole or not at all. Two workers may be at it.
func whollyTo(target string, in *os.File, write func(*os.File) error) error {
	if err := apart(in, target); err != nil {
		return err
	}
	tmp := target + "." + rand.Text()[:8] + ".part"
	out, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return noPlace(target)
	}
	defer os.Remove(tmp) // gone where the file has appeared
	if err = write(out); err == nil {
		err = out.Sync()
	}
	if e := out.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp, target)
	}
	return err
}

// CheckTables opens the tables of a pattern, and says what of them stays in clear, or what
// is wrong with one of them or its target, before any work is done.
func CheckTables(columns table.Columns, pattern, target string) (clear map[string][]string, err error) {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("%s: no such file; can it be seen from here?", pattern)
	}
	clear, made := map[string][]string{}, map[string]bool{}
	for _, name := range names {
		out := written(target, name)
		if made[out] {
			return nil, errMany
		}
		made[out] = true
		if dir, err := os.Stat(filepath.Dir(out)); err != nil || !dir.IsDir() {
			return nil, noPlace(out)
		}
		err := throughFile(name, columns, nil, func(in *os.File, rows *table.File) error {
			clear[name] = rows.Beside()
			return apart(in, out)
		})
		if err != nil {
			return nil, err
		}
	}
	return clear, nil
}
