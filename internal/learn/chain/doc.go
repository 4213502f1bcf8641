// Package chain holds linear-chain models of label sequences: the conditional
// random field (Lafferty, McCallum and Pereira 2001) with its exact inference,
// its trainers, and the two baselines that any tagger must beat.
//
// # Concepts
//
// A position of a sequence has attributes (numbers that say what is observed
// there) and one of at most [MaxLabels] labels. A [Model] weighs pairs of
// attribute and label, and pairs of neighbouring labels. Only pairs seen in
// training have a weight ("observed features only"): the table of an attribute
// is a short list of labels, and what is absent weighs 0.
//
// A [Lattice] knows the scores of one sequence, wherever they come from, and
// does the inference: the best labelling ([Lattice.Viterbi]), the n best
// ([Lattice.NBest]), the probability of a label at a position
// ([Lattice.Marginal]) and of a stretch of labels ([Lattice.PathMarginal]).
// Forward–backward runs on scaled probabilities: one exp for each score, none
// for the sums.
//
// # How to
//
// Fill a [Data] with [Data.Add], call [Train] (L-BFGS, or OWL-QN with an L1
// term), [TrainOnline] (nearly the same model in ten passes) or
// [TrainPerceptron] (faster still, no probabilities), and tag with [Model.Fill]
// and a Lattice. [CRF] is the objective alone, for other optimisers.
// [NewBaseline] makes `unamb` and `freq`.
//
// # Promises
//
// A Model and a Baseline are read-only once built and safe for concurrent use;
// a Lattice belongs to one goroutine and is reused from sequence to sequence
// without allocation. Training gives the same bits for the same data,
// configuration, seed and number of jobs.
package chain
