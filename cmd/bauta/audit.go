package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
)

func auditCommand() *cobra.Command {
	return group("audit", "what a release still holds, bounded by looks at random messages, and its certificate",
		auditPlan(), auditServe(), auditDraw(), auditEnter(), auditStatus(), auditCertify(), auditVerify())
}

// auditing is what the commands of an audit have in common.
type auditing struct {
	reading
	log string
}

// files are the options that say how a release is read.
func (o *auditing) files(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.format, "format", "auto", "auto, text, csv, tsv, jsonl, conll, or one of bauta formats")
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text, by name or number")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.columns.Thread, "thread-column", "", "column of the conversation")
	f.StringVar(&o.columns.Author, "author-column", "", "column of the author")
	f.StringVar(&o.enc, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
}

func (o *auditing) logFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.log, "log", "", "file of the audit: what was drawn and seen, without text")
}

// open opens the log, which one program at a time may write.
func (o *auditing) open(make bool) (*audit.Log, *os.File, error) {
	if o.log == "" {
		return nil, nil, errUsage{errors.New("give --log FILE, the file of the audit")}
	}
	mode := os.O_RDWR
	if make {
		mode |= os.O_CREATE
	}
	f, err := os.OpenFile(o.log, mode, forOwner)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: cannot be opened: %w; bauta audit draw begins one", o.log, reason(err))
	}
	if !lock(f) {
		f.Close()
		return nil, nil, fmt.Errorf("%s: another program writes to it; wait for that one", o.log)
	}
	l, err := audit.Open(f)
	if err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("%s: %w", o.log, err)
	}
	return l, f, nil
}

// messages reads all messages of a file. IDs of exports come out as they went in.
func (o *auditing) messages(cmd *cobra.Command, name string) ([]bauta.Message, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return o.all(in, name)
}

// all reads all messages of what is called so.
func (o *auditing) all(in io.Reader, name string) (out []bauta.Message, err error) {
	err = o.each(in, name, func(m *bauta.Message) { out = append(out, *m) })
	return out, err
}

// each reads the messages of what is called so one by one.
func (o *auditing) each(in io.Reader, name string, do func(*bauta.Message)) error {
	o.fields = true
	r, err := o.reading.open(in, name, nil)
	if err != nil {
		return err
	}
	none := true
	for m, err := range r.Messages() {
		if err != nil {
			return err
		}
		m.Meta, none = nil, false
		do(&m)
	}
	if none {
		return fmt.Errorf("%s: no messages", called(name))
	}
	return nil
}

// written reads the digests of an output that is not yet in its place, nil where it goes
// past or holds no message.
func (o *auditing) written(out *output) (r audit.Release, err error) {
	if out == nil || out.tmp == "" {
		return nil, nil
	}
	if err := out.Flush(); err != nil {
		return nil, err
	}
	in, err := os.Open(out.tmp)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read again: %w", out.name, reason(err))
	}
	defer in.Close()
	err = o.each(in, out.name, func(m *bauta.Message) { r = append(r, digestOf(m)) })
	return r, err
}

// releaseOf gives the digests of messages.
func releaseOf(messages []bauta.Message) audit.Release {
	out := make(audit.Release, len(messages))
	for i := range messages {
		out[i] = digestOf(&messages[i])
	}
	return out
}

// digestOf is the digest of a message. A number of a line is no ID: the order of the
// messages is nobody's business.
func digestOf(m *bauta.Message) audit.Digest {
	id := m.ID
	if m.Line != 0 {
		id = ""
	}
	return audit.DigestOf(id, m.Thread, m.Author, m.Text)
}

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
			if n < 1 || n > 100_000_000 {
				return errUsage{errors.New("give the release, or --messages N")}
			}
			if err := o.terms.check(); err != nil {
				return err
			}
			names, err := o.unit.names(n, o.hidden())
			if err != nil {
				return err
			}
			p := audit.NewPlan(audit.TestOf(n, o.limit, names, false), audit.Level(o.alpha), o.canaries)
			return writeReport(cmd, planned{p, claim{n, o.limit, names}})
		},
	}
	o.files(cmd)
	cmd.Flags().IntVar(&n, "messages", 0, "how many messages the release has")
	o.terms.flags(cmd)
	o.unit.flags(cmd)
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
	*n = len(o.messages)
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
	f.Float64Var(&t.limit, "limit", 0.001, "greatest share of the messages that may leak")
	f.Float64Var(&t.alpha, "alpha", float64(audit.UsualLevel), "greatest chance that the certificate is wrong, "+
		"0.0001 to 0.2")
	f.IntVar(&t.canaries, "canaries", audit.Canaries,
		"messages in which a name is put back, to measure the reader; 0: the reader is taken to see everything")
}

// check says what of them cannot be.
func (t *terms) check() error {
	switch {
	case !(t.limit > 0 && t.limit < 1) || t.canaries < 0 || t.canaries > maxCanaries:
		return errUsage{errors.New("--limit takes a share above 0 and below 1, --canaries 0 to 10000")}
	case !audit.Level(t.alpha).Sound():
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

// WriteText prints the table.
func (p planned) WriteText(w io.Writer) error {
	count := func(n *int) string {
		if n == nil {
			return "not by a look at all"
		}
		return fmt.Sprintf("%d (%.1f h)", *n, float64(*n)*p.Seconds/3600)
	}
	fmt.Fprintf(w, "%d messages; to prove that at most %s, at %s confidence (alpha %g), it takes\n\n"+
		"leaks found   looks, if the reader sees all   looks, reader measured with %d canaries\n", p.messages,
		p.said(), confidence(p.Level), float64(p.Level), p.Canaries)
	for _, n := range p.Looks {
		fmt.Fprintf(w, "%11d   %29s   %s\n", n.Leaks, count(n.All), count(n.Likely))
	}
	if p.names != nil {
		fmt.Fprintf(w, "\n%s, %d in all;\na message of which several are drawn is shown once.\n", p.place(),
			p.messages*p.names.Most)
	}
	_, err := fmt.Fprintf(w, "\nAt %.1f s a look. One may stop, go on and look at the bound at any time. A leak "+
		"that is "+
		"found is masked, and\nthe audit of what is then a new release begins anew, with more looks. Without any of "+
		"that, and without a leak:\n%s looks, fixed beforehand.\n", p.Seconds, count(p.OneLook))
	return err
}

// confidence is how sure one may be of what is proved at a level.
func confidence(l audit.Level) string { return fmt.Sprintf("%.5g %%", 100*(1-float64(l))) }

func auditStatus() *cobra.Command {
	o := &auditing{}
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "where an audit stands: what is proved, and how many looks are still needed",
		Example: "  bauta audit status --log release.audit",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, f, err := o.open(false)
			if err != nil {
				return err
			}
			defer f.Close()
			return writeReport(cmd, newStanding(l))
		},
	}
	o.logFlag(cmd)
	return cmd
}

// standing is where an audit stands, for people.
type standing struct {
	audit.Standing
	claim
	Leaking []int `json:"leaking"` // messages, by number in the release
}

func newStanding(l *audit.Log) *standing {
	s := &standing{l.Standing(), claim{l.N, l.Limit, l.Names}, l.Leaking()}
	if math.IsInf(s.Wealth, 1) {
		s.Wealth = math.MaxFloat64
	}
	return s
}

// WriteText prints it.
func (s *standing) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%d messages, at most %.3g %% %smay leak; audit %d of this release and those before it\n",
		s.messages, 100*s.limit, s.of(), s.Attempt)
	if s.Again {
		fmt.Fprintf(w, "only what has changed is looked at, %d of it; what was proved before it changed is carried "+
			"on\n", s.N)
	}
	fmt.Fprintf(w, "%d looks count, %d found a leak; %d rows wait for a look\n", s.Looks, len(s.Leaks), s.Waiting)
	if s.names != nil {
		fmt.Fprintln(w, s.place()+": a name that was seen counts once its place is drawn")
	}
	if s.Canaries > 0 {
		fmt.Fprintf(w, "reader: %d of %d canaries seen (%d in all): sees %.1f %% of leaks at "+
			"least\n", s.Recognised, s.Shown,
			s.Canaries, 100*s.Sees)
	} else {
		fmt.Fprintln(w, "reader: not measured, taken to see everything")
	}
	fmt.Fprintf(w, "bound: at most %.3g %% %sleak, at %s confidence; evidence %.3g of %.3g\n", 100*s.Bound, s.of(),
		confidence(s.Level), s.Wealth, s.Enough)
	switch {
	case s.Proved:
		fmt.Fprintln(w, "proved: bauta audit certify writes the certificate")
	case s.Left < 0:
		fmt.Fprintln(w, "no number of looks proves it now: mask what leaks and draw anew, or ask for less")
	default:
		fmt.Fprintf(w, "still needed: %d looks without a leak, and %d canaries\n", s.Left, s.Canaries-s.Shown)
	}
	var err error
	if len(s.Leaking) > 0 {
		_, err = fmt.Fprintf(w, "messages that leak, by number: %v; mask them and what is like them, make the release "+
			"again, and draw again\n", s.Leaking)
	}
	return err
}
