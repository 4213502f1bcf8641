package audit

import (
	"crypto/ed25519"
	"time"
)

// Withdrawal says how a release came from one that was looked at: messages went, since
// somebody took consent back, and others were masked where they name that person. Fewer
// messages hold no more leaks. Those that changed count as if each leaked: that
// something was masked in them, and nothing else, the file does not prove.
type Withdrawal struct {
	Looked  int    `json:"looked"` // messages of the release that was looked at
	Gone    int    `json:"gone"`
	Changed int    `json:"changed"`
	Before  string `json:"before"` // signature of the certificate that this one follows from; "" where unknown
}

// fits reports whether a withdrawal leaves so many messages; none at all does.
func (w *Withdrawal) fits(left int) bool {
	return w == nil || w.Gone >= 0 && w.Changed >= 0 && w.Changed <= left && w.Looked == left+w.Gone
}

// Looked is how many messages the release had that was looked at.
func (c *Certificate) Looked() int {
	if c.Withdrawn != nil {
		return c.Withdrawn.Looked
	}
	return c.N
}

// most is how many messages leak at most, where what was looked at is as t has it.
func (c *Certificate) most(t Test) int {
	n := t.Least() - 1
	if c.Withdrawn != nil {
		n += c.Withdrawn.Changed
	}
	return min(c.N, n)
}

// leaves reports whether what was looked at is what an audit is of, or what a withdrawal left of it.
func (l *State) leaves(looked Release, c *Certificate) bool {
	n := looked.Counted()
	if c.Withdrawn == nil {
		return looked.Sum() == l.Release && n == l.N && looked.Left() == l.Silent
	}
	w := Withdrawal{Looked: l.N, Gone: l.N - n, Changed: c.Withdrawn.Changed, Before: c.Withdrawn.Before}
	c.Withdrawn = &w
	return n > 0 && w.fits(n)
}

// Left is what a withdrawal left, as it is written: digests of the names of its columns, of what is packed, and of
// the bytes of a file that is not.
type Left struct{ Header, File, Bytes string }

// Without is the certificate of what is left of a release after a withdrawal, which
// follows from that of the whole. It keeps nothing of the messages that went.
func (c *Certificate) Without(
	left Release, written Left, key ed25519.PrivateKey, made time.Time,
) (*Certificate, error) {
	if err := c.holds(); err != nil {
		return nil, err
	}
	report, err := nameless(c.Report)
	if err != nil {
		return nil, err
	}
	n := left.Counted()
	if c.Desk != "" {
		n = len(left) - min(c.Silent, left.Left())
	}
	w := Withdrawal{Looked: c.Looked(), Gone: c.Looked() - n, Before: c.Signature}
	w.Changed = len(left.Strangers(c.Marks, len(left)))
	if c.Withdrawn != nil {
		w.Changed += c.Withdrawn.Changed
	}
	out := *c
	out.Report, out.Header, out.File, out.Bytes = report, written.Header, written.File, written.Bytes
	out.Release, out.Marks, out.N, out.Made, out.Withdrawn = left.Sum(), left.Marks(), n, made, &w
	out.Silent = len(left) - n
	out.Most = out.most(TestOf(w.Looked, c.Limit, c.Names, c.OneLook))
	if n == 0 || w.Changed > n || !w.fits(n) {
		return nil, ErrChanged
	}
	return out.sign(key)
}
