package formats

import "slices"

// AnewNote is said of records that are conversations of their own for want of a column.
const AnewNote = "no conversation is named, so people are numbered anew in each record, and two of them may both " +
	"be Person 1; name it with --thread-column"

// AloneNote is said where all records can be made one conversation, too.
const AloneNote = AnewNote + ", or where the table is one, give --together"

// notes are what is to be said of a file when it has been read, each once.
type notes struct{ said []string }

func (n *notes) say(what string) {
	if !slices.Contains(n.said, what) {
		n.said = append(n.said, what)
	}
}

// Notes says what was taken for granted in reading, and what is not read.
func (n *notes) Notes() []string { return n.said }
