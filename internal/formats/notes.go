package formats

import "slices"

// AloneNote is said of records that are conversations of their own for want of a column.
const AloneNote = "no conversation is named, so people are numbered anew in each record, and two of them may both " +
	"be Person 1; name it with --thread-column"

// notes are what is to be said of a file when it has been read, each once.
type notes struct{ said []string }

func (n *notes) say(what string) {
	if !slices.Contains(n.said, what) {
		n.said = append(n.said, what)
	}
}

// Notes says what was taken for granted in reading, and what is not read.
func (n *notes) Notes() []string { return n.said }
