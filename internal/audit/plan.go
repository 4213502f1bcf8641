package audit

// Plan is what an audit will cost, before anybody looks.
type Plan struct {
	Test
	Level    Level    `json:"level"`
	Canaries int      `json:"canaries"`
	Looks    []Needed `json:"looks"`
	OneLook  *int     `json:"looks_at_once"`
	Seconds  float64  `json:"seconds_a_look"`
}

// Needed is how many looks prove the limit after so many leaks; null where none do.
type Needed struct {
	Leaks  int  `json:"leaks"`
	All    *int `json:"reader_sees_all"`
	Likely *int `json:"reader_measured"` // who saw 98 of 100 canaries
}

// Canaries is how many an audit has when nobody says.
const Canaries = 100

// Usual is the share of canaries that a careful reader sees.
const Usual = 0.98

// Expected is the least share of leaks that somebody sees, as so many canaries will have
// told, who has seen some of those shown: a careful reader sees the Usual share of the
// others. What an audit will take follows from it, before the first look and later.
func (l Level) Expected(measured, seen, shown, canaries int) float64 {
	return l.Sees(measured, seen+int(Usual*float64(canaries-shown)), canaries)
}

// LeastCanaries is how many say anything of a reader.
const LeastCanaries = 20

// Renew has the reader of an audit that begins anew measured anew, where so many fresh messages
// were never a canary: of a reader who knows them they would measure the memory. It does not
// where the audit could then be proved by no number of looks.
func (s *State) Renew(b *Begin, fresh int) {
	k, n := s.Attempt+1, min(s.Canaries, fresh)
	b.Canaries, b.Anew = s.Canaries, false
	if n < LeastCanaries {
		return
	}
	t := b.Test()
	t.Sees = b.Risk().Expected(k, 0, 0, n)
	if _, ok := t.Need(0, b.Risk().Alpha(k, k)); ok {
		b.Canaries, b.Anew = n, true
	}
}

// Leads reports whether some number of looks proves an audit that begins so.
func (s *State) Leads(b *Begin) bool {
	next := s.clone()
	return next.Apply(&Entry{Begin: b}) == nil && next.Pace().Left >= 0
}

// Another reports whether another audit of the same release may lead anywhere, as far as the log tells: a reader whom
// nothing measures anew counts as measured before.
func (s *State) Another() bool {
	b := s.Begin
	b.Part = nil
	s.Renew(&b, b.N-len(s.known))
	return s.Leads(&b)
}

// perLook is how long a look takes, in seconds: ten messages on a screen in fifteen.
const perLook = 1.5

// NewPlan plans for no leak found, one, two and three.
func NewPlan(t Test, level Level, canaries int) *Plan {
	t.Sees = 1
	p := &Plan{Test: t, Level: level, Canaries: canaries, Seconds: perLook}
	need := func(t Test, sees float64, leaks int, alpha float64) *int {
		t.Sees = sees
		if n, ok := t.Need(leaks, alpha); ok {
			return &n
		}
		return nil
	}
	sees, measured := level.Expected(1, 0, 0, canaries), min(1, canaries)
	for leaks := range 4 {
		p.Looks = append(p.Looks, Needed{
			leaks, need(t, 1, leaks, level.Alpha(1, 0)), need(t, sees, leaks, level.Alpha(1, measured)),
		})
	}
	once := t
	once.OneLook = true
	p.OneLook = need(once, 1, 0, level.Alpha(1, 0)) // as an audit that begins so spends it
	return p
}
