package location

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// gazetteer finds the names of places, of one word or several.
type gazetteer struct {
	category map[string]string // by the words of the name, joined by blanks
	longest  int               // words of the longest name
}

// newGazetteer cuts the names into words as messages are cut.
func newGazetteer(general map[string]string, seg Segmenter) (*gazetteer, error) {
	g := &gazetteer{category: make(map[string]string, len(general))}
	for _, name := range slices.Sorted(maps.Keys(general)) {
		d, err := analyse("", name)
		if err != nil {
			return nil, err
		}
		ts, err := tokens(seg, d)
		if err != nil {
			return nil, err
		}
		if len(ts) == 0 || len(strings.Fields(general[name])) != 1 {
			return nil, fmt.Errorf("%q, %q is not the name of a place with a category of one word", name, general[name])
		}
		g.category[strings.Join(norms(ts), " ")] = general[name]
		g.longest = max(g.longest, len(ts))
	}
	return g, nil
}

// find gives the category and the number of words of the longest name that
// begins at word i; 0 words where none does. A name does not reach from one
// message to the next, nor does it hold protected words.
func (g *gazetteer) find(p *problem, i int) (category string, words int) {
	most := 0
	for most < g.longest && i+most < len(p.words) && !p.fixed[i+most] && (most == 0 || !p.start[i+most]) {
		most++
	}
	for n := most; n > 0; n-- {
		if c, ok := g.category[strings.Join(p.words[i:i+n], " ")]; ok {
			return c, n
		}
	}
	return "", 0
}

// condensed is a problem whose words stand for one word of the messages or, with
// a category, for all those of a name.
type condensed struct {
	*problem
	from, to []int    // by word: the words of the messages
	category []string // by word; "" where it stands for itself
}

// condense puts categories in the place of names; a nil gazetteer finds none.
func (g *gazetteer) condense(p *problem) *condensed {
	out := &condensed{problem: &problem{bridge: p.bridge, targets: p.targets}}
	for i := 0; i < len(p.words); {
		word, category, n := p.words[i], "", 0
		if g != nil {
			category, n = g.find(p, i)
		}
		if n > 0 {
			word = strings.ToLower(category)
		}
		n = max(1, n)
		fixed := p.fixed[i]
		out.add(word, p.start[i], p.message[i], func(string) bool { return fixed })
		out.from, out.to, out.category = append(out.from, i), append(out.to, i+n), append(out.category, category)
		i += n
	}
	return out
}

// spread says of each word of the messages whether it is deleted, and what
// stands for it: a category at the first word of a name, nothing at the others.
func (c *condensed) spread(deleted []bool) (gone []bool, general map[int]string) {
	general = map[int]string{}
	for k := range c.words {
		gone = append(gone, slices.Repeat([]bool{deleted[k]}, c.to[k]-c.from[k])...)
		for i := c.from[k]; i < c.to[k]; i++ {
			if !deleted[k] && c.category[k] != "" {
				general[i] = ""
			}
		}
		if !deleted[k] && c.category[k] != "" {
			general[c.from[k]] = c.category[k]
		}
	}
	return gone, general
}
