package main

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/ruler"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/policy"
)

// report is what every evaluation gives: a table for people, or JSON.
type report interface{ WriteText(io.Writer) error }

type evaluation struct {
	reading
	split string
}

func evaluateCommand() *cobra.Command {
	return group("evaluate", "a prediction against gold",
		evaluateGold("messages", "outcomes of messages: tables 3 and 4 of Seek&Hide, recall, leak with its bound",
			scoreMessages),
		evaluateSpans(),
		evaluateAblate(), evaluateCoref(), evaluateCoNLL(), evaluateAgreement())
}

// pair is a gold message with what the system said.
type pair struct {
	gold       corpus.Gold
	outcome    bauta.Outcome
	spans      []bauta.Span
	candidates []bauta.Span
	masked     bool // gone is known
	gone       []bauta.Span
	withheld   bool
}

func evaluateSpans() *cobra.Command {
	iou := 0.0
	cmd := evaluateGold("spans", "coverage by character, entities, exact spans by type, messages untouched",
		func(pairs []pair) (report, error) {
			switch {
			case iou == 0:
				return scoreSpans(pairs), nil
			case iou > 0 && iou <= 1:
				return eval.ScoreIoU(spanCases(pairs), iou), nil
			}
			return nil, errUsage{fmt.Errorf("--iou %g; give a share above 0, at most 1", iou)}
		})
	shareVar(cmd.Flags(), &iou, "iou", 0, "F1 and F2 of spans with at least this intersection over union, with "+
		"type and without")
	return cmd
}

func evaluateGold(name, short string, score func([]pair) (report, error)) *cobra.Command {
	o := &evaluation{}
	cmd := &cobra.Command{
		Use:   name + " GOLD [PREDICTION]",
		Short: short,
		Example: "  bauta evaluate " + name + " gold.jsonl --policy gdpr\n" +
			"  bauta evaluate " + name + " gold.jsonl spans.jsonl",
		Long: short + ".\n\nGOLD is JSONL with text, spans and ta; PREDICTION is what detect wrote for " +
			"it.\nWithout PREDICTION the policy runs on the gold texts.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			pairs, err := o.pairs(cmd, args)
			if err != nil {
				return err
			}
			r, err := score(pairs)
			if err != nil {
				return err
			}
			return writeReport(cmd, r)
		},
	}
	cmd.Flags().StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	cmd.Flags().StringVar(&o.lang, "lang", "", "language of messages that bring none")
	cmd.Flags().StringVar(&o.split, "split", "", "only the messages of this split (dev or test)")
	cmd.Flags().IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	return cmd
}

func writeReport(cmd *cobra.Command, r report) error {
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		enc := json.NewEncoder(cmd.OutOrStdout())
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	return r.WriteText(cmd.OutOrStdout())
}

func (o *evaluation) pairs(cmd *cobra.Command, args []string) ([]pair, error) {
	pairs, err := o.gold(cmd, args[0])
	if err != nil {
		return nil, err
	}
	if len(args) == 2 {
		return pairs, predicted(args[1], pairs)
	}
	return pairs, o.predict(cmd, pairs)
}

// gold reads the gold messages of the split.
func (o *evaluation) gold(cmd *cobra.Command, name string) ([]pair, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	var pairs []pair
	for g, err := range corpus.ReadGold(in, name) {
		if err != nil {
			return nil, err
		}
		if o.split == "" || g.Split == o.split {
			pairs = append(pairs, pair{gold: g})
		}
	}
	if len(pairs) == 0 {
		return nil, fmt.Errorf("%s: no gold messages to score; check the file and --split", name)
	}
	return pairs, nil
}

// predict runs the policy on the gold texts, as anonymise does but for keys.
func (o *evaluation) predict(cmd *cobra.Command, pairs []pair) error {
	built, err := o.build(policy.Options{FindOnly: true})
	if err != nil {
		return err
	}
	var texts iter.Seq2[bauta.Message, error] = func(yield func(bauta.Message, error) bool) {
		for _, p := range pairs {
			if !yield(p.gold.Message, nil) {
				return
			}
		}
	}
	hold := func(m *bauta.Message, _ langid.Guess) (bool, error) { // but for its text, which is read and scored
		if built.Foreign.Way != routing.Route {
			m.Meta = held{m.Meta}
		}
		return true, nil
	}
	if err := built.Pipeline.CheckThreads(texts); err != nil {
		return err
	}
	i := 0
	for r, err := range built.Pipeline.Run(cmd.Context(), built.Foreign.Filter(texts, hold), o.jobs) {
		if err != nil {
			return err
		}
		p := &pairs[i]
		r.Withheld = unhold(&r) || r.Withheld
		p.withheld = r.Withheld
		p.outcome, p.spans, p.candidates, p.masked = r.Outcome, r.Spans, r.Candidates, true
		p.gone = changed(&r)
		i++
	}
	return nil
}

// predicted reads a file of findings and matches it to gold by ID.
func predicted(name string, pairs []pair) error {
	in, _, err := input(name, nil)
	if err != nil {
		return err
	}
	defer in.Close()
	byID := map[string]corpus.Finding{}
	for f, err := range corpus.ReadFindings(in, name) {
		if err != nil {
			return err
		}
		byID[f.ID] = f
	}
	for i := range pairs {
		p := &pairs[i]
		f, ok := byID[p.gold.Message.ID]
		if !ok {
			return fmt.Errorf("%s: no prediction for message %q; run detect on the gold file", name, p.gold.Message.ID)
		}
		if p.outcome, p.spans, err = f.Decode(p.gold.Message.Text); err != nil {
			return fmt.Errorf("%s: message %q: %w", name, p.gold.Message.ID, err)
		}
	}
	return nil
}

func scoreMessages(pairs []pair) (report, error) {
	cases := make([]eval.MessageCase, len(pairs))
	for i, p := range pairs {
		if p.gold.TA == nil {
			return nil, fmt.Errorf("message %q has no ta label; evaluate spans needs none", p.gold.Message.ID)
		}
		cases[i] = eval.MessageCase{TA: *p.gold.TA, Outcome: p.outcome}
	}
	return eval.ScoreMessages(cases), nil
}

func scoreSpans(pairs []pair) report {
	return eval.ScoreSpans(spanCases(pairs), eval.SpanConfig{Masked: pairs[0].masked})
}

// spanCases counts characters, not bytes.
func spanCases(pairs []pair) []eval.SpanCase {
	cases := make([]eval.SpanCase, len(pairs))
	for i, p := range pairs {
		t := p.gold.Message.Text
		cases[i] = eval.SpanCase{
			Length: utf8.RuneCountInString(t), Gold: inRunes(t, p.gold.Spans), Pred: inRunes(t, p.spans),
			Gone: inRunes(t, p.gone), Withheld: p.withheld, FirstNames: inRunes(t, firstNames(p.gold)),
		}
	}
	return cases
}

// firstNames gives what of the names in gold is a first name: what gold calls so;
// where it names no parts, the first word of a name, unless the lexicon has that
// as a surname alone. A first name that no list has, or that is misspelt, counts.
func firstNames(g corpus.Gold) []bauta.Span {
	var out []bauta.Span
	for _, s := range g.Spans {
		if s.Label != bauta.Person || s.Part == bauta.Last {
			continue
		}
		if s.Part == bauta.WholeName || s.Part == bauta.Full {
			word, _, _ := strings.Cut(g.Message.Text[s.Start:s.End], " ")
			if e, _ := lexicon.Default().Look(word, g.Message.Lang); e.Kinds&lexicon.Dictionary == lexicon.Surname {
				continue
			}
			s.End = s.Start + len(word)
		}
		out = append(out, s)
	}
	return out
}

func inRunes(text string, spans []bauta.Span) []bauta.Span {
	out, at := make([]bauta.Span, len(spans)), ruler.Of(bauta.Runes, text)
	for i, s := range spans {
		s.Start, s.End, s.Inner = at.From(s.Start), at.From(s.End), nil
		out[i] = s
	}
	return out
}

func evaluateCoNLL() *cobra.Command {
	var rounds int
	cmd := &cobra.Command{
		Use:     "conll FILE",
		Example: "  bauta evaluate conll predicted.conll --bootstrap 1000",
		Short:   "chunk scores as conlleval gives them: lines that end with gold and predicted tag",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in, _, err := input(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			defer in.Close()
			tagged, err := eval.ReadTagged(in)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			r := eval.ScoreChunks(tagged)
			if rounds > 0 {
				return r.WriteIntervals(cmd.OutOrStdout(), rounds, 1)
			}
			return writeReport(cmd, r)
		},
	}
	cmd.Flags().IntVar(&rounds, "bootstrap", 0, "rounds of the bootstrap for 95 % intervals")
	return cmd
}
