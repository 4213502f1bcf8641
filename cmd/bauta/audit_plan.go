package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
)

// mostPlanned bounds the messages of a plan.
const mostPlanned = 100_000_000

func auditPlan() *cobra.Command {
	o := &drawing{}
	n := 0
	cmd := &cobra.Command{
		Use:   "plan [RELEASE]",
		Short: "how many messages must be looked at to prove a limit, before anybody looks",
		Long: `Prints how many random messages of a release must be looked at until it is proved, ` +
			`wrong with a chance of at most
alpha, that at most the limit of all its messages leak: after no leak found, one, two, three; of a reader who sees
everything, and of one who is measured with canaries and sees 98 of 100.`,
		Example: "  bauta audit plan release.csv --limit 0.001\n" +
			"  bauta audit plan --messages 88000 --limit 0.003 --alpha 0.01\n" +
			"  bauta audit plan release.csv --unit name --original sms.csv --limit 0.01",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.counted(cmd, args, &n); err != nil {
				return err
			}
			switch asked := cmd.Flags().Changed("messages"); {
			case asked && (n < 1 || n > mostPlanned):
				return errUsage{fmt.Errorf("--messages %d: takes 1 to %d", n, mostPlanned)}
			case n < 1 || n > mostPlanned:
				return errUsage{errors.New("give the release, or --messages N")}
			}
			if err := o.terms.check(); err != nil {
				return err
			}
			names, err := o.unit.names(n, o.hidden(), 0)
			if err != nil {
				return err
			}
			canaries, err := o.mixed()
			if err != nil {
				return err
			}
			p := audit.NewPlan(audit.TestOf(n, o.limit, names, false), audit.Level(o.alpha), canaries)
			return writeReport(cmd, planned{p, claim{n, o.silent, o.limit, names}})
		},
	}
	o.files(cmd)
	cmd.Flags().IntVar(&n, "messages", 0, "how many messages the release has")
	o.terms.flags(cmd)
	o.unit.flags(cmd)
	o.unit.hiddenFlag(cmd)
	o.originalFlag(cmd)
	return cmd
}

// counted reads the release of a plan, if one is given, and what was hidden in it.
func (o *drawing) counted(cmd *cobra.Command, args []string, n *int) (err error) {
	switch {
	case len(args) == 0 && o.original != "":
		return errUsage{errors.New("--original goes with the release that was made of it")}
	case len(args) == 0:
		return nil
	}
	if o.messages, err = o.auditing.messages(cmd, args[0]); err != nil {
		return err
	}
	release := releaseOf(o.messages)
	*n, o.silent = release.Counted(), release.Left()
	return o.align(cmd, args[0])
}

// maxCanaries bounds the canaries of an audit.
const maxCanaries = 10_000

// terms are what is fixed before the first look.
type terms struct {
	limit, alpha float64
	canaries     int
}

func (t *terms) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	shareVar(f, &t.limit, "limit", 0.001, "greatest share of the messages that may leak")
	t.alphaFlag(cmd)
	f.IntVar(&t.canaries, "canaries", audit.Canaries,
		"messages in which a name is put back, to measure the reader; 0: the reader is taken to see everything")
}

// alphaFlag is the one of them that a desk asks for, too.
func (t *terms) alphaFlag(cmd *cobra.Command) {
	shareVar(cmd.Flags(), &t.alpha, "alpha", float64(audit.UsualLevel), "greatest chance that the certificate is "+
		"wrong, 0.0001 to 0.2")
}

// check says what of them cannot be.
func (t *terms) check() error {
	if !(t.limit > 0 && t.limit < 1) || t.canaries < 0 || t.canaries > maxCanaries {
		return errUsage{errors.New("--limit takes a share above 0 and below 1, --canaries 0 to 10000")}
	}
	return t.sound()
}

// sound says whether alpha is one.
func (t *terms) sound() error {
	if !audit.Level(t.alpha).Sound() {
		return errUsage{errors.New("--alpha takes a chance from 0.0001 to 0.2")}
	}
	return nil
}

// kept refuses other terms than those with which an audit was begun.
func (t *terms) kept(cmd *cobra.Command, b *audit.Begin) error {
	switch f := cmd.Flags(); {
	case f.Changed("limit") && t.limit != b.Limit:
		return errUsage{fmt.Errorf("--limit %g, and the audit was begun for %g; the limit is fixed before the first "+
			"look", t.limit, b.Limit)}
	case f.Changed("alpha") && audit.Level(t.alpha) != b.Risk():
		return errUsage{fmt.Errorf("--alpha %g, and the audit was begun for %g; alpha is fixed before the first look",
			t.alpha, b.Risk())}
	}
	return nil
}

// planned is a plan for people.
type planned struct {
	*audit.Plan
	claim
}

// span is a time of work, in minutes below an hour.
func span(seconds float64) string {
	if seconds < 3600 {
		return fmt.Sprintf("%.0f min", math.Round(max(1, seconds/60)))
	}
	return fmt.Sprintf("%.1f h", seconds/3600)
}

// WriteText prints the table.
func (p planned) WriteText(w io.Writer) error {
	count := func(n *int) string {
		if n == nil {
			return "not by a look at all"
		}
		return fmt.Sprintf("%d (%s)", *n, span(float64(*n)*p.Seconds))
	}
	measured := func(string) string { return "" }
	if p.Canaries > 0 {
		measured = func(s string) string { return "   " + s }
	}
	fmt.Fprint(w, p.leftOut())
	fmt.Fprintf(w, "%s; to prove that at most %s, at %s confidence (alpha %g), it takes\n\n"+
		"leaks found   looks, if the reader sees all%s\n", several(p.messages, "message"), p.said(),
		confidence(p.Level), float64(p.Level),
		measured(fmt.Sprintf("looks, reader measured with %d canaries", p.Canaries)))
	for _, n := range p.Looks {
		fmt.Fprintf(w, "%11d   %29s%s\n", n.Leaks, count(n.All), measured(count(n.Likely)))
	}
	if p.names != nil {
		fmt.Fprintf(w, "\n%s, %d in all;\na message of which several are drawn is shown once.\n", p.place(),
			p.messages*p.names.Most)
	}
	_, err := fmt.Fprintf(w, "\nAt %.1f s a look. One may stop, go on and look at the bound at any time. A leak "+
		"that is "+
		"found is masked, and\nthe audit of what is then a new release begins anew, with more looks. Without any of "+
		"that, and without a leak:\nlooks fixed beforehand: %s.\n", p.Seconds, count(p.OneLook))
	return err
}

// confidence is how sure one may be of what is proved at a level.
func confidence(l audit.Level) string { return fmt.Sprintf("%.5g %%", 100*(1-float64(l))) }
