package formats

import "slices"

// notes are what is to be said of a file when it has been read, each once.
type notes struct{ said []string }

func (n *notes) say(what string) {
	if !slices.Contains(n.said, what) {
		n.said = append(n.said, what)
	}
}

// Notes says what was taken for granted in reading, and what is not read.
func (n *notes) Notes() []string { return n.said }
