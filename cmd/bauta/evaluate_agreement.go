package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/agreement"
	"github.com/bauta/bauta/text"
)

func evaluateAgreement() *cobra.Command {
	cfg := agreement.Config{}
	cmd := &cobra.Command{
		Use:     "agreement FILE FILE…",
		Example: "  bauta evaluate agreement anna.jsonl ben.jsonl",
		Short:   "how far annotators agree: kappa, span F1, alpha, with 95 % intervals",
		Long: "how far annotators agree: kappa, span F1, alpha, with 95 % intervals.\n\n" +
			"Each FILE is one annotator's gold (JSONL with text and spans). Messages are matched by id and must " +
			"have\n" +
			"the same text; those that one file alone holds are left out. A message that stands twice in a file was\n" +
			"shown twice: the first time counts, and the two tell how far the annotator agrees with themselves.",
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			c := comparison{at: map[string]int{}, files: args}
			for i, name := range args {
				if err := c.read(cmd, i, name); err != nil {
					return err
				}
			}
			r, err := c.measure(cfg)
			if err != nil {
				return err
			}
			return writeReport(cmd, r)
		},
	}
	cmd.Flags().IntVar(&cfg.Rounds, "bootstrap", 1000, "rounds of the bootstrap for the intervals; 0: none")
	cmd.Flags().Uint64Var(&cfg.Seed, "seed", 1, "of the bootstrap")
	return cmd
}

// comparison is the messages of several annotators' files.
type comparison struct {
	files    []string
	messages []annotated
	at       map[string]int // by ID
}

// annotated is one message: by file, the spans of each time it was shown.
type annotated struct {
	message bauta.Message
	shown   [][][]bauta.Span
}

func (c *comparison) read(cmd *cobra.Command, file int, name string) error {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	for g, err := range corpus.ReadGold(in, name) {
		if err != nil {
			return err
		}
		i, known := c.at[g.Message.ID]
		if !known {
			i = len(c.messages)
			c.at[g.Message.ID] = i
			c.messages = append(c.messages, annotated{g.Message, make([][][]bauta.Span, len(c.files))})
		}
		m := &c.messages[i]
		if m.message.Text != g.Message.Text {
			return fmt.Errorf("%s: message %q has another text than before; annotators must see the same message", name,
				g.Message.ID)
		}
		m.shown[file] = append(m.shown[file], g.Spans)
	}
	return nil
}

// agreementReport adds to the agreement what only files can tell.
type agreementReport struct {
	agreement.Report
	Alone       int                     `json:"alone"` // messages that one file alone holds
	Consistency []agreement.Consistency `json:"consistency,omitempty"`
}

// WriteText prints the agreement and the consistency of each annotator.
func (r agreementReport) WriteText(w io.Writer) error {
	if err := r.Report.WriteText(w); err != nil {
		return err
	}
	if r.Alone > 0 {
		fmt.Fprintf(w, "\nmessages in one file alone, left out: %d\n", r.Alone)
	}
	if len(r.Consistency) > 0 {
		fmt.Fprintln(w)
	}
	return agreement.WriteConsistency(w, r.Consistency)
}

func (c *comparison) measure(cfg agreement.Config) (report, error) {
	cfg.Annotators = c.files
	var out agreementReport
	var items []agreement.Item
	var repeats []agreement.Repeat
	for _, m := range c.messages {
		tags, err := m.tags()
		if err != nil {
			return nil, fmt.Errorf("message %q: %w", m.message.ID, err)
		}
		it := agreement.Item{Tags: make([][]string, len(tags))}
		readers := 0
		for file, times := range tags {
			if len(times) == 0 {
				continue
			}
			readers++
			it.Tags[file] = times[0]
			for _, again := range times[1:] {
				repeats = append(repeats, agreement.Repeat{Annotator: c.files[file], First: times[0], Again: again})
			}
		}
		if readers == 1 {
			out.Alone++
		}
		items = append(items, it)
	}
	if out.Alone == len(items) {
		return nil, fmt.Errorf("%s: no message has an id that the other files hold too; give files about the same "+
			"messages", c.files[0])
	}
	var err error
	if out.Report, err = agreement.Measure(items, cfg); err != nil {
		return nil, err
	}
	out.Consistency, err = agreement.Repeats(repeats, cfg)
	return out, err
}

// tags cuts the message where anybody's span begins or ends, so that the tags
// of all annotators stand at the same pieces.
func (m annotated) tags() ([][][]string, error) {
	d, err := text.Analyser{}.Analyse(context.Background(), m.message)
	if err != nil {
		return nil, err
	}
	var all [][]bauta.Span
	for _, times := range m.shown {
		all = append(all, times...)
	}
	pieces := eval.Pieces(d, all...)
	out := make([][][]string, len(m.shown))
	for file, times := range m.shown {
		for _, spans := range times {
			tags, err := eval.Tags(pieces, spans)
			if err != nil {
				return nil, err
			}
			out[file] = append(out[file], tags)
		}
	}
	return out, nil
}
