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
}

// minCell is the least number of names among which one is hidden.
const minCell = 8

// names is the table in the order of a key. Names of one language, sex and
// frequency band make a cell; a cell's order is a secret cycle, and a name's
// surrogate stands a secret number of steps behind it, which makes a bijection
// without fixed points.
type names struct {
	cells [][]string
	at    map[string]place // by word
	plain map[string]place // by word without accents, where no other name is written so
}

type place struct{ cell, index int }

// cellKey is what the names of a cell have in common.
type cellKey struct {
	lang string
	sort uint8 // sex, and whether short
	band int
}

// topBand is the band of the names that eight lists and more have.
const topBand = 4

// newNames orders the table; what is rarer than k or has no company is left out.
func newNames(list []Name, k int, key []byte) (*names, error) {
	if len(key) < minKey {
		return nil, errKey
	}
	cells := map[cellKey][]string{}
	seen := map[string]bool{}
	for _, n := range list {
		if n.Rank < max(k, 1) || seen[n.Word] || n.Word == "" {
			continue
		}
		seen[n.Word] = true
		c := cellKey{n.Lang, n.Sex << 1, min(bits.Len(uint(n.Rank)), topBand)}
		if n.Nick {
			c.sort |= 1
		}
		cells[c] = append(cells[c], n.Word)
	}
	joinSmall(cells)
	t := &names{at: map[string]place{}, plain: map[string]place{}}
	for _, c := range slices.SortedFunc(maps.Keys(cells), cellKey.compare) {
		if len(cells[c]) < minCell {
			continue
		}
		words := shuffle(cells[c], key)
		for i, w := range words {
			t.at[w] = place{len(t.cells), i}
		}
		t.cells = append(t.cells, words)
	}
	if len(t.cells) == 0 {
		return nil, fmt.Errorf("no %d names of one language and sex to rotate; lower k or give more names", minCell)
	}
	for w, p := range t.at {
		if s := unaccented(w); s != w {
			if q, two := t.plain[s]; !two || t.cells[p.cell][p.index] < t.cells[q.cell][q.index] {
				t.plain[s] = p
			}
		}
	}
	return t, nil
}

func (c cellKey) compare(d cellKey) int {
	return cmp.Or(cmp.Compare(c.lang, d.lang), cmp.Compare(c.sort, d.sort), cmp.Compare(c.band, d.band))
}

// joinSmall puts the names of a cell with too few into the band above, and
// those of a topmost one into the band below, so that the usual names of a
// small language have company.
func joinSmall(cells map[cellKey][]string) {
	move := func(from cellKey, by int) {
		if n := len(cells[from]); n > 0 && n < minCell {
			to := from
			to.band += by
			cells[to] = append(cells[to], cells[from]...)
			delete(cells, from)
		}
	}
	keys := slices.SortedFunc(maps.Keys(cells), cellKey.compare)
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

// shuffle sorts words by their digest under the key.
func shuffle(words []string, key []byte) []string {
	order, by := derive(key, "rotate"), make(map[string]string, len(words))
	for _, w := range words {
		h := hmac.New(sha256.New, order)
		h.Write([]byte(w))
		by[w] = string(h.Sum(nil))
	}
	out := slices.Clone(words)
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(by[a], by[b]), cmp.Compare(a, b)) })
	return out
}

// shift is the number of steps in a cell for a scope, from 1 to one less than
// the names of the cell.
func (t *names) shift(key []byte, scope string, cell int) int {
	h := hmac.New(sha256.New, derive(key, "shift"))
	h.Write([]byte(scope))
	h.Write([]byte{0, byte(cell >> 8), byte(cell)})
	return 1 + int(binary.BigEndian.Uint64(h.Sum(nil))%uint64(len(t.cells[cell])-1))
}

// assign gives every name that stands in a thread a surrogate of its own that
// does not stand there. A cell that the thread exhausts leaves names without.
func (t *names) assign(key []byte, scope string, standing map[string]bool) map[string]string {
	words := make([]string, 0, len(standing))
	for w := range standing {
		if _, ok := t.at[w]; ok {
			words = append(words, w)
		}
	}
	slices.Sort(words)
	out, used := make(map[string]string, len(words)), map[string]bool{}
	// First those whose own surrogate is free, so that a name that stands in
	// the way of another does not push a third one off.
	for pass := range 2 {
		for _, w := range words {
			if out[w] != "" {
				continue
			}
			p := t.at[w]
			cell := t.cells[p.cell]
			i := p.index + t.shift(key, scope, p.cell)
			for step := 0; step < len(cell) && (pass == 1 || step == 0); step++ {
				if s := cell[(i+step)%len(cell)]; !standing[s] && !used[s] {
					out[w], used[s] = s, true
					break
				}
			}
		}
	}
	return out
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
		return reading{word: t.cells[p.cell][p.index], plain: true}, true
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
