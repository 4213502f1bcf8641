package audit

import (
	"cmp"
	"maps"
	"slices"
)

// State is what follows from the log of an audit.
type State struct {
	Begin          // the newest
	Attempt int    // from 1; 0 before the first
	past    []Pass // those that it carries on, oldest first
	rows    map[string]Row
	order   []place        // handed out in this attempt, in the order of the draw
	marks   map[string]int // how many leaks were seen, as far as it counts
	said    map[string]int // and as the newest mark has it
	Drawn   int            // places of this attempt handed out
	// Measured is the attempt whose canaries say what the reader sees, in this one, too; 0
	// for none. So many of its Canaries were Shown.
	Measured int
	Shown    int
	made     []*Input          // of which its canaries are made: one file, by each name of it
	known    map[int]bool      // messages that were ever a canary
	drawn    int               // screens
	screens  map[string]screen // by the keys of their rows
	took     map[int]float64   // seconds a look, by screen; less than 0 where that is not known
	Amended  int               // marks that were changed afterwards
	Unmarked int               // of these, leaks that are said to be none, and that count
	Rest     *Rest             // what a withdrawal left of the release since
	ran      string            // the release before one, of which the newest audit's is what that left
}

// place is a place that was handed out: the key of its row, and which of the message's
// it is.
type place struct {
	key  string
	rank int
}

// NewState is that of an empty log.
func NewState() State {
	return State{
		rows: map[string]Row{}, marks: map[string]int{}, said: map[string]int{}, known: map[int]bool{},
		screens: map[string]screen{}, took: map[int]float64{},
	}
}

// Test is the claim of the newest audit, of a reader who sees everything.
func (b *Begin) Test() Test { return TestOf(b.N, b.Limit, b.Names, b.OneLook) }

// Risk is the level of the newest audit.
func (b *Begin) Risk() Level { return cmp.Or(b.Level, UsualLevel) }

// sound reports whether an audit may begin so.
func (b *Begin) sound() bool {
	claim := b.N >= 1 && b.Silent >= 0 && b.Limit > 0 && b.Limit < 1 && b.Names.Sound(b.N)
	return claim && b.Canaries >= 0 && b.Risk().Sound()
}

func (s *State) clone() State {
	c := *s
	c.rows, c.order, c.marks = maps.Clone(s.rows), slices.Clone(s.order), maps.Clone(s.marks)
	c.past, c.known, c.said = slices.Clone(s.past), maps.Clone(s.known), maps.Clone(s.said)
	c.screens, c.took = maps.Clone(s.screens), maps.Clone(s.took)
	return c
}

// Apply takes an entry into account.
func (s *State) Apply(e *Entry) error {
	switch {
	case e.Begin != nil:
		b := e.Begin
		if !b.sound() || !s.follows(b) {
			return errLog
		}
		if b.Part == nil {
			s.past = nil
		} else {
			s.past = append(s.past, s.pass(b.Part.Found))
		}
		s.ran, s.Rest = s.run(b.Release), nil
		s.Begin, s.Drawn, s.order = *b, 0, nil
		s.Attempt++
		maps.DeleteFunc(s.rows, func(_ string, r Row) bool { return !r.Canary })
		s.measure()
	case e.Drawn != nil:
		s.handed(e.At, e.Drawn)
		for _, r := range e.Drawn {
			if err := s.hand(r); err != nil {
				return err
			}
		}
	case e.Look != nil:
		if _, ok := s.rows[e.Look.Key]; !ok {
			return errLog
		}
		s.lookedAt(e.At, e.Look.Key)
		s.look(e.Look)
	case e.Rest != nil && s.Attempt > 0 && e.Rest.sound(&s.Begin):
		s.Rest = e.Rest
	case e.Named != nil && s.Original != nil:
		s.named(e.Named)
	default:
		return errLog
	}
	return nil
}

// measure takes it that an audit begins in which the reader is measured, for the first time
// or anew.
func (s *State) measure() {
	switch {
	case s.Canaries == 0:
		s.Measured, s.made = 0, nil
	case s.Measured == 0:
		s.Measured, s.made = s.Attempt, []*Input{s.Original}
	case s.Anew:
		clear(s.rows)
		s.Measured, s.Shown, s.made = s.Attempt, 0, []*Input{s.Original}
	case s.Shown < s.Canaries && !s.madeOf(s.Original): // the others are made of another one
		s.made = nil
	}
}

// Known reports whether a message, by its number, was ever a canary: the reader knows it.
func (s *State) Known(number int) bool { return s.known[number] }

// look takes a mark into account. The first one counts; another can only make the proof harder. Of a
// canary one that was not seen stays so, and of a message one that leaks: whoever is told
// what is still missing must not go back for it, and the wealth of a bettor holds for outcomes as
// they came. Who marked by mistake begins another audit.
func (s *State) look(l *Look) {
	n, canary := l.count(), s.rows[l.Key].Canary
	before, ok := s.said[l.Key]
	had := s.marks[l.Key]
	s.said[l.Key] = n
	switch {
	case !ok:
		s.marks[l.Key] = n
	case canary:
		s.marks[l.Key] = min(n, had)
	default:
		s.marks[l.Key] = max(n, had)
	}
	if !ok || before == n {
		return
	}
	s.Amended++
	switch {
	case canary:
	case n == 0:
		s.Unmarked++
	case before == 0 && had > 0:
		s.Unmarked--
	}
}

// hand takes a row that is handed out: each is the next of its kind.
func (s *State) hand(r Row) error {
	next := &s.Drawn
	if r.Canary {
		next = &s.Shown
	}
	had, twice := s.rows[r.Key]
	other := twice && !(had.Number == r.Number && s.again(had, r))
	within := r.Place < s.N*s.Names.places()+s.Canaries && r.Rank >= 0 && r.Rank < s.Names.places()
	if other || s.Attempt == 0 || r.Place != *next || !within {
		return errLog
	}
	*next++
	if !twice {
		s.rows[r.Key] = r
	}
	if r.Canary {
		s.known[r.Number] = true
	} else {
		s.order = append(s.order, place{r.Key, r.Rank})
	}
	return nil
}

// again reports whether a row may be another place of a message that was handed out.
func (s *State) again(had, r Row) bool { return s.Names != nil && !had.Canary && !r.Canary }

// count is how many leaks a look saw.
func (l *Look) count() int {
	if l.Leak {
		return 1 + max(0, l.More)
	}
	return 0
}

// Given is the key of a message, by its number, that was handed out in this attempt.
func (s *State) Given() map[int]string {
	out := map[int]string{}
	for key, r := range s.rows {
		if !r.Canary {
			out[r.Number] = key
		}
	}
	return out
}

// Row is the row of a key, where it was handed out in this attempt or is a canary.
func (s *State) Row(key string) (Row, bool) {
	r, ok := s.rows[key]
	return r, ok
}

// Said is how many leaks the newest mark of a row says; ok where somebody has looked.
func (s *State) Said(key string) (leaks int, ok bool) {
	leaks, ok = s.said[key]
	return leaks, ok
}

// Mark is how many leaks were seen in a row; ok where somebody has looked.
func (s *State) Mark(key string) (leaks int, ok bool) {
	leaks, ok = s.marks[key]
	return leaks, ok
}

// Seen is what counts of the looks of this attempt: places in the order of the draw
// up to the first that nobody has looked at, with the numbers of the looks (from 1)
// that found a leak. Whoever looks at rows in an order of their own changes nothing.
func (s *State) Seen() (looks int, leaks []int) {
	for _, p := range s.order {
		n, ok := s.marks[p.key]
		if !ok {
			break
		}
		looks++
		if n > p.rank {
			leaks = append(leaks, looks)
		}
	}
	return looks, leaks
}

// Reader counts the canaries that were looked at, and those that were seen to be some.
func (s *State) Reader() (shown, seen int) {
	for key, n := range s.marks {
		if s.rows[key].Canary {
			shown++
			if n > 0 {
				seen++
			}
		}
	}
	return shown, seen
}

// Leaking gives the numbers of the messages in the release that leak, as somebody saw.
func (s *State) Leaking() []int {
	var out []int
	for key, n := range s.marks {
		if r, ok := s.rows[key]; ok && n > 0 && !r.Canary {
			out = append(out, r.Number)
		}
	}
	slices.Sort(out)
	return out
}

// Standing is how far an audit has come.
type Standing struct {
	Test
	Names      *Names  `json:"names,omitempty"` // where they are the unit, and N counts places
	Level      Level   `json:"level"`
	Attempt    int     `json:"attempt"`
	Looks      int     `json:"looks"`
	Leaks      []int   `json:"leaks_at"` // at which looks, from 1
	Waiting    int     `json:"waiting"`  // rows handed out that nobody has looked at
	Canaries   int     `json:"canaries"`
	Measured   int     `json:"canaries_in_audit"` // 0 without
	Shown      int     `json:"canaries_looked_at"`
	Recognised int     `json:"canaries_seen"`
	Wealth     float64 `json:"wealth"`
	Enough     float64 `json:"wealth_needed"`
	Bound      float64 `json:"bound"`
	// Left is how many looks are still needed if no leak is found; -1 where even a
	// look at all messages proves nothing.
	Left   int  `json:"looks_left"`
	Proved bool `json:"proved"`
	// Again reports that only what has changed is looked at: the Test is of that part.
	Again bool `json:"part,omitempty"`
	// Carried is how many looks at the release as it was are carried on then.
	Carried int `json:"looks_carried,omitempty"`
	// All reports that every message was looked at, in this audit or in one that is carried on.
	All bool `json:"looked_at_all,omitempty"`
}

// Standing computes where the audit stands. Until all canaries have been looked at,
// what the reader sees is an estimate, and nothing is proved.
func (s *State) Standing() Standing {
	out := s.Pace()
	if s.Attempt > 0 {
		c, whole := s.claim(out.Sees), s.Begin.Test().N
		out.Bound = s.Names.Share(min(1, c.most(out.Looks, out.Leaks, out.Enough)/float64(whole)), whole)
	}
	return out
}

// Pace is the Standing without its bound, which takes far longer than all the rest.
func (s *State) Pace() Standing {
	out := Standing{
		Test: s.Begin.Test(), Level: s.Risk(), Attempt: s.Attempt, Names: s.Names, Canaries: s.Canaries,
		Measured: s.Measured, Bound: 1, Left: -1,
	}
	out.Looks, out.Leaks = s.Seen()
	out.Shown, out.Recognised = s.Reader()
	out.Waiting = len(s.rows) - s.looked()
	out.All = s.Attempt > 0 && out.Looks == s.places() && all(s.past)
	if s.Attempt == 0 {
		return out
	}
	c := s.claim(out.Level.Sees(s.Measured, out.Recognised, out.Shown))
	out.Test, out.Again, out.Carried = c.Test, s.Part != nil, looksOf(s.past)
	out.Enough = 1 / out.Level.Alpha(s.Attempt, s.Measured)
	out.Wealth = c.wealth(out.Looks, out.Leaks)
	// Canaries that are left as a careful reader sees them, else nothing seems to lead anywhere at first.
	plan := s.claim(out.Level.Expected(s.Measured, out.Recognised, out.Shown, s.Canaries))
	out.Left = plan.left(out.Looks, out.Leaks, out.Enough)
	out.Proved = out.Left == 0 && out.Shown == s.Canaries
	return out
}

// LookedAt is how many rows of this attempt somebody has looked at, in whatever order,
// canaries apart.
func (s *State) LookedAt() int {
	shown, _ := s.Reader()
	return s.looked() - shown
}

func (s *State) looked() (n int) {
	for key := range s.rows {
		if _, ok := s.marks[key]; ok {
			n++
		}
	}
	return n
}

// Unseen are the rows that were handed out and that nobody has looked at.
func (s *State) Unseen() []Row {
	var out []Row
	for key, r := range s.rows {
		if _, ok := s.marks[key]; !ok {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Row) int { return cmp.Compare(a.Key, b.Key) })
	return out
}
