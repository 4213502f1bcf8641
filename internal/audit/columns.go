package audit

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrColumns is of a file with columns that the certified one did not have.
var ErrColumns = errors.New("stands beside the texts, and the file of the certificate had no such column: nobody " +
	"has looked at it; take it out (bauta anonymise --also COLUMN=drop), or audit it, too (bauta audit draw " +
	"--text-column COLUMN, with a log and a certificate of its own), and certify the file that has it")

// named is how many columns a reader of a file names at most.
const named = 20

// Others are the columns beside the texts of a file that the certified one did not have.
func (c *Certificate) Others(beside []string) (out []string) {
	for _, b := range beside {
		if !slices.Contains(c.Beside, b) {
			out = append(out, b)
		}
	}
	return out
}

// Stays refuses columns that come out as they went in, of a file with so many in all, which
// the certified file did not have. What stands in those that it had nobody looked at, either.
func (c *Certificate) Stays(beside []string, columns int) error {
	switch other := c.Others(beside); {
	case len(other) > 0:
		return fmt.Errorf("column %s %w", strings.Join(other, ", "), ErrColumns)
	case len(beside) >= named && columns > c.Columns:
		return fmt.Errorf("one of %d columns %w", columns, ErrColumns)
	}
	return nil
}
