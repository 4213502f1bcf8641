package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

type anonymise struct {
	reading
	spans, candidates, report, pending string
}

func anonymiseCommand() *cobra.Command {
	o := &anonymise{}
	cmd := &cobra.Command{
		Use: "anonymise [FILE…]", Aliases: []string{"anonymize"},
		Short: "messages in, anonymised messages out, in the same format",
		Args:  cobra.ArbitraryArgs,
		RunE:  func(cmd *cobra.Command, files []string) error { return o.run(cmd, files) },
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.spans, "spans", "", "file for the stand-off spans (JSONL, no text)")
	f.StringVar(&o.candidates, "candidates", "", "file for the words that a person must decide (CSV; holds originals)")
	f.StringVar(&o.report, "report", "", "file for the report (JSON)")
	f.StringVar(&o.pending, "pending", "", "messages that wait for the expert: mask (default), withhold or keep")
	return cmd
}

func (o *anonymise) run(cmd *cobra.Command, files []string) (err error) {
	unit, err := o.check()
	if err != nil {
		return err
	}
	many := len(files) > 1 && o.out != "" && o.out != "-"
	outputs := []string{o.spans, o.candidates, o.report, o.rejects, o.out}
	if many {
		outputs = outputs[:4]
		for _, name := range files {
			outputs = append(outputs, filepath.Join(o.out, filepath.Base(name)))
		}
	}
	if err := distinct(o.policy, files, outputs...); err != nil {
		return err
	}
	built, err := o.build(o.pending)
	if err != nil {
		return err
	}
	var spans, rejects, out *output
	defer func() { discardAll(spans, rejects, out) }()
	if spans, err = sidecar(o.spans); err != nil {
		return err
	}
	if rejects, err = sidecar(o.rejects); err != nil {
		return err
	}
	if many {
		if err := os.MkdirAll(o.out, 0o755); err != nil {
			return err
		}
	}
	sum := newSummary(built, unit)
	var finish func() error
	begin := func(name string, r *corpus.Reader) (func(*bauta.Result) error, error) {
		if finish != nil {
			if err := finish(); err != nil {
				return nil, err
			}
		}
		target := o.out
		if many {
			target = filepath.Join(o.out, filepath.Base(name))
		}
		if target != "" && same(target, name) {
			return nil, fmt.Errorf("%s: would be overwritten by its own output; give -o another name", name)
		}
		if out, err = create(target, 0o644, cmd.OutOrStdout()); err != nil {
			return nil, err
		}
		w, err := r.Writer(out)
		if err != nil {
			return nil, err
		}
		finish = func() error {
			if err := w.Close(); err != nil {
				return err
			}
			return out.Commit()
		}
		return func(r *bauta.Result) error {
			sum.add(r)
			if spans != nil {
				if err := json.NewEncoder(spans).Encode(corpus.NewFinding(r, unit)); err != nil {
					return err
				}
			}
			return w.Write(r)
		}, nil
	}
	sum.Rejected, err = o.each(cmd, files, built.Pipeline, rejects, begin)
	if err != nil {
		return err
	}
	if err := finish(); err != nil {
		return err
	}
	if err := o.write(sum); err != nil {
		return err
	}
	if err := commitAll(spans, rejects); err != nil {
		return err
	}
	return sum.print(cmd)
}

// write makes the list of candidates and the report.
func (o *anonymise) write(sum *summary) error {
	sum.finish()
	for name, put := range map[string]func(*output) error{o.candidates: sum.writeCandidates, o.report: sum.writeReport} {
		if name == "" {
			continue
		}
		f, err := create(name, 0o600, nil)
		if err != nil {
			return err
		}
		if err := put(f); err != nil {
			f.Discard()
			return err
		}
		if err := f.Commit(); err != nil {
			f.Discard()
			return err
		}
	}
	return nil
}

// same reports whether two names are one file.
func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y) || strings.TrimPrefix(a, "./") == strings.TrimPrefix(b, "./")
}
