package audit

import "math"

// Names makes the name the unit of an audit, and all else that had to go with it: of
// what had to go, at most such a share is left. A message has Most places, of which as
// many leak as names are left in it, which ones is left to chance; the audit draws
// places, and to a look at one it does not matter which name was seen where. So each
// look finds a leak or not, as where messages are the unit, and the same bets apply. Of
// a message in which more names than Most are left, Most count.
type Names struct {
	Most   int `json:"most"`   // places of a message
	Hidden int `json:"hidden"` // names that the release hides
}

// Sound reports whether a unit is one, of so many messages.
func (u *Names) Sound(messages int) bool {
	return u == nil || u.Most >= 1 && u.Most <= MostPlaces && u.Hidden >= 1 && messages <= math.MaxInt32/MostPlaces
}

// MostPlaces bounds the places of a message: the more, the more looks.
const MostPlaces = 20

// UsualPlaces are those of a message if nothing else is said.
const UsualPlaces = 3

// places are those of a message.
func (u *Names) places() int {
	if u == nil {
		return 1
	}
	return u.Most
}

// hidden is how many names are; 0 where they are not the unit.
func (u *Names) hidden() int {
	if u == nil {
		return 0
	}
	return u.Hidden
}

// TestOf is the claim that of what so many messages hold at most a share is left.
func TestOf(messages int, limit float64, u *Names, oneLook bool) Test {
	t := Test{N: messages, Limit: limit, OneLook: oneLook, Sees: 1}
	if u != nil {
		t.N *= u.Most
		left := math.Floor(limit*float64(u.Hidden)/(1-limit) + 1e-9)
		t.Limit = left / float64(t.N)
	}
	return t
}

// Share is the part of what had to go that is left, where such a part of the places
// leaks.
func (u *Names) Share(places float64, n int) float64 {
	if u == nil {
		return places
	}
	left := places * float64(n)
	return left / (left + float64(u.Hidden))
}
