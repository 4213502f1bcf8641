package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/examples"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/policy"
)

// serveDemo serves a store in a temporary folder, which is gone whatever ends the
// server; what nothing outlives, the next demonstration clears away.
func (o *reviewServe) serveDemo(cmd *cobra.Command) (err error) {
	ctx, stop := signal.NotifyContext(cmd.Context(), fatalSignals()...)
	defer stop()
	cmd.SetContext(ctx)
	sweepDemos(os.TempDir())
	dir, free, err := demoFolder()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir), free()) }()
	show := demonstrated{name: "Invented SMS", lang: "fr", policy: demoPolicy, file: filepath.Join(dir, "sms-fr.csv")}
	if o.show != "" {
		show = demonstrated{name: filepath.Base(o.show), policy: policy.Newcomer, file: o.show}
	} else if err := writeExamples(show.file); err != nil {
		return err
	}
	o.policy = cmp.Or(o.policy, show.policy)
	key := make([]byte, sqlstore.KeySize)
	rand.Read(key)
	s, err := openStore(cmd.Context(), filepath.Join(dir, "demo.db"), sqlstore.Config{Key: key})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := importDemo(cmd, s, show); err != nil {
		return err
	}
	return o.serve(cmd, s)
}

// writeExamples writes the invented messages to a file.
func writeExamples(name string) error {
	data, err := examples.SMS()
	if err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o600)
}

const (
	demoFolders = "bauta-demo-*" // in the folder for temporary files
	demoLock    = "alive"        // file in it that the demonstration holds a lock on
)

// demoFolder makes a folder and locks it; free gives the lock back.
func demoFolder() (dir string, free func() error, err error) {
	if dir, err = os.MkdirTemp("", demoFolders); err != nil { // made 0700
		return "", nil, err
	}
	f, err := os.OpenFile(filepath.Join(dir, demoLock), os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		err = lockAlone(f)
	}
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(dir))
	}
	return dir, f.Close, nil
}

// sweepDemos removes the folders of demonstrations that were killed: folders,
// not links to some; one's own, with a lock that nobody holds any more. What
// cannot be removed stays; that is no reason not to begin.
func sweepDemos(temp string) {
	found, err := filepath.Glob(filepath.Join(temp, demoFolders))
	if err != nil {
		return
	}
	for _, dir := range found {
		info, err := os.Lstat(dir)
		if err != nil || !info.IsDir() || !ownedByMe(info) {
			continue
		}
		lock := filepath.Join(dir, demoLock)
		if info, err := os.Lstat(lock); err != nil || !info.Mode().IsRegular() || !ownedByMe(info) {
			continue
		}
		f, err := os.OpenFile(lock, os.O_RDWR, 0)
		if err != nil {
			continue
		}
		if lockAlone(f) == nil {
			os.RemoveAll(dir)
		}
		f.Close()
	}
}

// demoPolicy finds and masks in the demonstration; the newcomer's asks nobody.
const demoPolicy = "seekhide"

// demonstrated is what a demonstration shows.
type demonstrated struct{ name, lang, policy, file string }

// importDemo makes the project of the demonstration.
func importDemo(cmd *cobra.Command, s *sqlstore.Store, show demonstrated) error {
	p := review.Fresh("demo", show.name, cmp.Or(show.lang, "fr"))
	p.Seed = "demo"
	p, err := s.CreateProject(cmd.Context(), p)
	if err != nil {
		return err
	}
	in, sub := silentImport(cmd.Context())
	in.lang, in.policy = show.lang, show.policy
	built, err := in.reading.find()
	if err != nil {
		return err
	}
	items, err := in.items(sub, []string{show.file}, built, nil)
	if err != nil {
		return err
	}
	done, err := s.Import(cmd.Context(), p.ID, items)
	if err != nil {
		return err
	}
	return in.imported(cmd, done)
}

// silentImport is an import with all options at their defaults, and a command for it
// that says nothing.
func silentImport(ctx context.Context) (*reviewImport, *cobra.Command) {
	in, sub := &reviewImport{}, &cobra.Command{}
	in.reading.flags(sub)
	sub.Flags().Bool("quiet", true, "")
	sub.Flags().Bool("json", false, "")
	sub.SetErr(io.Discard)
	sub.SetContext(ctx)
	return in, sub
}
