package audit

import (
	"math"
	"slices"
)

// Part is what is looked at again of a release that has changed since it was audited:
// what is new in it. The messages that both releases hold leak no more than the one before
// did, less what was found in messages that are gone or have changed:
//
//	leaks now ≤ bound of the audit before − found + bound of the part
//
// The bound of the audit before is what its looks prove at the share of alpha that was
// its own, and the part is audited at the next one's, from a seed drawn when it was fixed.
// So both hold but for a chance that is no more than the sum, whatever made the release
// change: what was seen, too. The looks at messages that stayed are no sample of those:
// what leaked was masked, and only what did not leak stayed. They are not used as one.
type Part struct {
	Numbers []int `json:"numbers"` // messages that are new or have changed, by number, rising
	Found   int   `json:"found"`   // looks before that found a leak where messages are gone or have changed
}

// Pass is an audit that ended when the release changed, and that is carried on.
type Pass struct {
	N       int   `json:"n"`    // places of messages that were drawn from
	Most    int   `json:"most"` // of the whole release that might leak
	Attempt int   `json:"attempt"`
	OneLook bool  `json:"one_look,omitempty"`
	Looks   int   `json:"looks"`
	Leaks   []int `json:"leaks_at"`
	Found   int   `json:"found"` // leaks of it in messages that are gone or have changed since
}

// all reports that every place of some audits was looked at.
func all(past []Pass) bool {
	return !slices.ContainsFunc(past, func(p Pass) bool { return p.Looks < p.N })
}

// looksOf is how many looks some audits had.
func looksOf(past []Pass) (n int) {
	for _, p := range past {
		n += p.Looks
	}
	return n
}

// mostPasses bounds what is carried on.
const mostPasses = 64

// steps are the bounds that an audit is tried for when it is carried on, in 64 parts of what
// might leak, fixed beforehand and tested from the greatest on, so that the first that
// fails ends it: of those that are wrong the greatest is tested before the others, and it
// is proved with a chance of at most the audit's alpha.
var steps = [...]int{512, 256, 128, 96, 80, 64, 56, 48, 40, 32, 24, 16, 8, 6, 4, 3, 2, 1, 0}

// bound is how many places of a pass leak at most, where so many might.
func (p *Pass) bound(might int, sees, enough float64) int {
	best := p.N
	if sees == 1 { // of what was looked at that leaks which was found
		best = min(best, len(p.Leaks)+p.N-p.Looks)
	}
	t := Test{N: p.N, Sees: sees, OneLook: p.OneLook}
	for _, part := range steps {
		n := might * part / 64
		if n >= best {
			continue
		}
		if t.Limit = float64(n) / float64(p.N); !t.reaches(p.Looks, p.Leaks, enough) {
			break
		}
		best = n
	}
	return best
}

// reaches reports whether looks make the wealth so great.
func (t Test) reaches(looks int, leaks []int, enough float64) bool {
	w := t.Start()
	for i := 1; i <= looks && w.Best() < enough; i++ {
		found := len(leaks) > 0 && leaks[0] == i
		if found {
			leaks = leaks[1:]
		}
		w.Add(found)
	}
	return w.Best() >= enough
}

// sound reports whether a pass can have been, before one of that number.
func (p *Pass) sound(before int) bool {
	counts := p.N >= 0 && p.Most >= 0 && p.Looks >= 0 && p.Looks <= p.N
	found := p.Found >= 0 && p.Found <= len(p.Leaks)
	return counts && found && p.Attempt >= 1 && p.Attempt < before && rising(p.Leaks, p.Looks)
}

// rising reports whether numbers rise from 1 to at most one.
func rising(numbers []int, most int) bool {
	last := 0
	for _, n := range numbers {
		if n <= last || n > most {
			return false
		}
		last = n
	}
	return true
}

// claim is what an audit puts to the proof, of the part that it draws from.
type claim struct {
	Test
	places  int // of that part: N, or none
	carried int // leaks that what was carried on leaves possible
	might   int // of the part may leak
}

// claimOf is that of a release of which a part is drawn from, whole where nothing is
// carried on.
func claimOf(whole Test, past []Pass, places int, level Level, measured int) claim {
	c := claim{Test: whole, places: whole.N, might: whole.Least() - 1}
	if len(past) == 0 {
		return c
	}
	for i := range past {
		p := &past[i]
		n := p.bound(max(0, p.Most-c.carried), whole.Sees, 1/level.Alpha(p.Attempt, measured))
		c.carried += max(0, n-p.Found)
	}
	c.might -= c.carried
	c.N, c.places = max(1, places), places
	c.Limit = float64(max(0, c.might)) / float64(c.N)
	return c
}

// sure reports that the claim holds however many of the part leak.
func (c *claim) sure() bool { return c.might >= c.places }

// never reports that no look at the part proves it.
func (c *claim) never() bool { return c.might < 0 }

// wealth is the evidence for it.
func (c *claim) wealth(looks int, leaks []int) float64 {
	switch {
	case c.never():
		return 0
	case c.sure():
		return math.Inf(1)
	}
	return c.Replay(looks, leaks).Best()
}

// left is how many looks are still needed if no leak is found; -1 where none do.
func (c *claim) left(looks int, leaks []int, enough float64) (n int) {
	switch {
	case c.never():
		return -1
	case c.sure():
		return 0
	}
	w := c.Replay(looks, leaks)
	for ; w.Best() < enough; n++ {
		if w.Looks >= w.N {
			return -1
		}
		w.Add(false)
	}
	return n
}

// most is how many places of the whole release leak at most, as looks prove it.
func (c *claim) most(looks int, leaks []int, enough float64) float64 {
	if c.places == 0 {
		return float64(c.carried)
	}
	// Leaks are whole: a limit of so many and a half proves that so many leak at most. Who sees all leaves none
	// but what was not looked at.
	n := math.Floor(c.Bound(looks, leaks, 1/enough)*float64(c.places) + 1e-9)
	if c.Sees == 1 {
		n = min(n, float64(len(leaks)+c.places-looks))
	}
	return float64(c.carried) + n
}

// claim is what the newest audit puts to the proof, of a reader who sees so much.
func (s *State) claim(sees float64) claim {
	whole := s.Begin.Test()
	whole.Sees = sees
	if s.Part == nil {
		return claimOf(whole, nil, 0, s.Risk(), s.Measured)
	}
	return claimOf(whole, s.past, len(s.Part.Numbers)*s.Names.places(), s.Risk(), s.Measured)
}

// Draws reports whether a message, by its number, is of what is looked at.
func (b *Begin) Draws(number int) bool {
	if b.Part == nil {
		return true
	}
	_, ok := slices.BinarySearch(b.Part.Numbers, number)
	return ok
}

// places are those that an audit draws from.
func (b *Begin) places() int {
	if b.Part == nil {
		return b.N * b.Names.places()
	}
	return len(b.Part.Numbers) * b.Names.places()
}

// follows reports whether an audit may begin with a part after the one of a state.
func (s *State) follows(b *Begin) bool {
	if b.Part == nil {
		return true
	}
	_, leaks := s.Seen()
	reader := !b.Anew && b.Canaries == s.Canaries
	same := s.Attempt > 0 && reader && b.Risk() == s.Risk() && b.Names.places() == s.Names.places()
	found := b.Part.Found >= 0 && b.Part.Found <= len(leaks) && len(s.past) < mostPasses
	numbers := len(b.Part.Numbers)
	return same && found && rising(b.Part.Numbers, math.MaxInt) && numbers <= b.N && b.N-numbers <= s.N
}

// pass is the newest audit as it is carried on.
func (s *State) pass(found int) Pass {
	looks, leaks := s.Seen()
	return Pass{
		N: s.places(), Most: s.Begin.Test().Least() - 1, Attempt: s.Attempt, OneLook: s.OneLook,
		Looks: looks, Leaks: leaks, Found: found,
	}
}

// Carry makes of the beginning of an audit of a release that has changed one of the part
// that is new, where that takes fewer looks than the whole. changed are the numbers of
// that part, rising; gone says of a message of the release before whether it is gone or
// has changed.
func (s *State) Carry(b *Begin, changed []int, gone func(number int) bool) {
	found, looks := 0, 0
	for _, p := range s.order {
		n, ok := s.marks[p.key]
		if !ok {
			break
		}
		looks++
		if n > p.rank && gone(s.rows[p.key].Number) {
			found++
		}
	}
	part := *b
	part.Part = &Part{Numbers: changed, Found: found}
	part.Canaries, part.Anew = s.Canaries, false
	left := func(b *Begin) int {
		c := s.clone()
		if c.Apply(&Entry{Begin: b}) != nil {
			return -1
		}
		return c.Pace().Left
	}
	if few, all := left(&part), left(b); few >= 0 && (all < 0 || few < all) {
		*b = part
	}
}
