// Command judge measures presets on text that nobody wrote for them, beside the
// project: one table of what is hidden and of what is hidden for nothing, as
// internal/judge says. `make judge` writes docs/experiments/judge.md and judge.json;
// `make judge-tenth` takes a tenth of every set and fails when a figure of the first
// page is worse than in docs/experiments/judge-tenth.json by more than its interval.
//
//	go run ./gen/judge -presets gdpr -only refilled -show 30 -column wrong
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/judge"
	"github.com/bauta/bauta/policy"
)

// options are what the command line says.
type options struct {
	judge.Config
	presets                      []string
	json, page, figures, against string
	column                       string
	jobs, show                   int
}

func main() {
	o := options{}
	list := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == ',' })
	}
	presets := flag.String("presets", strings.Join(policy.Presets(), ","),
		"presets or policy files, with commas between")
	only := flag.String("only", "", "sets by name, the beginning of it, or group (strangers, joined, examples, "+
		"sentences, frames, threads, refilled), with commas between")
	flag.StringVar(&o.Root, "root", ".", "the repository")
	flag.StringVar(&o.Shared, "shared", "../shared", "folder that holds data/ beside the project")
	flag.Float64Var(&o.Sample, "sample", 1, "share of each set, always the same messages")
	flag.StringVar(&o.json, "json", "", "file for the figures")
	flag.StringVar(&o.figures, "figures", "", "file, packed, for the figures of the first page, which presets show")
	flag.StringVar(&o.page, "page", "", "file for the tables, as Markdown")
	flag.StringVar(&o.against, "against", "", "figures of an earlier run; worse ones are an error")
	flag.StringVar(&o.column, "column", judge.Wrong, "with -show: leaks, wrong, hidden or second")
	flag.IntVar(&o.show, "show", 0, "show the worst so many of a column, with their messages")
	flag.IntVar(&o.jobs, "jobs", 0, "messages worked on at once; 0: all cores")
	flag.Parse()
	o.presets, o.Only = list(*presets), list(*only)
	if err := o.run(os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "judge:", err)
		os.Exit(1)
	}
}

// run measures, writes and compares, as asked.
func (o options) run(out, progress io.Writer) error {
	start := time.Now()
	sets, err := judge.Sets(o.Config)
	if errors.Is(err, fs.ErrNotExist) && len(o.Only) == 0 {
		fmt.Fprintln(progress, "judge: skipped: what it reads is not beside the project:", err)
		return nil
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(progress, "%d sets in %.0f s\n", len(sets), time.Since(start).Seconds())
	runner, err := judge.NewRunner(o.jobs)
	if err != nil {
		return err
	}
	defer runner.Close()
	var rows []judge.Row
	for _, p := range o.presets {
		began := time.Now()
		of, err := runner.Run(context.Background(), p, sets)
		if err != nil {
			return fmt.Errorf("%s: %w", p, err)
		}
		rows = append(rows, of...)
		fmt.Fprintf(progress, "%s in %.0f s\n", p, time.Since(began).Seconds())
	}
	if o.show > 0 {
		return judge.Show(out, rows, o.column, o.show)
	}
	report := judge.NewReport(o.Sample, rows)
	fmt.Fprintf(progress, "all in %.0f s\n", time.Since(start).Seconds())
	if err := report.WriteText(out); err != nil {
		return err
	}
	return o.keep(report)
}

// keep saves a report and holds it against an earlier one.
func (o options) keep(report *judge.Report) error {
	if o.json != "" {
		if err := report.Save(o.json); err != nil {
			return err
		}
	}
	if o.figures != "" {
		data, err := json.Marshal(report.Figures)
		if err != nil {
			return err
		}
		if err := tight.Write(o.figures, data); err != nil {
			return err
		}
	}
	if o.page != "" {
		if err := o.write(report); err != nil {
			return err
		}
	}
	if o.against == "" {
		return nil
	}
	old, err := judge.ReadReport(o.against)
	if err != nil {
		return err
	}
	worse, err := report.Against(old)
	if err == nil && len(worse) > 0 {
		err = errors.New("worse than in " + o.against + ":\n" + strings.Join(slices.Compact(worse), "\n"))
	}
	return err
}

// write puts the tables behind what stands before them in the page.
func (o options) write(report *judge.Report) error {
	head, err := os.ReadFile(o.page)
	if err != nil {
		return err
	}
	var b strings.Builder
	before, _, _ := strings.Cut(string(head), mark)
	b.WriteString(before + mark + "\n")
	if err := report.WriteMarkdown(&b); err != nil {
		return err
	}
	return os.WriteFile(o.page, []byte(b.String()), 0o644)
}

// mark stands before what is written anew.
const mark = "<!-- what follows is written by make judge -->"
