package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

// foreign is a kind of file that is none of the formats: what it is, what to do,
// and how it is known.
type foreign struct {
	what, todo string
	is         func(head []byte) bool
}

// refuse says what a file is.
func (f foreign) refuse() error {
	return fmt.Errorf("this is %s, which is not read; %s", f.what, f.todo)
}

// sniffBinary refuses what no format can be, whatever the user says.
func sniffBinary(head []byte) error {
	for _, f := range binaries() {
		if f.is(head) {
			return f.refuse()
		}
	}
	return nil
}

// sniffText refuses files of text whose lines are not messages. Who names a
// format insists.
func sniffText(name string, head []byte) error {
	head = bytes.TrimLeft(head, " \t\r\n")
	ext := strings.ToLower(filepath.Ext(name))
	for _, f := range documents() {
		if f.is(head) || f.named(ext, head) {
			return f.refuse()
		}
	}
	return nil
}

// magic knows a file by what stands at an offset.
func magic(at int, signs ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, s := range signs {
			if len(head) >= at && bytes.HasPrefix(head[at:], []byte(s)) {
				return true
			}
		}
		return false
	}
}

// unlettered knows a file by letters that a message could begin with, and a
// control character within the n bytes behind them.
func unlettered(sign string, n int) func([]byte) bool {
	return func(head []byte) bool {
		rest, ok := bytes.CutPrefix(head, []byte(sign))
		return ok && bytes.IndexFunc(rest[:min(n, len(rest))], func(r rune) bool {
			return r < ' ' && r != '\n' && r != '\r' && r != '\t'
		}) >= 0
	}
}

// holding knows a document by a beginning, and what else stands in it. Letters
// are lower case.
func holding(begins string, more ...string) func([]byte) bool {
	return func(head []byte) bool {
		low := bytes.ToLower(head)
		if !bytes.HasPrefix(low, []byte(begins)) {
			return false
		}
		for _, m := range more {
			if !bytes.Contains(low, []byte(m)) {
				return false
			}
		}
		return true
	}
}

// wholeJSON reports an array, or an object that does not end on its line.
func wholeJSON(head []byte) bool {
	dec := json.NewDecoder(bytes.NewReader(head))
	first, err := dec.Token()
	if err != nil || first != json.Delim('{') && first != json.Delim('[') {
		return false
	}
	line := len(head)
	if i := bytes.IndexAny(head, "\r\n"); i >= 0 {
		line = i
	}
	depth, tokens := 1, 1
	for ; depth > 0; tokens++ {
		t, err := dec.Token()
		if cut := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF); cut {
			break
		}
		if err != nil {
			return first == json.Delim('{') && tokens > 2 && int(dec.InputOffset()) > line
		}
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
	}
	if first == json.Delim('[') { // alone, and not [1] before a message
		return depth > 0 || len(bytes.TrimSpace(head[dec.InputOffset():])) == 0
	}
	return int(dec.InputOffset()) > line && tokens > 2
}

// oneObject reports a line that begins as a JSON object does.
func oneObject(line []byte) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("{"))
	rest = bytes.TrimSpace(rest)
	return ok && (len(rest) == 0 || rest[0] == '"' || rest[0] == '}')
}
