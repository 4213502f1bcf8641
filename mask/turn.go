package mask

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// turn is a cell in a scope: what each family becomes, and the order in which others
// are asked where that is taken.
type turn struct {
	to    []int
	queue []int
	at    []int // place of each in the queue
}

// letters is how many letters a surrogate may have more or less than the name.
const letters = 2

// turnOf draws the turn of a cell from the key: a bijection without fixed points, onto
// families of about as many letters and the same time of birth where one can be had,
// else of about as many letters, else onto any.
func (t *names) turnOf(key Key, scope string, cell int) turn {
	if scope == "" {
		if known, ok := t.lasting.Load(cell); ok {
			return known.(turn)
		}
	}
	families := t.cells[cell]
	n := len(families)
	out := turn{to: make([]int, n), queue: make([]int, n), at: make([]int, n)}
	draw := drawing(key, "cell", t.lang, scope, families[0][0].word)
	for i := range n {
		out.queue[i], out.to[i] = i, -1
	}
	for i := n - 1; i > 0; i-- {
		j := int(draw.Uint64() % uint64(i+1))
		out.queue[i], out.queue[j] = out.queue[j], out.queue[i]
	}
	for place, i := range out.queue {
		out.at[i] = place
	}
	m := matching{families: families, turn: out, from: make([]int, n)}
	for i := range m.from {
		m.from[i] = -1
	}
	for m.asks = range tiers {
		for _, i := range out.queue {
			if out.to[i] < 0 {
				m.seen = make([]bool, n)
				m.find(i)
			}
		}
	}
	if scope == "" {
		t.lasting.Store(cell, out)
	}
	return out
}

// drawing gives random numbers that follow from a key and some words.
func drawing(key Key, words ...string) *rand.ChaCha8 {
	return rand.NewChaCha8([32]byte(key.digest("rotate", words...)))
}

// matching pairs every family with another, as Kuhn's algorithm does.
type matching struct {
	families []family
	turn
	from []int // which family becomes each
	asks int   // tier: what a pair must have in common
	seen []bool
}

// tiers are how many ways of asking there are, the strictest first.
const tiers = 3

// fits says whether one family may stand in for another.
func (m *matching) fits(i, j int) bool {
	a, b := m.families[i][0], m.families[j][0]
	switch {
	case i == j:
		return false
	case m.asks == tiers-1:
		return true
	case max(a.letters-b.letters, b.letters-a.letters) > letters:
		return false
	}
	return m.asks > 0 || a.born == b.born
}

// find gives a family another, moving those that stand in its way.
func (m *matching) find(i int) bool {
	n := len(m.queue)
	for step := 1; step <= n; step++ {
		j := m.queue[(m.at[i]+step)%n]
		if m.seen[j] || !m.fits(i, j) {
			continue
		}
		m.seen[j] = true
		if m.from[j] < 0 || m.find(m.from[j]) {
			m.from[j], m.to[i] = i, j
			return true
		}
	}
	return false
}

// given says which family stands in the place of each that a thread names.
type given map[seat]seat

// assign gives every family that stands in a thread another of its own, of
// which nobody stands there. A cell that the thread exhausts leaves families
// without. What was given stays.
func (t *names) assign(key Key, scope string, standing map[seat]bool, to given) {
	var fresh []seat
	for s := range standing {
		if _, ok := to[s]; !ok {
			fresh = append(fresh, s)
		}
	}
	if len(fresh) == 0 {
		return
	}
	slices.SortFunc(fresh, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.guest, b.guest), cmp.Compare(t.word(a, 0), t.word(b, 0)))
	})
	used := map[seat]bool{}
	for _, s := range to {
		used[s] = true
	}
	turns := map[int]turn{}
	// First those whose own surrogate is free, so that a name that stands in
	// the way of another does not push a third one off.
	for pass := range 2 {
		for _, from := range fresh {
			if _, ok := to[from]; ok {
				continue
			}
			for s := range t.choices(key, scope, from, turns) {
				if !standing[s] && !used[s] {
					to[from], used[s] = s, true
					break
				}
				if pass == 0 {
					break
				}
			}
		}
	}
}

// choices yields what a family may become, its own surrogate first.
func (t *names) choices(key Key, scope string, from seat, turns map[int]turn) func(yield func(seat) bool) {
	cell, start := from.cell, 0
	if from.guest != "" {
		cell, start = t.host(key, scope, from.guest)
	}
	if _, ok := turns[cell]; !ok {
		turns[cell] = t.turnOf(key, scope, cell)
	}
	turn := turns[cell]
	if from.guest == "" {
		start = turn.at[turn.to[from.index]]
	}
	return func(yield func(seat) bool) {
		for step := range turn.queue {
			if !yield(seat{cell: cell, index: turn.queue[(start+step)%len(turn.queue)]}) {
				return
			}
		}
	}
}

// host gives the cell in which a guest takes a place, one of names that are borne
// rarely, and from where on in its queue.
func (t *names) host(key Key, scope, word string) (cell, start int) {
	n, _ := t.guest(word)
	c := class{n.Sex << 1, t.vowel(family{memberOf(n)})}
	if n.Nick {
		c.sort |= 1
	}
	cells := t.hosts[c]
	if len(cells) == 0 {
		cells = t.hosts[class{c.sort, !c.vowel}]
	}
	draw := drawing(key, "guest", t.lang, scope, word)
	if len(cells) > 0 {
		cells = cells[len(cells)/2:]
		cell = cells[draw.Uint64()%uint64(len(cells))]
	} else {
		cell = int(draw.Uint64() % uint64(len(t.cells)))
	}
	return cell, int(draw.Uint64() % uint64(len(t.cells[cell])))
}

// surrogate gives what a name becomes, "" where nothing is left for it.
func (t *names) surrogate(word string, to given) string {
	p := t.seatOf(word)
	s, ok := to[p.seat]
	if !ok {
		return ""
	}
	return t.word(s, p.member)
}
