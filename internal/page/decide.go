package page

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Decision is what becomes of a word wherever it stands, however it is written, or in one
// place of the file.
type Decision struct {
	Word  string      `json:"word"`
	Mask  bool        `json:"mask"` // else it is kept
	Label bauta.Label `json:"label,omitempty"`
	At    *Place      `json:"at,omitempty"` // nil: everywhere
}

// Place is where a word stands: the row, and in it UTF-16 units, as a [Mark] has them.
type Place struct {
	Row   int `json:"row"`
	Start int `json:"start"`
	End   int `json:"end"`
}

// maxDecisions bounds them; maxWord a word, in bytes.
const (
	maxDecisions = 100_000
	maxWord      = 256
)

// said is a decision: a rule about a word, or what was said of a place of a message.
type said struct {
	review.Rule
	at   *Place // nil for a word
	text string // of the message
}

// Decide notes a decision; of several on a word or a place the newest holds, and a place
// goes before its word. It reports whether it took it: a word is not empty, and no longer
// than 256 bytes; in a place stands what the decision says.
func (p *Page) Decide(d Decision) bool {
	if d.At == nil {
		return p.note(d, "")
	}
	i := slices.IndexFunc(p.seen, func(s seen) bool { return s.row == d.At.Row })
	return d.At.Row >= 0 && i >= 0 && !p.seen[i].held && p.note(d, p.seen[i].message.Text)
}

// note notes a decision; text is that of the message for one about a place.
func (p *Page) note(d Decision, text string) bool {
	word := strings.TrimSpace(d.Word)
	if review.Fold(word) == "" || len(word) > maxWord || len(p.rules) >= maxDecisions {
		return false
	}
	r := said{Rule: review.Rule{Word: word}}
	r.ID, r.Scope, r.Effect = strconv.Itoa(len(p.rules)+1), review.OnWord, review.Keep
	if d.Mask {
		r.Effect, r.Label = review.Mask, d.Label
		if !r.Label.Known() {
			r.Label = bauta.Person
		}
	}
	if d.At != nil {
		var ok bool
		if r.Range, ok = d.At.in(text); !ok || strings.TrimSpace(text[r.Start:r.End]) != word {
			return false
		}
		at := *d.At
		r.Scope, r.at, r.text = review.OnOccurrence, &at, text
	}
	p.rules = append(p.rules, r)
	return true
}

// in gives where a place stands in its message's text, in bytes.
func (at Place) in(text string) (review.Range, bool) {
	if at.Start < 0 || at.Start >= at.End {
		return review.Range{}, false
	}
	start, ok := byteAt(text, at.Start)
	end, whole := byteAt(text, at.End)
	return review.Range{Start: start, End: end}, ok && whole
}

// byteAt gives the byte before which so many UTF-16 units stand; false within a character
// and behind the end.
func byteAt(text string, units int) (int, bool) {
	n := 0
	for i, r := range text {
		if n >= units {
			return i, n == units
		}
		n += max(utf16.RuneLen(r), 1)
	}
	return len(text), n == units
}

// Undo takes the newest decision back and gives it; without a word where there is none.
func (p *Page) Undo() Decision {
	if len(p.rules) == 0 {
		return Decision{}
	}
	last := p.rules[len(p.rules)-1]
	p.rules = p.rules[:len(p.rules)-1]
	return last.decision()
}

// decision is what was decided, as it was given.
func (s said) decision() Decision {
	return Decision{s.Word, s.Effect == review.Mask, s.Label, s.at}
}

// words are the rules about words.
func (p *Page) words() []review.Rule {
	var out []review.Rule
	for _, r := range p.rules {
		if r.at == nil {
			out = append(out, r.Rule)
		}
	}
	return out
}

// other forgets what was said of places and columns where the file is another one than before.
func (p *Page) other(name string, data []byte) {
	h := sha256.New()
	io.WriteString(h, name+"\x00")
	h.Write(data)
	if file := hex.EncodeToString(h.Sum(nil)); file != p.file {
		p.rules = slices.DeleteFunc(p.rules, func(r said) bool { return r.at != nil })
		p.file, p.also = file, nil
	}
}

// Again gives the rows whose text has a word, as they stand after what was decided.
func (p *Page) Again(ctx context.Context, word string, show func(Row) error) error {
	applied, err := p.decided(ctx)
	if err != nil {
		return err
	}
	shown, folded := p.given(applied), review.Fold(word)
	for _, s := range p.seen {
		if s.row < 0 || !strings.Contains(review.Fold(s.message.Text), folded) {
			continue
		}
		if err := shown.show(ctx, s, show); err != nil {
			return err
		}
	}
	return nil
}

// decided applies the decisions, as a desk's store would have them.
func (p *Page) decided(ctx context.Context) (*review.Applied, error) {
	return review.Apply(ctx, desk{page: p}, 0, nil)
}

// desk is a store of what was said on a page: of messages, it holds those of whose places
// something was said.
type desk struct {
	review.Corpus
	page *Page
}

func (d desk) Messages(context.Context, int64) iter.Seq2[review.Stored, error] {
	all := map[int]*review.Stored{}
	for _, r := range d.page.rules {
		if r.at == nil {
			continue
		}
		m := all[r.at.Row]
		if m == nil {
			m = &review.Stored{Item: review.Item{Message: bauta.Message{ID: rowID(r.at.Row), Text: r.text}}}
			all[r.at.Row] = m
		}
		same := func(o review.Occurrence) bool { return o.Range == r.Range }
		m.Occurrences = append(slices.DeleteFunc(m.Occurrences, same), review.Occurrence{
			Range: r.Range, Span: bauta.Span{Start: r.Start, End: r.End, Label: r.Label},
			Now: review.Label{Effect: r.Effect, Label: r.Label, Decision: r.ID},
		})
	}
	return func(yield func(review.Stored, error) bool) {
		for _, m := range all {
			if !yield(*m, nil) {
				return
			}
		}
	}
}

// rowID names a message by its row: IDs of the file may stand twice, or be missing.
func rowID(row int) string { return "row " + strconv.Itoa(row) }

func (d desk) Rules(context.Context, int64) ([]review.Rule, error) { return d.page.words(), nil }
