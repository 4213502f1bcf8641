package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/journal"
	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/policy"
)

// resuming is a run that goes on where it was broken off.
type resuming struct {
	*journal.Journal
	name string // of its file
	key  string // of the file of its key, where the run has none; "" where it has
}

// journalEnd is what the name of a journal has behind that of the output.
const journalEnd = ".journal"

// resumable says why a run cannot be one that goes on.
func (o *anonymise) resumable(files []string) error {
	switch {
	case o.out == "" || o.out == "-":
		return errUsage{errors.New("--resume needs -o FILE, beside which its journal stands")}
	case len(files) != 1 || files[0] == "-":
		return errUsage{errors.New("--resume takes one file, which is read again from its beginning")}
	case o.together || o.decisions != "":
		return errUsage{errors.New("--resume goes neither with --together nor with --decisions: no journal has what " +
			"they know")}
	case o.dry || o.diff != "":
		return errUsage{errors.New("--resume is for runs that write")}
	}
	return nil
}

// resuming opens the journal beside the output, or begins it.
func (o *anonymise) resuming(cmd *cobra.Command, built *policy.Built) (*resuming, error) {
	r := &resuming{name: o.out + journalEnd}
	key, err := built.Key()
	if err == nil && key == nil {
		r.key = r.name + ".key"
		key, err = drawn(r.key)
	}
	if err != nil {
		return nil, err
	}
	run, err := o.digest(built, o.part)
	if err != nil {
		return nil, err
	}
	if r.Journal, o.ids, err = journal.Open(r.name, key, run, o.ids); err != nil {
		if errors.Is(err, journal.ErrOther) || errors.Is(err, journal.ErrKey) {
			err = fmt.Errorf("%s: %w; delete it to begin anew, or give the options of before", r.name, err)
		}
		return nil, err
	}
	r.Serve(built.Pipeline)
	if quiet, _ := cmd.Flags().GetBool("quiet"); !quiet && r.Done() > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "going on behind %s that an earlier run worked out\n",
			several(r.Done(), "message"))
	}
	return r, nil
}

// end takes the journal of a run away that is complete.
func (r *resuming) end() error {
	if r == nil {
		return nil
	}
	err := r.Remove()
	if r.key != "" {
		err = errors.Join(err, os.Remove(r.key))
	}
	return err
}

// close leaves the journal of a run that is not.
func (r *resuming) close() {
	if r != nil {
		r.Close()
	}
}

// keyBytes is the length of a journal's key.
const keyBytes = 32

// drawn reads a key that an earlier run drew, or draws one.
func drawn(name string) ([]byte, error) {
	how := os.O_CREATE | os.O_EXCL
	if info, err := os.Lstat(name); err == nil && info.Mode().IsRegular() && info.Size() < keyBytes {
		how = 0 // a run was killed before it had written all of it, and so anything under it
	}
	f, err := os.OpenFile(name, how|os.O_WRONLY, forOwner)
	if err == nil {
		key := make([]byte, keyBytes)
		rand.Read(key)
		_, err = f.Write(key)
		return key, errors.Join(err, f.Close())
	}
	key, err := private.Read(name, keyBytes)
	if err != nil || len(key) != keyBytes {
		return nil, fmt.Errorf("%s: is no key of a journal; delete it and the journal to begin anew", name)
	}
	return key, nil
}

// digest stands for all that the results of a run hang on but the messages.
func (o *anonymise) digest(built *policy.Built, part string) (string, error) {
	build := []string{version}
	if info, ok := debug.ReadBuildInfo(); ok {
		build = append(build, info.Main.Version, info.GoVersion)
		for _, s := range info.Settings {
			build = append(build, s.Key, s.Value)
		}
	}
	data, err := json.Marshal([]any{
		build, built.Parts, o.lang, o.format, o.columns, o.texts, o.also, o.mapping, o.enc, o.header, o.textOnly,
		o.onError, o.pending, o.authors, part,
	})
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), err
}
