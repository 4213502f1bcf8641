package main

import (
	"bufio"
	"cmp"
	"fmt"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/policy"
)

// ablation is what evaluate ablate reads.
type ablation struct {
	reading
	negatives []string
	slots     []string
	rounds    int
	gold      []corpus.Gold
	plain     int // how many of gold hold something; behind them stand the negatives
}

func evaluateAblate() *cobra.Command {
	o := &ablation{}
	cmd := &cobra.Command{
		Use:     "ablate GOLD…",
		Example: "  bauta evaluate ablate gold.jsonl --policy gdpr --negatives sentences.txt",
		Short:   "what every detector, settler and linker of a policy adds and costs",
		Long: `Runs the policy over gold, and over negatives in which nothing is to be hidden, as
a whole and without each of its parts in turn. A row a part: messages it changes; what
it adds to characters gone, names wholly gone and exact F1, and to words hidden per
1,000 messages without names, each with a 95 % bootstrap interval over messages; and
the time it takes. GOLD is JSONL with text and spans, --negatives text with a message
a line.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	f.StringVar(&o.lang, "lang", "", "language of messages that bring none")
	f.StringArrayVar(&o.negatives, "negatives", nil,
		"file of messages in which nothing is to be hidden; may be repeated")
	f.StringArrayVar(&o.slots, "part", nil, "only this part, as the table names it; may be repeated")
	f.IntVar(&o.rounds, "bootstrap", 1000, "rounds of the bootstrap")
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	return cmd
}

func (o *ablation) run(cmd *cobra.Command, files []string) error {
	if err := o.read(cmd, files); err != nil {
		return err
	}
	built, err := o.build(policy.Options{FindOnly: true})
	if err != nil {
		return err
	}
	slots := built.Slots()
	if len(o.slots) > 0 {
		slots = o.slots
	}
	// Models are opened by the first run, which is not timed.
	if _, err := o.measure(cmd, built, built.Pipeline, ""); err != nil {
		return err
	}
	whole, err := o.measure(cmd, built, built.Pipeline, "")
	if err != nil {
		return err
	}
	var without []*eval.Ablated
	for i, slot := range slots {
		p, err := built.Without(slot)
		if err != nil {
			return errUsage{err}
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "%d of %d: without %s\n", i+1, len(slots), slot)
		a, err := o.measure(cmd, built, p, slot)
		if err != nil {
			return err
		}
		without = append(without, a)
	}
	r, err := eval.Ablation(whole, without, o.rounds, 1)
	if err != nil {
		return err
	}
	return writeReport(cmd, r)
}

// read takes the gold files, then the negatives.
func (o *ablation) read(cmd *cobra.Command, files []string) error {
	for _, name := range files {
		pairs, err := (&evaluation{}).gold(cmd, name)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			o.gold = append(o.gold, p.gold)
		}
	}
	o.plain = len(o.gold)
	for _, name := range o.negatives {
		if err := o.lines(cmd, name); err != nil {
			return err
		}
	}
	for i := range o.gold { // IDs of several files may be the same, and threads too
		m := &o.gold[i].Message
		m.ID = fmt.Sprint(i + 1)
	}
	return nil
}

// lines reads a file of one message a line.
func (o *ablation) lines(cmd *cobra.Command, name string) error {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	sc := bufio.NewScanner(in)
	sc.Buffer(nil, bauta.MaxText)
	n := 0
	for ; sc.Scan(); n++ {
		o.gold = append(o.gold, corpus.Gold{Message: bauta.Message{Text: sc.Text()}})
	}
	if err := sc.Err(); err != nil {
		return fmt.Errorf("%s: line %d: %w", name, n+1, err)
	}
	return nil
}

// measure runs a pipeline over all messages.
func (o *ablation) measure(
	cmd *cobra.Command, built *policy.Built, p *bauta.Pipeline, part string,
) (*eval.Ablated, error) {
	var texts iter.Seq2[bauta.Message, error] = func(yield func(bauta.Message, error) bool) {
		for _, g := range o.gold {
			if !yield(g.Message, nil) {
				return
			}
		}
	}
	out := &eval.Ablated{Part: cmp.Or(part, "the whole")}
	start, i := time.Now(), 0
	for r, err := range p.Run(cmd.Context(), built.Told(texts), o.jobs) {
		if err != nil {
			return nil, err
		}
		g := &o.gold[i]
		out.Add(r.Message.Text, i >= o.plain || len(g.Spans) == 0, g.Spans, r.Spans, changed(&r))
		i++
	}
	out.Took = time.Since(start)
	return out, nil
}

// changed gives what of a text did not come out as it was.
func changed(r *bauta.Result) []bauta.Span {
	if r.Withheld {
		return []bauta.Span{{End: len(r.Message.Text)}}
	}
	var out []bauta.Span
	for _, e := range r.Edits {
		if e.With != r.Message.Text[e.Start:e.End] {
			out = append(out, bauta.Span{Start: e.Start, End: e.End})
		}
	}
	return out
}
