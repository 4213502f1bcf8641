package mask

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Name is a first name of the table of [Rotate], as one language has it.
type Name struct {
	Word string // lower case, NFC
	Lang string // whose lists have it; "" where it is of no language of the table
	Sex  uint8  // names of one value are rotated among themselves; unisex is one of its own
	Rank int    // how many lists have it
	// Borne is how often people bear it there, in any unit, and Born when most of them
	// were born; zero where that is not known.
	Borne float64
	Born  Born
	Nick  bool // a short form (nico), which is rotated among short forms
	// Full are the names that a short form stands for, in lower case. It goes
	// where the first of them goes that is in the table: nico to a short form
	// of what nicolas becomes.
	Full []string
}

// Born says when those who bear a name were born, most of them.
type Born uint8

// The times of birth that are told apart.
const (
	AnyTime Born = iota // not known
	Before1950
	Since1950
)

// minCell is the least number of names among which one is hidden, and company how
// many it is where there are enough that are borne about as often.
const (
	minCell = 8
	company = 128
)

// member is a name of a family.
type member struct {
	word    string
	letters int
	born    Born
	borne   float64
	rank    int
}

// family is a name and its short forms, or a short form of nobody alone.
type family []member

// names is the table of one language in the order of a key. Families of one sex, one
// beginning (in French and Italian, where de and le lose their vowel before one), one
// number of short forms, and borne about as often, make a cell; for each scope a cell
// has a secret bijection without fixed points, to names of about as many letters and
// of the same time where it can be. Names of other languages are guests: they become
// names of the language, borne rarely, and nothing becomes one of them.
type names struct {
	lang  string
	cells [][]family
	hosts map[class][]int  // cells, the most borne first
	at    map[string]place // by word
	plain map[string]place // by word without accents, where no other name is written so

	others *others // where its guests are

	lasting sync.Map // turns of the scope of a corpus, by cell
}

// seat is where a family stands, or the word of a guest.
type seat struct {
	cell, index int
	guest       string
}

// place is where a name stands: member 0 is the name in full.
type place struct {
	seat
	member int
}

// word gives the name that has the place in a family of the same cell, or the last of
// the family where it has fewer.
func (t *names) word(at seat, m int) string {
	if at.guest != "" {
		return at.guest
	}
	f := t.cells[at.cell][at.index]
	return f[min(m, len(f)-1)].word
}

// class is what names must have in common to stand in for each other.
type class struct {
	sort  uint8 // sex, and whether short
	vowel bool  // begins with one that takes the vowel of de and le away
}

// topNicks is the number of short forms of a name that go with it.
const topNicks = 1

// tables makes the table of each language. Names that are rarer than k are left out.
func tables(list []Name, k int, key Key) (map[string]*names, error) {
	if err := key.Check(); err != nil {
		return nil, err
	}
	by, all := map[string]map[string]Name{}, map[string]Name{}
	for _, n := range list {
		if n.Word == "" || n.Rank < max(k, 1) {
			continue
		}
		if _, twice := all[n.Word]; !twice || all[n.Word].Lang == "" {
			all[n.Word] = n
		}
		if by[n.Lang] == nil {
			by[n.Lang] = map[string]Name{}
		}
		if _, twice := by[n.Lang][n.Word]; !twice {
			by[n.Lang][n.Word] = n
		}
	}
	delete(by, "")
	out, others := map[string]*names{}, gathered(all)
	for lang, known := range by {
		if t := newNames(lang, known); len(t.cells) > 0 {
			t.others = others
			out[lang] = t
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no %d names of one language and sex to rotate; lower k or give more names", minCell)
	}
	return out, nil
}

// newNames puts the names of a language into cells; what has no company is left out.
func newNames(lang string, known map[string]Name) *names {
	t := &names{lang: lang, hosts: map[class][]int{}, at: map[string]place{}, plain: map[string]place{}}
	groups := t.groups(known)
	for _, g := range slices.SortedFunc(maps.Keys(groups), group.compare) {
		for _, families := range t.cut(groups[g]) {
			c := class{g.sort, t.vowel(families[0])}
			t.hosts[c] = append(t.hosts[c], len(t.cells))
			for i, f := range families {
				for m := range f {
					t.at[f[m].word] = place{seat{cell: len(t.cells), index: i}, m}
				}
			}
			t.cells = append(t.cells, families)
		}
	}
	for w, p := range t.at {
		if s := unaccented(w); s != w {
			if q, two := t.plain[s]; !two || t.word(p.seat, p.member) < t.word(q.seat, q.member) {
				t.plain[s] = p
			}
		}
	}
	return t
}

// others are the names of all languages, which the tables share.
type others struct {
	names map[string]Name
	bare  map[string][]string // sorted, by word without accents, where that is another
}

func gathered(all map[string]Name) *others {
	o := &others{all, map[string][]string{}}
	for _, w := range slices.Sorted(maps.Keys(all)) {
		if s := unaccented(w); s != w {
			o.bare[s] = append(o.bare[s], w)
		}
	}
	return o
}

// guest is a name of another language, which the table has not.
func (t *names) guest(word string) (Name, bool) {
	n, known := t.others.names[word]
	_, home := t.at[word]
	return n, known && !home && n.Lang != t.lang
}

// guestWithout is the first guest that is written so without accents.
func (t *names) guestWithout(accents string) (string, bool) {
	for _, w := range t.others.bare[accents] {
		if _, ok := t.guest(w); ok {
			return w, true
		}
	}
	return "", false
}

// group is what the families that are cut into cells have in common.
type group struct {
	sort  uint8
	nicks int // how many short forms
}

func (g group) compare(h group) int {
	return cmp.Or(cmp.Compare(g.sort, h.sort), cmp.Compare(g.nicks, h.nicks))
}

// groups puts the names with their short forms together. Where too few names have as
// many short forms, the rarest of these goes with those that belong to nobody.
func (t *names) groups(known map[string]Name) map[group][]family {
	out, nicks := map[group][]family{}, shortForms(known)
	put := func(f family, count int) {
		n := known[f[0].word]
		g := group{n.Sex << 1, count}
		if n.Nick {
			g.sort |= 1
		}
		out[g] = append(out[g], f)
	}
	for w, n := range known {
		if n.Nick && n.Full != nil {
			continue // goes with its name, or comes back as nobody's
		}
		f := family{memberOf(n)}
		for _, nick := range nicks[w] {
			f = append(f, memberOf(known[nick]))
		}
		put(f, len(f)-1)
	}
	for _, w := range nicks[""] {
		put(family{memberOf(known[w])}, 0)
	}
	for count := topNicks; count > 0; count-- {
		for g, few := range maps.Clone(out) {
			if g.nicks != count || len(few) >= minCell {
				continue
			}
			delete(out, g)
			for _, f := range few {
				put(f[:count], count-1)
				put(f[count:], 0)
			}
		}
	}
	return out
}

func memberOf(n Name) member {
	return member{n.Word, utf8.RuneCountInString(n.Word), n.Born, n.Borne, n.Rank}
}

// compare puts the most borne first.
func (m member) compare(o member) int {
	return cmp.Or(cmp.Compare(o.borne, m.borne), cmp.Compare(o.rank, m.rank), cmp.Compare(m.word, o.word))
}

// shortForms lists the short forms of each name, the most frequent first; under
// "" those of nobody in the table.
func shortForms(known map[string]Name) map[string][]string {
	out := map[string][]string{}
	for w, n := range known {
		if !n.Nick || n.Full == nil {
			continue
		}
		owner := ""
		if i := slices.IndexFunc(n.Full, func(w string) bool { f, ok := known[w]; return ok && !f.Nick }); i >= 0 {
			owner = n.Full[i]
		}
		out[owner] = append(out[owner], w)
	}
	for owner, ws := range out {
		slices.SortFunc(ws, func(a, b string) int { return memberOf(known[a]).compare(memberOf(known[b])) })
		if owner != "" && len(ws) > topNicks {
			out[""] = append(out[""], ws[topNicks:]...)
			out[owner] = ws[:topNicks]
		}
	}
	return out
}

// cut makes cells of a group: parted by how the names begin, where there are enough of
// each, then by how often they are borne. A group that is no company is none.
func (t *names) cut(all []family) [][]family {
	if len(all) < minCell {
		return nil
	}
	slices.SortFunc(all, func(a, b family) int { return a[0].compare(b[0]) })
	var vowels, others []family
	for _, f := range all {
		if t.vowel(f) {
			vowels = append(vowels, f)
		} else {
			others = append(others, f)
		}
	}
	if len(vowels) < minCell || len(others) < minCell {
		return bands(all)
	}
	return append(bands(vowels), bands(others)...)
}

// bands cuts sorted families into runs of company, the last one longer.
func bands(all []family) [][]family {
	var out [][]family
	for len(all) >= 2*company {
		out, all = append(out, all[:company:company]), all[company:]
	}
	return append(out, all)
}

// vowel says whether de, le and que lose their vowel before a family. Before y they do
// where a consonant follows it (d'Yves, de Yann); h counts as mute.
func (t *names) vowel(f family) bool {
	if t.lang != "fr" && t.lang != "it" {
		return false
	}
	w := unaccented(f[0].word)
	if len(w) > 1 && w[0] == 'y' {
		return !strings.ContainsRune("aeiou", rune(w[1]))
	}
	return w != "" && (strings.ContainsRune("aeiou", rune(w[0])) || w[0] == 'h' && t.lang == "fr")
}

// reading is how a name of the table is written in a text.
type reading struct {
	word   string // the name in the table
	suffix string // genitive, as it is written
	run    int    // length of the longest run of one letter, where that is no spelling
	plain  bool   // accents left out
}

// read finds the name that a word stands for: as it is, without a genitive,
// without repeated letters, without accents.
func (t *names) read(word string) (reading, bool) {
	low := strings.ToLower(norm.NFC.String(strings.ReplaceAll(word, "’", "'")))
	if len(low) > 200 {
		return reading{}, false
	}
	for _, suffix := range []string{"", "'s", "'", "s"} {
		stem, ok := strings.CutSuffix(low, suffix)
		if !ok || len(stem) < 2 || suffix == "s" && len(stem) < 3 {
			continue
		}
		tail := suffix
		if n := len(suffix); n > 0 {
			raw := []rune(word)
			tail = string(raw[len(raw)-len([]rune(suffix)):])
		}
		if r, ok := t.stem(stem); ok {
			r.suffix = tail
			return r, true
		}
	}
	return reading{}, false
}

// stem looks a form without suffix up.
func (t *names) stem(stem string) (reading, bool) {
	if r, ok := t.exact(stem); ok {
		return r, true
	}
	longest := 0
	for _, keep := range []int{1, 2} {
		short, run := squeeze(stem, keep)
		longest = max(longest, run)
		if run < 3 {
			break
		}
		if r, ok := t.exact(short); ok {
			r.run = longest
			return r, true
		}
	}
	return reading{}, false
}

func (t *names) exact(w string) (reading, bool) {
	if _, ok := t.at[w]; ok {
		return reading{word: w}, true
	}
	if _, ok := t.guest(w); ok {
		return reading{word: w}, true
	}
	if p, ok := t.plain[w]; ok {
		return reading{word: t.word(p.seat, p.member), plain: true}, true
	}
	if g, ok := t.guestWithout(w); ok {
		return reading{word: g, plain: true}, true
	}
	return reading{}, false
}

// seatOf gives the place of a name that read found.
func (t *names) seatOf(word string) place {
	if p, ok := t.at[word]; ok {
		return p
	}
	return place{seat: seat{cell: -1, guest: word}}
}

// squeeze shortens runs of three and more of a letter, and gives the longest
// run.
func squeeze(s string, keep int) (string, int) {
	var b strings.Builder
	longest := 0
	rs := []rune(s)
	for i := 0; i < len(rs); {
		j := i
		for j < len(rs) && rs[j] == rs[i] {
			j++
		}
		longest = max(longest, j-i)
		n := j - i
		if n >= 3 {
			n = keep
		}
		b.WriteString(strings.Repeat(string(rs[i]), n))
		i = j
	}
	return b.String(), longest
}

// unaccented takes accents off.
func unaccented(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII }) {
		return s
	}
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}
