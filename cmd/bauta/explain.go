package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/policy"
)

func explainCommand() *cobra.Command {
	o := &reading{}
	cmd := &cobra.Command{
		Use: "explain TEXT",
		Example: "  bauta explain 'slt c nico, jsuis ac Cédric Martin'\n" +
			"  bauta explain --policy seekhide 'pierre est rose'",
		Short: "one message as a table: what each word is, and what became of it",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return explain(cmd, o, strings.Join(args, " "))
		},
	}
	cmd.Flags().StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file")
	cmd.Flags().StringVar(&o.key, "key", "", keyHelp)
	cmd.Flags().StringVar(&o.lang, "lang", "", "language of the message (default: the policy's)")
	return cmd
}

func explain(cmd *cobra.Command, o *reading, text string) error {
	built, err := o.build(policy.Options{Key: o.key})
	if err != nil {
		return err
	}
	built.Pipeline.Trace = true
	m := bauta.Message{ID: "argument", Text: text}
	results, err := built.Pipeline.Thread(cmd.Context(), []bauta.Message{m})
	if err != nil {
		return err
	}
	d, err := built.Pipeline.Analyse.Analyse(cmd.Context(), m)
	if err != nil {
		return err
	}
	r := results[0]
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "word\tnormal form\tlists\tvariant\tlabel\ttype\tp\twhy")
	for _, t := range d.Tokens {
		label, kind, p, why := "", "", "", ""
		for _, s := range append(r.Spans, r.Candidates...) {
			if s.Start < t.End && t.Start < s.End {
				label, kind, why = s.Doubt.String(), string(s.Label), s.Source+": "+s.Why
				p = fmt.Sprintf("%.3f", s.P)
			}
		}
		lists, how := "", ""
		if t.Kind == bauta.Word {
			lists, how = listed(built.Lexicon, t.Norm, d.Lang)
		}
		word, norm := printable(d.Surface(t.Start, t.End)), printable(t.Norm)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", word, norm, lists, how, label, kind, p, why)
	}
	if len(r.Changes) > 0 {
		fmt.Fprintln(w, "\nsettled by\tlanguage\tfind\twas\tis")
	}
	for _, c := range r.Changes {
		at := c.Before
		if at.Len() == 0 {
			at = c.After
		}
		find := printable(d.Surface(at.Start, at.End))
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", c.Settler, c.Lang, find, side(c.Before), side(c.After))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "\nlanguage %s, outcome %s, verdict %s\n%s\n", r.Lang, r.Outcome, r.Verdict,
		linesShown(r.Text))
	return nil
}

// linesShown is a text of which all lines stay and nothing else steers a terminal.
func linesShown(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}

// side writes what a find was, or is, for a settler; "-" where it was none.
func side(s bauta.Span) string {
	if s.Len() == 0 {
		return "-"
	}
	return fmt.Sprintf("%s %s %.3f %s", s.Source, s.Label, s.P, s.Doubt)
}

// listed says in which lists a word stands, and by which variant.
func listed(lex *lexicon.Lexicon, norm, lang string) (lists, variant string) {
	e, match, _ := lex.Resolve(norm, lang)
	if match.Heuristic != 0 {
		variant = match.Heuristic.String()
		if match.Text != "" {
			variant += ": " + match.Text
		}
	}
	return e.Kinds.String(), variant
}
