package audit

import (
	"maps"
	"slices"
	"time"
)

// longest is how long a screen may take: of one before which somebody went away nobody knows
// how long it was looked at.
const longest = 5 * time.Minute

// unknown is in the place of the seconds of a screen before which somebody went away.
const unknown = -1

// screen is what was handed out together: when, how many rows, the how manieth.
type screen struct {
	at   time.Time
	rows int
	n    int
}

// handed notes that rows were handed out.
func (s *State) handed(at time.Time, rows []Row) {
	s.drawn++
	for _, r := range rows {
		s.screens[r.Key] = screen{at, len(rows), s.drawn}
	}
}

// lookedAt notes when the first row of a screen was looked at: screens are saved whole.
func (s *State) lookedAt(at time.Time, key string) {
	one := s.screens[key]
	if _, had := s.took[one.n]; had || one.n == 0 {
		return
	}
	s.took[one.n] = unknown
	if took := at.Sub(one.at); took < longest {
		s.took[one.n] = max(0, took.Seconds()) / float64(one.rows)
	}
}

// Seconds is how long a look at a desk took, the middle of all screens; nil where that is not
// known, and less than 1 where it was no time that a log counts. Of the rows of a sheet it
// says nothing: when they were looked at is not written.
func (s *State) Seconds() *float64 {
	all := slices.DeleteFunc(slices.Sorted(maps.Values(s.took)), func(x float64) bool { return x < 0 })
	if len(all) == 0 || 2*len(all) < len(s.took) {
		return nil
	}
	return &all[len(all)/2]
}
