package langid

import "math"

// Stretch is a part of a text in one language: the byte range [Start, End) and
// the mean probability of the language over its words.
type Stretch struct {
	Start, End int
	Lang       string
	Prob       float64
}

const (
	// switchCost is what a change of language costs between two words, in nats.
	switchCost = 2.5
	// messagePull is the part of the evidence of the whole text that each of
	// its words is judged with.
	messagePull = 0.25
	// maxStretchWords bounds the words of one search; a longer text is cut.
	maxStretchWords = 512
)

// Stretches cuts a text into parts of one language each, in order: "slt my
// friend wie gehts" is French, English, German. The parts start and end at
// words; digits, signs and links between two words of one part belong to it,
// and what stands between two parts to neither. The path of languages through
// the words is the cheapest one (Viterbi), with a price for each change; time
// is linear in the length of the text.
//
// The bound of the Config plays no part; a script without an allowed language
// gives no stretch.
func (id *Identifier) Stretches(text string) []Stretch {
	var b Belief
	var t tally
	if g := id.read(&t, text); g != noGroup {
		id.probabilities(&t, g, &b.p)
	}
	return id.StretchesOf(text, &b)
}

// StretchesOf is Stretches of a text of which it is known how likely each
// language is for the whole.
func (id *Identifier) StretchesOf(text string, b *Belief) []Stretch {
	var out []Stretch
	prior := id.pull(b)
	words := make([]stretchWord, 0, 16)
	s := scanner{text: text}
	for s.next() {
		if len(id.classes[s.group]) == 0 {
			continue
		}
		words = append(words, id.stretchWord(&s, &prior))
		if len(words) == maxStretchWords {
			out = id.path(out, words)
			words = words[:0]
		}
	}
	return id.path(out, words)
}

// stretchWord is a word with the log-probability of each language of its group.
type stretchWord struct {
	start, end int
	group      Group
	logs       [numClasses]float64
	from       [numClasses]uint8 // language of the word before on the best path
}

// pull gives the probabilities of the text as a whole among the languages chosen
// from, by class, flattened.
func (id *Identifier) pull(b *Belief) (weights [numClasses]float64) {
	total := 0.0
	for _, c := range id.all {
		total += b.p[c]
	}
	for _, c := range id.all {
		weights[c] = math.Pow(max(b.p[c]/max(total, math.SmallestNonzeroFloat64), 1e-2), messagePull)
	}
	return weights
}

func (id *Identifier) stretchWord(s *scanner, prior *[numClasses]float64) stretchWord {
	w := stretchWord{start: s.start, end: s.end, group: s.group}
	var t tally
	t.letters[s.group] = int32(s.letters)
	id.model.word(&t.sums, s.buf[:s.n], s.group)
	var p [numClasses]float64
	id.probabilities(&t, s.group, &p)
	sum := 0.0
	for _, c := range id.classes[s.group] {
		p[c] = max(p[c], 1e-6) * prior[c]
		sum += p[c]
	}
	for _, c := range id.classes[s.group] {
		w.logs[c] = math.Log(p[c] / sum)
	}
	return w
}

// path finds the cheapest languages for the words and appends their stretches.
func (id *Identifier) path(out []Stretch, words []stretchWord) []Stretch {
	if len(words) == 0 {
		return out
	}
	var score [numClasses]float64
	for i := range words {
		w := &words[i]
		if i == 0 {
			score = w.logs
			continue
		}
		before := id.classes[words[i-1].group]
		best := before[0]
		for _, c := range before {
			if score[c] > score[best] {
				best = c
			}
		}
		next := score
		for _, c := range id.classes[w.group] {
			from, value := best, score[best]-switchCost
			if words[i-1].group != w.group {
				value += switchCost // another script is reason enough
			} else if score[c] >= value {
				from, value = c, score[c]
			}
			next[c], w.from[c] = value+w.logs[c], from
		}
		score = next
	}
	langs := make([]uint8, len(words))
	last := len(words) - 1
	best := id.classes[words[last].group][0]
	for _, c := range id.classes[words[last].group] {
		if score[c] > score[best] {
			best = c
		}
	}
	for i := last; i >= 0; i-- {
		langs[i] = best
		best = words[i].from[best]
	}
	return appendStretches(out, words, langs)
}

// appendStretches joins neighbours of one language.
func appendStretches(out []Stretch, words []stretchWord, langs []uint8) []Stretch {
	for i := 0; i < len(words); {
		j, sum := i, 0.0
		for j < len(words) && langs[j] == langs[i] {
			sum += math.Exp(words[j].logs[langs[j]])
			j++
		}
		out = append(out, Stretch{words[i].start, words[j-1].end, languages[langs[i]], sum / float64(j-i)})
		i = j
	}
	return out
}
