package review

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/text"
)

// Mention is a name by which a person is named, in any form that people write it in:
// without accents or in another case, drawn out ("zitaaa"), with a genitive or an article
// ("Zita's", "d'Eva"), in one word, a handle, a hashtag or an address ("#ZitaRossi",
// "zita.rossi99@…"), spelled ("Z.I.T.A.", "z i t a"), cut ("Zi-ta"), and behind entities,
// escapes and letters in squares or circles, and with words of it cut to initials ("Z. R.",
// "Z. Rossi"). What is short has fewer forms: see tight.
type Mention struct {
	Form
	key   string       // of the whole name
	plain string       // that without a letter twice in a row
	ends  map[int]bool // bytes of the key at which a word of the name ends
	name  string       // as it was given
	words []part       // of the name, where it has several and no digits
	alone []Mention    // words of the name, which may be others' too: Hints
	apart []Mention    // names of one word each, as one name, for initials: Hints
}

// mentionOf reads a name.
func mentionOf(name string) Mention {
	m := Mention{ends: map[int]bool{}, name: name, words: wordsOf(name)}
	for _, w := range partsOf(name) {
		m.key += w.key
		m.ends[len(m.key)] = true
	}
	m.plain = squeezed(m.key)
	m.Form = FormOf(name, m.tight())
	return m
}

// Spelling is the form in which what somebody is called is hidden for good: of what is short, the spelling alone,
// since other words share the letters.
func Spelling(word string) Form { return mentionOf(word).Form }

// part is a word, a number, or what a capital begins inside a word.
type part struct {
	Range
	key string
}

// partsOf cuts a text where letters, digits and signs meet, and before a capital that
// stands behind a small letter.
func partsOf(s string) []part {
	var out []part
	start, stop, last := -1, 0, rune(0)
	end := func() {
		if start >= 0 {
			out = append(out, part{Range{start, stop}, keyOf(s[start:stop])})
		}
		start = -1
	}
	for i, r := range s {
		if unicode.In(r, unicode.Mn, unicode.Cf) {
			continue // an accent, or what nobody sees, is of the letter before
		}
		if !Readable(r) || apart(last, r) {
			end()
		}
		if Readable(r) {
			if start < 0 {
				start = i
			}
			stop = i + utf8.RuneLen(r)
		}
		last = r
	}
	end()
	return out
}

// apart reports whether a part ends between two characters.
func apart(a, b rune) bool {
	return unicode.IsDigit(a) != unicode.IsDigit(b) || unicode.IsLower(a) && unicode.IsUpper(b)
}

// keyOf is what all spellings of a word have in common; numbers stay as they are.
func keyOf(word string) string {
	key := text.Plain(word)
	if key == "" {
		key = Fold(word)
	}
	if r, _ := utf8.DecodeRuneInString(word); unicode.IsDigit(r) {
		return key
	}
	return string(slices.Compact([]rune(key)))
}

// first gives how many parts from the first on are the name; 0 for none.
func (m Mention) first(s string, parts []part) int {
	n := m.begins(s, parts)
	if n > 0 && m.tight() && !m.written(s, parts[:n]) {
		return 0
	}
	return n
}

// begins is first for names of any length.
func (m Mention) begins(s string, parts []part) int {
	said := 0
	for i, p := range parts {
		if said == len(m.key) {
			return 0 // a name without letters
		}
		if i > 0 && !joined(s[parts[i-1].End:p.Start]) {
			return 0
		}
		rest := m.key[said:]
		switch {
		case !strings.HasPrefix(rest, p.key):
			if owned, ok := strings.CutSuffix(p.key, "s"); ok && owned == rest && proper(s[p.Start:p.End]) {
				return i + 1 // "Zitas Buch"
			}
			return 0
		case p.key == rest:
			return i + 1
		}
		if said += len(p.key); !m.ends[said] && !number(p.key) {
			return 0
		}
	}
	return 0
}

// joined reports whether the words of a name may stand so far apart.
func joined(gap string) bool {
	return utf8.RuneCountInString(gap) <= 2 && strings.Trim(gap, " \u00a0\t-‐‑_.·'’") == ""
}

// proper reports a word of some length that begins with a capital.
func proper(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && utf8.RuneCountInString(word) > 3
}

func number(key string) bool { return key != "" && key[0] >= '0' && key[0] <= '9' }

// Mentions gives the places of an item that name somebody, in order and apart: each is
// whole tokens, so that of a handle or an address nothing is left.
func Mentions(names []Mention, it *Item) []Range {
	var out []Range
	for _, d := range views(it.Message.Text) {
		for _, r := range named(names, d.Shadow) {
			r.Start, r.End = d.Origin(r.Start, r.End)
			out = append(out, r.whole(it).dotted(it))
		}
	}
	for _, m := range names {
		if m.key == "" { // "🦊"
			out = append(out, m.Places(it, nil)...)
		}
		out = append(out, m.tags(it)...)
	}
	slices.SortFunc(out, func(a, b Range) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	return merged(out)
}

// named gives the places of a text in which a name begins at a part of it.
func named(names []Mention, said string) []Range {
	var out []Range
	parts := partsOf(said)
	for i := 0; i < len(parts); {
		n := 0
		for _, m := range names {
			n = max(n, m.first(said, parts[i:]), m.spelled(said, parts[i:]), m.initials(said, parts[i:]))
		}
		if n == 0 {
			i++
			continue
		}
		out = append(out, Range{parts[i].Start, parts[i+n-1].End})
		i += n
	}
	return out
}

// whole is the tokens of which a range takes a part, but for what is elided before a name at their beginning.
func (r Range) whole(it *Item) Range {
	i, _ := slices.BinarySearchFunc(it.Tokens, r.Start+1, func(t Range, at int) int { return t.End - at })
	for begin := r.Start; i < len(it.Tokens) && it.Tokens[i].Start < r.End; i++ {
		t := it.Tokens[i]
		if t.Start < begin && t.End == r.End && elided(it.Message.Text[t.Start:begin]) {
			continue
		}
		r = Range{min(r.Start, t.Start), max(r.End, t.End)}
	}
	return r
}

// clitics are the words of more than two letters that lose their end before a vowel.
var clitics = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("elided") })

// elided reports what is elided before a word, with its apostrophe ("l'", "qu'", "dell'"): it is of the sentence, and
// a policy leaves it.
func elided(head string) bool {
	r, size := utf8.DecodeLastRuneInString(head)
	if !strings.ContainsRune("'’ʼ", r) {
		return false
	}
	word := strings.ToLower(head[:len(head)-size])
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) || word == "" {
		return false
	}
	if utf8.RuneCountInString(word) <= 2 {
		return true
	}
	for _, words := range clitics() {
		if words[word] {
			return true
		}
	}
	return false
}

// merged makes one of ranges that share a byte; they are in order of their starts.
func merged(ranges []Range) []Range {
	var out []Range
	for _, r := range ranges {
		if n := len(out); n > 0 && r.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, r.End)
			continue
		}
		out = append(out, r)
	}
	return out
}
