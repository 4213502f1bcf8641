package agreement

import (
	"maps"
	"slices"

	"github.com/bauta/bauta/eval"
)

// shape lays all counts of a corpus out in one row of numbers, so that a
// message is what it adds to the row and a draw of the bootstrap is a sum:
// for each pair a confusion table (k by k) and three span counts for each label
// (A's, B's, common), then the coincidence table of alpha (k by k).
type shape struct {
	names []string // k labels, O first
	index map[string]int
	pairs [][2]int // annotators
}

// tally is what one message adds, sorted by place.
type tally []entry

type entry struct {
	at int
	n  float64
}

func newShape(items []Item, annotators int) shape {
	s := shape{names: namesOf(items), index: map[string]int{}}
	for i, n := range s.names {
		s.index[n] = i
	}
	for a := range annotators {
		for b := a + 1; b < annotators; b++ {
			s.pairs = append(s.pairs, [2]int{a, b})
		}
	}
	return s
}

func (s shape) k() int            { return len(s.names) }
func (s shape) tableAt(p int) int { return p * (s.k()*s.k() + 3*s.k()) }
func (s shape) spansAt(p int) int { return s.tableAt(p) + s.k()*s.k() }
func (s shape) alphaAt() int      { return s.tableAt(len(s.pairs)) }
func (s shape) size() int         { return s.alphaAt() + s.k()*s.k() }

// tally counts one message.
func (s shape) tally(it Item) tally {
	row := map[int]float64{}
	read := make([][]string, len(it.Tags))
	for i, tags := range it.Tags {
		if tags != nil {
			read[i] = labels(tags)
		}
	}
	for p, who := range s.pairs {
		a, b := who[0], who[1]
		if read[a] == nil || read[b] == nil {
			continue
		}
		for i := range read[a] {
			row[s.tableAt(p)+s.index[read[a][i]]*s.k()+s.index[read[b][i]]]++
		}
		s.countSpans(row, s.spansAt(p), eval.Chunks(it.Tags[a]), eval.Chunks(it.Tags[b]))
	}
	s.coincide(row, read, it.length())
	out := make(tally, 0, len(row))
	for _, at := range slices.Sorted(maps.Keys(row)) {
		out = append(out, entry{at, row[at]})
	}
	return out
}

func (s shape) countSpans(row map[int]float64, at int, a, b []eval.Chunk) {
	for _, c := range a {
		row[at+3*s.index[c.Type]]++
		if slices.Contains(b, c) {
			row[at+3*s.index[c.Type]+2]++
		}
	}
	for _, c := range b {
		row[at+3*s.index[c.Type]+1]++
	}
}

// coincide counts the ordered pairs of labels within each token, each token
// weighing one over its readers less one.
func (s shape) coincide(row map[int]float64, read [][]string, tokens int) {
	read = slices.DeleteFunc(slices.Clone(read), func(l []string) bool { return l == nil })
	weight := 1 / float64(len(read)-1)
	for i := range tokens {
		for a := range read {
			for b := range read {
				if a != b {
					row[s.alphaAt()+s.index[read[a][i]]*s.k()+s.index[read[b][i]]] += weight
				}
			}
		}
	}
}

func (s shape) sum(tallies []tally) []float64 {
	total := make([]float64, s.size())
	for _, t := range tallies {
		t.addTo(total)
	}
	return total
}

func (t tally) addTo(total []float64) {
	for _, e := range t {
		total[e.at] += e.n
	}
}

// table is a square of counts, row by row.
type table struct {
	n []float64
	k int
}

func (s shape) table(total []float64, p int) table {
	return table{total[s.tableAt(p):s.spansAt(p)], s.k()}
}

func (s shape) coincidence(total []float64) table {
	return table{total[s.alphaAt():s.size()], s.k()}
}

func (t table) at(a, b int) float64 { return t.n[a*t.k+b] }

func (t table) total() float64 {
	sum := 0.0
	for _, n := range t.n {
		sum += n
	}
	return sum
}

// margins are the sums of rows and of columns.
func (t table) margins() (rows, columns []float64) {
	rows, columns = make([]float64, t.k), make([]float64, t.k)
	for a := range t.k {
		for b := range t.k {
			rows[a] += t.at(a, b)
			columns[b] += t.at(a, b)
		}
	}
	return rows, columns
}

func (t table) ints() [][]int {
	out := make([][]int, t.k)
	for a := range out {
		out[a] = make([]int, t.k)
		for b := range out[a] {
			out[a][b] = int(t.at(a, b))
		}
	}
	return out
}

// marked is the table without the tokens that nobody marked.
func (t table) marked() table {
	n := slices.Clone(t.n)
	n[0] = 0
	return table{n, t.k}
}

// against is the table of one label and the rest.
func (t table) against(label int) table {
	rows, columns := t.margins()
	both := t.at(label, label)
	a, b := rows[label]-both, columns[label]-both
	return table{[]float64{t.total() - both - a - b, b, a, both}, 2}
}
