package review

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Hints counts messages that may name a person and are left as they are, since they may as well name
// somebody else or nobody: a person says which.
type Hints struct {
	// Parts counts those in which a word of the name stands alone.
	Parts int `json:"messages_with_part_of_name,omitempty"`
	// Initials counts those with initials that have no dots or are of names given apart, or a short name
	// without its capitals.
	Initials int `json:"messages_with_initials,omitempty"`
}

// Add counts a text in which hints are in clear.
func (h *Hints) Add(names []Mention, it *Item, clear func(Range) bool) {
	sure := sync.OnceValue(func() []Range { return Mentions(names, it) }) // most texts have no hint
	open := func(r Range) bool { return !r.meets(sure()) && clear(r) }
	if slices.ContainsFunc(partsAlone(names, it), open) {
		h.Parts++
	}
	if slices.ContainsFunc(alike(names, it), open) {
		h.Initials++
	}
}

// parts are the words of a name as names of their own. What the name has small between capitals, such as
// "de", names nobody, nor does what is short and small.
func (m Mention) parts() (out []Mention) {
	for _, p := range partsOf(m.name) {
		w := mentionOf(m.name[p.Start:p.End])
		small := strings.ContainsFunc(w.name, unicode.IsLower) && !strings.ContainsFunc(w.name, unicode.IsUpper)
		named := !small || !w.tight() && !strings.ContainsFunc(m.name, unicode.IsUpper)
		if named && w.key != m.key && !number(w.key) && !single(m.name, p) {
			out = append(out, w)
		}
	}
	return out
}

// together are names of one word each as one name, in either order: of "Élodie" and "Tournier" nobody
// says which of them are the first and the last, and "É.T." may be the person.
func together(names []Mention) []Mention {
	var words []string
	for _, m := range names {
		if wordsOf(m.name) == nil && m.key != "" && !m.tight() && !strings.ContainsFunc(m.name, unicode.IsDigit) {
			words = append(words, m.name)
		}
	}
	if len(words) < 2 {
		return nil
	}
	there := strings.Join(words, " ")
	slices.Reverse(words)
	back := strings.Join(words, " ")
	return []Mention{{name: there, words: wordsOf(there)}, {name: back, words: wordsOf(back)}}
}

// turned is the name with its last word first, as lists have it.
func (m Mention) turned() (Mention, bool) {
	n := len(m.words)
	if n == 0 || m.tight() {
		return Mention{}, false
	}
	last := m.words[n-1].Start
	out := mentionOf(m.name[last:] + " " + m.name[:last])
	out.words = nil // its initials are others'
	return out, true
}

// partsAlone gives the places at which a word of a name stands.
func partsAlone(names []Mention, it *Item) []Range {
	var words []Mention
	for _, m := range names {
		words = append(words, m.alone...)
	}
	return Mentions(words, it)
}

// alike gives the places at which what may be initials of a name, or a short name, stands in other letters
// than those that are read as one.
func alike(names []Mention, it *Item) []Range {
	var out []Range
	for _, d := range views(it.Message.Text) {
		parts := partsOf(d.Shadow)
		for i := range parts {
			n := 0
			for _, m := range names {
				n = max(n, m.maybe(d.Shadow, parts[i:]))
				for _, a := range m.apart {
					n = max(n, a.maybe(d.Shadow, parts[i:]))
				}
			}
			if n > 0 {
				start, end := d.Origin(parts[i].Start, parts[i+n-1].End)
				out = append(out, Range{start, end}.whole(it))
			}
		}
	}
	return out
}

// maybe gives how many parts from the first on may stand for the name; 0 for none.
func (m Mention) maybe(s string, parts []part) int {
	said := s[parts[0].Start:parts[0].End]
	if len(m.words) == 0 {
		if m.tight() && strings.ContainsFunc(m.name, unicode.IsLower) {
			return m.begins(s, parts[:1])
		}
		return 0
	}
	if strings.ToUpper(said) == said && m.holds(said) {
		return 1
	}
	row, n := "", 0
	for i, p := range parts {
		if !single(s, p) || i > 0 && !joined(s[parts[i-1].End:p.Start]) {
			break
		}
		r, _ := utf8.DecodeRuneInString(s[p.Start:])
		if !unicode.IsUpper(r) && !dotted(s, p) {
			break
		}
		if row += string(r); m.holds(row) {
			n = i + 1
		}
	}
	return n
}

// holds reports two letters or more that are initials of words of the name, in its order.
func (m Mention) holds(said string) bool {
	at, n := 0, 0
	for _, r := range said {
		k := slices.IndexFunc(m.words[at:], func(w part) bool {
			given, _ := utf8.DecodeRuneInString(m.name[w.Start:])
			return keyOf(string(given)) == keyOf(string(r))
		})
		if k < 0 {
			return false
		}
		at, n = at+k+1, n+1
	}
	return n > 1
}
