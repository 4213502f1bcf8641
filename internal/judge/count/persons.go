// Package count counts what a run did to people, and as presidio-research does.
package count

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Persons says what became of the people of messages, and how many words were
// hidden for nothing. All but Words and the messages count spans or characters (code
// points).
type Persons struct {
	Messages   int `json:"messages"`
	Persons    int `json:"persons"`    // in gold
	Whole      int `json:"whole"`      // of these, under finds of any type to the last character
	Gone       int `json:"gone"`       // of these, came out changed to the last character
	Characters int `json:"characters"` // of these persons
	Hidden     int `json:"hidden"`     // of these, under finds of any type
	Lost       int `json:"lost"`       // of these, came out changed
	Found      int `json:"found"`      // finds of persons
	Wrong      int `json:"wrong"`      // of these, that touch no gold of any type
	FoundChars int `json:"found_chars"`
	RightChars int `json:"right_chars"` // of these, under gold of any type
	Without    int `json:"without"`     // messages without gold
	Finds      int `json:"finds"`       // finds of any type in these
	Touched    int `json:"touched"`     // of these messages, with a find of any type
	Changed    int `json:"changed"`     // of these, came out changed
	Words      int `json:"words"`       // that came out changed there
}

// Add adds the counts of other messages, n times.
func (c *Persons) Add(d Persons, n int) {
	other := d.fields()
	for i, p := range c.fields() {
		*p += n * *other[i]
	}
}

func (c *Persons) fields() [16]*int {
	return [...]*int{
		&c.Messages, &c.Persons, &c.Whole, &c.Gone, &c.Characters, &c.Hidden, &c.Lost, &c.Found, &c.Wrong,
		&c.FoundChars, &c.RightChars, &c.Without, &c.Finds, &c.Touched, &c.Changed, &c.Words,
	}
}

// OfPersons counts one message: what is in it, what was found (questions do not
// count) and which ranges came out changed. Spans are bytes of the text.
func OfPersons(text string, gold, found, gone []bauta.Span) Persons {
	c := Persons{Messages: 1}
	wanted, hidden, lost := covered(text, gold), make([]bool, len(text)), covered(text, gone)
	for _, s := range found {
		if s.Doubt != bauta.Sure {
			continue
		}
		c.Finds++
		mark(hidden, s)
		if s.Label == bauta.Person {
			c.Found++
			right, all := under(text, s, wanted)
			c.FoundChars, c.RightChars = c.FoundChars+all, c.RightChars+right
			if right == 0 {
				c.Wrong++
			}
		}
	}
	for _, g := range gold {
		if g.Label != bauta.Person {
			continue
		}
		c.Persons++
		n, all := under(text, g, hidden)
		k, _ := under(text, g, lost)
		c.Characters, c.Hidden, c.Lost = c.Characters+all, c.Hidden+n, c.Lost+k
		c.Whole += oneIf(n == all)
		c.Gone += oneIf(k == all)
	}
	if len(gold) > 0 {
		c.Finds = 0
		return c
	}
	c.Without = 1
	c.Touched, c.Changed = oneIf(c.Finds > 0), oneIf(len(gone) > 0)
	for _, s := range gone {
		c.Words += len(strings.Fields(text[s.Start:s.End]))
	}
	return c
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

func covered(text string, spans []bauta.Span) []bool {
	out := make([]bool, len(text))
	for _, s := range spans {
		mark(out, s)
	}
	return out
}

func mark(in []bool, s bauta.Span) {
	for i := max(0, s.Start); i < min(s.End, len(in)); i++ {
		in[i] = true
	}
}

// under counts the code points of a span that are marked, and all of them.
func under(text string, s bauta.Span, marked []bool) (n, all int) {
	for i := range text[s.Start:s.End] {
		n += oneIf(marked[s.Start+i])
	}
	return n, utf8.RuneCountInString(text[s.Start:s.End])
}

// WholeRate is the share of persons under finds to the last character, in per cent.
func (c Persons) WholeRate() float64 { return percent(c.Whole, c.Persons) }

// GoneRate is the share of persons that came out changed, in per cent.
func (c Persons) GoneRate() float64 { return percent(c.Gone, c.Persons) }

// LostRate is the share of characters of persons that came out changed, in per cent.
func (c Persons) LostRate() float64 { return percent(c.Lost, c.Characters) }

// Precision is the share of persons found that touch gold of any type, in per cent.
func (c Persons) Precision() float64 { return percent(c.Found-c.Wrong, c.Found) }

// CharPrecision is the share of their characters that lie under gold, in per cent.
func (c Persons) CharPrecision() float64 { return percent(c.RightChars, c.FoundChars) }

// WordsPer1000 are the words hidden in a thousand messages without gold.
func (c Persons) WordsPer1000() float64 {
	return 1000 * float64(c.Words) / float64(max(c.Without, 1))
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(100*part) / float64(whole)
}
