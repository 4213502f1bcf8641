package chain

import "fmt"

// A Phrase is a typed stretch [From, To) of a sequence of words.
type Phrase struct {
	From, To int
	Type     string
}

// A BaselineKind selects what a Baseline does with phrases seen with several types.
type BaselineKind string

// The baselines of Adams and others, AnonyMate, section 3.1,
// after the CoNLL-2003 shared task.
const (
	// Unambiguous ("unamb") finds phrases that had one type only in training.
	Unambiguous BaselineKind = "unamb"
	// MostFrequent ("freq") gives each phrase its most frequent type.
	MostFrequent BaselineKind = "freq"
)

// A Baseline finds again the phrases of its training data and knows nothing
// else; the longest phrase wins, from left to right. It is safe for concurrent
// use once trained.
type Baseline struct {
	kind  BaselineKind
	nodes []node
	next  map[step]int32
}

// node is a state of the trie of phrases; types counts those that end there.
type node struct{ types map[string]int }

type step struct {
	node int32
	word string
}

// NewBaseline returns a baseline that knows no phrase yet.
func NewBaseline(kind BaselineKind) (*Baseline, error) {
	if kind != Unambiguous && kind != MostFrequent {
		return nil, fmt.Errorf("baseline %q is not known; there are %s and %s", kind, Unambiguous, MostFrequent)
	}
	return &Baseline{kind: kind, nodes: make([]node, 1), next: map[step]int32{}}, nil
}

// Learn adds the phrases of a sequence. Phrases out of its bounds are ignored.
func (b *Baseline) Learn(words []string, phrases []Phrase) {
	for _, p := range phrases {
		if p.From < 0 || p.To > len(words) || p.From >= p.To {
			continue
		}
		at := int32(0)
		for _, w := range words[p.From:p.To] {
			to, ok := b.next[step{at, w}]
			if !ok {
				to = int32(len(b.nodes))
				b.nodes = append(b.nodes, node{})
				b.next[step{at, w}] = to
			}
			at = to
		}
		n := &b.nodes[at]
		if n.types == nil {
			n.types = map[string]int{}
		}
		n.types[p.Type]++
	}
}

// Find returns the phrases of a sequence, from left to right, none overlapping.
func (b *Baseline) Find(words []string) []Phrase {
	var out []Phrase
	for from := 0; from < len(words); {
		best := Phrase{From: from}
		at := int32(0)
		for to := from; to < len(words); to++ {
			next, ok := b.next[step{at, words[to]}]
			if !ok {
				break
			}
			at = next
			if kind := b.typeOf(&b.nodes[at]); kind != "" {
				best = Phrase{from, to + 1, kind}
			}
		}
		if best.To > from {
			out = append(out, best)
			from = best.To
		} else {
			from++
		}
	}
	return out
}

// typeOf returns the type a phrase gets, "" for none. Of types equally
// frequent it is the first in the alphabet.
func (b *Baseline) typeOf(n *node) string {
	if b.kind == Unambiguous && len(n.types) != 1 {
		return ""
	}
	best, most := "", 0
	for kind, count := range n.types {
		if count > most || count == most && kind < best {
			best, most = kind, count
		}
	}
	return best
}
