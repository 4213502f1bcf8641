package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// besides are files of other runs that may hold what the person wrote or is called. They
// are sealed, and do not tell whose what is: they go whole.
type besides struct {
	journals []string // of anonymise --resume; a run begins anew without
	sessions []string // of serve --session-file; conversations begin anew without
}

// The beginnings of such files.
const (
	journalMark = "SQLite format 3\x00"
	sessionMark = "bauta sessions 1\n"
)

// find adds the journal beside a release, and refuses what is no such file: before
// anything is taken out.
func (b *besides) find(releases ...string) error {
	for _, name := range releases {
		if _, err := os.Stat(name + journalEnd); name != "" && err == nil {
			b.journals = append(b.journals, name+journalEnd)
		}
	}
	for _, name := range b.journals {
		if !strings.HasSuffix(name, journalEnd) || !beginsWith(name, journalMark) {
			return fmt.Errorf("%s: is no journal of bauta anonymise --resume; nothing is taken out", name)
		}
	}
	for _, name := range b.sessions {
		if !beginsWith(name, sessionMark) {
			return fmt.Errorf("%s: is no file of bauta serve --session-file; nothing is taken out", name)
		}
	}
	return nil
}

// beginsWith reports whether a file begins so.
func beginsWith(name, mark string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(mark))
	_, err = io.ReadFull(f, head)
	return err == nil && bytes.Equal(head, []byte(mark))
}

// remove takes the files away, with what SQLite and runs write beside a journal, and
// counts those that it was asked for.
func (b *besides) remove() (n int, err error) {
	var all []string
	for _, name := range b.journals {
		all = append(all, name, name+"-wal", name+"-shm", name+".key")
	}
	for _, name := range append(all, b.sessions...) {
		gone := os.Remove(name)
		if gone != nil && !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, fmt.Errorf("%s: cannot be removed: %w", name, reason(gone)))
		}
	}
	return len(b.journals) + len(b.sessions), err
}
