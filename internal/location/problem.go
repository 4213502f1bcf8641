package location

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// target is a classifier whose probability is to come below a threshold: the
// greatest of all classes, or that of one.
type target struct {
	c         *Classifier
	threshold float64
	only      int // the class that counts; -1 for the greatest of all
	// base is what the scores start from instead of the classifier's constants,
	// where posteriors of several messages add up; nil otherwise.
	base []float32
	// apart is a reading in which the words beside a deleted one do not become
	// neighbours: something stands between them.
	apart  bool
	people bool // reads what the units say to the feasibility model
}

// problem is a list of units of which the fewest are to be deleted.
type problem struct {
	words   [][]string // of each unit
	people  [][]string // the same as the feasibility model reads them, where one is asked
	size    []int      // characters of each unit, for ties
	fixed   []bool     // protected: never deleted
	gap     []bool     // an earlier replacement stands before it
	message []int      // which message the unit is in
	targets []target
	sides   []*side
}

// side is what one target makes of the words.
type side struct {
	target
	k           int
	own         [][]int32 // features of each unit by itself, each once
	first, last []string  // the words of each unit that have neighbours
	// spelt holds the weights of words that are not in the vocabulary; they
	// are numbered behind its features.
	spelt [][]float32
	known map[string]int32
	pair  map[[2]int32]int32 // features of the possible neighbours
	// repeated features come from more than one place; they count once, and
	// are left out of the running sums.
	repeated map[int64]bool
}

// row is the weights of a feature or a spelt word.
func (s *side) row(id int32) []float32 {
	if n := s.c.Weights.Features(); int(id) >= n {
		return s.spelt[int(id)-n]
	}
	return s.c.Weights.Row(id)
}

// number finds the features of each unit; words not in the vocabulary are spelt.
func (s *side) number(units [][]string) {
	s.known = map[string]int32{}
	for _, words := range units {
		var own []int32
		before := ""
		for _, w := range words {
			if id := s.feature(w); id >= 0 {
				own = append(own, id)
			}
			if entire(w) {
				continue
			}
			if before != "" {
				if id := s.c.Vocabulary.pair(before, w); id >= 0 {
					own = append(own, id)
				}
			}
			before = w
		}
		slices.Sort(own)
		first, last := ends(words)
		s.own, s.first, s.last = append(s.own, slices.Compact(own)), append(s.first, first), append(s.last, last)
	}
}

// feature is that of a word, −1 for none.
func (s *side) feature(w string) int32 {
	id, ok := s.known[w]
	if ok {
		return id
	}
	if id = s.c.Vocabulary.word(w); id < 0 && !entire(w) {
		if row := s.c.spelt(w); row != nil {
			id = int32(s.c.Weights.Features() + len(s.spelt))
			s.spelt = append(s.spelt, row)
		}
	}
	s.known[w] = id
	return id
}

// add appends a unit.
func (p *problem) add(words []string, message int) {
	size := 0
	for i, w := range words {
		if i == 0 || !entire(w) {
			size += utf8.RuneCountInString(w)
		}
	}
	p.words, p.size = append(p.words, words), append(p.size, size)
	p.fixed, p.gap = append(p.fixed, false), append(p.gap, false)
	p.message = append(p.message, message)
}

// prepare finds the features for deletions of at most so many units in a row.
func (p *problem) prepare(most int) {
	p.sides = nil
	for _, t := range p.targets {
		s := &side{target: t, k: t.c.Weights.Classes, pair: map[[2]int32]int32{}, repeated: map[int64]bool{}}
		if t.people {
			s.number(p.people)
		} else {
			s.number(p.words)
		}
		places := map[int64]int{}
		for i, own := range s.own {
			for _, id := range own {
				places[p.key(i, id)]++
			}
			for j := i - 1; j >= 0 && i-j-1 <= most && p.joined(s, j, i); j-- {
				if id := t.c.Vocabulary.pair(s.last[j], s.first[i]); id >= 0 {
					s.pair[[2]int32{int32(j), int32(i)}] = id
					places[p.key(i, id)]++
				}
			}
		}
		for key, n := range places {
			if n > 1 {
				s.repeated[key] = true
			}
		}
		p.sides = append(p.sides, s)
	}
}

// key tells a feature of one message from the same feature of another: each
// message is scored by itself.
func (p *problem) key(i int, id int32) int64 { return int64(p.message[i])<<32 | int64(id) }

// joined says whether units j < i can become neighbours, all between them gone.
func (p *problem) joined(s *side, j, i int) bool {
	if s.apart && (j+1 < i || p.gap[i]) {
		return false
	}
	return p.message[j] == p.message[i]
}

// exact is the value of what is left after a deletion: the greatest share of a
// threshold that any target reaches. It is a function of the features left
// alone, in double precision, so that equal rests are equal to the bit.
func (p *problem) exact(deleted []bool) float64 {
	worst := 0.0
	for _, s := range p.sides {
		worst = max(worst, p.probability(s, deleted)/s.threshold)
	}
	return worst
}

// probability is the greatest probability of a target, or that of its class.
func (p *problem) probability(s *side, deleted []bool) float64 {
	return normalised(p.scores(s, deleted), s.c.Weights, s.only)
}

// scores are those of what is left, in double precision.
func (p *problem) scores(s *side, deleted []bool) []float64 {
	keys := p.present(s, deleted)
	z := make([]float64, s.k)
	for k := range z {
		z[k] = float64(s.base[k])
	}
	for i, key := range keys {
		if i > 0 && key == keys[i-1] {
			continue
		}
		for k, w := range s.row(int32(key)) {
			z[k] += float64(w)
		}
	}
	return z
}

// present lists the keys of the features of what is left, sorted.
func (p *problem) present(s *side, deleted []bool) []int64 {
	keys := make([]int64, 0, 2*len(p.words))
	last := -1
	for i := range p.words {
		if deleted[i] {
			continue
		}
		for _, id := range s.own[i] {
			keys = append(keys, p.key(i, id))
		}
		if key := p.pairKey(s, last, i); key != none {
			keys = append(keys, key)
		}
		last = i
	}
	slices.Sort(keys)
	return keys
}

// normalised is the probability of a class, or the greatest.
func normalised(z []float64, m *logistic.Model, only int) float64 {
	t := float64(m.Temperature)
	most := slices.Max(z)
	sum, top := 0.0, 0.0
	for k, v := range z {
		e := math.Exp((v - most) / t)
		if m.OneVsRest {
			e = 1 / (1 + math.Exp(-v/t))
		}
		sum += e
		if only < 0 || k == only {
			top = max(top, e)
		}
	}
	if sum == 0 {
		return 1
	}
	return top / sum
}

// answer is a deletion.
type answer struct {
	deleted []bool
	value   float64 // as exact gives it
	count   int
	minimal bool // proved to be the best
}

// better orders answers of one size: the lower value; of equal ones the fewest
// characters, then the leftmost words.
func (p *problem) better(a, b answer) bool {
	if a.value != b.value {
		return a.value < b.value
	}
	if c := cmp.Compare(p.characters(a.deleted), p.characters(b.deleted)); c != 0 {
		return c < 0
	}
	for i, d := range a.deleted {
		if d != b.deleted[i] {
			return d
		}
	}
	return false
}

func (p *problem) characters(deleted []bool) (n int) {
	for i, d := range deleted {
		if d {
			n += p.size[i]
		}
	}
	return n
}
