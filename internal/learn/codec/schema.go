package codec

import "github.com/bauta/bauta/internal/learn"

// Attribute writes name and values of an attribute.
func (w *Writer) Attribute(a learn.Attribute) {
	w.String(a.Name)
	w.Bool(a.Numeric())
	if a.Numeric() {
		return
	}
	w.Uint(len(a.Values))
	for _, v := range a.Values {
		w.String(v)
	}
}

// Attributes writes a list of attributes.
func (w *Writer) Attributes(as []learn.Attribute) {
	w.Uint(len(as))
	for _, a := range as {
		w.Attribute(a)
	}
}

// Attribute reads name and values of an attribute.
func (r *Reader) Attribute() learn.Attribute {
	a := learn.Attribute{Name: r.String()}
	if r.Bool() || r.err != nil {
		return a
	}
	a.Values = make([]string, r.Len(1))
	for i := range a.Values {
		a.Values[i] = r.String()
	}
	return a
}

// Attributes reads a list of attributes.
func (r *Reader) Attributes() []learn.Attribute {
	as := make([]learn.Attribute, r.Len(2))
	for i := range as {
		as[i] = r.Attribute()
	}
	return as
}
