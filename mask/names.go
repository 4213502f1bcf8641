package mask

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Name is a first name of the table of [Rotate].
type Name struct {
	Word string // lower case, NFC
	Lang string // the one language it counts as
	Sex  uint8  // names of one value are rotated among themselves; unisex is one of its own
	Rank int    // how many lists have it
	Nick bool   // a short form (nico), which is rotated among short forms
	// Full are the names that a short form stands for, in lower case. It goes
	// where the first of them goes that is in the table: nico to a short form
	// of what nicolas becomes.
	Full []string
}

// minCell is the least number of names among which one is hidden.
const minCell = 8

// family is a name and its short forms, or a short form of nobody alone.
type family []string

// names is the table in the order of a key. Families of one language, sex,
// frequency band and number of short forms make a cell; a cell's order is a
// secret cycle, and a name's surrogate stands in the same place of a family a
// secret number of steps behind, which makes a bijection without fixed points.
type names struct {
	cells [][]family
	at    map[string]place // by word
	plain map[string]place // by word without accents, where no other name is written so
}

// seat is where a family stands.
type seat struct{ cell, index int }

// place is where a name stands: member 0 is the name in full.
type place struct {
	seat
	member int
}

// word gives the name that has the place in a family of the same cell.
func (t *names) word(at seat, member int) string { return t.cells[at.cell][at.index][member] }

// cellKey is what the families of a cell have in common.
type cellKey struct {
	lang  string
	sort  uint8 // sex, and whether short
	nicks int   // how many short forms
	band  int
}

// The highest values of a cell: the band of the names that eight lists and more
// have, and the number of short forms of a name that go with it.
const (
	topBand  = 4
	topNicks = 3
)

// newNames orders the table; what is rarer than k or has no company is left out.
func newNames(list []Name, k int, key Key) (*names, error) {
	if err := key.Check(); err != nil {
		return nil, err
	}
	cells := cellsOf(list, k)
	t := &names{at: map[string]place{}, plain: map[string]place{}}
	for _, c := range slices.SortedFunc(maps.Keys(cells), cellKey.compare) {
		if len(cells[c]) < minCell {
			continue
		}
		families := shuffle(cells[c], key)
		for i, f := range families {
			for m, w := range f {
				t.at[w] = place{seat{len(t.cells), i}, m}
			}
		}
		t.cells = append(t.cells, families)
	}
	if len(t.cells) == 0 {
		return nil, fmt.Errorf("no %d names of one language and sex to rotate; lower k or give more names", minCell)
	}
	for w, p := range t.at {
		if s := unaccented(w); s != w {
			if q, two := t.plain[s]; !two || t.word(p.seat, p.member) < t.word(q.seat, q.member) {
				t.plain[s] = p
			}
		}
	}
	return t, nil
}

// cellsOf puts the names with their short forms into cells. Where too few names
// of a cell have as many short forms, the rarest of these goes with those that
// belong to nobody.
func cellsOf(list []Name, k int) map[cellKey][]family {
	known := map[string]Name{}
	for _, n := range list {
		if _, twice := known[n.Word]; !twice && n.Rank >= max(k, 1) && n.Word != "" {
			known[n.Word] = n
		}
	}
	cells, nicks := map[cellKey][]family{}, shortForms(known)
	put := func(f family, count int) {
		n := known[f[0]]
		c := cellKey{n.Lang, n.Sex << 1, count, min(bits.Len(uint(n.Rank)), topBand)}
		if n.Nick {
			c.sort |= 1
		}
		cells[c] = append(cells[c], f)
	}
	for w, n := range known {
		if n.Nick && n.Full != nil {
			continue // goes with its name, or comes back as nobody's
		}
		f := append(family{w}, nicks[w]...)
		put(f, len(f)-1)
	}
	for _, w := range nicks[""] {
		put(family{w}, 0)
	}
	for count := topNicks; count >= 0; count-- {
		joinSmall(cells, count)
		for c, few := range maps.Clone(cells) {
			if c.nicks != count || count == 0 || len(few) >= minCell {
				continue
			}
			delete(cells, c)
			for _, f := range few {
				put(f[:count], count-1)
				put(f[count:], 0)
			}
		}
	}
	return cells
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
		slices.SortFunc(ws, func(a, b string) int {
			return cmp.Or(cmp.Compare(known[b].Rank, known[a].Rank), cmp.Compare(a, b))
		})
		if owner != "" && len(ws) > topNicks {
			out[""] = append(out[""], ws[topNicks:]...)
			out[owner] = ws[:topNicks]
		}
	}
	return out
}

func (c cellKey) compare(d cellKey) int {
	return cmp.Or(cmp.Compare(c.lang, d.lang), cmp.Compare(c.sort, d.sort), cmp.Compare(c.nicks, d.nicks),
		cmp.Compare(c.band, d.band))
}

// joinSmall puts the families of a cell with too few into the band above, and
// those of a topmost one into the band below, so that the usual names of a
// small language have company.
func joinSmall(cells map[cellKey][]family, nicks int) {
	move := func(from cellKey, by int) {
		if n := len(cells[from]); n > 0 && n < minCell {
			to := from
			to.band += by
			cells[to] = append(cells[to], cells[from]...)
			delete(cells, from)
		}
	}
	keys := slices.SortedFunc(maps.Keys(cells), cellKey.compare)
	keys = slices.DeleteFunc(keys, func(c cellKey) bool { return c.nicks != nicks })
	for _, c := range keys {
		for c.band = 1; c.band < topBand; c.band++ {
			move(c, 1)
		}
	}
	for _, c := range keys {
		for c.band = topBand; c.band > 1; c.band-- {
			move(c, -1)
		}
	}
}

// shuffle sorts families by the digest of their name under the key.
func shuffle(families []family, key Key) []family {
	order, by := key.derive("rotate"), make(map[string]string, len(families))
	for _, f := range families {
		h := hmac.New(sha256.New, order)
		h.Write([]byte(f[0]))
		by[f[0]] = string(h.Sum(nil))
	}
	out := slices.Clone(families)
	slices.SortFunc(out,
		func(a, b family) int { return cmp.Or(cmp.Compare(by[a[0]], by[b[0]]), cmp.Compare(a[0], b[0])) })
	return out
}

// shift is the number of steps in a cell for a scope, from 1 to one less than
// the families of the cell.
func (t *names) shift(key Key, scope string, cell int) int {
	h := hmac.New(sha256.New, key.derive("shift"))
	h.Write([]byte(scope))
	h.Write([]byte{0, byte(cell >> 8), byte(cell)})
	return 1 + int(binary.BigEndian.Uint64(h.Sum(nil))%uint64(len(t.cells[cell])-1))
}

// given says which family stands in the place of each that a thread names.
type given map[seat]seat

// assign gives every family that stands in a thread another of its own, of
// which nobody stands there. A cell that the thread exhausts leaves families
// without. What was given stays.
func (t *names) assign(key Key, scope string, standing map[seat]bool, to given) {
	var fresh []seat
	for s := range standing {
		if _, ok := to[s]; !ok {
			fresh = append(fresh, s)
		}
	}
	if len(fresh) == 0 {
		return
	}
	slices.SortFunc(fresh, func(a, b seat) int { return cmp.Compare(t.word(a, 0), t.word(b, 0)) })
	used := map[seat]bool{}
	for _, s := range to {
		used[s] = true
	}
	// First those whose own surrogate is free, so that a name that stands in
	// the way of another does not push a third one off.
	for pass := range 2 {
		for _, from := range fresh {
			if _, ok := to[from]; ok {
				continue
			}
			n := len(t.cells[from.cell])
			i := from.index + t.shift(key, scope, from.cell)
			for step := 0; step < n && (pass == 1 || step == 0); step++ {
				if s := (seat{from.cell, (i + step) % n}); !standing[s] && !used[s] {
					to[from], used[s] = s, true
					break
				}
			}
		}
	}
}

// surrogate gives what a name becomes, "" where nothing is left for it.
func (t *names) surrogate(word string, to given) string {
	p, ok := t.at[word]
	if !ok {
		return ""
	}
	s, ok := to[p.seat]
	if !ok {
		return ""
	}
	return t.word(s, p.member)
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
	if p, ok := t.plain[w]; ok {
		return reading{word: t.word(p.seat, p.member), plain: true}, true
	}
	return reading{}, false
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
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s)))
}
