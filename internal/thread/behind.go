package thread

import (
	"slices"
	"sort"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/routing"
)

// colon parts the words that ask from what answers.
const colon = ": "

// question gives the part of a document that asks, with a colon behind it, as a document
// of its own. It keeps nothing of the message but these words.
func question(d *bauta.Doc, c clause) *bauta.Doc {
	text := strings.Clone(d.Text[c.start:c.end])
	from, to := shadowed(d, c.start), shadowed(d, c.end)
	q := &bauta.Doc{
		Message: bauta.Message{Lang: strings.Clone(d.Lang), Text: text + colon},
		Also:    slices.Clone(d.Also),
		Shadow:  strings.Clone(shadow(d)[from:to]) + colon,
	}
	if slices.Contains(q.Also, routing.Auto) { // what is short is not read in windows
		q.Also = nil
	}
	for _, t := range d.Tokens {
		if t.Start >= c.start && t.End <= c.end {
			t.Start, t.End, t.Norm = t.Start-c.start, t.End-c.start, strings.Clone(t.Norm)
			q.Tokens = append(q.Tokens, t)
		}
	}
	end := len(text)
	q.Tokens = append(q.Tokens, bauta.Token{Start: end, End: end + 1, Norm: ":", Kind: bauta.Punct})
	for i, s := range d.Shifts {
		switch {
		case s.Shadow >= to:
		case s.Shadow > from:
			q.Shifts = append(q.Shifts, moved(s, -from, -c.start))
		case i+1 == len(d.Shifts) || d.Shifts[i+1].Shadow > from: // which holds where the words begin
			if s = moved(s, -from, -c.start); !s.Fold {
				s.Text -= s.Shadow
			}
			s.Shadow = 0
			q.Shifts = append(q.Shifts, s)
		}
	}
	if len(d.Shifts) > 0 {
		q.Shifts = append(q.Shifts, bauta.Shift{Shadow: to - from, Text: end})
	}
	return q
}

// behind gives a message behind a question, of what was analysed of both.
func behind(q, d *bauta.Doc) *bauta.Doc {
	both := &bauta.Doc{Message: d.Message, Also: q.Also}
	both.Lang, both.Known = q.Lang, nil
	both.Text, both.Shadow = q.Text+d.Text, q.Shadow+shadow(d)
	both.Tokens = slices.Grow(slices.Clone(q.Tokens), len(d.Tokens))
	for _, t := range d.Tokens {
		t.Start, t.End = t.Start+len(q.Text), t.End+len(q.Text)
		both.Tokens = append(both.Tokens, t)
	}
	if len(q.Shifts)+len(d.Shifts) > 0 {
		both.Shifts = append(slices.Clone(q.Shifts), bauta.Shift{Shadow: len(q.Shadow), Text: len(q.Text)})
	}
	for _, s := range d.Shifts {
		both.Shifts = append(both.Shifts, moved(s, len(q.Shadow), len(q.Text)))
	}
	return both
}

// moved gives a shift so many bytes further on.
func moved(s bauta.Shift, shadow, text int) bauta.Shift {
	s.Shadow, s.Text = s.Shadow+shadow, s.Text+text
	return s
}

// shadow gives the normalised copy of a document, the text itself where nobody
// normalised it.
func shadow(d *bauta.Doc) string {
	if d.Shadow == "" && len(d.Shifts) == 0 {
		return d.Text
	}
	return d.Shadow
}

// shadowed gives the first byte of the normalised copy that stands for a byte of the
// text, or for one behind it.
func shadowed(d *bauta.Doc, at int) int {
	if len(d.Shifts) == 0 {
		return at
	}
	return sort.Search(len(d.Shadow), func(i int) bool {
		from, _ := d.Origin(i, i+1)
		return from >= at
	})
}
