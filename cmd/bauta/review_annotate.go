package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/exchange"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// reviewAnnotate takes over what people labelled outside the pages.
type reviewAnnotate struct {
	desk
	as, format string
	gold       bool
}

func reviewAnnotateCommand() *cobra.Command {
	o := &reviewAnnotate{}
	cmd := &cobra.Command{
		Use:     "annotate STORE FILE…",
		Example: "  bauta review annotate desk.db anna.jsonl --as anna",
		Short:   "take over labels that somebody gave elsewhere, as theirs or as gold",
		Args:    cobra.MinimumNArgs(2),
		RunE:    func(cmd *cobra.Command, args []string) error { return o.run(cmd, args[0], args[1:]) },
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.as, "as", "", "login of whoever labelled; made as an annotator where there is no such account")
	f.StringVar(&o.format, "format", "jsonl", "format of the files: jsonl, csv, conll, spacy, brat, tei")
	f.BoolVar(&o.gold, "gold", false, "the labels are an adjudicator's word")
	return cmd
}

func (o *reviewAnnotate) run(cmd *cobra.Command, store string, files []string) error {
	if o.as == "" {
		return errUsage{errors.New("--as says whose labels they are")}
	}
	format, err := exchange.Find(o.format)
	if err != nil {
		return errUsage{err}
	}
	s, p, err := o.both(cmd.Context(), store)
	if err != nil {
		return err
	}
	return errors.Join(o.take(cmd, s, p, format, files), s.Close())
}

func (o *reviewAnnotate) take(
	cmd *cobra.Command, s *sqlstore.Store, p review.Project, format exchange.Format, files []string,
) error {
	ctx := cmd.Context()
	user, err := o.annotator(ctx, s, p)
	if err != nil {
		return err
	}
	known, err := numbered(ctx, s, p.ID)
	if err != nil {
		return err
	}
	n := 0
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return fmt.Errorf("%s: cannot be opened; does it exist?", name)
		}
		for g, err := range format.Read(f, name) {
			if err == nil {
				err = o.one(ctx, s, p, user, known, g)
			}
			if err != nil {
				return errors.Join(err, f.Close())
			}
			n++
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d messages labelled by %s\n", n, o.as)
	return nil
}

// one writes the labels of one message. Its ID hangs on what it says, so that
// the same file again changes nothing.
func (o *reviewAnnotate) one(ctx context.Context, s *sqlstore.Store, p review.Project, user int64,
	known map[[sha256.Size]byte]int64, g corpus.Gold,
) error {
	message, ok := known[sha256.Sum256([]byte(g.Message.ID+"\x00"+g.Message.Text))]
	if !ok {
		return fmt.Errorf("message %q: the project does not have it; import the same texts first", g.Message.ID)
	}
	a := review.Annotation{Project: p.ID, User: user, Message: message, Act: review.ActLabel, Expect: -1}
	if o.gold {
		a.Act = review.ActGold
	}
	for _, sp := range g.Spans {
		a.Spans = append(a.Spans, bauta.Span{Start: sp.Start, End: sp.End, Label: sp.Label})
	}
	slices.SortFunc(a.Spans, func(x, y bauta.Span) int { return x.Start - y.Start })
	a.ID = fmt.Sprintf("%x",
		sha256.Sum256(fmt.Appendf(nil, "%d|%d|%d|%s|%v", p.ID, user, message, a.Act, edges(a.Spans))))[:36]
	if _, err := s.Annotate(ctx, a); err != nil {
		return fmt.Errorf("message %q: %w", g.Message.ID, err)
	}
	return nil
}

// edges is what an annotation says, without text.
func edges(spans []bauta.Span) (out []string) {
	for _, s := range spans {
		out = append(out, fmt.Sprint(s.Start, s.End, string(s.Label)))
	}
	return out
}

// numbered finds the messages of a project by ID and text.
func numbered(ctx context.Context, s *sqlstore.Store, project int64) (map[[sha256.Size]byte]int64, error) {
	out := map[[sha256.Size]byte]int64{}
	for m, err := range s.Messages(ctx, project) {
		if err != nil {
			return nil, err
		}
		out[sha256.Sum256([]byte(m.Message.ID+"\x00"+m.Message.Text))] = m.ID
	}
	return out, nil
}

// annotator finds the account, or makes one that cannot sign in until an owner
// gives it a password.
func (o *reviewAnnotate) annotator(ctx context.Context, s *sqlstore.Store, p review.Project) (int64, error) {
	role := review.Annotator
	if o.gold {
		role = review.Adjudicator
	}
	u, err := s.UserByLogin(ctx, o.as)
	if errors.Is(err, review.ErrNotFound) {
		u, err = s.AddUser(ctx, review.User{Login: o.as, Display: o.as})
	}
	if err != nil {
		return 0, err
	}
	has, err := s.Role(ctx, p.ID, u.ID)
	switch {
	case err != nil:
	case has == "":
		err = s.SetMember(ctx, review.Member{Project: p.ID, User: u.ID, Role: role}, u.ID)
	case o.gold && has != review.Adjudicator && has != review.Owner:
		err = fmt.Errorf("%s is %s in this project; gold is an adjudicator's or the owner's word", o.as, has)
	}
	return u.ID, err
}
