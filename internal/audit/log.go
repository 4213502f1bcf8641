package audit

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// Entry is one line of the log of an audit. It holds no text of messages. Each line
// carries a hash of itself and the line before: a line that is taken out or changed
// shows. No key is in it: who may write the file can write another one from its first line,
// which shows once a certificate names the log.
type Entry struct {
	At    time.Time `json:"at"`
	Begin *Begin    `json:"begin,omitempty"`
	Drawn []Row     `json:"drawn,omitempty"`
	Look  *Look     `json:"look,omitempty"`
	Named *Input    `json:"original_named,omitempty"` // the original as another run names it
	Rest  *Rest     `json:"rest,omitempty"`           // what a withdrawal left of the release
	Hash  string    `json:"hash"`
}

// Begin opens an audit of a release; a second one of the same log is a restart.
type Begin struct {
	Release  string  `json:"release"`               // its digest
	File     string  `json:"file_digest,omitempty"` // of what is packed, or a folder, byte for byte
	N        int     `json:"n"`
	Silent   int     `json:"left_out,omitempty"` // messages beside the N in which nothing can be read
	Limit    float64 `json:"limit"`
	Level    Level   `json:"level,omitempty"` // 0: the usual one
	OneLook  bool    `json:"one_look,omitempty"`
	Canaries int     `json:"canaries"`
	Anew     bool    `json:"canaries_anew,omitempty"` // the reader is measured anew; else as before
	Original *Input  `json:"original,omitempty"`      // of which canaries are made
	Report   string  `json:"report,omitempty"`        // digest of that of the run, where it was given
	Names    *Names  `json:"names,omitempty"`         // where the name is the unit
	Part     *Part   `json:"part,omitempty"`          // where that alone is looked at
	Marks    []byte  `json:"marks,omitempty"`         // keyed digests of the messages, where a desk knows the key
	Seed     string  `json:"seed"`                    // drawn when the release was fixed; the order follows from it
}

// Row is a message that was handed out to be looked at.
type Row struct {
	Key    string `json:"key"`              // by which the look names it
	Place  int    `json:"place"`            // in the order of the draw, from 0; of canaries among canaries
	Number int    `json:"number,omitempty"` // of the message in the release, from 1
	Rank   int    `json:"rank,omitempty"`   // of the place in the message, from 0, where names are the unit
	Canary bool   `json:"canary,omitempty"`
}

// Look is what somebody saw of a row.
type Look struct {
	Key  string `json:"key"`
	Leak bool   `json:"leak,omitempty"`
	More int    `json:"more,omitempty"` // names that leak beside the first, where names are the unit
}

// maxLog bounds the log of an audit.
const maxLog = 256 << 20

// Log is the file of an audit: lines are added, never changed.
type Log struct {
	State
	f     *os.File
	hash  string
	lines map[string]bool // by their hash
	size  int64
	rest  bool // an unfinished line stands behind it
}

// Hash names the log as it stands: that of its last line, which follows from all before.
func (l *Log) Hash() string { return l.hash }

// Had reports whether a log, or a beginning of it, is the one of that name.
func (l *Log) Had(hash string) bool { return l.lines[hash] }

// Cut reports a log of which the beginning of its first line alone is there.
func (l *Log) Cut() bool { return l.size == 0 && l.rest }

// Open reads a log, or begins an empty one. What a program that was killed left of an
// unfinished line goes; nothing that was written before is lost.
func Open(f *os.File) (*Log, error) {
	l := &Log{State: NewState(), f: f, lines: map[string]bool{}}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxLog {
		return nil, errors.New("is no log of an audit: too large")
	}
	r := bufio.NewReader(io.NewSectionReader(f, 0, info.Size()))
	for line := 1; ; line++ {
		raw, err := r.ReadBytes('\n')
		switch {
		case err == io.EOF:
			l.rest = len(raw) > 0 // an unfinished line, or none
			return l, nil
		case err != nil:
			return nil, err
		}
		if err := l.read(raw); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		l.size += int64(len(raw))
	}
}

// errLog says that a line is not what the program wrote.
var errLog = errors.New("is not as bauta audit wrote it; restore the log from a copy")

func (l *Log) read(raw []byte) error {
	var e Entry
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&e); err != nil {
		return errLog
	}
	if want := e.Hash; want != e.chained(l.hash) {
		return errLog
	}
	l.hash, l.lines[e.Hash] = e.Hash, true
	return l.Apply(&e)
}

// chained computes the hash of an entry behind another one and sets it.
func (e *Entry) chained(before string) string {
	e.Hash = ""
	raw, err := json.Marshal(e)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(append([]byte(before), raw...))
	e.Hash = hex.EncodeToString(sum[:])
	return e.Hash
}

// Add writes entries; when it returns nil they have reached the disk.
func (l *Log) Add(entries ...Entry) error {
	var out bytes.Buffer
	hash, state := l.hash, l.State.clone()
	for i := range entries {
		e := &entries[i]
		e.At = e.At.UTC().Truncate(time.Second)
		hash = e.chained(hash)
		if err := state.Apply(e); err != nil {
			return err
		}
		raw, err := json.Marshal(e)
		if err != nil {
			return err
		}
		out.Write(append(raw, '\n'))
	}
	if err := l.f.Truncate(l.size); err != nil {
		return err
	}
	if _, err := l.f.WriteAt(out.Bytes(), l.size); err != nil {
		return err
	}
	if err := l.f.Sync(); err != nil {
		return err
	}
	l.hash, l.State, l.size = hash, state, l.size+int64(out.Len())
	for i := range entries {
		l.lines[entries[i].Hash] = true
	}
	return nil
}

// Secret draws what nobody can guess: seeds and keys of rows.
func Secret(n int) string {
	b := make([]byte, n)
	rand.Read(b)
	return hex.EncodeToString(b)
}
