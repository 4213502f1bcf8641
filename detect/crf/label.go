package crf

import (
	"fmt"

	"github.com/bauta/bauta"
)

// Labels of words are IOB2 over the types of a model: 0 is outside, 1+2t the
// first word of a span of type t, 2+2t a further one.
const outside = 0

// maxTypes is the number of types whose labels fit a byte.
const maxTypes = 127

func begin(t int) uint8  { return uint8(1 + 2*t) }
func inside(t int) uint8 { return uint8(2 + 2*t) }

// typeOf returns the type of a label other than outside.
func typeOf(label uint8) int { return int(label-1) / 2 }

// Allowed is the constraint of IOB2 for chain.Config: a further word of a type
// follows a word of the same type only. from −1 is the start.
func Allowed(from, to int) bool {
	return to == outside || to%2 == 1 || from == to || from == to-1
}

// Encode appends to dst the labels of the words of s: those of a word that
// shares a byte with a span are the span's. spans must be sorted and disjoint,
// their labels among types; others count as outside.
func Encode(s *Sentence, spans []bauta.Span, types []bauta.Label, dst []uint8) []uint8 {
	at := 0
	last := -1
	for i := range s.Words {
		w := &s.Words[i]
		for at < len(spans) && spans[at].End <= w.Start {
			at++
		}
		label := uint8(outside)
		if at < len(spans) && spans[at].Start < w.End {
			if t := indexOf(types, spans[at].Label); t >= 0 {
				label = begin(t)
				if last == at {
					label = inside(t)
				}
			}
			last = at
		}
		dst = append(dst, label)
	}
	return dst
}

func indexOf(types []bauta.Label, l bauta.Label) int {
	for i, t := range types {
		if t == l {
			return i
		}
	}
	return -1
}

// checkTypes refuses lists of types that no model can have.
func checkTypes(types []bauta.Label) error {
	if len(types) == 0 || len(types) > maxTypes {
		return fmt.Errorf("%d types; a model has 1 to %d", len(types), maxTypes)
	}
	for i, t := range types {
		if t == "" || len(t) > maxString || indexOf(types[:i], t) >= 0 {
			return fmt.Errorf("type %d is empty, too long or there twice", i)
		}
	}
	return nil
}
