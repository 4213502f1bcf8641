package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// ErrColumns is of a file with columns, or anything else beside its texts, that the certified one did not have.
var ErrColumns = errors.New("beside the texts stands what the file of the certificate did not have, and nobody has " +
	"looked at it")

// ErrNames is of a file whose columns have other names than those of the certified one.
var ErrNames = errors.New("a column or field is called otherwise than in the file of the certificate, was added to " +
	"it or taken out of it, or stands elsewhere: give the columns the names that they had, or certify the file as " +
	"it is")

// Header is the digest of the names of columns, or of fields, which no message has: in the order of
// the columns, where they have one.
func Header(names []string, ordered bool) string {
	if !ordered {
		names = slices.Sorted(slices.Values(names))
	}
	h := sha256.New()
	sized(h, len(names))
	for _, n := range names {
		sized(h, len(n))
		io.WriteString(h, n)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ErrFile is of a workbook, an archive, a packed file or a folder that has the messages of the certified one, and is
// another file.
var ErrFile = errors.New("the messages are those of the certificate, and the workbook, archive, packed file or " +
	"folder is not: a part that is no message was changed, added or taken out, or it was packed anew; give it as it " +
	"was certified")

// File is the digest of a file byte for byte.
func File(in io.Reader) (string, error) {
	h := sha256.New()
	_, err := io.Copy(h, in)
	return hex.EncodeToString(h.Sum(nil)), err
}

// Whole refuses a workbook, an archive, a packed file or a folder that is not the certified one, by its digest: of
// what is packed there parts stand in no message.
func (c *Certificate) Whole(file string) error {
	if c.File != file {
		return ErrFile
	}
	return nil
}

// Others are the columns beside the texts of a file that the certified one did not have.
func (c *Certificate) Others(beside []string) (out []string) {
	for _, b := range beside {
		if !slices.Contains(c.Beside, b) {
			out = append(out, b)
		}
	}
	return out
}

// Nameless reports a certificate of an older program, which does not bind the names of columns.
func (c *Certificate) Nameless() bool { return c.Header == "" }

// fewColumns is how many columns older programs named at most, and how many are named in an error.
const fewColumns = 20

// Stays refuses columns that come out as they went in, which the certified file did not have,
// and names of columns that are not those of it. What stands in those that it had nobody
// looked at, either.
func (c *Certificate) Stays(beside []string, header string) error {
	switch other := c.Others(beside); {
	case c.Nameless() && len(other) > 0 && len(c.Beside) >= fewColumns:
		return fmt.Errorf("the certificate is of an older program, which named %d columns and not all: certify the "+
			"file anew", fewColumns)
	case len(other) > 0:
		return fmt.Errorf("%w: %s; take it out of the file, or audit it, too (bauta audit draw --text-column COLUMN, "+
			"with a log and a certificate of its own), and certify the file that has it", ErrColumns, Listed(other))
	case !c.Nameless() && c.Header != header:
		return ErrNames
	}
	return nil
}

// Listed names columns, and says how many more there are where they are many.
func Listed(names []string) string {
	more := ""
	if n := len(names) - fewColumns; n > 0 {
		names, more = names[:fewColumns], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ") + more
}
