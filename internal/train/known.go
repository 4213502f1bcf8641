package train

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/text"
)

// known is a list of words with a class each, for a column of word classes: what
// labelled sets call names, or how frequent words are.
type known struct {
	words []string // folded, each once
	class []uint16 // from 1
}

// maxKnown is how many words the list has at most: each costs 15 bytes of a model.
const maxKnown = 25_000

// kinds is the number of kinds that a class tells apart, steps how often a word
// stands in entities, and whether most of them are of its kind.
const (
	kinds = 4
	steps = 6
)

// kindOf is the kind of an entity: somebody, somewhere, a group, something.
func kindOf(l bauta.Label) int {
	switch l {
	case bauta.Person, bauta.KnownFigure, bauta.FictionalFigure:
		return 0
	case bauta.Location, bauta.Geographical, bauta.Facility:
		return 1
	case bauta.Organization, bauta.SportsTeam, bauta.KnownGroup:
		return 2
	}
	return kinds - 1
}

// tally counts where a word stands.
type tally struct {
	kind    [kinds]int // in entities
	outside int
}

// inside is the number of entities' words it is.
func (t *tally) inside() (n int) {
	for _, k := range t.kind {
		n += k
	}
	return n
}

// class is the kind that most of the entities are of, how many there are, and
// whether a quarter or more are of another kind.
func (t *tally) class() uint16 {
	best, n := 0, t.inside()
	for k := range t.kind {
		if t.kind[k] > t.kind[best] {
			best = k
		}
	}
	class := 1 + steps*best
	switch {
	case n >= 4:
		class += 2
	case n > 1:
		class++
	}
	if t.kind[best]*4 < n*3 {
		class += steps / 2
	}
	return uint16(class)
}

// knownWords reads the entities of sentences word by word. Words that stand outside
// of them in half of all cases, there or in lower case in raw text, are left out.
func knownWords(list []gold.Sentence, raw []string, limit int) known {
	count := map[string]*tally{}
	for _, s := range list {
		countWords(count, s)
	}
	for _, line := range raw {
		for _, tok := range text.Tokenise(line) {
			// Keys are folded: only what is in lower case is found.
			if t := count[line[tok.Start:tok.End]]; t != nil {
				t.outside++
			}
		}
	}
	var out known
	for w, t := range count {
		if t.inside() > t.outside {
			out.words = append(out.words, w)
		}
	}
	slices.SortFunc(out.words, func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b].inside(), count[a].inside()), cmp.Compare(a, b))
	})
	out.words = out.words[:min(limit, len(out.words))]
	for _, w := range out.words {
		out.class = append(out.class, count[w].class())
	}
	return out
}

// countWords counts the words of a sentence.
func countWords(count map[string]*tally, s gold.Sentence) {
	k := 0
	for _, tok := range text.Tokenise(s.Text) {
		if tok.Kind != bauta.Word {
			continue
		}
		for k < len(s.Spans) && s.Spans[k].End <= tok.Start {
			k++
		}
		w := lexicon.Fold(s.Text[tok.Start:tok.End])
		t := count[w]
		if t == nil {
			t = &tally{}
			count[w] = t
		}
		if k < len(s.Spans) && s.Spans[k].Start < tok.End {
			t.kind[kindOf(s.Spans[k].Label)]++
		} else {
			t.outside++
		}
	}
}

// with adds the column of known words, and those words that have no class yet.
func (v *vocabulary) with(names known, columns [][]uint16) [][]uint16 {
	at := make(map[string]int, len(v.words))
	for i, w := range v.words {
		at[w] = i
	}
	last := make([]uint16, len(v.words))
	for i, w := range names.words {
		if k, ok := at[w]; ok {
			last[k] = names.class[i]
			continue
		}
		v.words, last = append(v.words, w), append(last, names.class[i])
		for c := range columns {
			columns[c] = append(columns[c], 0)
		}
	}
	return append(columns, last)
}

// knownColumn is the number of the column of known words: after how frequent a
// word is, how often it has a capital, and the clusters.
func (u ClassUse) knownColumn() int { return 2 + len(u.Clusters) }

// lists says whether known words are taken from a set.
func (u ClassUse) lists(s SetUse) bool {
	return slices.ContainsFunc(u.Names,
		func(n SetUse) bool { return n.called() == s.called() && n.Lang == s.Lang && n.Split == s.Split })
}

// list makes the lists of words asked for: names, frequent words.
func (c *corpus) list(r *Recipe, src Sources) error {
	if len(r.Classes.Names) > 0 {
		if err := c.names(r, src); err != nil {
			return err
		}
	}
	if r.Classes.Common > 0 {
		top, err := chat.Frequent(src.Data, r.Lang, r.Classes.Common)
		if err != nil {
			return err
		}
		list := ranked(top)
		c.lists = append(c.lists, list)
		c.told = append(c.told, model.Dataset{
			Name: "ranks of words in FrequencyWords " + r.Lang, Licence: "CC BY-SA 4.0", Size: len(list.words),
		})
	}
	return nil
}

// ranked gives each word the binary order of magnitude of its place, from 1.
func ranked(words []string) (out known) {
	seen := map[string]bool{}
	for i, w := range words {
		if w = lexicon.Fold(w); !seen[w] {
			seen[w] = true
			out.words, out.class = append(out.words, w), append(out.class, uint16(bits.Len(uint(i+1))))
		}
	}
	return out
}

// names makes the list of known words of the sets asked for, without what stands in
// a test.
func (c *corpus) names(r *Recipe, src Sources) error {
	lists := make([][]gold.Sentence, 0, len(c.tests)+len(r.Classes.Names))
	for _, t := range c.tests {
		lists = append(lists, t.sentences)
	}
	for _, n := range r.Classes.Names {
		sets, err := n.sets()
		if err != nil {
			return err
		}
		list, err := readAll(sets, src.Data)
		if err != nil {
			return err
		}
		lists = append(lists, list)
		c.told = append(c.told, model.Dataset{
			Name: "words of names in " + n.called() + " " + n.Lang + " " + n.Split, Licence: sets[0].Licence,
			Size: len(list),
		})
	}
	kept, _ := gold.Dedupe(lists...)
	c.lists = append(c.lists, knownWords(slices.Concat(kept[len(c.tests):]...), c.stock, maxKnown))
	return nil
}
