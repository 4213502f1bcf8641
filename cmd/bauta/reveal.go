package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/policy"
)

// reveal turns what the encrypt operator wrote back.
type reveal struct {
	reading
	anywhere bool
}

func revealCommand() *cobra.Command {
	o := &reveal{}
	cmd := &cobra.Command{
		Use: "reveal --key FILE [FILE]", Short: "put back what the operator encrypt hid, with its key",
		Example: "  bauta reveal --key project.key release.csv -o original.csv",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(cmd *cobra.Command, files []string) error { return o.run(cmd, files) },
	}
	f := cmd.Flags()
	f.StringVar(&o.key, "key", "", "file of the key that encrypted")
	f.StringVar(&o.format, "format", "auto", "auto, text, csv, tsv, jsonl or conll")
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text, by name or number")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.enc, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
	f.StringVar(&o.columns.Thread, "thread-column", "", "column of the conversation")
	f.BoolVar(&o.anywhere, "anywhere", false, "put codes back also where lines were moved or added, or IDs changed")
	f.BoolVar(&o.header, "no-header", false, "the first row of a CSV or TSV file is data")
	f.StringVarP(&o.out, "output", "o", "", "file to write, readable by its owner alone (default: standard output)")
	return cmd
}

func (o *reveal) run(cmd *cobra.Command, files []string) error {
	if o.key == "" {
		return errUsage{fmt.Errorf("reveal needs --key FILE; see bauta reveal --help")}
	}
	key, err := policy.ReadKey(o.key)
	if err != nil {
		return err
	}
	name := "-"
	if len(files) > 0 {
		name = files[0]
	}
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	o.textOnly = true
	r, err := o.open(in, name, nil)
	if err != nil {
		return err
	}
	out, err := create(o.out, forOwner, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	sum, first, err := revealAll(cmd.Context(), r, out, &mask.Revealer{Key: key, Anywhere: o.anywhere, Leave: true})
	if err != nil {
		return err
	}
	if sum.Foreign > 0 && sum.Codes == 0 {
		return fmt.Errorf("message %q: this key does not open the code, nor any other of the file; "+
			"take the key of this corpus", first)
	}
	if err := out.Commit(); err != nil {
		return err
	}
	tell := say(cmd)
	tell(fmt.Sprintf("%d originals put back; %v", sum.Codes, r.Ledger()))
	if sum.Foreign > 0 {
		tell(fmt.Sprintf("%s, the first in message %q: of another key, damaged, or written by whoever wrote the "+
			"message", counted(sum.Foreign, "code that this key does not open stays",
			"codes that this key does not open stay"), first))
	}
	if sum.Elsewhere > 0 {
		tell(fmt.Sprintf("%d of them not where they were hidden", sum.Elsewhere))
	}
	if sum.Unbound > 0 {
		tell(fmt.Sprintf("%d of them hidden by an older bauta, which bound them to no message: "+
			"nobody knows whether they stand where they were", sum.Unbound))
	}
	return nil
}

// revealAll writes every message with its originals, and counts them. first is the ID of the first message
// with a code that stays.
func revealAll(
	ctx context.Context, r *corpus.Reader, out *output, back *mask.Revealer,
) (sum mask.Revealed, first string, err error) {
	w, err := r.Writer(out)
	if err != nil {
		return sum, "", err
	}
	for m, err := range r.Messages() {
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return sum, first, err
		}
		got, err := back.Reveal(&m)
		if errors.Is(err, mask.ErrElsewhere) {
			err = fmt.Errorf("%w; give the options of columns that anonymise was given, "+
				"or --anywhere where lines were moved or added", err)
		}
		if err != nil {
			return sum, first, fmt.Errorf("message %q: %w", m.ID, err)
		}
		if got.Foreign > 0 && sum.Foreign == 0 {
			first = m.ID
		}
		sum.Codes += got.Codes
		sum.Foreign += got.Foreign
		sum.Elsewhere += got.Elsewhere
		sum.Unbound += got.Unbound
		if err := w.Write(&bauta.Result{Message: m, Text: got.Text, Verdict: bauta.AskExpert}); err != nil {
			return sum, first, err
		}
	}
	return sum, first, w.Close()
}
