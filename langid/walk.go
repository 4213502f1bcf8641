package langid

import "github.com/bauta/bauta/internal/memo"

// longestKept is the length of the longest word whose sums are kept: those of one with
// its edges fit two bytes.
const longestKept = 40

// keptBits makes room for 32,768 words, 4 MB at most.
const keptBits = 15

// word adds the weights of all n-grams of a word, which are worked out once.
func (m *Model) word(s *sums, w []rune, g Group) {
	if len(w) > longestKept {
		m.add(s, w, g)
		return
	}
	key := m.start + uint64(g)
	for _, r := range w {
		key = step(key, r)
	}
	key *= 0xd6e8feb86659fd93
	kept, ok := m.words.Get(key)
	if !ok {
		var fresh sums
		m.add(&fresh, w, g)
		kept = make([]int16, len(members[g]))
		for i, c := range members[g] {
			kept[i] = int16(fresh.class[c])
		}
		m.words.Put(key, kept)
	}
	for i, c := range members[g] {
		s.class[c] += int32(kept[i])
	}
}

// add adds the weights of all n-grams of a word: for each place the n-grams that end
// there, from the shortest to the longest that the table has. A longer n-gram is in the
// table only if the shorter ones at its end are, and moreBit of those says that there is
// one.
func (m *Model) add(s *sums, w []rune, g Group) {
	start := seed(g)
	for end := 1; end < len(w); end++ {
		if s.rows > maxRows-MaxOrder {
			s.flush()
		}
		h := start
		for n := 0; n < MaxOrder && n <= end; n++ {
			h = step(h, w[end-n])
			at, load := m.table.find(key(h))
			if at == nil {
				if n == 0 {
					s.add(&m.unseen, m.unseen.load(int(g)))
				}
				break
			}
			s.add(at, load)
			if load&moreBit == 0 {
				break
			}
		}
	}
	s.flush()
}

// newModel makes a model of a table.
func newModel(t *table) *Model {
	return &Model{table: t, words: memo.New[[]int16](keptBits), start: memo.Seed()}
}
