package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/lines"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/text"
)

// deidentify are the options of location deidentify.
type deidentify struct {
	places
	opt      location.Options
	human    string
	object   string
	protect  string
	general  string
	timeline bool
	out      string
	spans    string
	offsets  string
	report   string
	part     string
}

func locationDeidentify() *cobra.Command {
	o := &deidentify{}
	cmd := &cobra.Command{
		Use:     "deidentify MODEL FILE",
		Example: "  bauta location deidentify model tweets.csv --generalise places.csv -o clean.csv",
		Short:   "delete the fewest words until the place cannot be guessed",
		Long: "delete the fewest words until the place cannot be guessed.\n\nThe messages come out in the format " +
			"they came in, other columns untouched: take out coordinates yourself.\n" +
			"With --try PART nothing is written: the messages of that part, whose places are known, are " +
			"cleaned,\nand all attackers guess before and after.",
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := openLocation(args[0])
			if err != nil {
				return err
			}
			c, err := o.cleaner(m)
			if err != nil {
				return err
			}
			if o.part != "" && o.timeline {
				return errUsage{fmt.Errorf("--try measures messages one by one; leave --timeline out")}
			}
			if o.part != "" {
				return o.try(cmd, c, args[1])
			}
			return o.write(cmd, c, args[1])
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.object, "objective", "machine", "whose inference to prevent: machine, human or both")
	f.StringVar(&o.human, "feasibility", "", "model of what people think they can tell, for human and both")
	shareVar(f, &o.opt.Threshold, "threshold", 0, "probability to stay below (default: the model's)")
	shareVar(f, &o.opt.HumanThreshold, "human-threshold", 0, "the same for people (default 0.5)")
	f.BoolVar(&o.opt.Replace, "replace", false, "write […] where words were")
	f.StringVar(&o.protect, "protect", "", "file of words that are never deleted, one a line")
	f.StringVar(&o.general, "generalise", "", "CSV of place name and category, tried before deletion")
	f.BoolVar(&o.timeline, "timeline", false, "all messages of an author together")
	f.IntVar(&o.opt.Budget, "budget", 0, "nodes of the search for one message before it falls back to beam search "+
		"(default 1,250,000)")
	f.StringVar(&o.part, "try", "", "measure on this part (test, calibrate, held, all) instead of writing")
	f.StringVarP(&o.out, "output", "o", "", "file to write (default: standard output)")
	f.StringVar(&o.spans, "spans", "", "file for what was deleted, stand-off, without text")
	f.StringVar(&o.offsets, "offsets", "rune", "unit of offsets: rune, byte or utf16")
	f.StringVar(&o.report, "report", "", "file for the report (JSON)")
	return cmd
}

func (o *deidentify) cleaner(m *location.Model) (*location.Cleaner, error) {
	o.opt.Objective = location.Objective(o.object)
	if o.protect != "" {
		data, err := bounded.File(o.protect, 64*bounded.MiB)
		if err != nil {
			return nil, err
		}
		o.opt.Protect = strings.Fields(string(data))
	}
	names, err := generalising(o.general)
	if err != nil {
		return nil, err
	}
	o.opt.General = names.General
	var human *location.Feasibility
	if o.human != "" {
		if human, err = openFeasibility(o.human); err != nil {
			return nil, err
		}
	}
	return location.NewCleaner(m, human, o.opt)
}

// categories reads rows of place name and category.
func categories(name string) (map[string]string, error) {
	data, err := bounded.File(name, 64*bounded.MiB)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(lines.Unify(bytes.NewReader(data)))
	r.FieldsPerRecord = 2
	out := map[string]string{}
	for {
		row, err := r.Read()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("%s:%d: not two columns; give place name, category", name, line)
		}
		if strings.TrimSpace(row[0]) == "" || len(strings.Fields(row[1])) != 1 {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("%s:%d: no place name, or no category of one word; give place name, category", name,
				line)
		}
		out[row[0]] = row[1]
	}
}

func (o *deidentify) try(cmd *cobra.Command, c *location.Cleaner, name string) error {
	rs, err := o.places.part(cmd, name, o.part)
	if err != nil {
		return err
	}
	r, err := c.Try(rs, o.many())
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if o.report != "" {
		if err := writeJSON(o.report, r); err != nil {
			return err
		}
	}
	return writeReport(cmd, outcome{r})
}

// outcome prints what a de-identification did.
type outcome struct{ location.Outcome }

// WriteText prints the outcome for people.
func (r outcome) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "threshold %.3f: %d of %d messages touched (%.1f %%), %d suppressed whole, %d not "+
		"proved minimal\n"+
		"%d words deleted: %.1f %% of the touched messages' words, %.1f %% of all; %d generalised\nalways the most "+
		"frequent cell: %.3f\n",
		r.Threshold, r.Touched, r.Messages, 100*float64(r.Touched)/float64(r.Messages), r.Suppressed, r.Unproved,
		r.Deleted, 100*r.Share(), 100*float64(r.Deleted)/float64(max(1, r.Words)), r.General, r.Majority)
	for i := range r.Before {
		if err == nil {
			_, err = fmt.Fprintf(w, "%s: %.3f before, %.3f after; median error %.2f km, then %.2f km\n",
				r.Before[i].Name, r.Before[i].Accuracy, r.After[i].Accuracy, r.Before[i].MedianKm, r.After[i].MedianKm)
		}
	}
	return err
}

// tally is the report of a run that writes.
type tally struct {
	Messages   int      `json:"messages"`
	Touched    int      `json:"touched"`
	Suppressed int      `json:"suppressed"`
	Above      int      `json:"identifiable"` // still, when read anew as written
	Words      int      `json:"words"`
	Deleted    int      `json:"deleted"`
	General    int      `json:"generalised"`
	Unproved   int      `json:"not_proved_minimal"`
	Before     float64  `json:"mean_probability_before"`
	After      float64  `json:"mean_probability_after"`
	Beside     []string `json:"left_beside"` // columns or fields that nobody read and that stay
}

func (o *deidentify) write(cmd *cobra.Command, c *location.Cleaner, name string) error {
	unit, err := corpus.UnitOf(o.offsets)
	if err != nil {
		return errUsage{err}
	}
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := corpus.Open(in, name, corpus.Config{
		Format: corpus.Format(o.format), Encoding: o.encoding,
		Columns: corpus.Columns{Text: o.columns.Text, ID: o.columns.ID, Author: o.columns.Author},
	})
	if err != nil {
		return err
	}
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	spans, err := sidecar(o.spans)
	if err != nil {
		out.Discard()
		return err
	}
	defer discardAll(out, spans)
	w, err := r.Writer(out)
	if err != nil {
		return err
	}
	sum := tally{Beside: append([]string{}, r.Beside()...)}
	for batch, err := range o.batches(r) {
		if err = cmp.Or(err, cmd.Context().Err()); err != nil {
			return err
		}
		if err := o.clean(c, batch, w, spans, unit, &sum); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := commitAll(out, spans); err != nil {
		return err
	}
	say(cmd)(r.Ledger().String())
	return o.finish(cmd, sum)
}

func (o *deidentify) finish(cmd *cobra.Command, sum tally) error {
	n := float64(max(1, sum.Messages))
	sum.Before, sum.After = sum.Before/n, sum.After/n
	say(cmd)(fmt.Sprintf("%s in, %d out: %d changed, %d of them emptied whole, %d still identifiable; %d of %d "+
		"words deleted, %d generalised; mean probability %.3f, then %.3f; %d not proved minimal",
		several(sum.Messages, "text"), sum.Messages, sum.Touched, sum.Suppressed, sum.Above, sum.Deleted, sum.Words,
		sum.General, sum.Before, sum.After, sum.Unproved))
	if len(sum.Beside) > 0 {
		say(cmd)(fmt.Sprintf("only the texts were read; left as they are: %s; take out what tells the place",
			audit.Listed(sum.Beside)))
	}
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		data, err := json.Marshal(sum)
		if err != nil {
			return err
		}
		fmt.Fprintln(cmd.ErrOrStderr(), string(data))
	}
	if o.report == "" {
		return nil
	}
	return writeJSON(o.report, sum)
}

// batches yields messages one by one, or all at once where timelines are
// cleaned: an author's messages may stand anywhere.
func (o *deidentify) batches(r *corpus.Reader) func(func([]bauta.Message, error) bool) {
	return func(yield func([]bauta.Message, error) bool) {
		var all []bauta.Message
		for m, err := range r.Messages() {
			if err != nil {
				yield(nil, err)
				return
			}
			if o.timeline {
				all = append(all, m)
			} else if !yield([]bauta.Message{m}, nil) {
				return
			}
		}
		if len(all) > 0 {
			yield(all, nil)
		}
	}
}

// clean takes out the places of some messages and writes them in their order.
func (o *deidentify) clean(
	c *location.Cleaner, batch []bauta.Message, w *corpus.Writer, spans *output, unit bauta.Unit, sum *tally,
) error {
	docs, got := make([]*bauta.Doc, len(batch)), make([]*location.Cleaned, len(batch))
	by := map[string][]int{}
	var authors []string
	for i, m := range batch {
		d, err := (text.Analyser{}).Analyse(context.Background(), m)
		if err != nil {
			return err
		}
		docs[i] = d
		key := "author " + m.Author
		if m.Author == "" {
			key = "message " + m.ID
		}
		if by[key] == nil {
			authors = append(authors, key)
		}
		by[key] = append(by[key], i)
	}
	for _, a := range authors {
		var group []*bauta.Doc
		for _, i := range by[a] {
			group = append(group, docs[i])
		}
		cleaned, err := c.Timeline(group)
		if err != nil {
			return err
		}
		for j, i := range by[a] {
			got[i] = cleaned[j]
		}
	}
	for i, m := range batch {
		if err := o.put(m, got[i], w, spans, unit, sum); err != nil {
			return err
		}
	}
	return nil
}

func (o *deidentify) put(
	m bauta.Message, got *location.Cleaned, w *corpus.Writer, spans *output, unit bauta.Unit, sum *tally,
) error {
	mark := ""
	if o.opt.Replace {
		mark = location.Mark
	}
	res := bauta.Result{
		Message: m, Text: got.Apply(m.Text, mark), Spans: got.Spans(m.Text), Outcome: bauta.NTA, Verdict: bauta.Leave,
		Score: got.Before,
	}
	if got.Touched() {
		res.Outcome, res.Verdict = bauta.TA, bauta.Anonymise
		sum.Touched++
	}
	if got.Suppressed {
		sum.Suppressed++
	}
	if got.Above {
		return fmt.Errorf("message %q stays above the threshold even when emptied; give a greater --threshold", m.ID)
	}
	if !got.Minimal {
		sum.Unproved++
	}
	sum.Messages++
	sum.Words += len(got.Units)
	sum.Deleted += got.Count()
	sum.General += len(got.General)
	sum.Before += got.Before
	sum.After += got.After
	if err := w.Write(&res); err != nil || spans == nil {
		return err
	}
	f := corpus.NewFinding(&res, unit)

	data, err := json.Marshal(f)
	if err != nil {
		return err
	}
	_, err = spans.Write(append(data, '\n'))
	return err
}
