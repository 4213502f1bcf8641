package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/coref/bcubed"
	"github.com/bauta/bauta/text"
)

func evaluateCoref() *cobra.Command {
	o := &evaluation{}
	cmd := &cobra.Command{
		Use:     "coref GOLD [PREDICTION]",
		Example: "  bauta evaluate coref gold.jsonl --policy gdpr",
		Short:   "who is the same person in a thread: B-cubed, and the worst threads",
		Long: "who is the same person in a thread: B-cubed, and the worst threads.\n\nGOLD is JSONL with text, " +
			"thread, and spans with entity; PREDICTION is what detect wrote for it.\n" +
			"Without PREDICTION the gold spans are linked; with --policy the policy runs on the gold texts.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			pairs, err := o.gold(cmd, args[0])
			switch {
			case err != nil:
			case len(args) == 2:
				err = predicted(args[1], pairs)
			case o.policy != "":
				err = o.predict(cmd, pairs)
			default:
				err = linkGold(cmd.Context(), pairs)
			}
			if err != nil {
				return err
			}
			cases := corefCases(pairs)
			if len(cases) == 0 {
				return fmt.Errorf("%s: no span has an entity; gold needs them", args[0])
			}
			return writeReport(cmd, bcubed.Of(cases))
		},
	}
	cmd.Flags().StringVar(&o.policy, "policy", "", "preset or policy file to run on the gold texts")
	cmd.Flags().StringVar(&o.lang, "lang", "", "language of messages that bring none")
	cmd.Flags().StringVar(&o.split, "split", "", "only the messages of this split (dev or test)")
	cmd.Flags().IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	return cmd
}

// linkGold links the gold spans as if they had been found.
func linkGold(ctx context.Context, pairs []pair) error {
	return eachThread(pairs, func(thread []pair) error {
		docs, spans := make([]*bauta.Doc, len(thread)), make([][]bauta.Span, len(thread))
		for i := range thread {
			p := &thread[i]
			d, err := text.Analyser{}.Analyse(ctx, p.gold.Message)
			if err != nil {
				return err
			}
			docs[i] = d
			for _, s := range p.gold.Spans {
				s.Entity = ""
				p.spans = append(p.spans, s)
			}
			spans[i] = p.spans
		}
		return coref.Linker{}.Link(ctx, docs, spans)
	})
}

// eachThread calls do for the messages of every thread that stand together.
func eachThread(pairs []pair, do func([]pair) error) error {
	for start := 0; start < len(pairs); {
		end := start + 1
		for end < len(pairs) && pairs[end].gold.Message.Thread != "" &&
			pairs[end].gold.Message.Thread == pairs[start].gold.Message.Thread {
			end++
		}
		if err := do(pairs[start:end]); err != nil {
			return err
		}
		start = end
	}
	return nil
}

// corefCases takes the spans of the types that have entities in gold.
func corefCases(pairs []pair) []bcubed.Case {
	types := map[bauta.Label]bool{}
	for _, p := range pairs {
		for _, s := range p.gold.Spans {
			types[s.Label] = types[s.Label] || s.Entity != ""
		}
	}
	var cases []bcubed.Case
	eachThread(pairs, func(thread []pair) error {
		c := bcubed.Case{Thread: thread[0].gold.Message.Thread}
		for i, p := range thread {
			c.Gold, c.Pred = mentions(c.Gold, i, p.gold.Spans, types), mentions(c.Pred, i, p.spans, types)
		}
		if len(c.Gold)+len(c.Pred) > 0 {
			cases = append(cases, c)
		}
		return nil
	})
	if len(types) == 0 {
		return nil
	}
	return cases
}

func mentions(to []bcubed.Mention, message int, spans []bauta.Span, types map[bauta.Label]bool) []bcubed.Mention {
	for _, s := range spans {
		if types[s.Label] {
			to = append(to, bcubed.Mention{Message: message, Start: s.Start, End: s.End, Entity: s.Entity})
		}
	}
	return to
}
