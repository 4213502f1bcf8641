package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
)

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
	Silent  int   `json:"left_out"`       // messages with nothing to read, which do not count
	Leaking []int `json:"leaking"`        // messages, by number in the release, or in what a withdrawal left of it
	Seen    int   `json:"rows_looked_at"` // canaries apart
	Amended int   `json:"marks_changed"`
	// Unmarked are leaks that are said to be none afterwards, and that count.
	Unmarked int  `json:"leaks_unmarked"`
	Another  bool `json:"another_leads"` // another audit of the same release may prove it
	part     int  // places that have changed, where those alone are looked at
	rest     *audit.Rest
	found    int  // messages in which a leak was found, whatever became of them
	over     bool // a withdrawal left no message
}

func newStanding(l *audit.Log) *standing {
	s := &standing{
		l.Standing(),
		claim{l.N, l.Silent, l.Limit, l.Names},
		l.Silent, l.Remaining(), l.LookedAt(), l.Amended,
		l.Unmarked, l.Attempt > 0 && l.Another(), l.Standing().N, l.Rest, len(l.Leaking()), l.Over(),
	}
	if l.Part != nil && len(l.Part.Numbers) == 0 {
		s.part = 0
	}
	if math.IsInf(s.Wealth, 1) {
		s.Wealth = math.MaxFloat64
	}
	return s
}

// WriteText prints it, and what to do next.
func (s *standing) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s, at most %.3g %% %smay leak; audit %d of this release and those before it\n",
		several(s.messages, "message"), 100*s.limit, s.of(), s.Attempt)
	fmt.Fprint(w, s.leftOut())
	if s.over {
		_, err := fmt.Fprintln(w, "since then a withdrawal took the last message out: no message is left; there is "+
			"nothing to audit, nor to certify")
		return err
	}
	if s.rest != nil {
		fmt.Fprintf(w, "since then a withdrawal took messages out or masked them, %d in all; what is left may be "+
			"certified (those that are masked, %d, count as leaks), or drawn from with --before\n", len(s.rest.Gone),
			len(s.rest.Changed))
	}
	if s.Again {
		fmt.Fprintf(w, "only what has changed is looked at, %d of it; what was proved before it changed is carried "+
			"on, with its %s\n", s.part, several(s.Carried, "look"))
	}
	if s.Unmarked > 0 {
		fmt.Fprintf(w, "marked as a leak first, and no more: %d; they count as leaks (a mark by mistake is mended by "+
			"another audit: bauta audit draw --anew)\n", s.Unmarked)
	}
	fmt.Fprintf(w, "%s, %d found a leak; %s for a look\n", counted(s.Looks, "look counts", "looks count"),
		len(s.Leaks), counted(s.Waiting, "row waits", "rows wait"))
	if s.names != nil {
		fmt.Fprintln(w, s.place()+": a name that was seen counts once its place is drawn")
	} else if s.Seen > s.Looks {
		fmt.Fprintf(w, "%s: they count in the order of the draw, up to the first that nobody has looked at\n",
			counted(s.Seen, "row was looked at", "rows were looked at"))
	}
	s.reader(w)
	fmt.Fprintln(w, s.bounded())
	_, err := fmt.Fprintln(w, s.next())
	return err
}

// bounded is how much leaks at most; where every message was looked at by somebody who is taken to see everything that
// is counted.
func (s *standing) bounded() string {
	places := audit.TestOf(s.messages, s.limit, s.names, false).N
	switch {
	case s.All && s.Canaries == 0:
		return fmt.Sprintf("every message was looked at: what leaks is what was found, %.3g %%, if nothing was "+
			"overlooked", 100*s.Bound)
	case s.Bound >= s.names.Share(1, places):
		return fmt.Sprintf("bound: nothing is proved yet, at %s confidence", confidence(s.Level))
	}
	why := ""
	if s.All {
		why = "; every message was looked at, and what is left is what the reader may have overlooked"
	}
	return fmt.Sprintf("bound: at most %.3g %% %sleak, at %s confidence%s", 100*s.Bound, s.of(), confidence(s.Level),
		why)
}

// reader says what is known of whoever looks.
func (s *standing) reader(w io.Writer) {
	if s.Amended > 0 {
		fmt.Fprintln(w, amended(s.Amended))
	}
	switch {
	case s.Canaries == 0:
		fmt.Fprintln(w, "reader: not measured, taken to see everything")
		return
	case s.Shown == 0:
		fmt.Fprintf(w, "reader: not measured yet; none of %s was looked at\n",
			counted(s.Canaries, "canary", "canaries"))
		return
	}
	if s.Recognised > 0 {
		fmt.Fprintf(w, "marked as leaking: %s put back on purpose to try the reader (canaries), and %s of the "+
			"release\n", counted(s.Recognised, "name that was", "names that were"), several(s.found, "message"))
	}
	fmt.Fprintf(w, "reader: %d of %d canaries seen (%d in all): sees %.1f %% of leaks at least\n", s.Recognised,
		s.Shown, s.Canaries, 100*s.Sees)
}

// next is the one thing to do next.
func (s *standing) next() string {
	switch {
	case len(s.Leaking) > 0:
		but := ""
		if s.Proved {
			but = ", though the limit is proved"
		}
		in := ""
		if s.rest != nil {
			in = " of what the withdrawal left"
		}
		return fmt.Sprintf("%s%s: a leak was found there%s; next, mask it and what is like it, make the release "+
			"again, and draw from it (bauta audit draw NEW --before OLD)", byNumber("message", s.Leaking), in, but)
	case s.Proved:
		return "proved: next, bauta audit certify writes the certificate"
	case s.Left < 0 && !s.Another:
		return "no number of looks proves it of this reader, nor another audit: " + noOther
	case s.Left < 0:
		return "no number of looks proves it of this reader; next, bauta audit draw --anew begins another audit in " +
			"this log, to be read with more care or by somebody else: it pays for this one, and the certificate says " +
			"that it was not the first"
	case s.Waiting > 0:
		return fmt.Sprintf("still needed: %s; next, look at the rows that wait, and enter them", s.needs())
	}
	return fmt.Sprintf("still needed: %s; next, bauta audit draw hands out more", s.needs())
}

// needs is what is still needed.
func (s *standing) needs() string {
	looks := several(s.Left, "look") + " without a leak"
	if left := s.Canaries - s.Shown; left > 0 {
		return looks + ", and " + counted(left, "canary", "canaries")
	}
	return looks
}

// counted is a number with what is counted, of one and of more.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// byNumber names things by their numbers: message 3; messages 3, 5.
func byNumber(thing string, numbers []int) string {
	said := make([]string, len(numbers))
	for i, n := range numbers {
		said[i] = strconv.Itoa(n)
	}
	if len(said) != 1 {
		thing += "s"
	}
	return thing + " " + strings.Join(said, ", ")
}
