package location

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Unit is what a classifier can read as one and what is deleted as one: a word,
// a number, an emoji, a sign that stands for a thing (€), and whole whatever it
// is made of: a hashtag, a mention, a link, an e-mail address.
type Unit struct {
	Start, End int // bytes of the message
	// Words are what it says, each a feature, neighbours a pair: the words of a
	// hashtag, the labels of a host. Where it is more than one word, the last is
	// the unit as it stands behind a blank: it has no neighbours.
	Words []string
	gap   bool // a replacement of an earlier run stands before it
}

// maxUnits bounds the units of a message that are searched. Of a longer one
// nothing is released.
const maxUnits = 4096

// reader cuts messages into units.
type reader struct {
	seg Segmenter
	// known finds the words in hashtags, mentions and links that are written
	// together; nil, or hashed: they are cut by their form alone.
	known *Vocabulary
	plain bool // words that stand by themselves alone
	// ours: what looks like a replacement was written by the pipeline that this
	// is part of. Otherwise it is a word like others: who wrote GREAT LOCATION
	// was a person, and a pseudonym may be known.
	ours bool
}

// read gives the units of a document, in order and disjoint.
func (r reader) read(d *bauta.Doc) ([]Unit, error) {
	all, err := r.seg.Segment(d)
	if err != nil {
		return nil, err
	}
	var out []Unit
	end, masked := 0, false
	for i, t := range all {
		switch {
		case t.End <= end: // the rest of an emoji
		case t.Kind == bauta.Masked && r.ours:
			masked = true
		case r.skips(t):
		default:
			start := max(t.Start, end) // a mark may be in two tokens
			gap := masked || strings.Contains(d.Text[end:start], Mark)
			end, masked = trailing(d.Text, t.End, all[i+1:]), false
			out = append(out, Unit{Start: start, End: end, Words: r.words(d.Text[start:end], t), gap: gap})
		}
	}
	return out, nil
}

// skips reports what says nothing: punctuation. Of signs only those count that
// stand for a thing, as emoji do, or for a number (½).
func (r reader) skips(t bauta.Token) bool {
	switch t.Kind {
	case bauta.Word, bauta.Number, bauta.Emoji:
		return false
	case bauta.Punct:
		return strings.IndexFunc(t.Norm, func(c rune) bool {
			return unicode.In(c, unicode.Sc, unicode.So, unicode.N) && c != unicode.ReplacementChar
		}) < 0
	}
	return r.plain
}

// trailing is where a unit that ends at a byte really ends, behind what is not
// seen and is part of it: variation selectors, joiners, the letters in the flag of
// a region. It does not reach into the next token but signs.
func trailing(s string, from int, next []bauta.Token) int {
	end := from
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unseen(r) {
			break
		}
		end += size
	}
	for _, t := range next {
		if t.Start >= end {
			break
		}
		if t.Kind != bauta.Punct || t.End > end {
			return max(from, t.Start)
		}
	}
	return end
}

// regional reports the letters in the flag of a region.
func regional(r rune) bool { return r >= 0xE0020 && r <= 0xE007F }

// unseen reports characters that show nothing by themselves.
func unseen(r rune) bool {
	joiner := r >= 0x200B && r <= 0x200D || r == 0x2060 || r == 0xFEFF
	region := r >= 0xE0000 && r <= 0xE0FFF
	return joiner || region || unicode.In(r, unicode.Mn, unicode.Me)
}

// words gives what a token says.
func (r reader) words(surface string, t bauta.Token) []string {
	var out []string
	switch t.Kind {
	case bauta.Emoji:
		if shadow, _ := text.Normalise(surface); !strings.ContainsFunc(surface, regional) {
			surface = shadow // which does not keep the letters of a region
		}
		return symbols(surface)
	case bauta.Handle, bauta.Tag, bauta.Link:
		shadow, _ := text.Normalise(surface)
		for _, run := range strings.FieldsFunc(shadow, between) {
			out = append(out, r.run(run)...)
		}
	default:
		out = strings.FieldsFunc(t.Norm, between)
	}
	whole := strings.Join(strings.Fields(t.Norm), "_")
	switch {
	case len(out) == 0:
		return []string{whole}
	case len(out) == 1 && (out[0] == whole || t.Kind == bauta.Tag):
		return out
	}
	return append(out, " "+whole)
}

// between reports what parts words inside a token.
func between(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
}

// run cuts letters and digits that stand together: by capitals and digits, or,
// where that finds more of the words known, without regard to capitals.
func (r reader) run(s string) []string {
	byCase, found := r.cut(humps(s, true))
	flat, more := r.cut(humps(s, false))
	if more > found {
		return flat
	}
	return byCase
}

// cut cuts each part as its language does, then by the words known, and says how
// much of it is known.
func (r reader) cut(parts []string) (out []string, found int) {
	for _, part := range parts {
		for _, word := range r.segment(text.Fold(part)) {
			words, n := r.known.divide(word)
			out, found = append(out, words...), found+n
		}
	}
	return out, found
}

// segment cuts a word by the segmenter, where that is not by blanks.
func (r reader) segment(word string) []string {
	if _, blanks := r.seg.(Words); blanks {
		return []string{word}
	}
	d, err := analyse("", word)
	if err != nil {
		return []string{word}
	}
	ts, err := r.seg.Segment(d)
	var out []string
	for _, t := range ts {
		if t.Norm != "" && !strings.ContainsFunc(t.Norm, unicode.IsSpace) {
			out = append(out, t.Norm)
		}
	}
	if err != nil || len(out) == 0 {
		return []string{word}
	}
	return out
}

func analyse(id, s string) (*bauta.Doc, error) {
	return text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: id, Text: s})
}

// flat are the words of units one after the other.
func flat(units []Unit) []string {
	var out []string
	for _, u := range units {
		out = append(out, u.Words...)
	}
	return out
}

// entire reports the feature of a unit as it stands, which has no neighbours.
func entire(word string) bool { return strings.HasPrefix(word, " ") }

// ends are the first and the last word of a unit that can have neighbours.
func ends(words []string) (first, last string) {
	n := len(words) - 1
	if n > 0 && entire(words[n]) {
		n--
	}
	return words[0], words[n]
}
