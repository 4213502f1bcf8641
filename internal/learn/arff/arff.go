// Package arff reads Weka's attribute-relation file format into a
// [learn.Dataset], and writes it.
//
// Read: numeric (also real, integer) and nominal attributes, names and values
// in single or double quotes with backslash escapes, "?" for a missing value,
// comments from "%", sparse rows {index value, …}, and a weight {w} after a row.
// String, date and relational attributes are refused, because no classifier
// here takes them. Source: the ARFF description in the manual of Weka 3.6.
package arff

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/learn"
)

// Bounds of what is read; a file beyond them is an error.
const (
	maxLine       = 1 << 22
	maxAttributes = 1 << 16
	maxCells      = 1 << 27
)

// Config says how a file is read. The zero value works.
type Config struct {
	File  string // its name, for errors; "arff" when empty
	Class string // name of the class attribute; the last one when empty
}

// Read reads a whole file. An error names the file and the line, and no value.
func (c Config) Read(r io.Reader) (*learn.Dataset, error) {
	if c.File == "" {
		c.File = "arff"
	}
	p := &parser{config: c, data: &learn.Dataset{}}
	if err := p.lines(r); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", c.File, p.line, err)
	}
	return p.data, nil
}

type parser struct {
	config     Config
	data       *learn.Dataset
	line       int
	inData     bool
	attributes []learn.Attribute
	index      []map[string]int // of the values of each nominal attribute
	class      int
	tokens     []token
	cells      int
}

func (p *parser) lines(r io.Reader) error {
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, 1<<16), maxLine)
	for s.Scan() {
		p.line++
		line := s.Bytes()
		if p.line == 1 {
			line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
		}
		var err error
		if p.tokens, err = tokenize(p.tokens[:0], line); err != nil {
			return err
		}
		if len(p.tokens) == 0 {
			continue
		}
		if p.inData {
			err = p.row()
		} else {
			err = p.header()
		}
		if err != nil {
			return err
		}
	}
	if errors.Is(s.Err(), bufio.ErrTooLong) {
		p.line++
		return fmt.Errorf("line longer than %d bytes", maxLine)
	}
	if s.Err() != nil {
		return s.Err()
	}
	if !p.inData {
		return errors.New("no @data line; an ARFF file has @relation, @attribute lines, @data and rows")
	}
	return nil
}

func (p *parser) header() error {
	switch t := p.tokens; strings.ToLower(t[0].text) {
	case "@relation":
		if len(t) > 1 {
			p.data.Name = t[1].text
		}
		return nil
	case "@attribute":
		return p.attribute(t[1:])
	case "@data":
		p.inData = true
		return p.endHeader()
	}
	return errors.New("expected @relation, @attribute or @data")
}

func (p *parser) attribute(t []token) error {
	if len(t) < 2 {
		return errors.New("attribute without name or type; write @attribute NAME numeric or @attribute NAME {A,B}")
	}
	if len(p.attributes) == maxAttributes {
		return fmt.Errorf("more than %d attributes", maxAttributes)
	}
	a := learn.Attribute{Name: t[0].text}
	var index map[string]int
	if t[1].kind == open {
		a.Values, index = []string{}, map[string]int{}
		last := t[len(t)-1]
		if last.kind != shut {
			return errors.New("} expected at the end of the list of values")
		}
		for _, v := range t[2 : len(t)-1] {
			if v.kind != word && v.kind != unknown {
				return errors.New("brace inside a list of values; put it in quotes")
			}
			if _, twice := index[v.text]; twice {
				return fmt.Errorf("attribute %q lists a value twice", a.Name)
			}
			index[v.text] = len(a.Values)
			a.Values = append(a.Values, v.text)
		}
	} else {
		switch strings.ToLower(t[1].text) {
		case "numeric", "real", "integer":
		default:
			return fmt.Errorf("attribute %q is neither numeric nor nominal; drop it or list its values in braces",
				a.Name)
		}
	}
	p.attributes, p.index = append(p.attributes, a), append(p.index, index)
	return nil
}

func (p *parser) endHeader() error {
	p.class = len(p.attributes) - 1
	if name := p.config.Class; name != "" {
		p.class = -1
		for i, a := range p.attributes {
			if a.Name == name {
				p.class = i
			}
		}
		if p.class < 0 {
			return fmt.Errorf("no attribute %q for the class", name)
		}
	}
	if p.class < 0 {
		return errors.New("no attributes")
	}
	d := p.data
	d.Class = p.attributes[p.class]
	if d.Class.Numeric() {
		return fmt.Errorf("the class attribute %q is numeric; it must list its values in braces", d.Class.Name)
	}
	d.Attributes = append(append([]learn.Attribute(nil), p.attributes[:p.class]...), p.attributes[p.class+1:]...)
	return nil
}

// row reads one row; a weight in braces may follow it.
func (p *parser) row() error {
	t, weight, err := p.weight(p.tokens)
	if err != nil {
		return err
	}
	if p.cells += len(p.attributes); p.cells > maxCells {
		return fmt.Errorf("more than %d cells", maxCells)
	}
	row := make([]float64, len(p.attributes))
	if t[0].kind == open {
		err = p.sparse(t, row)
	} else {
		err = p.dense(t, row)
	}
	if err != nil {
		return err
	}
	d, y := p.data, -1
	if c := row[p.class]; !math.IsNaN(c) {
		y = int(c)
	}
	copy(row[p.class:], row[p.class+1:])
	d.X, d.Y = append(d.X, row[:len(row)-1:len(row)-1]), append(d.Y, y)
	if weight != 1 && d.W == nil {
		d.W = make([]float64, 0, len(d.X))
		for range len(d.X) - 1 {
			d.W = append(d.W, 1)
		}
	}
	if d.W != nil {
		d.W = append(d.W, weight)
	}
	return nil
}

// weight cuts a trailing {w} off.
func (p *parser) weight(t []token) ([]token, float64, error) {
	n := len(t)
	if n < 4 || t[n-1].kind != shut || t[n-3].kind != open {
		return t, 1, nil
	}
	w, err := strconv.ParseFloat(t[n-2].text, 64)
	if err != nil || !(w >= 0) || math.IsInf(w, 0) {
		return t, 1, errors.New("the weight in braces is not a number of 0 or more")
	}
	return t[:n-3], w, nil
}

func (p *parser) dense(t []token, row []float64) (err error) {
	if len(t) != len(row) {
		return fmt.Errorf("row has %d values; expected %d", len(t), len(row))
	}
	for i := range row {
		if row[i], err = p.cell(i, t[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *parser) sparse(t []token, row []float64) (err error) {
	if t[len(t)-1].kind != shut || len(t)%2 != 0 {
		return errors.New("sparse row is not {index value, …}")
	}
	before := -1
	for k := 1; k+1 < len(t); k += 2 {
		i, err := strconv.Atoi(t[k].text)
		if err != nil || i <= before || i >= len(row) {
			return errors.New("index of a sparse row is not a number, not rising or too great")
		}
		if row[i], err = p.cell(i, t[k+1]); err != nil {
			return err
		}
		before = i
	}
	for i, a := range p.attributes {
		if !a.Numeric() && len(a.Values) == 0 && row[i] == 0 {
			return fmt.Errorf("attribute %q has no values, a sparse row needs one", a.Name)
		}
	}
	return nil
}

func (p *parser) cell(i int, t token) (float64, error) {
	switch {
	case t.kind == unknown:
		return learn.Missing(), nil
	case t.kind != word:
		return 0, errors.New("brace inside a row; put it in quotes")
	case p.index[i] != nil:
		v, ok := p.index[i][t.text]
		if !ok {
			return 0, fmt.Errorf("value of attribute %q is not in its list", p.attributes[i].Name)
		}
		return float64(v), nil
	}
	v, err := strconv.ParseFloat(t.text, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("value of attribute %q is not a finite number", p.attributes[i].Name)
	}
	return v, nil
}
