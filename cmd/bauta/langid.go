package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/langscore"
	"github.com/bauta/bauta/internal/ruler"
	trainlangid "github.com/bauta/bauta/internal/train/langid"
	"github.com/bauta/bauta/langid"
)

type identify struct {
	reading
	cfg       langid.Config
	stretches bool
}

func langidCommand() *cobra.Command {
	o := &identify{}
	cmd := &cobra.Command{
		Use: "langid [FILE…]",
		Example: "  bauta langid sms.csv\n" +
			"  bauta langid --languages fr,en,de sms.csv -o languages.jsonl",
		Short: "the language of each message, 45 languages (JSONL without text)",
		Args:  cobra.ArbitraryArgs,
		RunE:  func(cmd *cobra.Command, files []string) error { return o.run(cmd, files) },
	}
	o.flags(cmd)
	o.choice(cmd, 0.5) // as policies that set messages aside have it
	cmd.Flags().BoolVar(&o.stretches, "stretches", false, "the parts of each message that are each in one language")
	cmd.AddCommand(langidTrain(), langidEvaluate())
	return cmd
}

// choice gives the flags of what may be told, with the usual bound.
func (o *identify) choice(cmd *cobra.Command, bound float64) {
	cmd.Flags().StringSliceVar(&o.cfg.Languages, "languages", nil, "languages to choose from (default: all)")
	shareVar(cmd.Flags(), &o.cfg.Bound, "bound", bound, "probability below which no language is told")
}

func (o *identify) identifier() (*langid.Identifier, error) {
	m, err := langid.Default()
	if err != nil {
		return nil, err
	}
	return m.With(o.cfg)
}

// language is a line of the output; offsets in the unit asked for.
type language struct {
	ID          string    `json:"id"`
	Lang        string    `json:"lang"` // "" where none is told
	Probability float64   `json:"probability"`
	Stretches   []stretch `json:"stretches,omitempty"`
}

type stretch struct {
	Start       int     `json:"start"`
	End         int     `json:"end"`
	Lang        string  `json:"lang"`
	Probability float64 `json:"probability"`
}

func (o *identify) run(cmd *cobra.Command, files []string) error {
	unit, err := o.check()
	if err != nil {
		return err
	}
	id, err := o.identifier()
	if err != nil {
		return errUsage{err}
	}
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	enc := json.NewEncoder(out)
	if len(files) == 0 {
		files = []string{"-"}
	}
	for _, name := range files {
		if err := o.file(cmd, name, id, unit, enc); err != nil {
			return err
		}
	}
	return out.Commit()
}

// file identifies the messages of one file, a thread at a time: the messages
// of a conversation inform one another, and those to come.
func (o *identify) file(
	cmd *cobra.Command, name string, id *langid.Identifier, unit bauta.Unit, enc *json.Encoder,
) error {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := o.open(in, name, nil)
	if err != nil {
		return err
	}
	l := id.Listen()
	var thread []bauta.Message
	for m, err := range r.Messages() {
		if err = cmp.Or(err, cmd.Context().Err()); err != nil {
			return err
		}
		if n := len(thread); n > 0 && (m.Thread == "" || m.Thread != thread[n-1].Thread || n >= 1000) {
			if err := o.thread(thread, id, l, unit, enc); err != nil {
				return err
			}
			thread = thread[:0]
		}
		thread = append(thread, m)
	}
	return o.thread(thread, id, l, unit, enc)
}

func (o *identify) thread(
	thread []bauta.Message, id *langid.Identifier, l *langid.Listener, unit bauta.Unit, enc *json.Encoder,
) error {
	if len(thread) == 0 {
		return nil
	}
	lines := make([]langid.Line, len(thread))
	for i, m := range thread {
		lines[i] = langid.Line{Author: m.Author, Text: m.Text}
	}
	for i, b := range l.Thread(thread[0].Thread, lines) {
		g := id.Guess(&b)
		line := language{ID: thread[i].ID, Lang: g.Lang, Probability: corpus.Round(g.Prob)}
		if o.stretches {
			at := ruler.Of(unit, thread[i].Text)
			for _, s := range id.Stretches(thread[i].Text) {
				line.Stretches = append(line.Stretches, stretch{
					at.From(s.Start), at.From(s.End), s.Lang, corpus.Round(s.Prob),
				})
			}
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

func langidTrain() *cobra.Command {
	var data, lists, out string
	var seed uint64
	cmd := &cobra.Command{
		Use: "train", Short: "make the model anew from the open data, and print its table", Args: cobra.NoArgs,
		Example: "  bauta langid train --data data --lists lists -o langid",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if out == "" {
				return errUsage{fmt.Errorf("give -o FOLDER for the bundle")}
			}
			if _, err := os.Stat(data); err != nil {
				return fmt.Errorf("%s: no such folder; give the open data with --data", data)
			}
			tell := say(cmd)
			c := trainlangid.Config{
				Seed: seed, Log: func(f string, a ...any) { tell(fmt.Sprintf(f, a...)) }, Lists: os.DirFS(lists),
			}
			report, err := trainlangid.Bundle(os.DirFS(data), out, c)
			if err != nil {
				return err
			}
			_, err = report.WriteTo(cmd.OutOrStdout())
			return err
		},
	}
	cmd.Flags().StringVar(&data, "data", filepath.Join("..", "shared", "data"),
		"folder of the open data (langid/, sentences/, lexicon/)")
	cmd.Flags().StringVar(&lists, "lists", filepath.Join("gen", "lexicon", "lists"),
		"folder of the project's word lists by language")
	cmd.Flags().StringVarP(&out, "output", "o", "", "folder of the bundle to write")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "seed of every random choice")
	return cmd
}

func langidEvaluate() *cobra.Command {
	o, aside := &identify{}, &setAside{}
	cmd := &cobra.Command{
		Example: "  bauta langid evaluate test-lines --languages fr,en\n" +
			"  bauta langid evaluate --policy gdpr test-lines",
		Use: "evaluate FOLDER|FILE…", Short: "accuracy on test lines; with --policy, what the policy sets aside or " +
			"misreads",
		Long: "Accuracy on test lines: FOLDER has sentences/, pairs/, words/ with LANG.txt, one text a line.\n\n" +
			"With --policy: how many messages in languages that the policy reads it sets aside or reads as another, " +
			"and how\n" +
			"many in other languages it sets aside; of test lines, or of JSONL that declares the language of each " +
			"message.",
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if aside.policy != "" {
				return aside.run(cmd, args)
			}
			if len(args) > 1 || aside.lang != "" {
				return errUsage{fmt.Errorf("one FOLDER without --policy; --lang goes with --policy")}
			}
			id, err := o.identifier()
			if err != nil {
				return errUsage{err}
			}
			report, err := langscore.Evaluate(id, o.cfg.Languages, os.DirFS(args[0]))
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = report.WriteTo(cmd.OutOrStdout())
			return err
		},
	}
	o.choice(cmd, 0)
	cmd.Flags().StringVar(&aside.policy, "policy", "", "preset or policy file whose way with languages is measured")
	cmd.Flags().StringVar(&aside.lang, "lang", "", "with --policy: language of messages that declare none")
	return cmd
}
