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
func (o *auditing) all(in io.Reader, name string) ([]bauta.Message, error) {
	o.fields = true
	r, err := o.reading.open(in, name, nil)
	if err != nil {
		return nil, err
	}
	var out []bauta.Message
	for m, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		m.Meta = nil
		out = append(out, m)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no messages", called(name))
	}
	return out, nil
}

// releaseOf gives the digests of messages. A number of a line is no ID: the order of
// the messages is nobody's business.
func releaseOf(messages []bauta.Message) audit.Release {
	out := make(audit.Release, len(messages))
	for i, m := range messages {
		id := m.ID
		if m.Line != 0 {
			id = ""
		}
		out[i] = audit.DigestOf(id, m.Thread, m.Author, m.Text)
	}
	return out
}

func auditPlan() *cobra.Command {
	o := &drawing{}
	t := audit.Test{}
	cmd := &cobra.Command{
		Use:   "plan [RELEASE]",
		Short: "how many messages must be looked at to prove a limit, before anybody looks",
		Long: `Prints how many random messages of a release must be looked at until it is proved, at 95 % ` +
			`confidence, ` +
			`that at most
the limit of all its messages leak: after no leak found, one, two, three; of a reader who sees everything, and
of one who is measured with canaries and sees 98 of 100.`,
		Example: "  bauta audit plan release.csv --limit 0.001\n  bauta audit plan --messages 88000 --limit 0.003\n" +
			"  bauta audit plan release.csv --unit name --original sms.csv --limit 0.01",
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.counted(cmd, args, &t.N); err != nil {
				return err
			}
			switch {
			case t.N < 1 || t.N > 100_000_000:
				return errUsage{errors.New("give the release, or --messages N")}
			case !(t.Limit > 0 && t.Limit < 1) || o.canaries < 0 || o.canaries > maxCanaries:
				return errUsage{errors.New("--limit takes a share above 0 and below 1, --canaries 0 to 10000")}
			}
			names, err := o.unit.names(t.N, o.hidden())
			if err != nil {
				return err
			}
			p := audit.NewPlan(audit.TestOf(t.N, t.Limit, names, false), o.canaries)
			return writeReport(cmd, planned{p, claim{t.N, t.Limit, names}})
		},
	}
	o.files(cmd)
	cmd.Flags().IntVar(&t.N, "messages", 0, "how many messages the release has")
	limitFlags(cmd, &t.Limit, &o.canaries)
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

func limitFlags(cmd *cobra.Command, limit *float64, canaries *int) {
	cmd.Flags().Float64Var(limit, "limit", 0.001, "greatest share of the messages that may leak")
	cmd.Flags().IntVar(canaries, "canaries", audit.Canaries,
		"messages in which a name is put back, to measure the reader; 0: the reader is taken to see everything")
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
	fmt.Fprintf(w, "%d messages; to prove that at most %s, at 95 %% confidence, it takes\n\n"+
		"leaks found   looks, if the reader sees all   looks, reader measured with %d canaries\n", p.messages,
		p.said(), p.Canaries)
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
	fmt.Fprintf(w, "bound: at most %.3g %% %sleak, at 95 %% confidence; evidence %.3g of %.3g\n", 100*s.Bound, s.of(),
		s.Wealth, s.Enough)
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
