package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/policy"
)

type anonymise struct {
	reading
	spans, candidates, report, pending string
	decisions                          string // store of a review
	desk                               desk
	authors                            string // keep or number
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
	f.StringVar(&o.key, "key", "", keyHelp)
	f.StringVar(&o.pending, "pending", "", "messages that wait for the expert: mask (default), withhold or keep")
	f.StringVar(&o.authors, "authors", "keep", "the column of the author: keep, or number (Author 1, Author 2 in order of appearance)")
	f.StringVar(&o.decisions, "decisions", "", "store of a review: what was decided there is asked no more")
	f.StringVar(&o.desk.key, "decisions-key", "", "key file of that store (default: STORE.key)")
	f.StringVar(&o.desk.project, "project", "", "project in that store (default: the only one)")
	return cmd
}

func (o *anonymise) run(cmd *cobra.Command, files []string) (err error) {
	unit, err := o.check()
	if err != nil {
		return err
	}
	if o.author, err = authors(o.authors); err != nil {
		return err
	}
	many := len(files) > 1 && o.out != "" && o.out != "-"
	if err := distinct(o.policy, append(files[:len(files):len(files)], o.key, o.decisions, o.desk.key), o.outputs(files, many)...); err != nil {
		return err
	}
	built, err := o.build(policy.Options{Pending: o.pending, Key: o.key})
	if err != nil {
		return err
	}
	if o.decisions != "" {
		if err := o.desk.apply(cmd.Context(), o.decisions, built.Pipeline); err != nil {
			return err
		}
	}
	rel := &release{o: o, cmd: cmd, unit: unit, many: many, sum: newSummary(built, unit)}
	defer func() { discardAll(rel.spans, rel.rejects, rel.out) }()
	if err := rel.open(); err != nil {
		return err
	}
	o.filter = rel.foreigners(built.Foreign)
	rel.sum.Rejected, err = o.each(cmd, files, built.Pipeline, rel.rejects, rel.begin)
	if err != nil {
		return err
	}
	if err := rel.finish(); err != nil {
		return err
	}
	if err := o.write(rel.sum); err != nil {
		return err
	}
	if err := commitAll(rel.spans, rel.rejects); err != nil {
		return err
	}
	return rel.sum.print(cmd)
}

// authors gives what --authors writes for an author: the same number for the
// same author throughout a run.
func authors(how string) (func(string) string, error) {
	switch how {
	case "keep":
		return nil, nil
	case "number":
		seen := map[string]string{"": ""}
		return func(name string) string {
			if _, ok := seen[name]; !ok {
				seen[name] = "Author " + strconv.Itoa(len(seen))
			}
			return seen[name]
		}, nil
	}
	return nil, errUsage{fmt.Errorf("--authors %s; use keep or number", how)}
}

// release is what a run writes: the texts of one file after the other, and the
// side files of all.
type release struct {
	o    *anonymise
	cmd  *cobra.Command
	unit bauta.Unit
	many bool // several files go into a folder
	sum  *summary

	spans, rejects, out *output
	reader              *corpus.Reader // of the file at hand
	writer              *corpus.Writer
}

// open makes the side files and the folder.
func (r *release) open() (err error) {
	if r.spans, err = sidecar(r.o.spans); err != nil {
		return err
	}
	if r.rejects, err = sidecar(r.o.rejects); err != nil {
		return err
	}
	if r.many {
		return os.MkdirAll(r.o.out, 0o755)
	}
	return nil
}

// begin ends the file before and starts the next.
func (r *release) begin(name string, in *corpus.Reader) (func(*bauta.Result) error, error) {
	if err := r.finish(); err != nil {
		return nil, err
	}
	target := r.o.out
	if r.many {
		target = filepath.Join(r.o.out, filepath.Base(name))
	}
	if target != "" && same(target, name) {
		return nil, fmt.Errorf("%s: would be overwritten by its own output; give -o another name", name)
	}
	var err error
	if r.out, err = create(target, 0o644, r.cmd.OutOrStdout()); err != nil {
		return nil, err
	}
	r.reader = in
	r.writer, err = in.Writer(r.out)
	return r.take, err
}

// take writes one result.
func (r *release) take(res *bauta.Result) error {
	held := unhold(res)
	r.sum.add(res)
	if r.spans != nil && !held {
		if err := json.NewEncoder(r.spans).Encode(corpus.NewFinding(res, r.unit)); err != nil {
			return err
		}
	}
	return r.writer.Write(res)
}

// finish makes the file at hand appear.
func (r *release) finish() error {
	if r.writer == nil {
		return nil
	}
	if err := r.writer.Close(); err != nil {
		return err
	}
	r.writer = nil
	r.sum.leave(r.reader.Beside())
	return r.out.Commit()
}

// outputs names every file that will be written; many says that -o is a folder.
func (o *anonymise) outputs(files []string, many bool) []string {
	all := []string{o.spans, o.candidates, o.report, o.rejects}
	if !many {
		return append(all, o.out)
	}
	for _, name := range files {
		all = append(all, filepath.Join(o.out, filepath.Base(name)))
	}
	return all
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
