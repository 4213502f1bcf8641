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
func newGazetteer(general map[string]string, r reader) (*gazetteer, error) {
	g := &gazetteer{category: make(map[string]string, len(general))}
	for i, name := range slices.Sorted(maps.Keys(general)) {
		d, err := analyse("", name)
		if err != nil {
			return nil, err
		}
		units, err := r.read(d)
		if err != nil {
			return nil, err
		}
		words := named(units)
		if len(words) == 0 || len(strings.Fields(general[name])) != 1 {
			// Without the entry: the file may be one of messages.
			return nil, fmt.Errorf("entry %d of the names, by the alphabet, is not the name of a place with a "+
				"category of one word", i+1)
		}
		g.category[strings.Join(words, " ")] = general[name]
		g.longest = max(g.longest, len(words))
	}
	return g, nil
}

// named are the words of a name: those that have neighbours.
func named(units []Unit) (out []string) {
	for _, u := range units {
		out = append(out, spoken(u.Words)...)
	}
	return out
}

// spoken leaves out what the unit is as it stands.
func spoken(words []string) []string {
	if n := len(words) - 1; n > 0 && entire(words[n]) {
		return words[:n]
	}
	return words
}

// find gives the category and the number of units of the longest name that
// begins at unit i; 0 units where none does. A hashtag, a mention or a link in
// which a name stands beside other words goes whole into its category. A name
// does not reach from one message to the next, nor does it hold protected words.
func (g *gazetteer) find(p *problem, i int) (category string, units int) {
	var words []string
	for n := 0; i+n < len(p.words) && !p.fixed[i+n] && p.message[i+n] == p.message[i]; n++ {
		if n > 0 && p.gap[i+n] {
			break
		}
		words = append(words, spoken(p.words[i+n])...)
		if len(words) > g.longest {
			break
		}
		if c, ok := g.category[strings.Join(words, " ")]; ok {
			category, units = c, n+1
		}
	}
	if units == 0 && !p.fixed[i] {
		category = g.within(spoken(p.words[i]))
	}
	if category != "" {
		units = max(1, units)
	}
	return category, units
}

// within is the category of the first of the longest names among the words of a
// unit, "" for none.
func (g *gazetteer) within(words []string) string {
	for n := min(g.longest, len(words)-1); n > 0; n-- {
		for i := range len(words) - n + 1 {
			if c, ok := g.category[strings.Join(words[i:i+n], " ")]; ok {
				return c
			}
		}
	}
	return ""
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
	out := &condensed{problem: &problem{targets: p.targets}}
	for i := 0; i < len(p.words); {
		words, category, n := p.words[i], "", 0
		if g != nil {
			category, n = g.find(p, i)
		}
		if n > 0 {
			words = []string{strings.ToLower(category)}
		}
		n = max(1, n)
		out.add(words, p.message[i])
		at := len(out.words) - 1
		if out.fixed[at], out.gap[at] = p.fixed[i], p.gap[i]; p.people != nil {
			if category == "" {
				words = p.people[i]
			}
			out.people = append(out.people, words)
		}
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
