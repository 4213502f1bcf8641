package neural

import "fmt"

// Token is a form at a place.
type Token struct {
	Form     int32   // of Data.Forms
	Features []int32 // each adds its vector
}

// Sequence is a labelled sequence.
type Sequence struct {
	Tokens []Token
	Gold   []uint8
	Weight float64 // how often it counts; 1 usually
}

// Data is what a network is trained on.
type Data struct {
	Forms     []Form
	Sequences []Sequence
}

// Tokens is the number of tokens.
func (d *Data) Tokens() int {
	n := 0
	for i := range d.Sequences {
		n += len(d.Sequences[i].Tokens)
	}
	return n
}

// check refuses data that does not fit the network; what it says names the
// sequence by its number.
func (d *Data) check(n *Net) error {
	s := n.sizes
	for i, f := range d.Forms {
		if f.Word < -1 || int(f.Word) >= s.Words || !within(f.Grams, s.Grams) || !within(f.Letters, s.Letters) {
			return fmt.Errorf("form %d is out of the range of the network", i)
		}
	}
	for k, q := range d.Sequences {
		if len(q.Gold) != len(q.Tokens) || len(q.Gold) == 0 {
			return fmt.Errorf("sequence %d has %d tokens and %d labels", k, len(q.Tokens), len(q.Gold))
		}
		last := -1
		for i, t := range q.Tokens {
			y := int(q.Gold[i])
			if t.Form < 0 || int(t.Form) >= len(d.Forms) || !within(t.Features, s.Features) || y >= s.Labels {
				return fmt.Errorf("token %d of sequence %d is out of the range of the network", i, k)
			}
			if n.crf.allowed != nil && !n.crf.allowed(last, y) {
				return fmt.Errorf("token %d of sequence %d has a label that must not stand there", i, k)
			}
			last = y
		}
	}
	return nil
}

func within(ids []int32, n int) bool {
	for _, i := range ids {
		if i < 0 || int(i) >= n {
			return false
		}
	}
	return true
}
