package lexical

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// found is a span with the unit it came from.
type found struct {
	bauta.Span
	u *unit
}

// join makes one span of a first name and the surname that touches it, and of
// the parts of a compound first name (guidelines: names that touch are one
// span with inner parts). Doubtful spans stay apart.
func join(d *bauta.Doc, spans []found) []bauta.Span {
	var out []bauta.Span
	for i := 0; i < len(spans); i++ {
		s := spans[i].Span
		if i+1 < len(spans) && s.Doubt == bauta.Sure {
			if whole, ok := pair(d, s, spans[i+1]); ok {
				out = append(out, whole)
				i++
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// pair joins two neighbours. What may be a surname is one behind a first name:
// "Camille Martin" is a person, though Martin is a first name, too.
func pair(d *bauta.Doc, a bauta.Span, next found) (bauta.Span, bool) {
	b := next.Span
	gap := d.Surface(a.End, b.Start)
	if b.Doubt != bauta.Sure || gap == "" || (strings.Trim(gap, " -") != "" || len(gap) > 2) && !particle(gap) {
		return a, false
	}
	whole := a
	whole.End = b.End
	whole.P = max(a.P, b.P)
	switch {
	case gap == "-" && a.Part == bauta.First && b.Part != bauta.Last:
		return whole, true // Jean-Marc
	case fathered(gap) || (a.Part == bauta.First || a.Part == bauta.Nick) &&
		(b.Part == bauta.WholeName || next.u.entry.Kinds&lexicon.Surname != 0):
		b.Part = bauta.Last
		whole.Part = bauta.Full
		whole.Why = a.Why + " + " + b.Why
		a.Inner, b.Inner = nil, nil
		whole.Inner = []bauta.Span{a, b}
		return whole, true
	}
	return a, false
}

// particles stand between a first name and a surname; some, which stand between all
// words or are names, only with a capital.
var particles = sync.OnceValue(func() lists.Notes { return lists.NotesIn("joining-particles") })

// particle reports a particle between blanks.
func particle(gap string) bool {
	if len(gap) < 4 || gap[0] != ' ' || gap[len(gap)-1] != ' ' {
		return false
	}
	word := gap[1 : len(gap)-1]
	how, ok := particles()[strings.ToLower(word)]
	return ok && (how != "capital" || caseOf(word) == capital)
}

// fathered reports a particle behind which somebody's father is named: "Ahmed bin Khaled".
func fathered(gap string) bool {
	return particles()[strings.ToLower(strings.TrimSpace(gap))] == "father"
}

// longestCompound bounds the compounds that are hidden whole, in bytes.
const longestCompound = 40

// reach lets finds reach over what belongs to them: the other half of a compound
// ("Anne-So"), and a surname behind a first name that is a word by its spelling
// alone ("Patrice Cheminel", from cheminé).
func reach(d *bauta.Doc, sight *sight, spans []found) []found {
	var out []found
	units, m := sight.units, sight.whole()
	next := 0 // the unit behind the find
	for _, s := range spans {
		if t := d.Tokens[s.u.tok]; s.u.inside && t.Kind == bauta.Word && t.End-t.Start <= longestCompound {
			s.Start, s.End = halves(d, t, s.Span)
		}
		out = append(out, s)
		for next < len(units) && units[next].start <= s.u.start {
			next++
		}
		first := s.Part == bauta.First || s.Part == bauta.Nick
		if next == len(units) || s.Doubt != bauta.Sure || !first || m.titled || m.shouting {
			continue
		}
		if u := &units[next]; u.start == s.End+1 && d.Text[s.End] == ' ' && misspelt(u) {
			last := span(u)
			last.Part, last.P, last.Why = bauta.Last, s.P, "surname by the first name before it"
			out = append(out, found{last, u})
		}
	}
	return out
}

// misspelt reports a word with a capital that is only nearly one of the
// anti-dictionaries, and none of those that messages are full of.
func misspelt(u *unit) bool {
	const everyday = lexicon.SMS | lexicon.Greeting | lexicon.Interjection | lexicon.Onomatopoeia | lexicon.Kinship
	if u.side != anti || u.inside || u.entry.Kinds&everyday != 0 {
		return false
	}
	if caseOf(u.surface) != capital || utf8.RuneCountInString(u.norm) <= 4 {
		return false
	}
	return u.heuristic == variant.Misspelling || u.heuristic == variant.Elongation && !drawnOut(u.norm)
}

// drawnOut reports a letter three times in a row, which surnames do not have.
func drawnOut(norm string) bool {
	for i := 2; i < len(norm); i++ {
		if norm[i] == norm[i-1] && norm[i] == norm[i-2] {
			return true
		}
	}
	return false
}

// hangs are words that French hangs behind a verb or a name: dis-moi, Marie-là.
var hangs = sync.OnceValue(func() lists.Words { return lists.In("hanging-words") })

// halves widens a find in a compound to its other halves, unless they only hang there.
func halves(d *bauta.Doc, t bauta.Token, s bauta.Span) (start, end int) {
	start, end = s.Start, s.End
	if before := d.Surface(t.Start, start); strings.HasSuffix(before, "-") && !strings.ContainsAny(before, "'’") &&
		utf8.RuneCountInString(before) > 1 {
		start = t.Start
	}
	after, ok := strings.CutPrefix(d.Surface(end, t.End), "-")
	if ok && !strings.ContainsAny(after, "'’") && !hangs()[strings.ToLower(after)] {
		end = t.End
	}
	return start, end
}
