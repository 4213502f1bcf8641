package dossier

import (
	"strings"

	"github.com/bauta/bauta/internal/audit"
)

// claim is what was looked at, what is proved by that, and what was seen and stands in the release all the same.
func (s speaker) claim(c *audit.Certificate) string {
	out := []string{s.looked(c)}
	if len(c.Leaks) == 0 {
		out = append(out, s.say("clean"))
	}
	if c.Counts() {
		if len(c.Leaks) > 0 {
			out = append(out, s.counted(c))
		}
		return strings.Join(out, " ")
	}
	out = append(out, s.most(c))
	if seen := len(c.Leaks) - c.Unmarked; seen > 0 {
		stands := "stands"
		if c.Withdrawn != nil {
			stands = "stood"
		}
		out = append(out, s.say(stands, seen))
	}
	return strings.Join(out, " ")
}

// looked is what was looked at.
func (s speaker) looked(c *audit.Certificate) string {
	switch {
	case c.All() && c.Withdrawn != nil:
		return s.say("looked.all.left", c.Looked(), c.N)
	case c.All():
		return s.say("looked.all", c.N)
	case len(c.Carried) > 0 && c.Withdrawn != nil:
		return s.say("looked.carried", c.AllLooks()) + " " + s.say("left", c.Looked(), c.N)
	case len(c.Carried) > 0: // what changed was looked at again, and all of it may have been before
		return s.say("looked.carried", c.AllLooks())
	case c.Names != nil && c.Withdrawn != nil: // looks are at places for names, of which there are more than messages
		return s.say("looked.places", c.AllLooks()) + " " + s.say("left", c.Looked(), c.N)
	case c.Names != nil:
		return s.say("looked.places", c.AllLooks())
	case c.Withdrawn != nil:
		return s.say("looked.left", c.AllLooks(), c.Looked(), c.N)
	}
	return s.say("looked", c.AllLooks())
}

// most is how much is left at most.
func (s speaker) most(c *audit.Certificate) string {
	chance := s.share(float64(c.Level), "%.3g %%")
	switch {
	case c.ByNames():
		return s.say("most.names", c.Names.Hidden, c.MostNames(), c.Names.Most, chance)
	case c.Withdrawn != nil:
		return s.say("most.left", c.Most, chance)
	}
	return s.say("most", c.Most, c.N, chance)
}

// counted is how much is left where all was looked at by somebody who is taken to see everything.
func (s speaker) counted(c *audit.Certificate) string {
	if c.ByNames() {
		return s.say("exact.names", len(c.Leaks), c.Names.Most)
	}
	return s.say("exact", len(c.Leaks))
}

// bound is what the number is that is left at most.
func (s speaker) bound(c *audit.Certificate) string {
	limit := s.share(c.Limit, "%.3g %%")
	switch w := c.Withdrawn; {
	case w == nil:
		return s.say("bound", limit)
	case w.Changed == 0:
		return s.say("bound.looked", limit)
	default:
		return s.say("bound.left", limit, w.Changed)
	}
}
