// Command bauta-parquet anonymises the texts of a file of Parquet or Arrow IPC.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/x/parquet/table"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// options are those of the command; they are called as those of bauta anonymise.
type options struct {
	table.Columns
	policy.Options
	policy, out string
	jobs        int
}

func command() *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use: "bauta-parquet FILE -o FILE", Short: "the texts of a Parquet or Arrow file, anonymised",
		Args: cobra.ExactArgs(1), SilenceUsage: true, SilenceErrors: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.run(cmd.Context(), args[0], cmd.ErrOrStderr()); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&o.out, "output", "o", "", "file to write")
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	f.StringVar(&o.Options.Lang, "lang", "", "language of messages that bring none (default: the policy's)")
	f.StringVar(&o.Key, "key", "", "file of the key of a policy that rotates, hashes or encrypts, and of IDs")
	f.StringVar(&o.Pending, "pending", "", "messages that wait for the expert: mask (default), withhold or keep")
	columns := flag.NewFlagSet("", flag.ContinueOnError)
	o.Columns.Flags(columns)
	f.AddGoFlagSet(columns)
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	cmd.MarkFlagRequired("output")
	return cmd
}

// run anonymises a file into one that appears whole or not at all.
func (o *options) run(ctx context.Context, name string, notes io.Writer) error {
	file, err := policy.Load(o.policy)
	if err != nil {
		return err
	}
	built, err := file.Build(o.Options)
	if err != nil {
		return err
	}
	key, err := built.Key()
	if err != nil {
		return err
	}
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("cannot be opened; does it exist, and may you read it?")
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if there, err := os.Stat(o.out); err == nil && os.SameFile(info, there) {
		return errors.New("would be overwritten by its own output; give the output another name")
	}
	tmp := o.out + ".part"
	out, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return fmt.Errorf("cannot write beside %s; does the folder exist, or a .part file of an earlier run?", o.out)
	}
	defer os.Remove(tmp) // gone where the file has appeared
	var sum table.Summary
	rows, err := table.Open(in, info.Size(), o.Columns, formats.NewKeyer(key))
	if err == nil {
		sum, err = rows.Write(out, built.Pipeline.Run(ctx, built.Guard(rows.Messages()), o.jobs))
	}
	if err == nil {
		err = out.Sync()
	}
	if e := out.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp, o.out)
	}
	if err == nil {
		fmt.Fprintf(notes, "%d rows in = %d out; %d texts, %d changed\n", sum.Rows, sum.Rows, sum.Texts, sum.Changed)
		if len(sum.Beside) > 0 {
			fmt.Fprintf(notes, "stay in clear: %s; --also says otherwise\n", strings.Join(sum.Beside, ", "))
		}
		if o.Thread == "" && len(o.Also) > 0 {
			fmt.Fprintln(notes, formats.AnewNote)
		}
		if sum.LeftOut > 0 {
			fmt.Fprintf(notes, "left out: %d notes of programs beside the rows\n", sum.LeftOut)
		}
	}
	return err
}
