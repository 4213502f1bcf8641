package mask

import (
	"encoding/json"
	"errors"
)

var errTurn = errors.New("the surrogates of a thread are damaged, or of another key")

// savedSeat is a seat as it is written: its cell and its place there, or a guest.
type savedSeat struct {
	Cell  int    `json:"c,omitempty"`
	Index int    `json:"i,omitempty"`
	Guest string `json:"g,omitempty"`
}

func (s seat) saved() savedSeat { return savedSeat{s.cell, s.index, s.guest} }

func (s savedSeat) seat() seat { return seat{s.Cell, s.Index, s.Guest} }

// savedTurning is what a rotation remembers of a thread. It holds under its key and
// table of names alone.
type savedTurning struct {
	Open   bool           `json:"o,omitempty"`
	Lang   string         `json:"l,omitempty"`
	Stands []savedSeat    `json:"s,omitempty"`
	To     [][2]savedSeat `json:"t,omitempty"`
}

// MarshalBinary writes the surrogates of the thread.
func (s *turning) MarshalBinary() ([]byte, error) {
	out := savedTurning{}
	if s.stands != nil {
		out.Open, out.Lang = true, s.names.lang
		for at := range s.stands {
			out.Stands = append(out.Stands, at.saved())
		}
		for from, to := range s.to {
			out.To = append(out.To, [2]savedSeat{from.saved(), to.saved()})
		}
	}
	return json.Marshal(out)
}

// UnmarshalBinary takes surrogates that were chosen before.
func (s *turning) UnmarshalBinary(data []byte) error {
	var in savedTurning
	if json.Unmarshal(data, &in) != nil {
		return errTurn
	}
	read := turning{Rotate: s.Rotate}
	if in.Open {
		if read.names = s.tables[in.Lang]; read.names == nil {
			return errTurn
		}
		read.stands, read.to = map[seat]bool{}, given{}
	}
	for _, at := range in.Stands {
		if !in.Open || !read.names.has(at.seat()) {
			return errTurn
		}
		read.stands[at.seat()] = true
	}
	for _, pair := range in.To {
		from, to := pair[0].seat(), pair[1].seat()
		if !in.Open || !read.names.has(from) || !read.names.has(to) {
			return errTurn
		}
		read.to[from] = to
	}
	*s = read
	return nil
}

// has reports a seat of the table.
func (t *names) has(at seat) bool {
	if at.guest != "" {
		_, ok := t.guest(at.guest)
		return ok
	}
	return at.cell >= 0 && at.cell < len(t.cells) && at.index >= 0 && at.index < len(t.cells[at.cell])
}
