package coref

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// maxWord bounds the part of a word that is read, in bytes.
const maxWord = 64

// likeness says how surely two words are one name; the greater the surer.
type likeness int

const (
	unlike   likeness = iota
	initial           // D. and Dupont
	misspelt          // a name, and a word that is no name and one letter off
	alike             // they sound alike
	short             // one is a short form of the other
	same
)

// word is a word of a name in the forms under which it is compared.
type word struct {
	key   string // in plain lower-case letters, doubled consonants single
	loose string // the same without any doubled letter
	drawn bool   // a letter stands three times or more
	stem  string // the key without the -s of a genitive, "" where it has none
	sound string
	mute  string   // the sound without a final consonant that French does not speak
	full  []string // the first names it is short for, as loose keys
	heads []string // for compounds: the first part, and the initials; for Japanese names, the ends
	begin uint32   // the first letters of all these forms, see [beginnings]
	end   byte     // the last letter of the key
	first bool     // the lists have it as a first name
	last  bool     // or as a surname
	plain bool     // or as a word of the language too
	sex   lexicon.Sex
}

// known reports whether any list of names has the word.
func (w *word) known() bool { return w.first || w.last }

// named reports a word that some list has for a name, or for short for one.
func (w *word) named() bool { return w.known() || len(w.full) > 0 }

// surname reports a name that the lists have as a surname and nothing else.
func (w *word) surname() bool { return w.last && !w.first && len(w.full) == 0 }

// newWord reads a word of a name in a text of the language.
func newWord(lex *lexicon.Lexicon, surface, lang string) word {
	surface = strings.Clone(strings.ToLower(clip(surface))) // what is kept of it must not keep the message
	if owner := reading.Owner(surface); owner != "" {
		surface = owner
	}
	w := word{sound: sound(surface)}
	w.key, w.drawn = squeeze(text.Plain(surface), false)
	w.loose, _ = squeeze(w.key, true)
	e, _ := lex.Look(surface, lang)
	if e.Kinds&lexicon.Dictionary == 0 && w.drawn {
		e, _ = lex.Look(w.loose, lang)
	}
	w.first, w.last, w.sex = e.Kinds&lexicon.FirstName != 0, e.Kinds&lexicon.Surname != 0, e.Sex
	w.plain = e.Kinds&(lexicon.AntiDictionary&^(lexicon.City|lexicon.Country|lexicon.Place)) != 0
	if attached(lang) && !w.first && len(w.key) >= 4 && strings.HasSuffix(w.key, "s") {
		w.stem = w.key[:len(w.key)-1]
	}
	w.mute = w.sound
	if lang == "fr" && len(w.sound) >= 4 {
		w.mute = strings.TrimRight(strings.TrimSuffix(w.sound, "e"), "std")
	}
	w.full = fullNames(lex, surface, lang, !w.first)
	if w.drawn {
		w.full = append(w.full, fullNames(lex, w.loose, lang, !w.first)...)
	}
	if e.NameRank < usual {
		w.full = append(w.full, shortTable()[w.loose]...)
	}
	if stem := undiminished(w.loose); stem != "" && len(w.full) == 0 && !w.first {
		for _, end := range []string{"i", "o", "a", "e", ""} { // Vreneli is a small Vreni, who is Verena
			w.full = append(w.full, fullNames(lex, stem+end, lang, true)...)
		}
	}
	w.heads = heads(surface)
	w.begin = beginnings(w.loose, w.sound, w.mute) | beginnings(w.full...) | beginnings(w.heads...)
	if w.key != "" {
		w.end = w.key[len(w.key)-1]
	}
	return w
}

// beginnings is the set of the first letters of forms, a bit each; plain letters
// differ in five bits. A form that is empty may begin with anything.
func beginnings(forms ...string) uint32 {
	var set uint32
	for _, f := range forms {
		if f == "" {
			return ^uint32(0)
		}
		set |= 1 << (f[0] % 32)
	}
	return set
}

// clip cuts a word that is too long to be one, at a whole character.
func clip(s string) string {
	if len(s) <= maxWord {
		return s
	}
	n := maxWord
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// attached reports the languages that write -s to a name for the genitive;
// English does where people leave the apostrophe out.
func attached(lang string) bool {
	return slices.Contains([]string{"de", "gsw", "en", "sv", "da", "nb", "nl", ""}, lang)
}

// fullNames lists what the word is short for, in the language, or, with any set,
// in another where that one has it not: people keep the short form they grew up
// with. What is a name of its own is not asked elsewhere.
func fullNames(lex *lexicon.Lexicon, w, lang string, any bool) []string {
	names := lex.FullNames(w, lang)
	for _, l := range lex.Langs() {
		if len(names) > 0 || !any {
			break
		}
		names = lex.FullNames(w, l)
	}
	var out []string
	for _, n := range names {
		key, _ := squeeze(text.Plain(n), true)
		out = append(out, key)
	}
	return out
}

// heads gives what else a compound name is called: its first part and its
// initials (Jean-Pierre: jean, jp).
func heads(surface string) []string {
	parts := strings.FieldsFunc(surface, func(r rune) bool { return r == '-' || r == '‐' || r == '‑' })
	if len(parts) < 2 {
		return ends(surface)
	}
	head, _ := squeeze(text.Plain(parts[0]), true)
	letters := ""
	for _, p := range parts {
		if plain := text.Plain(p); plain != "" {
			letters += plain[:1]
		}
	}
	return []string{head, letters}
}

// ends gives what may be the first name in a Japanese name of three characters
// and more, which nothing parts from the surname before it: its last one to
// three characters.
func ends(surface string) []string {
	runes := []rune(surface)
	if len(runes) < 3 || len(runes) > 6 ||
		slices.ContainsFunc(runes, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) {
		return nil
	}
	var out []string
	for n := 1; n <= min(3, len(runes)-1); n++ {
		end, _ := squeeze(text.Plain(string(runes[len(runes)-n:])), true)
		out = append(out, end)
	}
	return out
}

// squeeze makes one letter of every run of a consonant and of every run of
// three and more; with all set, of every run. long reports a run of three.
func squeeze(s string, all bool) (out string, long bool) {
	if !doubled(s) {
		return s, false
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		j := i
		for j < len(s) && s[j] == s[i] {
			j++
		}
		n := j - i
		long = long || n >= 3
		if all || n >= 3 || !strings.Contains("aeiou", s[i:i+1]) {
			n = 1
		}
		b.WriteString(s[i : i+n])
		i = j
	}
	return b.String(), long
}

// doubled reports a letter that stands twice in a row.
func doubled(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] == s[i-1] {
			return true
		}
	}
	return false
}

// apart reports sexes that are known and have nothing in common.
func apart(a, b lexicon.Sex) bool { return a != 0 && b != 0 && a&b == 0 }

// like compares two words of names. Most of any two are told apart by their ends
// alone: forms of one name begin alike in some form, and a word that is one letter
// off in its beginning ends alike.
func (w *word) like(v *word) likeness {
	if w.begin&v.begin == 0 && w.end != v.end {
		return unlike
	}
	return w.compare(v)
}

// compare is like without a look at the ends.
func (w *word) compare(v *word) likeness {
	switch {
	case w.key == "" || v.key == "":
		return unlike
	case w.key == v.key, (w.drawn || v.drawn) && w.loose == v.loose,
		w.stem != "" && w.stem == v.key, v.stem != "" && v.stem == w.key:
		return same
	case len(w.key) == 1 || len(v.key) == 1:
		if w.key[0] == v.key[0] {
			return initial
		}
		return unlike
	case apart(w.sex, v.sex):
		return unlike
	case w.begin&v.begin != 0 && (w.shortOf(v) || v.shortOf(w)):
		return short
	case w.soundsLike(v):
		return alike
	case w.misspells(v):
		return misspelt
	}
	return unlike
}

// soundsLike reports names that sound alike; two first names do so with what is
// mute in French.
func (w *word) soundsLike(v *word) bool {
	if len(w.sound) >= 3 && w.sound == v.sound {
		return true
	}
	return !(w.first && v.first) && len(w.mute) >= 3 && w.mute == v.mute
}

// misspells reports a name of the lists and one that is in none a letter off, or
// any two with two letters changed about.
func (w *word) misspells(v *word) bool {
	if min(len(w.key), len(v.key)) < 5 {
		return false
	}
	return w.known() != v.known() && oneOff(w.key, v.key) || len(w.key) == len(v.key) && swapped(w.key, v.key)
}

// shortOf reports whether w is a short form of v: by the lists, as its first
// letters, as a diminutive, as the first part of a compound. Two short forms of
// one name are, where one begins the other, or, if neither is a name of its own,
// they begin alike.
func (w *word) shortOf(v *word) bool {
	switch {
	case slices.Contains(w.full, v.loose), slices.Contains(v.heads, w.loose):
		return true
	case len(v.heads) > 0 && slices.Contains(w.full, v.heads[0]): // Kalle, who is Karl-Erik
		return true
	case w.stem != "" && slices.Contains(v.heads, w.stem):
		return true
	case len(w.loose) < 3, v.loose == "", w.loose[0] != v.loose[0]:
		return false // what follows asks for the same beginning
	case (!w.first || len(w.full) > 0 && len(w.loose) >= 4) && len(v.loose) >= len(w.loose)+2 &&
		strings.HasPrefix(v.loose, w.loose):
		return true // "Abdou" is a name, too, but one of those that are short for others
	case !w.first && v.first && diminutive(w.loose, v.loose):
		return true
	}
	begins := strings.HasPrefix(v.loose, w.loose) ||
		!w.first && !v.first && len(v.loose) >= 3 && w.loose[:3] == v.loose[:3]
	return begins && slices.ContainsFunc(w.full, func(n string) bool { return slices.Contains(v.full, n) })
}

// begins reports the first letters of a longer name.
func (w *word) begins(v word) bool {
	return len(w.loose) >= least && len(v.loose) >= len(w.loose)+2 && strings.HasPrefix(v.loose, w.loose)
}

// diminutives are the endings that make a name small, the longest first.
var diminutives = sync.OnceValue(func() []string { return lists.Longest("diminutive-endings") })

// diminutive reports whether a word is a name, or its first three letters and
// more, with an ending that makes it small: Lisachen, Carlitos, Annina, Juliette
// is none since it is a name itself.
func diminutive(w, name string) bool {
	for _, tail := range diminutives() {
		stem, ok := strings.CutSuffix(w, tail)
		if ok && len(stem) >= 3 && strings.HasPrefix(name, stem) && len(name) <= len(stem)+5 {
			return true
		}
	}
	return false
}

// undiminished gives a word without an ending of two letters and more that makes
// it small, "" where it has none.
func undiminished(w string) string {
	for _, tail := range diminutives() {
		if stem, ok := strings.CutSuffix(w, tail); ok && len(tail) >= 2 && len(stem) >= 3 {
			return stem
		}
	}
	return ""
}

// swapped reports two words of which two neighbouring letters are changed about:
// more often a typo than two people, also where both are names (Mehdi, Medhi).
func swapped(a, b string) bool {
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return i+2 <= len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// oneOff reports whether one letter more, less, other, or two changed about
// make one word of the other.
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return i+1 <= len(a) && a[i+1:] == b[i+1:] || swapped(a, b)
}
