package location

import (
	"slices"

	"github.com/bauta/bauta"
)

// Timeline de-identifies the messages of one author together: an attacker who
// reads all of them adds up what each says (the posteriors multiply, the prior
// counts once), and that sum is brought below the threshold.
//
// What is promised is promised of the texts as they are written: they are read
// anew, by the readings of all targets, and where a deletion made words of its
// own (of the pieces beside it) more is deleted, and all of it in the end.
func (c *Cleaner) Timeline(docs []*bauta.Doc) ([]*Cleaned, error) {
	p, out, err := c.read(docs)
	if err != nil || len(docs) == 0 {
		return out, err
	}
	p.prepare(0)
	none := make([]bool, len(p.words))
	before, value := p.probability(p.sides[0], none), p.exact(none)
	for _, o := range out {
		o.Before, o.After, o.Minimal = before, before, true
	}
	if value < 1 && !anySuppressed(out) {
		return out, nil
	}
	q := c.names.condense(p)
	for range attempts {
		a, ok := q.solve(c.opt.Budget, c.opt.Beam)
		if !ok {
			break
		}
		q.put(a, out)
		over, err := c.reread(docs, out)
		if err != nil || over < 1 {
			return out, err
		}
		q.targets = slices.Clone(q.targets)
		for i := range q.targets {
			q.targets[i].threshold *= min(0.9, 1/over)
		}
	}
	for _, o := range out {
		o.Suppressed, o.Minimal, o.General = true, false, nil
	}
	_, err = c.reread(docs, out)
	return out, err
}

// attempts bounds how often a search is tried anew with a lower threshold.
const attempts = 5

func anySuppressed(all []*Cleaned) bool {
	return slices.ContainsFunc(all, func(c *Cleaned) bool { return c.Suppressed })
}

// read makes the problem of some messages. Those too long to be searched are
// suppressed from the beginning.
func (c *Cleaner) read(docs []*bauta.Doc) (*problem, []*Cleaned, error) {
	p, out := &problem{targets: slices.Clone(c.targets)}, make([]*Cleaned, len(docs))
	by := c.model.reader()
	by.ours = c.inside
	speaking := 0
	for i, d := range docs {
		units, err := by.read(d)
		if err != nil {
			return nil, nil, err
		}
		out[i] = &Cleaned{Units: units, Deleted: make([]bool, len(units)), left: flat(units)}
		if out[i].Suppressed = len(units) > maxUnits; out[i].Suppressed || len(units) == 0 {
			continue
		}
		speaking++
		for _, u := range units {
			p.add(u.Words, i)
			at := len(p.words) - 1
			p.gap[at], p.fixed[at] = u.gap, c.protects(u.Words)
		}
		if c.human != nil {
			by := c.human.reader()
			by.ours = c.inside
			same, err := by.read(d)
			if err != nil {
				return nil, nil, err
			}
			for _, u := range same {
				p.people = append(p.people, u.Words)
			}
		}
	}
	c.further(p, speaking)
	return p, out, nil
}

// protects reports a unit whose every word is not to be deleted.
func (c *Cleaner) protects(words []string) bool {
	for _, w := range spoken(words) {
		if !c.protect[w] {
			return len(words) > 1 && c.protect[words[len(words)-1][1:]]
		}
	}
	return true
}

// further brings the evidence of each message but one without the prior. A
// message without words has none.
func (c *Cleaner) further(p *problem, messages int) {
	for i := range p.targets {
		t := &p.targets[i]
		t.base = slices.Clone(t.base)
		for range messages - 1 {
			for k := range t.base {
				t.base[k] += t.c.Weights.Bias[k] - float32(c.prior(t, k))*t.c.Weights.Temperature
			}
		}
	}
}

// prior is the log prior of a class of a target.
func (c *Cleaner) prior(t *target, k int) float64 {
	if !t.people {
		return c.model.Prior[k]
	}
	return c.human.Prior[k]
}

// put notes what is deleted, and what is generalised.
func (q *condensed) put(a answer, out []*Cleaned) {
	gone, general := q.spread(a.deleted)
	at := 0
	for _, o := range out {
		if o.Minimal = a.minimal; o.Suppressed {
			continue
		}
		o.General = nil
		for j := range o.Units {
			o.Deleted[j] = gone[at]
			if g, is := general[at]; is {
				if o.General == nil {
					o.General = map[int]string{}
				}
				o.General[j] = g
			}
			at++
		}
	}
}

// reread reads the texts as they are written, notes what an attacker has of
// them, and gives the greatest share of a threshold that they reach.
func (c *Cleaner) reread(docs []*bauta.Doc, out []*Cleaned) (float64, error) {
	mark := ""
	if c.opt.Replace {
		mark = Mark
	}
	written := make([]*bauta.Doc, len(docs))
	for i, d := range docs {
		var err error
		if written[i], err = analyse(d.ID, out[i].Apply(d.Text, mark)); err != nil {
			return 0, err
		}
	}
	p, left, err := c.read(written)
	if err != nil {
		return 0, err
	}
	p.prepare(0)
	none := make([]bool, len(p.words))
	value := p.exact(none)
	for i, o := range out {
		o.After, o.Above, o.left = p.probability(p.sides[0], none), value >= 1, left[i].left
	}
	return value, nil
}
