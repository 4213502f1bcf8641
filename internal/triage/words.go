package triage

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// evidence lists the words and finds of a message for the word model.
func (s *survey) evidence(res *bauta.Result) []Word {
	out := make([]Word, 0, len(s.words)+2)
	whole := hashed{}
	whole.add("message", 1)
	whole.add("message.words."+bucket(float64(len(s.words))), 1)
	whole.add("message.digits."+bucket(s.digitRun), 1)
	out = append(out, Word(whole))
	for i := range s.words {
		out = append(out, Word(s.hash(i)))
	}
	for _, sp := range res.Spans {
		if sp.Label == bauta.Person {
			continue // its words are there
		}
		h := hashed{}
		h.add("find", 1)
		h.add("find."+string(sp.Label), 1)
		out = append(out, Word(h))
	}
	return out
}

func bucket(n float64) string { return strconv.Itoa(int(math.Log2(n + 1))) }

// hashed collects features under 32-bit hashes of their names.
type hashed Word

func (h *hashed) add(name string, value float64) {
	h.Keys = append(h.Keys, keyOf(name))
	h.Values = append(h.Values, value)
}

// keyOf is FNV-1a of a feature's name.
func keyOf(name string) uint32 {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h
}

// hash gives the features of one word: what the names model and the lists say
// of it, how it is written, what stands beside it, and which word it is, so
// that labels can teach what no list holds.
func (s *survey) hash(i int) hashed {
	w := &s.words[i]
	var h hashed
	side := "anti"
	if w.weighed {
		side = w.doubt.String()
		h.add(side+".z", w.logOdds/4)
		h.add("z."+strconv.Itoa(int(math.Floor(max(-6, min(6, w.logOdds))))), 1)
	}
	h.add(side, 1)
	if w.variant != variant.None {
		side += "~"
		h.add("variant."+w.variant.String(), 1)
	}
	style := [...]string{"lower", "capital", "shout"}[w.cap]
	if w.cap != lower && w.starts {
		style = "initial-" + style
	}
	h.add(side+"."+style, 1)
	for k := range 20 {
		if w.kinds&(1<<k) != 0 {
			h.add("kind."+strconv.Itoa(k), 1)
			h.add("kind."+strconv.Itoa(k)+"."+style, 1)
		}
	}
	h.add("word."+w.norm, 1)
	h.add("word."+w.norm+"."+style, 1)
	if w.prev == "" {
		h.add(side+".prev.none", 1)
	} else {
		h.add(side+".prev."+w.prev, 1)
	}
	if i+1 < len(s.words) && !w.stopped {
		h.add(side+".next."+s.words[i+1].norm, 1)
	} else {
		h.add(side+".next.none", 1)
	}
	if i == len(s.words)-1 {
		h.add(side+".last", 1)
	}
	if !w.kept || w.variant >= variant.Concatenation {
		s.letterKeys(w, &h)
	}
	return h
}

// letterKeys gives the shape of a word that is in no anti-dictionary.
func (s *survey) letterKeys(w *word, h *hashed) {
	if pet(w.norm) {
		h.add("pet", 1)
	}
	h.add("length."+strconv.Itoa(min(w.runes, 12)), 1)
	end, start := w.norm, w.norm
	for n := 1; n <= 3; n++ {
		_, size := utf8.DecodeLastRuneInString(end)
		end = end[:len(end)-size]
		h.add("end."+w.norm[len(end):], 1)
		_, size = utf8.DecodeRuneInString(start)
		start = start[size:]
		h.add("start."+w.norm[:len(w.norm)-len(start)], 1)
	}
}

// wordModel says how likely a message is to hold something, as the chance that
// not all of its words are harmless (noisy-or): log-odds of each word are
// linear in its features, and only messages are labelled (multiple-instance
// learning; Maron and Lozano-Pérez 1998, with the noisy-or of section 2).
type wordModel struct {
	keys    []uint32 // rising
	weights []float64
}

// weight of a feature; 0 where it was not learnt.
func (m *wordModel) weight(key uint32) float64 {
	if at, ok := slices.BinarySearch(m.keys, key); ok {
		return m.weights[at]
	}
	return 0
}

// logOdds gives the log-odds of a message.
func (m *wordModel) logOdds(words []Word) float64 {
	sum := 0.0
	for _, w := range words {
		z := 0.0
		for i, k := range w.Keys {
			z += m.weight(k) * w.Values[i]
		}
		sum += softplus(z)
	}
	return anyLogOdds(sum)
}

// anyLogOdds turns Σ softplus(z), which is −log of the chance that nothing is
// there, into the log-odds that something is.
func anyLogOdds(sum float64) float64 {
	sum = math.Max(sum, 1e-12)
	if sum > 30 {
		return 30
	}
	return math.Log(math.Expm1(sum))
}

func softplus(z float64) float64 {
	if z > 30 {
		return z
	}
	return math.Log1p(math.Exp(z))
}
