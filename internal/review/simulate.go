package review

import (
	"context"
	"fmt"
	"slices"
	"unicode"

	"github.com/bauta/bauta"
)

// Simulation is what a perfect expert needed, and what is left.
type Simulation struct {
	Order     Order   `json:"order"`
	Fixed     bool    `json:"fixed,omitempty"` // the queue learnt nothing
	Messages  int     `json:"messages"`
	Groups    int     `json:"groups"`
	Decisions int     `json:"decisions"`
	Keys      int     `json:"keys"`
	PerK      float64 `json:"decisions_per_1000_messages"`
	KeysPerK  float64 `json:"keys_per_1000_messages"`
	KeysPer   float64 `json:"keys_per_decision"`
	// Half is how many decisions had settled half of the occurrences.
	Half    int `json:"decisions_to_half"`
	Gold    int `json:"gold_spans"`
	Leaked  int `json:"leaked_spans"`  // of which a letter or digit stays in clear
	Missed  int `json:"missed_spans"`  // of them, those that the pipeline never showed
	Overdue int `json:"masked_beside"` // masked occurrences that touch no gold span

	// Of the places asked about, how many there were, are names, and were names that
	// Enter would have left in clear: it hides what is likely a name and releases nothing.
	Asked      int   `json:"asked"`
	AskedNames int   `json:"asked_names"`
	ByEnter    int   `json:"names_left_by_enter"`
	Curve      []Dot `json:"curve"`

	// What a ranking fitted to all these decisions weighs, and of how many words.
	Fitted  []Fitted `json:"fitted,omitempty"`
	Lessons int      `json:"lessons,omitempty"`
}

// Dot is where a simulation stood after some decisions.
type Dot struct {
	Decisions int `json:"decisions"`
	Names     int `json:"names_found"`      // names that were in clear or asked, and are hidden since
	Words     int `json:"words_given_back"` // places hidden for nothing, and given back since
}

// dotEvery is how many decisions lie between two points of a curve.
const dotEvery = 10

// Truth gives what must be hidden in a message.
type Truth func(m bauta.Message) []bauta.Span

// Simulate plays a perfect expert on a project: one who takes group after group
// from the queue, at most most decisions (0: any number), and spends as few as the
// desk allows. Keys are counted as the desk counts them: one for an answer about the
// group, and for always; two for never, which asks back; one for each step to another
// occurrence.
func Simulate(
	ctx context.Context, s Store, project, user int64, order Order, truth Truth, most int,
) (Simulation, error) {
	e := expert{store: s, project: project, user: user, truth: truth, out: Simulation{Order: order}}
	start, err := s.Progress(ctx, project)
	if err != nil {
		return e.out, err
	}
	e.out.Messages, e.out.Groups = start.Messages, start.Left
	settled := 0
	for most == 0 || e.out.Decisions < most {
		hand, err := s.Claim(ctx, project, user, "simulation", 1, order)
		if err != nil || len(hand) == 0 {
			return e.finish(ctx, err)
		}
		n := hand[0].Open
		if err := e.group(ctx, hand[0]); err != nil {
			return e.out, err
		}
		if settled*2 < start.LeftOcc && (settled+n)*2 >= start.LeftOcc {
			e.out.Half = e.out.Decisions
		}
		settled += n
	}
	return e.finish(ctx, nil)
}

type expert struct {
	store         Store
	project, user int64
	truth         Truth
	out           Simulation
	names, words  int // of Dot
}

// right reports whether an occurrence must be hidden.
func (e *expert) right(m bauta.Message, o *Occurrence) Effect {
	for _, g := range e.truth(m) {
		if g.Start < o.End && o.Start < g.End {
			return Mask
		}
	}
	return Keep
}

// group settles one group: the bulk decision that is wrong least often, after
// the exceptions from it, one by one.
func (e *expert) group(ctx context.Context, g Group) error {
	desk, err := e.store.Desk(ctx, e.project, e.user, g.ID, g.Count)
	if err != nil {
		return err
	}
	var open []*Occurrence
	var want []Effect
	for i := range desk.Occurrences {
		o := &desk.Occurrences[i].Occurrence
		if o.Now.Effect != Undecided && (!g.Offered || o.Now.Decision != "") {
			continue
		}
		m, err := e.store.Message(ctx, e.project, o.Message)
		if err != nil {
			return err
		}
		open, want = append(open, o), append(want, e.right(m.Message, o))
	}
	if len(open) == 0 {
		return fmt.Errorf("group %d waits, and nothing in it is open; bauta review doctor looks further", g.ID)
	}
	e.count(g, open, want)
	bulks := []Effect{Accept, Mask, Keep}
	scope := OnGroup
	if g.Offered {
		bulks, scope = bulks[1:], OnEach
	}
	best := slices.MinFunc(bulks, func(a, b Effect) int { return wrongs(a, open, want) - wrongs(b, open, want) })
	if err := e.singles(ctx, g, best, open, want); err != nil || wrongs(best, open, want) == len(open) {
		return err
	}
	keys := 1
	if best == Keep && scope == OnGroup {
		keys = 2
	}
	return e.decide(ctx, Decision{Scope: scope, Group: g.ID, Effect: best, Label: open[0].Span.Label}, keys)
}

// wrongs counts the occurrences that a bulk decision gets wrong.
func wrongs(bulk Effect, open []*Occurrence, want []Effect) (n int) {
	for i, o := range open {
		if does(bulk, o) != want[i] {
			n++
		}
	}
	return n
}

// singles decides the exceptions from a bulk decision.
func (e *expert) singles(ctx context.Context, g Group, bulk Effect, open []*Occurrence, want []Effect) error {
	for i, o := range open {
		if does(bulk, o) == want[i] {
			continue
		}
		if i > 0 {
			e.out.Keys++ // the way there
		}
		d := Decision{
			Scope: OnOccurrence, Group: g.ID, Message: o.Message, Range: o.Range, Effect: want[i], Label: o.Span.Label,
		}
		if err := e.decide(ctx, d, 1); err != nil {
			return err
		}
	}
	return nil
}

// count notes what is asked, and what the answers bring.
func (e *expert) count(g Group, open []*Occurrence, want []Effect) {
	for i, o := range open {
		e.out.Asked++
		name := want[i] == Mask
		if name {
			e.out.AskedNames++
		}
		hides := o.Now.Effect == Mask || Hides(o.Span.P, g)
		switch {
		case name && !hides:
			e.out.ByEnter++
		case !name && o.Now.Effect == Mask:
			e.words++
		}
		if name && o.Now.Effect != Mask {
			e.names++
		}
	}
}

// does is what a bulk decision does with an occurrence.
func does(bulk Effect, o *Occurrence) Effect {
	if bulk == Accept {
		return o.Proposal()
	}
	return bulk
}

func (e *expert) decide(ctx context.Context, d Decision, keys int) error {
	e.out.Decisions++
	e.out.Keys += keys
	if e.out.Decisions%dotEvery == 0 {
		e.out.Curve = append(e.out.Curve, Dot{e.out.Decisions, e.names, e.words})
	}
	d.ID, d.Project, d.User, d.Screen = fmt.Sprintf("simulated-%s-%d", e.out.Order, e.out.Decisions), e.project, e.user,
		"simulate"
	d.Keys, d.Expect = keys, -1
	if d.Effect != Mask {
		d.Label = ""
	}
	_, err := e.store.Decide(ctx, d)
	return err
}

// finish counts what is left.
func (e *expert) finish(ctx context.Context, err error) (Simulation, error) {
	if err != nil {
		return e.out, err
	}
	e.out.Curve = append(e.out.Curve, Dot{e.out.Decisions, e.names, e.words})
	for m, err := range e.store.Messages(ctx, e.project) {
		if err != nil {
			return e.out, err
		}
		gold := e.truth(m.Message)
		for _, g := range gold {
			shown := slices.ContainsFunc(m.Occurrences,
				func(o Occurrence) bool { return o.Start < g.End && g.Start < o.End })
			e.out.Gold++
			if leaks(&m, g) {
				e.out.Leaked++
				if !shown {
					e.out.Missed++
				}
			}
		}
		for i := range m.Occurrences {
			if o := &m.Occurrences[i]; o.Now.Effect == Mask && e.right(m.Message, o) == Keep {
				e.out.Overdue++
			}
		}
	}
	e.out.PerK = 1000 * ratio(e.out.Decisions, e.out.Messages)
	e.out.KeysPerK = 1000 * ratio(e.out.Keys, e.out.Messages)
	e.out.KeysPer = ratio(e.out.Keys, e.out.Decisions)
	return e.out, nil
}

// leaks reports whether a letter or digit of a gold span stays in clear. What
// stands between words, such as a space, tells nothing.
func leaks(m *Stored, g bauta.Span) bool {
	for i, r := range m.Message.Text[g.Start:g.End] {
		at := g.Start + i
		masked := slices.ContainsFunc(m.Occurrences, func(o Occurrence) bool {
			return o.Now.Effect == Mask && o.Start <= at && at < o.End
		})
		if !masked && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return true
		}
	}
	return false
}
