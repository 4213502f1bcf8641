package review

import (
	"io"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/fst"
)

// Gold gives what is hidden in a message as spans, and whether something in it
// is still open, in which case it is no gold. Source says how a span came to
// hold: "review" of a single decision, "bulk" of one about more, which training
// may weigh less, and the detector's name of a find that nobody was asked about.
func Gold(m *Stored) (spans []bauta.Span, open bool) {
	for i := range m.Occurrences {
		o := &m.Occurrences[i]
		switch o.Now.Effect {
		case Undecided:
			open = true
			continue
		case Keep:
			continue
		}
		s := o.Span
		if o.Now.Decision != "" {
			at := Range{o.Start, o.End}
			if o.Now.As != (Range{}) {
				at = o.Now.As
			}
			if o.Now.Label != s.Label || at != o.Range {
				s.Inner, s.Part = nil, ""
			}
			s.Start, s.End, s.Label, s.Doubt, s.P, s.Source, s.Why = at.Start, at.End, o.Now.Label, bauta.Sure, 1,
				Source, ""
			if o.Now.Bulk {
				s.Source = "bulk"
			}
		}
		spans = append(spans, s)
	}
	return bauta.Fuse(len(m.Message.Text), spans), open
}

// Words gives the words that rules mask or keep for good, sorted: those about a
// word as such, not in one context alone. A word that is kept in one spelling
// only is left out, since lists know no case.
func Words(rules []Rule, effect Effect) []string {
	now := map[string]Effect{}
	for _, r := range rules { // oldest first
		switch {
		case r.Scope == OnPattern, r.Exact && r.Effect == Keep:
		default:
			now[Fold(r.Word)] = r.Effect
		}
	}
	var out []string
	for w, e := range now {
		if e == effect {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// WriteWords writes those words as a list that a policy reads under lexicons; what is kept
// is kept whatever it would be found to be, as it was where it was decided.
func WriteWords(w io.Writer, rules []Rule, effect Effect) error {
	out, behind := "word,kind\n", "\",\n"
	if effect == Keep {
		out, behind = "word,type\n", "\",*\n" // of any type
	}
	for _, word := range Words(rules, effect) {
		if len(word) <= fst.MaxWord { // longer ones are no dictionary's
			out += `"` + strings.ReplaceAll(word, `"`, `""`) + behind // # would begin a comment
		}
	}
	_, err := io.WriteString(w, out)
	return err
}
