package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/policy"
)

type reviewImport struct {
	reading
	desk
	spans string
	rows  corpus.Ledger // of the files, when all are read
	fates byType        // of what was found in them; what is kept is nobody's question
	// strays are those that look like another language than the one in which they are read.
	strays *routing.Strays
}

func reviewImportCommand() *cobra.Command {
	o := &reviewImport{}
	cmd := &cobra.Command{
		Use:     "import STORE [FILE…]",
		Example: "  bauta review import desk.db sms.csv --policy seekhide",
		Short:   "messages into a project: what the policy finds, and what it asks",
		Args:    cobra.MinimumNArgs(1),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0], args[1:]) },
	}
	o.reading.flags(cmd)
	o.desk.flags(cmd)
	cmd.Flags().StringVar(&o.spans, "spans", "", "take spans and questions from this file, which anonymise or "+
		"detect wrote for FILE, not from the policy")
	hide(cmd, "output")
	o.atEnd = true
	return cmd
}

// hide takes flags out of a command that shares a set of them with others.
func hide(cmd *cobra.Command, names ...string) {
	for _, n := range names {
		cmd.Flags().MarkHidden(n) // fails on unknown names alone
	}
}

func (o *reviewImport) run(cmd *cobra.Command, store string, files []string) error {
	if _, err := o.check(); err != nil {
		return err
	}
	rejects, err := sidecar(o.rejects)
	if err != nil {
		return err
	}
	defer rejects.Discard()
	s, p, err := o.both(cmd.Context(), store)
	if err != nil {
		return err
	}
	if o.lang == "" {
		o.lang = p.Lang
	}
	if !cmd.Flags().Changed("policy") && len(files) > 0 {
		o.policy = offerPolicy(cmd, o.policy, o.lang)
	}
	built, err := o.reading.find()
	if err == nil {
		built.Pipeline.Trace = true // who decides is shown what settlers did
		var items iter.Seq2[review.Item, error]
		if items, err = o.items(cmd, files, built, rejects); err == nil {
			var done review.Imported
			if done, err = s.Import(cmd.Context(), p.ID, items); err == nil {
				err = errors.Join(commitAll(rejects), o.imported(cmd, done), o.told(cmd))
			}
		}
	}
	return errors.Join(err, s.Close())
}

// imported says what an import did.
func (o *reviewImport) imported(cmd *cobra.Command, d review.Imported) error {
	if quiet, _ := cmd.Flags().GetBool("quiet"); quiet {
		return nil
	}
	w := cmd.ErrOrStderr()
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(w).Encode(map[string]any{
			"messages": d.Messages, "known": d.Known, "withdrawn": d.Withdrawn, "by_id": d.ByID,
			"occurrences": d.Occurrences, "groups": d.Groups,
			"settled": d.Settled, "rows": o.rows, "fates": o.fates,
		})
	}
	_, err := fmt.Fprintf(w, "%s, %d known already: %s, %d settled by rules; %s to decide\n%v\n",
		several(d.Messages, "message"), d.Known, several(d.Occurrences, "occurrence"), d.Settled,
		several(d.Groups, "word"), o.rows)
	if err == nil && d.Withdrawn > 0 {
		_, err = fmt.Fprintf(w, "%s left out, of somebody who took consent back and was taken out of the project\n",
			several(d.Withdrawn, "message"))
	}
	if err == nil && d.ByID > 0 {
		_, err = fmt.Fprintf(w, "%s by another author, but with the ID of a message that was taken out; where that is "+
			"somebody else's, import it with an ID of its own\n", counted(d.ByID, "of them is", "of them are"))
	}
	if err == nil && len(o.fates) > 0 {
		err = o.fates.print(w)
	}
	if err == nil {
		_, err = fmt.Fprint(w, strayText(o.strays))
	}
	return err
}

// told says what was set aside.
func (o *reviewImport) told(cmd *cobra.Command) error {
	if quiet, _ := cmd.Flags().GetBool("quiet"); quiet || o.rows.Rejected+o.withheld == 0 {
		return nil
	}
	_, err := fmt.Fprintf(cmd.ErrOrStderr(), "%s set aside\n%s", several(o.rows.Rejected, "bad record"),
		withheldText(o.withheld))
	return err
}

// errEnough ends a run whose reader wants no more.
var errEnough = errors.New("enough")

// items takes files through the policy, or beside the spans found before.
func (o *reviewImport) items(
	cmd *cobra.Command, files []string, built *policy.Built, rejects *output,
) (iter.Seq2[review.Item, error], error) {
	p := *built.Pipeline
	if o.spans != "" {
		if len(files) != 1 {
			return nil, errUsage{errors.New("--spans goes with one file")}
		}
		found, err := readFindings(o.spans)
		if err != nil {
			return nil, err
		}
		p = *p.Given(found)
		p.Judge = found
	}
	return o.through(cmd.Context(), built, &p, func(begin begins) (corpus.Ledger, error) {
		defer o.leave(nil)
		return o.each(cmd, files, &p, rejects, begin)
	}), nil
}

// begins is called for each file with its reader, and gives what receives its results.
type begins = func(string, *corpus.Reader) (func(*bauta.Result) error, error)

// through makes items of what a pipeline says of the files that read reads.
func (o *reviewImport) through(
	ctx context.Context, built *policy.Built, p *bauta.Pipeline, read func(begins) (corpus.Ledger, error),
) iter.Seq2[review.Item, error] {
	p.Trace = true // what settlers took away is worth a question
	over := &passer{built: built, keeps: p.Keeps}
	names := &named{built.Lexicon}
	o.filter, o.fates, o.strays = built.Told, byType{}, built.Strays()
	return func(yield func(review.Item, error) bool) {
		var err error
		o.rows, err = read(func(string, *corpus.Reader) (func(*bauta.Result) error, error) {
			return func(r *bauta.Result) error {
				o.strays.Add(r.Lang, r.Message.Text)
				it, err := deskItem(ctx, p, r, names, over)
				for _, found := range slices.Concat(r.Spans, r.Candidates) {
					o.fates.add(p, r, found)
				}
				if err == nil && !yield(it, nil) {
					err = errEnough
				}
				return err
			}, nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(review.Item{}, err)
		}
	}
}

// deskItem makes of a result what the desk keeps: what the policy hides, and
// what it asks. What it leaves in clear is nobody's question.
func deskItem(
	ctx context.Context, p *bauta.Pipeline, r *bauta.Result, names *named, over *passer,
) (review.Item, error) {
	d, err := p.Analyse.Analyse(ctx, r.Message)
	if err != nil {
		return review.Item{}, err
	}
	it := review.Item{Message: r.Message, Lang: r.Lang}
	it.Message.Meta = nil
	for _, t := range d.Tokens {
		it.Tokens = append(it.Tokens, review.Range{Start: t.Start, End: t.End})
	}
	for _, s := range r.Spans {
		if !p.Keeps(s) {
			it.Spans = append(it.Spans, s)
		}
	}
	for _, s := range r.Candidates {
		switch r.Verdict {
		case bauta.Leave:
			continue
		case bauta.Anonymise:
			s.Doubt = bauta.Sure
		}
		it.Spans = append(it.Spans, s)
	}
	slices.SortFunc(it.Spans, func(a, b bauta.Span) int { return a.Start - b.Start })
	persons, err := over.persons(ctx, d)
	if err != nil {
		return review.Item{}, err
	}
	it.Passed = over.over(d, r, persons)
	for _, s := range slices.Concat(it.Spans, it.Passed) {
		it.Named = append(it.Named, names.knows(d, s))
	}
	it.Trace(r.Changes)
	return it, nil
}

// named asks whether a list of names knows a word.
type named struct{ lexicon *lexicon.Lexicon }

func (n *named) knows(d *bauta.Doc, s bauta.Span) bool {
	for _, t := range d.Tokens {
		if t.Start >= s.Start && t.End <= s.End {
			if e, ok := n.lexicon.Look(lexicon.Fold(t.Norm), d.Lang); ok &&
				e.Kinds&(lexicon.FirstName|lexicon.Surname|lexicon.Hypocoristic|lexicon.Hide) != 0 {
				return true
			}
		}
	}
	return false
}

// findings are spans found before, by message ID. As a judge they ask about
// every question, since it was not settled then.
type findings map[string]corpus.Finding

func readFindings(name string) (findings, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be opened; does it exist, and may you read it?", name)
	}
	defer f.Close()
	out := findings{}
	for one, err := range corpus.ReadFindings(f, name) {
		if err != nil {
			return nil, err
		}
		if _, twice := out[one.ID]; twice {
			return nil, fmt.Errorf("%s: two findings have the ID of one message; give every message its own", name)
		}
		out[one.ID] = one
	}
	return out, nil
}

// Detect gives the spans that were found in a message.
func (f findings) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	one, ok := f[d.ID]
	if !ok {
		return nil, errors.New("the file of spans does not have it; are the two of one run?")
	}
	_, spans, err := one.Decode(d.Text)
	if err != nil {
		return nil, err
	}
	asked := corpus.Finding{Outcome: one.Outcome, Offsets: one.Offsets}
	for _, c := range one.Candidates {
		asked.Spans = append(asked.Spans, corpus.SpanJSON{
			Start: c.Start, End: c.End, Type: c.Type, Score: c.Score, Rule: c.Rule, Why: c.Why,
		})
	}
	_, questions, err := asked.Decode(d.Text)
	for i := range questions {
		questions[i].Source, questions[i].Doubt = "earlier run", bauta.Unknown
		if one.Candidates[i].Label == bauta.Ambiguous.String() {
			questions[i].Doubt = bauta.Ambiguous
		}
	}
	return append(spans, questions...), err
}

// Judge gives the verdict of then.
func (f findings) Judge(_ context.Context, d *bauta.Doc, r *bauta.Result) error {
	switch f[d.ID].Verdict {
	case bauta.Leave.String():
		r.Verdict = bauta.Leave
	case bauta.Anonymise.String():
		r.Verdict = bauta.Anonymise
	default:
		r.Verdict = bauta.AskExpert
	}
	return nil
}
