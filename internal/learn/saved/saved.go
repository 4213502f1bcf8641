// Package saved writes and reads any classifier of the packages below learn,
// told apart by the first eight bytes.
//
// [Read] checks that the bytes hold together, and [Fit] that the classifier
// takes the rows it will be given; after both, Probabilities cannot fail.
package saved

import (
	"encoding"
	"errors"
	"fmt"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/calibrate"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/learn/forest"
	"github.com/bauta/bauta/internal/learn/logit"
	"github.com/bauta/bauta/internal/learn/tree"
)

// Magic is how the bytes of a calibrated classifier begin. The others begin
// with the magic words of their packages.
const Magic = "bautaCC1"

// MaxSize bounds the bytes of one classifier.
const MaxSize = 1 << 28

// Write returns the bytes of a classifier.
func Write(c learn.Classifier) ([]byte, error) {
	switch c := c.(type) {
	case *calibrate.Calibrated:
		base, err := Write(c.Base)
		if err != nil {
			return nil, err
		}
		curve, err := calibrate.Marshal(c.Map)
		if err != nil {
			return nil, err
		}
		w := codec.NewWriter(Magic)
		w.Uint(c.Class)
		w.Blob(curve)
		w.Blob(base)
		return w.Bytes(), nil
	case encoding.BinaryMarshaler:
		return c.MarshalBinary()
	}
	return nil, fmt.Errorf("a classifier of type %T cannot be written", c)
}

// Read returns the classifier of the bytes.
func Read(data []byte) (learn.Classifier, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("model of %d bytes; at most %d are read", len(data), MaxSize)
	}
	if len(data) >= len(Magic) && string(data[:len(Magic)]) == Magic {
		return readCalibrated(data)
	}
	return readPlain(data)
}

func readPlain(data []byte) (learn.Classifier, error) {
	if len(data) < len(Magic) {
		return nil, codec.ErrVersion
	}
	var m interface {
		learn.Classifier
		encoding.BinaryUnmarshaler
	}
	switch string(data[:len(Magic)]) {
	case tree.Magic:
		m = &tree.Tree{}
	case forest.MagicBag:
		m = &forest.Bag{}
	case forest.MagicForest:
		m = &forest.Forest{}
	case forest.MagicBoosted:
		m = &forest.Boosted{}
	case logit.Magic:
		m = &logit.Model{}
	default:
		return nil, codec.ErrVersion
	}
	if err := m.UnmarshalBinary(data); err != nil {
		return nil, err
	}
	return m, nil
}

func readCalibrated(data []byte) (learn.Classifier, error) {
	r := codec.NewReader(Magic, data)
	class, curve, base := r.Uint(1<<16), r.Blob(), r.Blob()
	if err := r.Done(); err != nil {
		return nil, err
	}
	m, err := calibrate.Unmarshal(curve)
	if err != nil {
		return nil, err
	}
	c, err := readPlain(base) // one calibration, not a tower of them
	if err != nil {
		return nil, err
	}
	if s, ok := c.(learn.Shaped); ok {
		if _, classes := s.Shape(); class >= classes || classes < 2 {
			return nil, errors.New("model is damaged: it calibrates a class it does not have")
		}
	}
	return &calibrate.Calibrated{Base: c, Class: class, Map: m}, nil
}

// Fit returns an error when a classifier does not take rows of these attributes
// (their number, names and nominal values) or tells another number of classes
// apart. Call it on each classifier that was read.
func Fit(c learn.Classifier, attributes []learn.Attribute, classes int) error {
	if cal, ok := c.(*calibrate.Calibrated); ok {
		return Fit(cal.Base, attributes, classes)
	}
	s, ok := c.(learn.Shaped)
	if !ok {
		return fmt.Errorf("a classifier of type %T does not say which rows it takes", c)
	}
	has, k := s.Shape()
	if k != classes || len(has) != len(attributes) {
		return fmt.Errorf("model of %d features and %d classes where %d and %d are needed; train it again with this "+
			"version",
			len(has), k, len(attributes), classes)
	}
	for i, a := range attributes {
		if has[i].Name != a.Name || len(has[i].Values) != len(a.Values) || has[i].Numeric() != a.Numeric() {
			return fmt.Errorf("feature %d of the model is not %q as needed; train it again with this version", i+1,
				a.Name)
		}
	}
	return nil
}
