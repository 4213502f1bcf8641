package formats

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"
)

// Source gives the records of a file, and io.EOF behind the last. Behind an error nothing
// can be read any more.
type Source interface {
	Next() (Record, error)
	Line() int    // where reading is
	Taken() int64 // bytes read
}

// Format is a shape of files.
type Format struct {
	Name   string   // as in --format
	What   string   // for people
	Told   string   // how it is told, for people
	People string   // the fields that hold people, for people
	Ends   []string // of names of files, lower case
	Module string   // that reads it with a command of its own; "": bauta does
	// Is reports a file by the end of its name and its first bytes.
	Is   func(ext string, head []byte) bool
	Open func(in *Input) (Source, error)

	rules []jsonRule // of one in JSON
}

// All are the formats, in the order in which they are tried.
func All() []Format {
	return []Format{
		whatsApp(), telegram(), slackDay(), discord(), discordText(), lineChat(), messenger(), signal(), teams(),
		teamsGraph(), googleChat(), mbox(), eml(), iMessage(), chat(), smsBackup(), tei(), telegramHTML(), teamsHTML(),
	}
}

// Of finds a format by its name.
func Of(name string) (Format, bool) {
	for _, f := range All() {
		if f.Name == name {
			return f, true
		}
	}
	if part, ok := slackParts[name]; ok {
		return slackFile(part), true
	}
	return Format{}, false
}

// Tell finds the format of a file by its name and its first bytes.
func Tell(name string, head []byte) (Format, bool) {
	ext := ""
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		ext = strings.ToLower(name[i:])
	}
	for _, f := range All() {
		if f.Is(ext, head) {
			return f, true
		}
	}
	return Format{}, false
}

// ended makes the end of a file in the middle of something an error.
func ended(err error) error {
	if errors.Is(err, io.EOF) {
		return errEarly
	}
	return err
}

var errEarly = errors.New("the file ends too early; was it copied whole?")

// WhenAsked compiles an expression when it is first asked for: a run needs few of them, and to compile
// all takes a start longer than a message. Inlined, its closures would lie in the program once for each.
//
//go:noinline
func WhenAsked(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
