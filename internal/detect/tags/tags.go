package tags

import (
	"fmt"
	"math"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/chain"
)

// Outside is the label of a word in no span.
const Outside = 0

// MaxTypes is the number of types whose labels fit a byte.
const MaxTypes = 127

// MaxType is the length of the longest name of a type, in bytes.
const MaxType = 64

// Labels is the number of labels of so many types.
func Labels(types int) int { return 1 + 2*types }

// Allowed is the constraint of IOB2: a further word of a type follows a word of
// the same type only. from −1 is the start.
func Allowed(from, to int) bool {
	return to == Outside || to%2 == 1 || from == to || from == to-1
}

// Check refuses lists of types that no model can have.
func Check(types []bauta.Label) error {
	if len(types) == 0 || len(types) > MaxTypes {
		return fmt.Errorf("%d types; a model has 1 to %d", len(types), MaxTypes)
	}
	for i, t := range types {
		if t == "" || len(t) > MaxType || index(types[:i], t) >= 0 {
			return fmt.Errorf("type %d is empty, too long or there twice", i)
		}
	}
	return nil
}

func index(types []bauta.Label, l bauta.Label) int {
	for i, t := range types {
		if t == l {
			return i
		}
	}
	return -1
}

// Word is a word as far as labels are concerned.
type Word struct {
	Start, End int  // bytes of Message.Text
	Mute       bool // punctuation and the like, about which nobody is asked
	Sign       bool // no word at all: punctuation, an emoji, what an earlier run wrote
	Known      bool // in the lexicon
	Masked     bool // written by an earlier run: in no span
	Punct      bool // one behind which a long message may be cut
	Honorific  bool // stands before the names of persons, and outside of them
	// Break says that no span goes on from the word before to this one (Breaks).
	Break bool
}

// Breaks says whether what stands between two words ends a name: the end of a line,
// or the sign of a hashtag. Labels know nothing of what is between words.
func Breaks(between string) bool { return strings.ContainsAny(between, "\n\r#") }

// Silent reports a sequence of words that holds nothing for a tagger to find: all signs or
// written by an earlier run, or glued together without blanks, as nobody writes sentences.
// Short rows are read, as they may be drawn letters, or a link; a sequence that is cut out
// of a long one is not: silent says that the sequence before it was.
func Silent(words []Word, from, to int, silent bool) bool {
	row := words[from:min(max(to, from+leastSilent), len(words))]
	goesOn := silent && words[from-1].End == words[from].Start
	if len(row) < leastSilent && !goesOn {
		return false
	}
	signs, apart := true, 0
	for i, w := range row {
		signs = signs && w.Sign
		if i > 0 && w.Start > row[i-1].End {
			apart++
		}
	}
	return signs || apart*gluedShare < len(row)
}

// A message of more words than longest is cut into sequences, as nothing is read better
// beyond some sentences, and a second tagger is asked about whole sequences. Each is a
// line or some lines of shortest words at least, as messages are, and of sentences where
// no line ends within longestCut. What other bounds give: docs/adr/0019.
const (
	longest    = 128
	shortest   = 16
	longestCut = 64
)

// Chunk returns the end of the sequence that starts at a word.
func Chunk(words []Word, from int) int {
	if len(words)-from <= longest {
		return len(words)
	}
	sentence := from + longestCut
	for i := from + shortest; i <= from+longestCut; i++ {
		if words[i].Break {
			return i
		}
		if words[i-1].Punct && i > from+longestCut/2 {
			sentence = i
		}
	}
	return sentence
}

// leastSilent is how many signs in a row nobody writes to say something, and in
// writing at least one word of so many stands behind a blank.
const (
	leastSilent = 64
	gluedShare  = 32
)

// Settle gives a lattice of words what no model is asked about: what an earlier run
// wrote is in no span, and an honorific in no person.
func Settle(l *chain.Lattice, words []Word, types []bauta.Label) {
	person := index(types, bauta.Person)
	for i, w := range words {
		switch row := l.Row(i); {
		case w.Masked:
			row[Outside] += settled
		case w.Honorific && person >= 0:
			row[1+2*person] -= settled
			row[2+2*person] -= settled
		}
	}
}

// settled is more than all scores can add up to against it, also times a small
// weight in a pool.
const settled = 1e6

// Encode appends to dst the labels of words: those of a word that shares a byte
// with a span are the span's, but for honorifics in a person. spans must be sorted
// and disjoint, their labels among types; others count as outside.
func Encode(words []Word, spans []bauta.Span, types []bauta.Label, dst []uint8) []uint8 {
	at, last := 0, -1
	for _, w := range words {
		for at < len(spans) && spans[at].End <= w.Start {
			at++
		}
		label := uint8(Outside)
		switch {
		case at >= len(spans) || spans[at].Start >= w.End:
		case w.Honorific && spans[at].Label == bauta.Person:
			last = -1
		default:
			if t := index(types, spans[at].Label); t >= 0 {
				label = uint8(1 + 2*t)
				if last == at {
					label++
				}
			}
			last = at
		}
		dst = append(dst, label)
	}
	return dst
}

// Stretch is a span as words From … To−1 of a sequence, of a type by its number.
type Stretch struct{ From, To, Type int }

// Stretches appends those of a labelling, in order.
func Stretches(path []uint8, dst []Stretch) []Stretch {
	for i := 0; i < len(path); {
		if path[i] == Outside {
			i++
			continue
		}
		s := Stretch{i, i + 1, int(path[i]-1) / 2}
		for s.To < len(path) && path[s.To] == further(s.Type) {
			s.To++
		}
		dst = append(dst, s)
		i = s.To
	}
	return dst
}

// further is the label of a further word of a type.
func further(kind int) uint8 { return uint8(2 + 2*kind) }

// P is the probability that exactly these words are of exactly this type.
func (s Stretch) P(l *chain.Lattice) float64 {
	var room [16]uint8
	path := append(room[:0], further(s.Type)-1)
	for range s.To - s.From - 1 {
		path = append(path, further(s.Type))
	}
	p := l.PathMarginal(s.From, path)
	if s.To < l.Len() {
		p -= l.PathMarginal(s.From, append(path, further(s.Type)))
	}
	return max(0, min(p, 1))
}

// Reader reads spans off lattices. It is not safe for concurrent use.
type Reader struct {
	Types  []bauta.Label
	Source string // of the spans
	Lang   string // of the model: Rule and Why of the spans
	// Sure is the probability from which a span is a find; one below it is a
	// question (Ambiguous).
	Sure float64
	// Ask is the probability of being in some span from which a word that the
	// best labelling leaves outside is a question nevertheless; negative means
	// never.
	Ask float64
	// Person is the probability of belonging to a person from which a word is a
	// find, whatever the others and the best labelling say; 0 means that persons
	// are like the rest.
	Person float64

	path []uint8
}

// Spans appends the spans of the best labelling of the lattice of words, and the
// questions. The score of a span is the probability that exactly these words are
// of exactly this type; of a question, that the word is of the type.
func (r *Reader) Spans(out []bauta.Span, words []Word, l *chain.Lattice) []bauta.Span {
	if r.quiet(l) {
		return out
	}
	r.path, _ = l.Viterbi(r.path)
	path, person := r.path, index(r.Types, bauta.Person)
	at := 0
	for _, k := range Stretches(path, nil) {
		for ; at < k.From; at++ {
			out = r.question(out, words[at], at, person, l)
		}
		at = k.To
		out = r.found(out, words, k, k.P(l))
	}
	for ; at < len(path); at++ {
		out = r.question(out, words[at], at, person, l)
	}
	return out
}

// rounding is more than sums of probabilities are off.
const rounding = 1e-9

// quiet reports that the best labelling leaves all words outside, and that nobody asks
// about one: no word is in a span more often than that labelling is not the right one.
func (r *Reader) quiet(l *chain.Lattice) bool { return within(l, min(r.least(), 0.5)) }

// within reports that no word is in a span with so much of a probability.
func within(l *chain.Lattice, p float64) bool {
	rivals := l.Rivals()
	return rivals/(1+rivals) < p-rounding
}

// A word between these probabilities of belonging to a person is in doubt: another
// reader changes what becomes of hardly any other. How much more often one with wider
// bounds is asked, and what narrower ones lose: docs/experiments/second-reader.md.
const (
	leastDoubt = 0.03
	mostDoubt  = 0.75
)

// Doubts reports a word that may belong to a person and may not.
func (r *Reader) Doubts(words []Word, l *chain.Lattice) bool {
	person := index(r.Types, bauta.Person)
	if person < 0 || within(l, leastDoubt) {
		return false
	}
	for i, w := range words {
		if w.Mute || w.Masked {
			continue
		}
		if p := l.Either(i, 1+2*person); p >= leastDoubt && p <= mostDoubt {
			return true
		}
	}
	return false
}

// least is the probability of being in a span below which nobody asks about a word.
func (r *Reader) least() float64 {
	least := math.Inf(1)
	if r.Ask >= 0 {
		least = r.Ask
	}
	if r.Person > 0 {
		least = min(least, r.Person)
	}
	return least
}

// found appends a stretch of the best labelling: as one span, or as several where
// a break is in it. Addresses alone are written over several lines.
func (r *Reader) found(out []bauta.Span, words []Word, k Stretch, p float64) []bauta.Span {
	for from, to := k.From, k.From; from < k.To; from = to {
		for to++; to < k.To && (words[to].Mute || !words[to].Break || r.Types[k.Type] == bauta.Address); to++ {
		}
		s := bauta.Span{
			Start: words[from].Start, End: words[to-1].End, Label: r.Types[k.Type],
			P: p, Source: r.Source, Rule: r.Lang, Why: r.Lang,
		}
		if s.P < r.Sure && !(r.Person > 0 && s.Label == bauta.Person && s.P >= r.Person) {
			s.Doubt = bauta.Ambiguous
		}
		out = append(out, s)
	}
	return out
}

// question appends a word that was left outside as a question if it may well be
// something, as a find if it is enough of a person, which is the type of that number.
func (r *Reader) question(out []bauta.Span, w Word, i, person int, l *chain.Lattice) []bauta.Span {
	if w.Mute || w.Masked {
		return out
	}
	p := 1 - l.Marginal(i, Outside)
	inDoubt := r.Ask >= 0 && p >= r.Ask
	if !inDoubt && (r.Person <= 0 || p < r.Person) {
		return out
	}
	s := bauta.Span{Start: w.Start, End: w.End, Label: r.Types[0], Source: r.Source, Rule: r.Lang, Why: r.Lang}
	if person >= 0 && r.Person > 0 {
		if q := l.Either(i, 1+2*person); q >= r.Person {
			s.Label, s.P = bauta.Person, q
			return append(out, s)
		}
	}
	if !inDoubt {
		return out
	}
	for t, label := range r.Types {
		if q := l.Either(i, 1+2*t); q > s.P {
			s.Label, s.P = label, q
		}
	}
	s.Doubt = bauta.Ambiguous
	if !w.Known {
		s.Doubt = bauta.Unknown
	}
	return append(out, s)
}
