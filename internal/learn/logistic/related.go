package logistic

import (
	"errors"
	"fmt"
)

// mixer multiplies the weights of a block of columns by the matrix of related
// classes. It keeps them class by class meanwhile, so that each entry of the
// matrix adds one long vector to another. It is not safe for concurrent use.
type mixer struct {
	related *Matrix
	in, out []float32 // class × column
}

func newMixer(related *Matrix, columns int) *mixer {
	n := related.Cols * columns
	return &mixer{related, make([]float32, n), make([]float32, n)}
}

// forward turns rows v (column × class) into v·Rᵀ.
func (m *mixer) forward(v []float32) { m.mix(v, false) }

// backward turns rows v into v·R: the slopes by what forward was given, from
// those by what it gave.
func (m *mixer) backward(v []float32) { m.mix(v, true) }

func (m *mixer) mix(v []float32, back bool) {
	k := m.related.Cols
	n := len(v) / k
	for i := range n {
		for j, w := range v[i*k : (i+1)*k] {
			m.in[j*n+i] = w
		}
	}
	clear(m.out[:len(v)])
	for c := range k {
		other, share := m.related.Row(c)
		for i, j := range other {
			from, to := int(j)*n, c*n
			if back {
				from, to = to, from
			}
			axpy(share[i], m.in[from:from+n], m.out[to:to+n])
		}
	}
	for i := range n {
		for j := range k {
			v[i*k+j] = m.out[j*n+i]
		}
	}
}

// checkTargets returns an error where the targets do not fit the rows.
func (c Config) checkTargets(rows, classes int) error {
	t := c.Targets
	switch {
	case t == nil:
		return nil
	case c.OneVsRest:
		return errors.New("targets are shares of all classes together; one class against the rest has none")
	case t.Rows() != rows || t.Cols != classes || t.Val == nil || t.Check() != nil:
		return fmt.Errorf("the targets are not %d × %d with values", rows, classes)
	}
	for i := range rows {
		sum := float32(0)
		_, share := t.Row(i)
		for _, s := range share {
			if s < 0 {
				return fmt.Errorf("row %d: a share of a class below 0", i)
			}
			sum += s
		}
		if sum < 0.999 || sum > 1.001 {
			return fmt.Errorf("row %d: the shares of its classes sum to %g, not to 1", i, sum)
		}
	}
	return nil
}
