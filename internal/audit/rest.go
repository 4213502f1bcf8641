package audit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Rest is what a withdrawal left of the release of an audit, from which that goes on: the log knows it by its
// digest, and by number what of both releases is not in the other.
type Rest struct {
	Release string `json:"release"`
	File    string `json:"file_digest,omitempty"`
	Gone    []int  `json:"gone"`    // messages of the release of the audit, by number and rising
	Changed []int  `json:"changed"` // messages of what is left that are not as they were looked at
}

// sound reports whether a withdrawal can have left so much of an audit's release.
func (w *Rest) sound(b *Begin) bool {
	n := b.N + b.Silent
	return w.Release != "" && rising(w.Gone, n) && rising(w.Changed, n) && len(w.Changed) <= len(w.Gone)
}

// Knows reports whether a release is the one of the audit, or what a withdrawal left of that.
func (s *State) Knows(r Release) bool {
	return r.Sum() == s.Release || s.Rest != nil && r.Sum() == s.Rest.Release
}

// asLooked gives the messages of a release that State Knows as they were looked at, and which of the release of the
// audit each is.
func (s *State) asLooked(r Release) (was Release, numbers []int) {
	var gone, changed []int
	if r.Sum() != s.Release {
		gone, changed = s.Rest.Gone, s.Rest.Changed
	}
	for i, d := range r {
		if _, other := slices.BinarySearch(changed, i+1); !other {
			was = append(was, d)
		}
	}
	for n := 1; len(numbers) < len(was); n++ {
		if _, no := slices.BinarySearch(gone, n); !no {
			numbers = append(numbers, n)
		}
	}
	return was, numbers
}

// Since says what a release is of one that State Knows: the messages of the release of the audit that are
// gone or have changed, and those of the release that are new or have.
func (s *State) Since(before, r Release) (gone, changed []int) {
	was, numbers := s.asLooked(before)
	if before.Sum() != s.Release {
		gone = slices.Clone(s.Rest.Gone)
	}
	others, changed := was.apart(r)
	if strangers := r.Strangers(was.Marks(), len(r)); len(strangers) < len(changed) { // in another order
		others, changed = was.Strangers(r.Marks(), len(was)), strangers
		for i := range others {
			others[i]--
		}
	}
	for _, at := range others {
		gone = append(gone, numbers[at])
	}
	slices.Sort(gone)
	return gone, changed
}

// Remaining gives the messages that leak, as somebody saw, and that a withdrawal left as they were looked at, by
// number in what it left.
func (s *State) Remaining() []int {
	if s.Rest == nil {
		return s.Leaking()
	}
	var out []int
	for _, n := range s.Leaking() {
		before, gone := slices.BinarySearch(s.Rest.Gone, n)
		if gone {
			continue
		}
		n -= before
		for _, changed := range s.Rest.Changed { // rising
			if changed <= n {
				n++
			}
		}
		out = append(out, n)
	}
	return out
}

// Over reports whether a withdrawal left no message.
func (s *State) Over() bool {
	return s.Rest != nil && len(s.Rest.Changed) == 0 && len(s.Rest.Gone) == s.N+s.Silent
}

// apart gives the messages of a release, by index, that another one has not, and those of that one, by number, that
// are not of the first. Of several that are the same those stay that stand in the order of both.
func (r Release) apart(now Release) (gone, changed []int) {
	at := map[Digest][]int{}
	for i, d := range r {
		at[d] = append(at[d], i)
	}
	next := 0
	for i, d := range now {
		places := at[d]
		for len(places) > 0 && places[0] < next {
			places = places[1:]
		}
		if at[d] = places; len(places) == 0 {
			changed = append(changed, i+1)
			continue
		}
		for ; next < places[0]; next++ {
			gone = append(gone, next)
		}
		next++
	}
	for ; next < len(r); next++ {
		gone = append(gone, next)
	}
	return gone, changed
}

// Left is what a withdrawal left of a release that State Knows.
func (s *State) Left(before, now Release, file string) *Rest {
	w := &Rest{Release: now.Sum(), File: file}
	w.Gone, w.Changed = s.Since(before, now)
	return w
}

// Withdrawal is how what a withdrawal left is certified without another look, nil of the release of the audit
// itself.
func (s *State) Withdrawal(r Release) *Withdrawal {
	if s.Rest == nil || r.Sum() != s.Rest.Release {
		return nil
	}
	w := &Withdrawal{}
	for _, n := range s.Rest.Changed {
		if n <= len(r) && r[n-1].Speaks() {
			w.Changed++
		}
	}
	return w
}

// run is the release that a run wrote of which withdrawals left the one of a digest; "" for none.
func (s *State) run(release string) string {
	switch {
	case s.Rest != nil && s.Rest.Release == release:
		return cmp.Or(s.ran, s.Release)
	case s.Release == release:
		return s.ran
	}
	return ""
}

// OfRun holds what the report of a run names against a release: that one, or one of which withdrawals left it.
func (s *State) OfRun(o *Output, r Release) error {
	if o != nil && o.Digest != "" && o.Digest == s.run(r.Sum()) {
		return nil
	}
	return o.Of(r)
}

// report has a certificate hold the report that it was given, as it is published. Of what a withdrawal left that is the
// one of the release before, which it names no more.
func (s *State) report(c *Certificate) error {
	given := c.Report
	var run struct {
		Release *Output `json:"release"`
	}
	before := s.run(c.Release)
	if before != "" && json.Unmarshal(given, &run) == nil && run.Release != nil && run.Release.Digest == before {
		c.Report, _ = nameless(given)
		c.Earlier = c.Withdrawn == nil
	}
	if err := c.reported(); err != nil {
		return err
	}
	if s.Report != "" && len(given) > 0 && ReportDigest(given) != s.Report {
		return fmt.Errorf("%w is not the one that the audit was begun with; give that, as it was written", ErrReport)
	}
	report, err := unsalted(c.Report)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrReport, err)
	}
	c.Report, c.Original = report, s.original(given)
	return nil
}
