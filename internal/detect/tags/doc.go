// Package tags turns labels of words into spans and spans into labels.
//
// Labels are IOB2 over a list of types: 0 is outside, 1+2t the first word of a
// span of type t, 2+2t a further one. Encode gives the words of a document the
// labels of its gold, Allowed is the constraint that a labelling must keep, and
// a Reader reads the spans and the questions off a lattice of package
// learn/chain with their probabilities.
package tags
