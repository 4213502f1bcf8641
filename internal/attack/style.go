package attack

import (
	"math"
	"slices"
)

// Ranked is how far an attack went that ranks all authors for each of them.
type Ranked struct {
	Authors int // each asked about once
	First   int // rank 1: the right one stands first
	Twenty  int // rank 20: it is among the first twenty
}

// Style asks who wrote the second messages of each author, of all authors whose first
// messages are known: known messages of each that the attacker has under the name, and
// asked behind them that come under another one. Authors of fewer messages are left
// out, and those behind the first 2,000.
//
// The attacker is linear: counts of character sequences, damped by a root, so that it
// does not matter how much somebody wrote, and weighed by how few authors have them; then
// the cosine of the angle between two authors (Koppel, Schler
// and Argamon, Authorship attribution in the wild, Language Resources and Evaluation
// 45, 2011, section 3).
func Style(authors [][]string, known, asked int) Ranked {
	var first, second []vector
	for _, messages := range authors {
		if known < 1 || asked < 1 || len(messages) < known+asked || len(first) == mostAuthors {
			continue
		}
		first = append(first, grams(messages[:known]))
		second = append(second, grams(messages[known:known+asked]))
	}
	r := Ranked{Authors: len(first)}
	rare := rarity(first)
	index := postings(first, rare)
	for i, v := range second {
		switch rank := v.weighed(rare).rank(index, len(first), i); {
		case rank == 0:
			r.First, r.Twenty = r.First+1, r.Twenty+1
		case rank < 20:
			r.Twenty++
		}
	}
	return r
}

// mostAuthors bounds the work: it grows with the square of the authors.
const mostAuthors = 2000

// vector is a text as weights of its character sequences.
type vector map[uint64]float64

// The lengths of sequences, in characters.
const shortest, longest = 2, 4

// grams counts the sequences of messages; what stands at the ends of a message counts
// as such.
func grams(messages []string) vector {
	v := vector{}
	for _, m := range messages {
		s := "\x02" + m + "\x03"
		at := make([]int, 0, len(s)+1) // where characters begin
		for i := range s {
			at = append(at, i)
		}
		at = append(at, len(s))
		for n := shortest; n <= longest; n++ {
			for i := 0; i+n < len(at); i++ {
				v[hash(s[at[i]:at[i+n]])]++
			}
		}
	}
	return v
}

// hash is FNV-1a (Fowler, Noll and Vo) of 64 bits: what counts is kept for a sequence,
// not the sequence.
func hash(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}

// rarity weighs a sequence by how few authors have it.
func rarity(all []vector) vector {
	in := vector{}
	for _, v := range all {
		for k := range v {
			in[k]++
		}
	}
	for k, n := range in {
		in[k] = math.Log(float64(1+len(all)) / (1 + n))
	}
	return in
}

// weighed damps and weighs counts; the vector has length 1.
func (v vector) weighed(rare vector) vector {
	out, sum := vector{}, 0.0
	for k, n := range v {
		if w := math.Sqrt(n) * rare[k]; w > 0 {
			out[k] = w
			sum += w * w
		}
	}
	for k := range out {
		out[k] /= math.Sqrt(sum)
	}
	return out
}

// posting is the weight of a sequence in an author.
type posting struct {
	author int
	weight float64
}

func postings(all []vector, rare vector) map[uint64][]posting {
	out := map[uint64][]posting{}
	for i, v := range all {
		for k, w := range v.weighed(rare) {
			out[k] = append(out[k], posting{i, w})
		}
	}
	return out
}

// rank is how many authors stand before the right one; of equals it stands last.
func (v vector) rank(index map[uint64][]posting, authors, right int) int {
	like := make([]float64, authors)
	keys := make([]uint64, 0, len(v))
	for k := range v {
		keys = append(keys, k)
	}
	slices.Sort(keys) // so that sums are the same each time
	for _, k := range keys {
		for _, p := range index[k] {
			like[p.author] += v[k] * p.weight
		}
	}
	before := 0
	for i, l := range like {
		if i != right && l >= like[right] {
			before++
		}
	}
	return before
}
