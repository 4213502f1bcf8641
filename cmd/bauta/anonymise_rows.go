package main

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/rows"
	"github.com/bauta/bauta/internal/unread"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// besideRows are options of what a run says beside its output, or that need more of a
// file than the line at hand.
func besideRows() []string {
	return []string{
		"spans", "candidates", "report", "decisions", "authors", "also", "text", "on-error", "rejects", "encoding",
		"map", "dry-run", "diff", "certified", "unreleased", "decisions-key", "project",
	}
}

// rowByRow is a run that answers line by line.
func (o *anonymise) rowByRow(cmd *cobra.Command, files []string) error {
	if _, err := o.check(); err != nil {
		return err
	}
	for _, name := range besideRows() {
		if cmd.Flags().Changed(name) {
			return errUsage{fmt.Errorf("--rows takes no --%s; leave one of them out", name)}
		}
	}
	if len(files) > 1 {
		return errUsage{errors.New("--rows reads one file, or standard input")}
	}
	name := "-"
	if len(files) == 1 {
		name = files[0]
	}
	built, err := o.build(policy.Options{Pending: o.pending, Key: o.key})
	if err != nil {
		return err
	}
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	jobs := o.jobs
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	frugal(cmd.Context())
	count, err := rows.Run(cmd.Context(), in, flushed{out}, rows.Config{
		Config: o.config(), Pipeline: built.Pipeline, Tell: tell(built.Foreign), Jobs: jobs,
		Hides: unread.Hides(cmd.Context(), built.Pipeline, o.lang),
	})
	if err != nil {
		return fmt.Errorf("%s: %w", called(name), err)
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s, %s\n", several(count.Rows, "row"), several(count.Errors, "error"))
	}
	return nil
}

// flushed passes on what is written to it at once.
type flushed struct{ *output }

// Write writes, and holds nothing back.
func (f flushed) Write(p []byte) (int, error) {
	n, err := f.output.Write(p)
	if err == nil {
		err = f.Flush()
	}
	return n, err
}

// tell tells the language of a message; one that the policy sets aside or leaves out
// is not read.
func tell(f *routing.Foreign) func(*bauta.Message) (bool, error) {
	if f == nil {
		return nil
	}
	return f.Live(func(*bauta.Message, langid.Guess) (bool, error) { return f.Way == routing.Route, nil })
}
