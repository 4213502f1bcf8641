package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/policy"
)

// reveal turns what the encrypt operator wrote back.
type reveal struct{ reading }

func revealCommand() *cobra.Command {
	o := &reveal{}
	cmd := &cobra.Command{
		Use: "reveal --key FILE [FILE]", Short: "put back what the operator encrypt hid, with its key",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, files []string) error { return o.run(cmd, files) },
	}
	f := cmd.Flags()
	f.StringVar(&o.key, "key", "", "file of the key that encrypted")
	f.StringVar(&o.format, "format", "auto", "auto, text, csv, tsv, jsonl or conll")
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text, by name or number")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.enc, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
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
	if o.out != "" && same(o.out, name) {
		return fmt.Errorf("%s: would be overwritten by its own output; give -o another name", name)
	}
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	o.textOnly = true
	rejected := 0
	r, err := o.open(in, name, nil, &rejected)
	if err != nil {
		return err
	}
	out, err := create(o.out, 0o600, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	n, err := revealAll(r, out, key)
	if err != nil {
		return err
	}
	if err := out.Commit(); err != nil {
		return err
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); !quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d originals put back\n", n)
	}
	return nil
}

// revealAll writes every message with its originals.
func revealAll(r *corpus.Reader, out *output, key []byte) (int, error) {
	w, err := r.Writer(out)
	if err != nil {
		return 0, err
	}
	total := 0
	for m, err := range r.Messages() {
		if err != nil {
			return total, err
		}
		text, n, err := mask.Reveal(key, m.Text)
		if err != nil {
			return total, fmt.Errorf("message %q: %w", m.ID, err)
		}
		total += n
		if err := w.Write(&bauta.Result{Message: m, Text: text, Verdict: bauta.AskExpert}); err != nil {
			return total, err
		}
	}
	return total, w.Close()
}
