package fairness

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// Finder gives what is hidden in each of the sentences. Only what is of type PERSON
// counts for precision.
type Finder func(ctx context.Context, list []gold.Sentence) ([][]bauta.Span, error)

// group is a row of one of the tables.
type group struct{ by, name string }

// cell counts the persons of a group in a sentence, and the finds of persons there.
type cell struct{ persons, found, finds, right int }

func (c *cell) add(o cell, times int) {
	c.persons += times * o.persons
	c.found += times * o.found
	c.finds += times * o.finds
	c.right += times * o.right
}

// Tally is what was counted, sentence by sentence.
type Tally struct {
	sentences int
	cells     map[group]map[int]cell
}

func (t *Tally) count(by, name string, sentence int, c cell) {
	if name == "" {
		return
	}
	g := group{by, name}
	if t.cells == nil {
		t.cells = map[group]map[int]cell{}
	}
	if t.cells[g] == nil {
		t.cells[g] = map[int]cell{}
	}
	old := t.cells[g][sentence]
	old.add(c, 1)
	t.cells[g][sentence] = old
}

// Add takes in the counts of other sentences.
func (t *Tally) Add(o *Tally) {
	for g, cells := range o.cells {
		for i, c := range cells {
			t.count(g.by, g.name, t.sentences+i, c)
		}
	}
	t.sentences += o.sentences
}

// Measure exchanges the persons of sentences for such of every origin and counts whom
// the finder hides.
func Measure(ctx context.Context, find Finder, names *Names, list []gold.Sentence, seed uint64) (*Tally, error) {
	t := &Tally{sentences: len(list)}
	for _, origin := range names.Origins {
		copies, people := make([]gold.Sentence, len(list)), make([][]person, len(list))
		for i, s := range list {
			copies[i], people[i] = names.exchange(s, origin, seed)
		}
		found, err := find(ctx, copies)
		if err != nil {
			return nil, err
		}
		if len(found) != len(copies) {
			return nil, fmt.Errorf("%d sentences in and %d out, which is a bug", len(copies), len(found))
		}
		for i, s := range copies {
			t.sentence(i, origin, s, people[i], found[i])
		}
	}
	return t, nil
}

// sentence counts one.
func (t *Tally) sentence(i int, origin string, s gold.Sentence, people []person, found []bauta.Span) {
	t.count("origin", origin, i, finds(s, found))
	for k, p := range people {
		if p.text == "" {
			continue
		}
		c := cell{persons: 1}
		if hidden(s.Spans[k], found) {
			c.found = 1
		}
		for by, name := range map[string]string{"origin": origin, "sex": p.sex, "frequency": p.band, "form": p.form} {
			t.count(by, name, i, c)
		}
	}
}

// finds counts the finds of persons, and those that touch one.
func finds(s gold.Sentence, found []bauta.Span) (c cell) {
	for _, f := range found {
		if f.Label != bauta.Person {
			continue
		}
		c.finds++
		for _, g := range s.Spans {
			if g.Label == bauta.Person && g.Start < f.End && f.Start < g.End {
				c.right++
				break
			}
		}
	}
	return c
}

// hidden reports whether finds, sorted, cover a mention whole.
func hidden(g bauta.Span, found []bauta.Span) bool {
	at := g.Start
	for _, f := range found {
		if f.Start <= at && at < f.End {
			at = f.End
		}
	}
	return at >= g.End
}

// exchange puts persons of an origin into a sentence, and says of each span who is
// there: nobody where the mention is of another type or had to stay.
func (n *Names) exchange(s gold.Sentence, origin string, seed uint64) (gold.Sentence, []person) {
	h := fnv.New64a()
	h.Write([]byte(origin + "\n" + s.Text))
	rng := rand.New(rand.NewPCG(seed, h.Sum64()))
	who := map[string]person{}
	out := s.Rename(func(old string, label bauta.Label) string {
		if label != bauta.Person || !Exchangeable(old) {
			return ""
		}
		who[old] = n.draw(origin, len(strings.Fields(old)), rng)
		return who[old].text
	})
	people := make([]person, len(out.Spans))
	for i, sp := range out.Spans {
		p, old := who[s.Text[s.Spans[i].Start:s.Spans[i].End]], s.Spans[i]
		if old.Label == bauta.Person && strings.EqualFold(out.Text[sp.Start:sp.End], p.text) {
			people[i] = p
		}
	}
	return out, people
}

// Exchangeable reports whether a mention is a name of words, and no sign or number.
func Exchangeable(mention string) bool {
	first, _ := utf8.DecodeRuneInString(mention)
	last, _ := utf8.DecodeLastRuneInString(mention)
	return unicode.IsLetter(first) && unicode.IsLetter(last)
}
