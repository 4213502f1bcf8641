// Package learn holds the numerical part of what bauta learns: it knows
// vectors and matrices, and no message.
//
// # Concepts
//
// An [Objective] computes a value and its gradient at a point; it knows its
// data and its regulariser and nothing of how it is minimised. An optimiser
// ([LBFGS]) knows the point and nothing of the data. The two are joined by one
// call, [LBFGS.Minimize], which says in a [Report] how it ended.
//
// learntest.GradientError compares a gradient with finite differences; each objective
// of the project is tested with it.
//
// # Where the models are
//
// Sub-packages hold the models: learn/chain (linear-chain CRF, averaged
// perceptron, baselines), learn/embed (skip-gram vectors), learn/cluster
// (k-means), and the classifiers.
//
// # Promises
//
// Everything is deterministic: the same data, configuration and seed give the
// same bits. Where work is divided among goroutines it is divided in blocks of
// a fixed size whose results are added in a fixed order. All functions are
// safe for concurrent use on different arguments.
package learn
