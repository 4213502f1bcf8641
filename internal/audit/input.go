package audit

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
)

// Input names the file that a run read, byte for byte, as a commitment: who has the report of
// the run has the salt, and can show which file it was. Without it the digest tells
// nothing, where one keyed by nothing would: who has the release would put names in the
// place of the masks until it fits.
type Input struct {
	Digest string `json:"digest"`
	Salt   string `json:"salt,omitempty"` // never in what is published
}

var (
	errInputless = errors.New("names no file that the run read, or not its salt: the run read several files that " +
		"are no folder, or standard input, or was made by an older program; leave the original out")
	errInput = errors.New("is not the file that the run read, or that the audit was begun with; give that one, as it " +
		"was")
)

// NewInput names a file.
func NewInput(file io.Reader) (*Input, error) {
	in := &Input{Salt: Secret(16)}
	digest, err := in.of(file)
	in.Digest = digest
	return in, err
}

func (in *Input) of(file io.Reader) (string, error) {
	salt, err := hex.DecodeString(in.Salt)
	if err != nil || len(salt) == 0 {
		return "", errInputless
	}
	h := hmac.New(sha256.New, salt)
	if _, err := io.Copy(h, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Is holds a file against the one that a run read.
func (in *Input) Is(file io.Reader) error {
	if in == nil {
		return errInputless
	}
	digest, err := in.of(file)
	if err == nil && digest != in.Digest {
		err = errInput
	}
	return err
}

// unsalted is a report without the salt of what it read, for what is published.
func unsalted(report json.RawMessage) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if len(report) == 0 || json.Unmarshal(report, &fields) != nil || fields["input"] == nil {
		return report, nil
	}
	var in *Input
	if err := json.Unmarshal(fields["input"], &in); err != nil || in == nil {
		return nil, errors.New("what it says of its input is not readable")
	}
	in.Salt = ""
	raw, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	fields["input"] = raw
	return json.Marshal(fields)
}

// original is the file of which canaries were made, where it is the one that the run of a report
// read.
func (s *State) original(report json.RawMessage) string {
	var run struct {
		Input *Input `json:"input"`
	}
	if s.Canaries == 0 || json.Unmarshal(report, &run) != nil || !s.madeOf(run.Input) {
		return ""
	}
	return run.Input.Digest
}

// madeOf reports whether canaries are made of the file that has this name, as far as that is known.
func (s *State) madeOf(in *Input) bool {
	return in != nil && slices.ContainsFunc(s.made, func(known *Input) bool {
		return known != nil && known.Digest == in.Digest
	})
}

// Unnamed reports that canaries are made of the newest original, and that this name of it is not known: each
// run draws a salt of its own, so that one file has as many names as it was read.
func (s *State) Unnamed(in *Input) bool { return s.madeOf(s.Original) && !s.madeOf(in) }

// named takes another name of the newest original into account.
func (s *State) named(in *Input) {
	if s.Unnamed(in) {
		s.made = append(slices.Clip(s.made), in)
	}
}
