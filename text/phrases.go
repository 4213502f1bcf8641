package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/fst"
)

// Phrases finds the entries of a list in messages: of one word or several, with
// signs, digits and emoji, whatever tokens a message is cut into. Case, accents and
// invisible characters do not count, nor what stands between words: a blank, a line
// end, a hyphen, an apostrophe, or nothing at all (Jean-Pierre, JEAN PIERRE,
// jeanpierre). It is read-only and safe for concurrent use; [Phrases.Find] takes
// time in proportion to the length of the message.
type Phrases struct {
	keys    *fst.FST
	from    []int32  // where the entries of a key begin, by its ordinal
	entries []int32  // of all keys, one after the other
	canon   []string // of each entry: its words with their accents
}

// Phrase is an entry found in a message.
type Phrase struct {
	Start, End int  // bytes of the text
	Entry      int  // in the list
	Words      int  // how many words and signs of the message it covers
	Exact      bool // with the accents of the entry, and not written together
}

// NewPhrases compiles a list. An entry that can never be found is passed over; see
// [Phrases.Finds].
func NewPhrases(entries []string) (*Phrases, error) {
	p := &Phrases{canon: make([]string, len(entries))}
	type keyed struct {
		key   string
		entry int32
	}
	all := make([]keyed, 0, len(entries))
	for i, e := range entries {
		shadow, _ := Normalise(e)
		cut := cutWords(shadow)
		p.canon[i] = canonical(shadow, cut)
		for _, k := range spellings(shadow, cut) {
			all = append(all, keyed{k, int32(i)})
		}
	}
	slices.SortStableFunc(all, func(a, b keyed) int { return strings.Compare(a.key, b.key) })
	data, err := fst.Build(func(yield func(string) bool) {
		for i, k := range all {
			if i > 0 && all[i-1].key == k.key {
				continue
			}
			p.from = append(p.from, int32(i))
			if !yield(k.key) {
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	p.from = append(p.from, int32(len(all)))
	for _, k := range all {
		p.entries = append(p.entries, k.entry)
	}
	p.keys, err = fst.Open(data)
	return p, err
}

// Find lists the entries that stand in a document, in order of Start; they may
// overlap. What an earlier run wrote holds none.
func (p *Phrases) Find(d *bauta.Doc) []Phrase {
	cut := cutWords(d.Shadow)
	keys := make([]string, len(cut))
	for i, w := range cut {
		keys[i] = w.key(d.Shadow)
	}
	var out []Phrase
	for i := range cut {
		n := p.keys.Root()
		for j := i; j < len(cut); j++ {
			var ok bool
			if n, ok = p.step(n, keys[j], j > i && cut[j].word && cut[j-1].word); !ok {
				break
			}
			if key, final := p.keys.Final(n); final {
				out = p.take(out, d, cut[i:j+1], key)
			}
		}
	}
	return out
}

// step follows the next word of a message.
func (p *Phrases) step(n fst.Node, key string, apart bool) (fst.Node, bool) {
	ok := true
	if apart {
		if n, ok = p.keys.Step(n, ' '); !ok {
			return n, false
		}
	}
	for i := 0; ok && i < len(key); i++ {
		n, ok = p.keys.Step(n, key[i])
	}
	return n, ok
}

// take notes the entries of a key.
func (p *Phrases) take(out []Phrase, d *bauta.Doc, cut []stretch, key int) []Phrase {
	start, end := d.Origin(cut[0].start, cut[len(cut)-1].end)
	if start >= end || insideMasked(d, start, end) {
		return out
	}
	said := canonical(d.Shadow, cut)
	for _, e := range p.entries[p.from[key]:p.from[key+1]] {
		out = append(out, Phrase{Start: start, End: end, Entry: int(e), Words: len(cut), Exact: said == p.canon[e]})
	}
	return out
}

// Finds reports whether an entry is found at all: in a message that consists of
// it, by itself or between other words. What bauta writes itself is not (***), nor
// what has neither word nor sign in it.
func (p *Phrases) Finds(entry int, written string) bool {
	for _, around := range []string{"", " - "} {
		s, shifts := Normalise(around + written + around)
		d := &bauta.Doc{
			Message: bauta.Message{Text: around + written + around}, Shadow: s, Shifts: shifts, Tokens: Tokenise(s),
		}
		for i := range d.Tokens {
			d.Tokens[i].Start, d.Tokens[i].End = d.Origin(d.Tokens[i].Start, d.Tokens[i].End)
		}
		if slices.ContainsFunc(p.Find(d), func(f Phrase) bool { return f.Entry == entry }) {
			return true
		}
	}
	return false
}

// insideMasked reports a range that lies in what an earlier run wrote.
func insideMasked(d *bauta.Doc, start, end int) bool {
	i, _ := slices.BinarySearchFunc(d.Tokens, start, func(t bauta.Token, at int) int {
		if t.End <= at {
			return -1
		}
		return 1
	})
	return i < len(d.Tokens) && d.Tokens[i].Kind == bauta.Masked && d.Tokens[i].Start <= start && end <= d.Tokens[i].End
}

// stretch is a word of a normalised text: letters and digits in a row, or one sign,
// or one character of a script that puts no blanks between words.
type stretch struct {
	start, end int
	word       bool // letters and digits in a row
}

// cutWords cuts a normalised text. Blanks, hyphens and apostrophes are no part of
// any stretch.
func cutWords(s string) []stretch {
	var out []stretch
	open := false // the last stretch may grow
	for i, r := range s {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case joins(r):
			open = false
		case !isWord(r) || blankless(r):
			out, open = append(out, stretch{i, i + size, false}), false
		case open:
			out[len(out)-1].end = i + size
		default:
			out, open = append(out, stretch{i, i + size, true}), true
		}
	}
	return out
}

// joins reports what may stand between the words of a name.
func joins(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || strings.ContainsRune("'’‘ʼ´`·・", r)
}

// blankless reports the scripts whose words stand without blanks, or take endings
// without one.
func blankless(r rune) bool {
	return r >= 0xE00 &&
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai, unicode.Lao,
			unicode.Khmer, unicode.Myanmar, unicode.Tibetan) || r == 'ー'
}

// key is a stretch without case and accents.
func (w stretch) key(s string) string {
	word := s[w.start:w.end]
	if w.word && !strings.ContainsFunc(word,
		func(r rune) bool { return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) }) {
		if k := Plain(word); k != "" {
			return k
		}
	}
	return Fold(word)
}

// together writes stretches one after the other, words apart by a blank.
func together(cut []stretch, write func(stretch) string) string {
	var b strings.Builder
	for i, w := range cut {
		if i > 0 && w.word && cut[i-1].word {
			b.WriteByte(' ')
		}
		b.WriteString(write(w))
	}
	return b.String()
}

// canonical is a phrase with its accents.
func canonical(s string, cut []stretch) string {
	return together(cut, func(w stretch) string { return Fold(s[w.start:w.end]) })
}

// leastTogether is how many bytes a phrase must have to be found written together.
const leastTogether = 4

// spellings gives the keys under which an entry is found: as it is, without full
// stops before blanks (St Gallen), and written together (jeanpierre).
func spellings(s string, cut []stretch) []string {
	plain := func(w stretch) string { return w.key(s) }
	all := []string{together(cut, plain)}
	var bare []stretch
	for i, w := range cut {
		if s[w.start:w.end] != "." || len(cut) == 1 || i+1 < len(cut) && cut[i+1].start == w.end {
			bare = append(bare, w)
		}
	}
	all = append(all, together(bare, plain))
	if one := strings.ReplaceAll(all[1], " ", ""); len(one) >= leastTogether {
		all = append(all, one)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(k string) bool { return k == "" || len(k) > fst.MaxWord })
}
