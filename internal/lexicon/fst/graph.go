package fst

import "slices"

// graph is the states of an automaton by number, each behind all that it leads to.
type graph struct {
	labels  []byte   // of all edges, state after state
	targets []uint32 // numbers of the states that the edges lead to
	ends    []uint32 // where the edges of each state end
	finals  []bool   // a word ends there
}

// state adds the state whose edges were added since the last one, and returns its number.
func (g *graph) state(final bool) uint32 {
	g.ends, g.finals = append(g.ends, uint32(len(g.targets))), append(g.finals, final)
	return uint32(len(g.ends) - 1)
}

// edges gives the labels of a state's edges and where they lead.
func (g *graph) edges(s uint32) (labels []byte, targets []uint32) {
	from := uint32(0)
	if s > 0 {
		from = g.ends[s-1]
	}
	return g.labels[from:g.ends[s]], g.targets[from:g.ends[s]]
}

// order lists the states so that each stands before all it leads to, and, as
// often as that allows, right before the target of its last edge (reverse
// postorder).
func (g *graph) order(root uint32) []uint32 {
	type frame struct {
		s    uint32
		next int
	}
	seen := make([]bool, len(g.ends))
	out := make([]uint32, 0, len(g.ends))
	stack := []frame{{s: root}}
	seen[root] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if _, targets := g.edges(f.s); f.next < len(targets) {
			t := targets[f.next]
			f.next++
			if !seen[t] {
				seen[t] = true
				stack = append(stack, frame{s: t})
			}
			continue
		}
		out = append(out, f.s)
		stack = stack[:len(stack)-1]
	}
	slices.Reverse(out)
	return out
}

// encode lays the states out in an order, as FORMAT.md says: once to know how large the file is.
func (g *graph) encode(order []uint32) ([]byte, error) {
	size := most(len(g.ends), len(g.targets))
	for {
		w := newWriter(size)
		words, ok := g.write(&w, order)
		left := w.from - headerSize
		if size -= left; !ok || size > maxSize {
			return nil, ErrTooLarge
		}
		if left == 0 {
			return w.sealed(words), nil
		}
	}
}

// write writes the states, the last of the order first, and gives the words that its first one leads to.
func (g *graph) write(w *writer, order []uint32) (words uint32, ok bool) {
	places := make([]place, len(g.ends))
	targets := make([]place, 0, 256)
	for _, s := range slices.Backward(order) {
		labels, to := g.edges(s)
		targets = targets[:0]
		for _, t := range to {
			targets = append(targets, places[t])
		}
		final := byte(0)
		if g.finals[s] {
			final = flagFinal
		}
		if places[s], ok = w.node(labels, targets, final); !ok {
			return 0, false
		}
	}
	return places[order[0]].words, true
}
