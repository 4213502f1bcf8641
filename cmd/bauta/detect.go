package main

import (
	"encoding/json"
	"errors"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

func detectCommand() *cobra.Command {
	o := &reading{}
	var why bool
	cmd := &cobra.Command{
		Use: "detect [FILE…]",
		Example: "  bauta detect sms.csv -o spans.jsonl\n" +
			"  echo 'coucou Patrice' | bauta detect --why",
		Short: "the spans only, nothing replaced: JSONL without text",
		Args:  cobra.ArbitraryArgs,
		RunE:  func(cmd *cobra.Command, files []string) error { return detect(cmd, files, o, why) },
	}
	o.flags(cmd)
	o.mapFlags(cmd)
	cmd.Flags().BoolVar(&why, "why", false,
		"say of each message, too, what was taken away, changed or added after it was found, and by which rule")
	return cmd
}

func detect(cmd *cobra.Command, files []string, o *reading, why bool) (err error) {
	unit, err := o.check()
	if err != nil {
		return err
	}
	if err := o.mapped(cmd); err != nil {
		return err
	}
	found, left, err := folders(files)
	if err != nil {
		return err
	}
	o.as = told(found)
	built, err := o.find()
	if err != nil {
		return err
	}
	built.Pipeline.Trace = why
	var out, rejects *output
	defer func() { discardAll(out, rejects) }()
	if rejects, err = sidecar(o.rejects); err != nil {
		return err
	}
	if out, err = create(o.out, forAll, cmd.OutOrStdout()); err != nil {
		return err
	}
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	o.filter, o.fields = built.Told, true
	sum := newSummary(cmd, built, unit)
	sum.spansOnly = true
	sum.LeftOut = left
	defer o.leave(nil)
	sum.Rows, err = o.each(cmd, namesOf(found), built.Pipeline, rejects,
		func(string, *corpus.Reader) (func(*bauta.Result) error, error) {
			return func(r *bauta.Result) error {
				sum.add(r)
				return enc.Encode(corpus.NewFinding(r, unit))
			}, nil
		})
	if err != nil {
		return err
	}
	if err := commitAll(out, rejects); err != nil {
		return err
	}
	sum.Withheld = o.withheld
	sum.finish()
	return errors.Join(sum.print(cmd), sum.empty())
}
