package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/exchange"
	"github.com/bauta/bauta/internal/fate"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/policy"
)

type reviewExport struct {
	reading
	desk
	lexicon, gold, report string
	fates                 string // report of what became of the finds
	people                string
	format                string
	pending               string
	unreleased            bool
	certified             string
	certify               deskCertificate
	health                *sqlstore.Health
}

func reviewExportCommand() *cobra.Command {
	o := &reviewExport{}
	cmd := &cobra.Command{
		Use: "export STORE",
		Example: "  bauta review export desk.db -o release.jsonl\n" +
			"  bauta review export desk.db --lexicon words",
		Short: "what came of it: the anonymised messages, gold, word lists, effort",
		Long: `Writes the anonymised messages of a released project; of one that is not, with
--unreleased alone. Gold, word lists and effort need no release: the first two hold
originals and stay in the house, the third holds no text.
What the store has lost or somebody changed is left out and named; the rest is
written, and the exit status is 1.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0]) },
	}
	o.desk.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.policy, "policy", policy.Newcomer, "preset or policy file that says how finds are masked")
	f.StringVar(&o.lang, "lang", "", "language of messages that bring none (default: the project's)")
	f.StringVar(&o.reading.key, "mask-key", "", keyHelp)
	f.BoolVar(&o.unreleased, "unreleased", false, "write the messages though the project is not released, whatever "+
		"gates are shut")
	f.StringVar(&o.certified, "certified", "", "certificate of bauta audit certify: no messages are written but the "+
		"release that it is of")
	o.certify.flags(cmd)
	f.StringVar(&o.pending, "pending", "", "messages with open questions: mask (default) or withhold")
	f.StringVarP(&o.out, "output", "o", "", "file for the anonymised messages, as JSONL (default: standard output)")
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
	f.StringVar(&o.lexicon, "lexicon", "", "folder for the words decided for good: always.csv and never.csv, which "+
		"a policy reads as its lexicons")
	f.StringVar(&o.gold, "gold", "", "file for annotated or decided messages with their spans, for training (holds "+
		"originals)")
	f.StringVar(&o.format, "format", "jsonl", "format of --gold: jsonl, csv, conll, spacy, brat, tei")
	f.StringVar(&o.report, "report", "", "file for the effort (JSON)")
	f.StringVar(&o.fates, "fates", "", "file for what became of each type, with policy and models, as bauta anonymise "+
		"--report writes it: bauta report makes the page of it")
	f.StringVar(&o.people, "effort", "", "file for the effort of each reviewer (CSV), without names")
	return cmd
}

func (o *reviewExport) run(cmd *cobra.Command, store string) error {
	if o.pending == "keep" {
		return errUsage{errors.New("--pending keep would export open questions in clear; use mask or withhold")}
	}
	if err := o.certify.wants(o.out, o.unreleased); err != nil {
		return err
	}
	if o.fates != "" && o.out == "" && o.lexicon+o.gold+o.report+o.people != "" {
		return errUsage{errors.New("--fates tells of the messages; give -o FILE for them")}
	}
	s, p, err := o.both(cmd.Context(), store)
	if err != nil {
		return err
	}
	return errors.Join(o.parts(cmd, s, p), s.Close())
}

// parts writes what was asked for, of a damaged store what is whole.
func (o *reviewExport) parts(cmd *cobra.Command, s *sqlstore.Store, p review.Project) (err error) {
	messages := o.out != "" || o.lexicon+o.gold+o.report+o.people == ""
	if o.health, err = s.Inspect(cmd.Context()); err != nil {
		return err
	}
	if messages && !o.unreleased {
		if err := mayLeave(cmd, s, p); err != nil {
			return err
		}
	}
	if o.health.Unproven != "" {
		return fmt.Errorf("the store is damaged: %s; nothing is written; restore it from a copy", o.health.Unproven)
	}
	for _, part := range []struct {
		want bool
		do   func(*cobra.Command, *sqlstore.Store, review.Project) error
	}{
		{o.lexicon != "", o.words},
		{o.gold != "", o.truth},
		{o.report != "", o.effort},
		{o.people != "", o.perPerson},
		{messages, o.messages},
	} {
		if part.want && err == nil {
			err = part.do(cmd, s, p)
		}
	}
	if err != nil || o.health.Sound() {
		return err
	}
	for _, f := range o.health.Findings {
		fmt.Fprintf(cmd.ErrOrStderr(), "damage\t%s\n", f)
	}
	return fmt.Errorf("the store is damaged, see the %d lines above: %d messages were left out, the rest was "+
		"written; restore the store from a copy",
		len(o.health.Findings), len(o.health.Aside()))
}

// messages writes the corpus as the policy and the decisions have it. Spans are
// those of the import; what is open is masked or withheld.
func (o *reviewExport) messages(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	if o.lang == "" {
		o.lang = p.Lang
	}
	built, err := o.build(policy.Options{Pending: o.pending, Key: o.reading.key})
	if err != nil {
		return err
	}
	whole := s.Undamaged(o.health)
	if !o.unreleased {
		if err := asSeen(whole.Messages(cmd.Context(), p.ID), built, o.policy); err != nil {
			return err
		}
	}
	sum := newSummary(cmd, built, bauta.Runes)
	sum.Unreleased = o.unreleased
	ids, twice := map[string]bool{}, 0
	write, err := decided(cmd.Context(), whole, p, built.Pipeline, o.jobs, func(r *bauta.Result) {
		sum.add(r)
		if ids[r.Message.ID] {
			twice++
		}
		ids[r.Message.ID] = true
	})
	if err != nil {
		return err
	}
	out, err := create(o.out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	if err := write(out); err != nil {
		return err
	}
	held := (&auditing{reading: reading{format: "jsonl"}}).holds(out, o.certified, nil)
	if err := lookInside(held, o.unreleased); err != nil {
		return err
	}
	var report json.RawMessage
	sum.settle()
	sum.Rows = corpus.Ledger{In: sum.Messages + len(o.health.Aside()), Out: sum.Messages, Aside: len(o.health.Aside())}
	sum.finish()
	if o.fates != "" {
		if err := sum.inClear(cmd.Context(), whole, p, built, o.jobs); err != nil {
			return err
		}
		again := &auditing{reading: reading{format: "jsonl", alone: true}}
		written, err := again.written(out)
		if err != nil {
			return err
		}
		sum.Release = audit.OutputOf(written)
		sum.leave(again.beside)
		if report, err = json.Marshal(sum); err != nil {
			return err
		}
	}
	made, err := o.certify.make(cmd, s, p, out, audit.Certificate{Undo: sum.undo().String(), Report: report})
	if err != nil {
		return err
	}
	defer made.Discard()
	became, err := written(o.fates, sum.writeReport)
	if err != nil {
		return err
	}
	defer became.Discard()
	if err := commitAll(out, made, became); err != nil {
		return err
	}
	if twice > 0 {
		inform(cmd, "%s: IDs stay as the files gave them, and a file without has the numbers of its rows: name a "+
			"column of IDs (--id-column) where each is to be one message's",
			counted(twice, "message has the ID of one before it", "messages have the ID of one before them"))
	}
	return o.certify.certified(cmd, s, p)
}

// decided gives what writes the messages of a project as a policy and the decisions have
// them; each is told to seen, which may be nil.
func decided(
	ctx context.Context, whole *sqlstore.Partial, p review.Project, by *bauta.Pipeline, jobs int,
	seen func(*bauta.Result),
) (func(io.Writer) error, error) {
	applied, err := review.Apply(ctx, whole, p.ID, by.Link)
	if err != nil {
		return nil, err
	}
	ready := by.Given(applied)
	ready.Link = applied
	return func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for r, err := range ready.Run(ctx, messagesOf(whole.Messages(ctx, p.ID)), jobs) {
			if err != nil {
				return err
			}
			if seen != nil {
				seen(&r)
			}
			if err := enc.Encode(exported{
				r.Message.ID, r.Message.Thread, r.Lang, r.Text, r.Verdict.String(),
				r.Withheld,
			}); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// asSeen refuses a policy that leaves in clear what is hidden at the desk, or writes for
// it what anybody can undo: the audit has seen it hidden, and says nothing of what would
// go out.
func asSeen(in iter.Seq2[review.Stored, error], by *policy.Built, name string) error {
	p := by.Pipeline
	for m, err := range in {
		if err != nil {
			return err
		}
		hidden, _ := review.Gold(&m)
		for _, s := range hidden {
			if p.Keeps(s) {
				return fmt.Errorf("policy %s leaves %s in clear, which the audit has seen hidden; export under the "+
					"policy of the import, "+
					"or give --unreleased for a look inside the house", name, s.Label)
			}
			became := fate.Of(p, &bauta.Result{Withheld: true}, s) // whatever was written
			if became == fate.Replaced && audit.Undo(by.Masks[s.Label], 1) == audit.Anybody {
				return fmt.Errorf("%s, which the audit has seen hidden: under %s %w; or give --unreleased for a "+
					"look inside the house", s.Label, name, audit.ErrBare)
			}
		}
	}
	return nil
}

// exported is a message as it leaves the desk.
type exported struct {
	ID       string `json:"id"`
	Thread   string `json:"thread,omitempty"`
	Lang     string `json:"lang,omitempty"`
	Text     string `json:"text"`
	Verdict  string `json:"verdict"`
	Withheld bool   `json:"withheld,omitempty"`
}

// messagesOf strips stored messages to what a pipeline takes.
func messagesOf(in iter.Seq2[review.Stored, error]) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for m, err := range in {
			if !yield(m.Message, err) {
				return
			}
		}
	}
}

// truth writes what is known to be right, for training. Where people annotated,
// that is the annotated messages on which nobody differs, or an adjudicator has
// spoken; else the messages about which nothing is open, with what people decided
// and, beside it, the pipeline's sure finds.
func (o *reviewExport) truth(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	format, err := exchange.Find(o.format)
	if err != nil {
		return errUsage{err}
	}
	w, err := s.Work(cmd.Context(), p.ID, 0)
	if err != nil {
		return err
	}
	whole := s.Undamaged(o.health)
	golds := decidedGold(whole.Messages(cmd.Context(), p.ID))
	if w.Annotated > 0 {
		golds = annotatedGold(whole.Annotated(cmd.Context(), p.ID, review.Unlabelled))
		if w.Disputes > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d messages wait for an adjudicator; those on which annotators differ "+
				"are left out\n", w.Disputes)
		}
	}
	return putFile(o.gold, func(w io.Writer) error { return format.Write(w, golds) })
}

// decidedGold is what the review page decided.
func decidedGold(in iter.Seq2[review.Stored, error]) exchange.Golds {
	return func(yield func(corpus.Gold, error) bool) {
		for m, err := range in {
			spans, open := review.Gold(&m)
			if ta := len(spans) > 0; (err != nil || !open) &&
				!yield(corpus.Gold{Message: m.Message, TA: &ta, Spans: spans}, err) {
				return
			}
		}
	}
}

// annotatedGold is what annotators and adjudicators said.
func annotatedGold(in iter.Seq2[review.Annotated, error]) exchange.Golds {
	return func(yield func(corpus.Gold, error) bool) {
		for a, err := range in {
			spans, ok := a.Truth()
			if ta := len(spans) > 0; (err != nil || ok) &&
				!yield(corpus.Gold{Message: a.Message, TA: &ta, Spans: spans}, err) {
				return
			}
		}
	}
}

// effort writes what the work cost.
func (o *reviewExport) effort(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	now, err := s.Progress(cmd.Context(), p.ID)
	if err != nil {
		return err
	}
	log, err := s.Decisions(cmd.Context(), p.ID, 0, 1<<31-1)
	if err != nil {
		return err
	}
	e := review.Measure(now, log)
	if p.State != review.Purged {
		a, err := review.AuditOf(cmd.Context(), s, p)
		if err != nil {
			return err
		}
		e.Audit(a.Standing())
	}
	e.Unreleased = o.unreleased
	shares := map[string]*review.Share{}
	for m, err := range s.Undamaged(o.health).Messages(cmd.Context(), p.ID) {
		if err != nil {
			return err
		}
		review.Tally(shares, &m)
	}
	for _, k := range slices.Sorted(maps.Keys(shares)) {
		e.BySource = append(e.BySource, *shares[k])
	}
	return putFile(o.report, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(e)
	})
}

// perPerson writes what the work cost each reviewer.
func (o *reviewExport) perPerson(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	now, err := s.Progress(cmd.Context(), p.ID)
	if err != nil {
		return err
	}
	log, err := s.Decisions(cmd.Context(), p.ID, 0, 1<<31-1)
	if err != nil {
		return err
	}
	return putFile(o.people, func(w io.Writer) error { return review.WriteEffort(w, review.ByPerson(now, log)) })
}

// The lists that words writes into its folder.
const (
	alwaysList = "always.csv"
	neverList  = "never.csv"
)

// words writes the words that are always or never masked, as lists that a policy
// names under lexicons: always.csv as dictionary, never.csv as anti-dictionary.
func (o *reviewExport) words(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	rules, err := s.Undamaged(o.health).Decided(cmd.Context(), p.ID)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.lexicon, 0o700); err != nil {
		return err
	}
	for name, effect := range map[string]review.Effect{alwaysList: review.Mask, neverList: review.Keep} {
		err := putFile(filepath.Join(o.lexicon, name), func(w io.Writer) error {
			return review.WriteWords(w, rules, effect)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// putFile writes a file that holds originals, whole or not at all.
func putFile(name string, put func(io.Writer) error) error {
	f, err := create(name, forOwner, os.Stdout)
	if err != nil {
		return err
	}
	defer f.Discard()
	if err := put(f); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return f.Commit()
}
