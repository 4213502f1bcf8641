// Package triage decides which messages need anonymising at all, and asks the
// expert only where it pays: the second half of Seek&Hide (CICLing 2013,
// sections 4 to 6).
//
// A Reader turns a message and what the detectors found in it into a Row of
// numbers. Two sets of features stand in one table (Features): the twelve of the
// paper, and an extended set built from what the pipeline knows of each word.
// Config.Train learns a Model from labelled rows; its probabilities are
// calibrated, and Select chooses the two thresholds that keep a leak bound with
// the fewest messages for the expert. Table joins the outcome of the detectors
// with the class of the model (the paper's table 2), and Judge is the phase of
// the pipeline that does so. Propose picks the messages whose labels would help
// most.
//
// Everything is deterministic for a seed; all types are safe for concurrent use
// once made. No error holds text of a message. A model learnt from real labels
// holds weights of words of the corpus (by hash): keep it as you keep the corpus.
package triage
