// Package neural labels sequences with a bidirectional LSTM under a conditional
// random field, after Lample and others (Neural architectures for named entity
// recognition, 2016, sections 2 and 4).
//
// # Concepts
//
// A Form is a spelling: its word, its character n-grams, its letters. A Token is
// a form at a place, with features. Of a token the network makes one vector: that
// of its word (or where the word is unknown the mean of its n-grams), the last
// states of an LSTM over its letters in either direction, and the sum of the
// vectors of its features. An LSTM over the tokens in either direction and a
// linear layer turn them into scores of labels, and package learn/chain finds
// the best labelling and its probabilities.
//
// A Net is the weights. Train fits one to a Data; a Tagger runs one.
//
// Each layer is one file with its forward pass beside its backward pass, and
// every gradient is tested against finite differences. There is no graph of
// operations: a Net calls its layers in order. Sequences of one batch are laid
// out step by step, longest first, so that no step works on padding; the inputs
// of a whole batch are multiplied at once, and at each step there is one product
// for the four gates of all sequences.
//
// # Promises
//
// Training uses one goroutine and gives the same bits for the same data,
// configuration and seed. A Net is read-only once trained and safe for concurrent
// use; a Tagger belongs to one goroutine and is reused without allocation.
package neural
