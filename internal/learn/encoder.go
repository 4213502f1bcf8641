package learn

import "math"

// Encoder lays the attributes of a row out as numbers: a numeric attribute as
// it is, a nominal one of two values as 0 or 1, one of more values as an
// indicator for each value. A missing value is NaN in all places of its
// attribute.
type Encoder struct {
	attributes []Attribute
	start      []int
	width      int
}

// NewEncoder returns the encoder of rows of these attributes.
func NewEncoder(attributes []Attribute) *Encoder {
	e := &Encoder{attributes: attributes, start: make([]int, len(attributes))}
	for a := range attributes {
		e.start[a] = e.width
		e.width += places(&attributes[a])
	}
	return e
}

func places(a *Attribute) int {
	if a.Numeric() || len(a.Values) == 2 {
		return 1
	}
	return len(a.Values)
}

// Width is how many numbers a row becomes.
func (e *Encoder) Width() int { return e.width }

// Attributes returns the attributes the encoder was made for.
func (e *Encoder) Attributes() []Attribute { return e.attributes }

// Names returns what each number stands for.
func (e *Encoder) Names() []string {
	var names []string
	for a := range e.attributes {
		attr := &e.attributes[a]
		switch {
		case attr.Numeric():
			names = append(names, attr.Name)
		case len(attr.Values) == 2:
			names = append(names, attr.Name+" = "+attr.Values[1])
		default:
			for _, v := range attr.Values {
				names = append(names, attr.Name+" = "+v)
			}
		}
	}
	return names
}

// Encode writes a row into out, which has Width places.
func (e *Encoder) Encode(row, out []float64) {
	for a, v := range row {
		at, n := e.start[a], places(&e.attributes[a])
		if n == 1 {
			out[at] = v
			continue
		}
		part := out[at : at+n]
		clear(part)
		if math.IsNaN(v) {
			for i := range part {
				part[i] = v
			}
		} else {
			part[int(v)] = 1
		}
	}
}
