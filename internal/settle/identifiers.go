package settle

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
)

// Identifiers leaves identifiers to their patterns: what a tagger would keep in the
// text must not win over what a pattern found to be hidden, however sure it is. Nor
// does a tagger ask about what is kept anyhow, nor about anything where it is mute.
type Identifiers struct {
	Mute  bool
	Keeps func(bauta.Span) bool // of the pipeline
}

var _ bauta.Settler = Identifiers{}

// clock is a time of the day, which is no date (20h, 8.30pm, 19h15-20h, um 20
// Uhr). Two numbers with a full stop alone may be a day and a month.
var clock = regexp.MustCompile(`(?i)^(?:(?:at|by|à|a|vers|um|gegen|ab|kl\.?|klockan|alle|ore|a las) )?` +
	hour + `(?: ?(?:-|–|to|à|bis|till) ?` + hour + `)?$`)

const hour = `(?:[01]?\d|2[0-4])(?: ?h ?(?:[0-5]\d)?|:[0-5]\d(?: ?h| ?uhr| ?[ap]\.?m\.?)?` +
	`|(?:\.[0-5]\d)? ?(?:uhr|[ap]\.?m\.?|o'?clock|heures?))`

// Name is "identifiers".
func (Identifiers) Name() string { return "identifiers" }

// Settle takes the finds of taggers away that patterns know better.
func (o Identifiers) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	if !slices.ContainsFunc(found, sentenceRead) {
		return found, nil
	}
	var all []bauta.Span // what patterns found, then what taggers did
	for _, s := range found {
		if s.Source == "pattern" {
			all = append(all, s)
		}
	}
	stands := make([]bool, len(all), len(found)) // the patterns' finds, and what was taken of the taggers' so far
	for i := range stands {
		stands[i] = true
	}
	for i := range found {
		if sentenceRead(found[i]) {
			all, stands = append(all, trim(d, found[i])), append(stands, false)
		}
	}
	near := interval.Of(all)
	at := len(all) - tally(found)
	out := found[:0]
	for _, s := range found {
		if !sentenceRead(s) {
			out = append(out, s)
			continue
		}
		if !o.moot(d, s) && !o.beaten(s, all, stands, near) {
			stands[at] = true
			out = append(out, all[at])
		}
		at++
	}
	return out, nil
}

// sentenceRead reports a find of what reads sentences: a tagger, or Japanese.
func sentenceRead(s bauta.Span) bool { return tagged(s) || s.Source == "japanese" }

// tally counts the finds of what reads sentences.
func tally(found []bauta.Span) int {
	n := 0
	for _, s := range found {
		if sentenceRead(s) {
			n++
		}
	}
	return n
}

// moot reports a question that nobody is asked, and a time of the day.
func (o Identifiers) moot(d *bauta.Doc, s bauta.Span) bool {
	if s.Doubt != bauta.Sure && (o.Mute || o.Keeps(s)) {
		return true
	}
	return s.Label == bauta.Date && clock.MatchString(d.Surface(s.Start, s.End))
}

// beaten reports a find of the tagger over which another one stands.
func (o Identifiers) beaten(t bauta.Span, all []bauta.Span, stands []bool, near *interval.Tree) bool {
	kept := o.Keeps(t)
	for i := range near.Over(t.Start, t.End) {
		s := all[i]
		inside := Formal[t.Label] && s.Start <= t.Start && t.End <= s.End
		if stands[i] && (inside || kept && !o.Keeps(s)) {
			return true
		}
	}
	return false
}

// trim takes signs off the front of a tagger's find, which cuts words finer
// than people do ("Mrs. Silva"), and the name of the next line's field off its
// end ("12 Mill Road\nCity: …").
func trim(d *bauta.Doc, s bauta.Span) bauta.Span {
	if i := strings.LastIndexByte(d.Text[s.Start:s.End], '\n'); i > 0 && strings.HasPrefix(d.Text[s.End:], ":") {
		s.End = s.Start + i
	}
	for s.Start < s.End && strings.IndexByte(".,;:!? ", d.Text[s.Start]) >= 0 {
		s.Start++
	}
	return s
}
