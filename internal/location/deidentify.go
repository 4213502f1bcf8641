package location

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Objective says whose inference is to be prevented.
type Objective string

// The objectives (section 7 of the paper).
const (
	Machine Objective = "machine" // the classifier is not to guess the cell
	Human   Objective = "human"   // people are not to think that they can tell
	Both    Objective = "both"
)

// Options is the setting of a [Cleaner]. The zero value deletes against the
// machine at the model's threshold.
type Options struct {
	Objective      Objective
	Threshold      float64 // 0: the model's
	HumanThreshold float64 // 0: the feasibility model's, or one half
	// Replace leaves a mark where words were. Who reads over it makes neighbours
	// of the words beside it, who reads it as a sign does not: what is left is
	// below the threshold for both.
	Replace bool
	// Protect lists words (normal forms) that are never deleted.
	Protect []string
	// General maps the name of a place, of one word or several, to its category,
	// which is put in its place before any deletion is tried.
	General map[string]string
	Budget  int // nodes of the search for one message; 0 means 1,250,000
	Beam    int // answers kept in the beam search; 0 means 8
}

const (
	defaultBudget = 1_250_000
	defaultBeam   = 8
)

// Cleaner finds the fewest words to delete. It is safe for concurrent use.
type Cleaner struct {
	model   *Model
	human   *Feasibility
	opt     Options
	targets []target
	protect map[string]bool
	names   *gazetteer // nil for none
	// inside: part of a pipeline, whose operators write what they like in the
	// place of what is deleted.
	inside bool
}

// filled gives the options with what they leave to the model or the program.
func (o Options) filled(m *Model) Options {
	o.Objective = cmp.Or(o.Objective, Machine)
	o.Threshold = cmp.Or(o.Threshold, m.Threshold)
	o.Budget = cmp.Or(o.Budget, defaultBudget)
	o.Beam = cmp.Or(o.Beam, defaultBeam)
	return o
}

// NewCleaner checks the options. human may be nil for the objective Machine.
func NewCleaner(m *Model, human *Feasibility, opt Options) (*Cleaner, error) {
	opt = opt.filled(m)
	c := &Cleaner{model: m, human: human, opt: opt, protect: map[string]bool{}}
	for _, w := range opt.Protect {
		c.protect[text.Fold(w)] = true
	}
	if len(opt.General) > 0 {
		var err error
		if c.names, err = newGazetteer(opt.General, m.reader()); err != nil {
			return nil, err
		}
	}
	switch opt.Objective {
	case Machine, Human, Both:
	default:
		return nil, fmt.Errorf("no objective %q; use machine, human or both", opt.Objective)
	}
	if opt.Objective != Human {
		if !(opt.Threshold > 0 && opt.Threshold < 1) {
			return nil, errors.New("the model has no threshold; run bauta location calibrate, or give one between 0 " +
				"and 1")
		}
		if err := m.Reachable(opt.Threshold); err != nil {
			return nil, err
		}
		c.targets = append(c.targets, target{
			c: &m.Classifier, threshold: opt.Threshold, only: -1, base: m.Weights.Bias,
		})
	}
	if opt.Objective != Machine {
		if human == nil {
			return nil, errors.New("this objective needs a feasibility model; train one with bauta location " +
				"feasibility train")
		}
		if human.Segmenter != m.Segmenter {
			return nil, fmt.Errorf("the feasibility model cuts words by %q, the other by %q; train them alike",
				human.Segmenter, m.Segmenter)
		}
		if c.opt.HumanThreshold == 0 {
			c.opt.HumanThreshold = 0.5
		}
		if !(c.opt.HumanThreshold > 0 && c.opt.HumanThreshold <= 1) {
			return nil, errors.New("the threshold of feasibility is not between 0 and 1")
		}
		if low := float64(human.Probabilities(nil)[1]); c.opt.HumanThreshold <= low {
			return nil, unreachable("threshold of feasibility", c.opt.HumanThreshold, low)
		}
		c.targets = append(c.targets, target{
			c: &human.Classifier, threshold: c.opt.HumanThreshold, only: 1, base: human.Weights.Bias, people: true,
		})
	}
	if opt.Replace {
		c.readApart()
	}
	return c, nil
}

// readApart has each target hold for a second reading, in which what stands for
// deleted words keeps those beside it apart.
func (c *Cleaner) readApart() {
	for _, t := range slices.Clone(c.targets) {
		t.apart = true
		c.targets = append(c.targets, t)
	}
}

// Cleaned is what became of one message.
type Cleaned struct {
	Units      []Unit
	Deleted    []bool         // by unit
	General    map[int]string // by unit: the category that stands for it; "" where that of the unit before does
	Before     float64        // greatest probability (of the machine, or of people's yes)
	After      float64        // the same of the text as Apply writes it, read anew
	Suppressed bool           // nothing helped: the whole message goes
	Minimal    bool           // no smaller number of deletions does it
	Above      bool           // what is written is not below the threshold
	left       []string       // words of the text as written
}

// Touched reports whether anything was taken out.
func (c *Cleaned) Touched() bool { return c.Suppressed || c.Count() > 0 || len(c.General) > 0 }

// Count is the number of units deleted.
func (c *Cleaned) Count() (n int) {
	if c.Suppressed {
		return len(c.Units)
	}
	for _, d := range c.Deleted {
		if d {
			n++
		}
	}
	return n
}

// Clean de-identifies one document.
func (c *Cleaner) Clean(d *bauta.Doc) (*Cleaned, error) {
	out, err := c.Timeline([]*bauta.Doc{d})
	if err != nil {
		return nil, err
	}
	return out[0], nil
}

// Source is what spans of this package say of themselves.
const Source = "location"

// Spans gives the stand-off form: one span for each stretch of deleted words.
func (c *Cleaned) Spans(text string) []bauta.Span {
	if !c.Touched() {
		return nil
	}
	why := fmt.Sprintf("probability of the place %.3f, then %.3f", c.Before, c.After)
	if !c.Minimal && !c.Suppressed {
		why += " (beam search: fewer might do)"
	}
	span := func(from, to int, why string) bauta.Span {
		return bauta.Span{
			Start: from, End: to, Label: bauta.Location, P: min(1, c.Before), Source: Source, Why: why,
		}
	}
	if c.Suppressed {
		return []bauta.Span{span(0, len(text),
			fmt.Sprintf("probability of the place %.3f; no deletion of words helps", c.Before))}
	}
	var out []bauta.Span
	for i, t := range c.Units {
		if c.Deleted[i] {
			out = append(out, span(t.Start, t.End, why))
		}
	}
	for _, i := range slices.Sorted(maps.Keys(c.General)) {
		if c.General[i] == "" {
			out[len(out)-1].End = c.Units[i].End // the rest of a name
			continue
		}
		out = append(out, span(c.Units[i].Start, c.Units[i].End, why+"; generalised"))
	}
	slices.SortFunc(out, func(a, b bauta.Span) int { return a.Start - b.Start })
	return out
}

// Mark is what Options.Replace is meant for: it stands for deleted words, and
// is itself no word.
const Mark = "[…]"

// Apply writes the text that is left. A deleted word goes with the blank before
// it, or the one after it at the beginning; with mark, each stretch of deleted
// words becomes the mark.
func (c *Cleaned) Apply(text, mark string) string {
	if c.Suppressed {
		return mark
	}
	var b strings.Builder
	at, marked := 0, false
	for i, t := range c.Units {
		g, general := c.General[i]
		between := text[at:t.Start]
		switch {
		case general && g == "":
		case general:
			b.WriteString(between + g)
			marked = false
		case !c.Deleted[i]:
			b.WriteString(between + text[t.Start:t.End])
			marked = false
		case mark != "":
			if marked && strings.TrimSpace(between) == "" {
				between = ""
			}
			b.WriteString(between)
			if between != "" || !marked {
				b.WriteString(mark)
			}
			marked = true
		default:
			b.WriteString(strings.TrimRight(between, " \t\u3000"))
		}
		at = t.End
	}
	b.WriteString(text[at:])
	if mark == "" && c.Count() > 0 {
		return strings.TrimLeft(b.String(), " \t\u3000")
	}
	return b.String()
}
