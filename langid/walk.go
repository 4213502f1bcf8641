package langid

import (
	"bytes"
	"unicode/utf8"
)

// word adds the weights of all n-grams of a word: for each place the n-grams
// that end there, from the shortest to the longest that the table has. A
// longer n-gram is in the table only if the shorter ones at its end are, and
// moreBit of those says that there is one.
func (m *Model) word(s *sums, w []rune, g Group) {
	if g == Latin {
		m.latin(s, w)
		return
	}
	start := seed(g)
	for end := 1; end < len(w); end++ {
		h := start
		for n := 0; n < MaxOrder && n <= end; n++ {
			h = step(h, w[end-n])
			load, ok := m.table.find(key(h))
			if !ok {
				if n == 0 {
					s.add(m.table, m.unseen[g])
				}
				break
			}
			s.add(m.table, load)
			if load&moreBit == 0 {
				break
			}
		}
	}
	s.flush()
}

// latin is word for the group of many languages, whose n-grams of up to three
// letters are merged: the longest of them stands for all.
func (m *Model) latin(s *sums, w []rune) {
	t, start := m.table, seed(Latin)
	for end := 1; end < len(w); end++ {
		if s.rows > maxRows-MaxOrder {
			s.flush()
		}
		h1 := step(start, w[end])
		h := step(h1, w[end-1])
		if end > 1 {
			h3 := step(h, w[end-2])
			if load, ok := t.find(key(h3)); ok {
				s.add(t, load)
				h = h3
				for n := 3; n < MaxOrder && n <= end && load&moreBit != 0; n++ {
					h = step(h, w[end-n])
					if load, ok = t.find(key(h)); !ok {
						break
					}
					s.add(t, load)
				}
				continue
			}
		}
		load, ok := t.find(key(h))
		if !ok {
			if load, ok = t.find(key(h1)); !ok {
				load = m.unseen[Latin]
			}
		}
		s.add(t, load)
	}
	s.flush()
}

// Merged is the length of the longest n-grams that are merged.
const Merged = 3

// merge gives each n-gram of up to three letters of the Latin group a row with
// the sum of its weights and those of its ends, so that one row is added for a
// letter instead of three. The n-grams come longest first. An n-gram that the
// table does not have is an error.
func (t *table) merge(grams []byte) error {
	if len(t.rows)+bytes.Count(grams, []byte("\n"))+1 > maxRowsAll {
		return ErrFormat
	}
	var room [Merged]rune
	for line := range bytes.SplitSeq(grams, []byte("\n")) {
		if utf8.RuneCount(line) > Merged {
			return ErrFormat
		}
		g := room[:0]
		for len(line) > 0 {
			r, size := utf8.DecodeRune(line)
			g, line = append(g, r), line[size:]
		}
		var s sums
		h, at := seed(Latin), -1
		for i := len(g) - 1; i >= 0; i-- {
			h = step(h, g[i])
			if at = t.slot(key(h)); at < 0 {
				return ErrFormat
			}
			s.add(t, t.slots[at])
			s.flush()
		}
		if at < 0 {
			return ErrFormat
		}
		t.slots[at] = t.slots[at]&^(kindMask|numberMask) | kindRow | uint32(len(t.rows))
		t.rows = append(t.rows, s.row())
	}
	return nil
}

// row gives the sums of the Latin group as a row.
func (s *sums) row() row {
	var r row
	for i := range maxGroup {
		v := int32(0)
		if i < len(members[Latin]) {
			v = max(-rowBias, min(rowBias, s.class[members[Latin][i]]))
		}
		r[i/4] |= uint64(v+rowBias) << (16 * (i % 4))
	}
	return r
}
