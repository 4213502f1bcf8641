// Package tree learns decision trees by C4.5 as Weka 3.6 does in its class J48:
// the same data give the same tree, and the tree prints byte for byte the same.
//
// Concepts: each node splits on one attribute, a numeric one in two at a
// threshold, a nominal one into a branch for each value. The split is the one
// of greatest gain ratio among those whose information gain is at least
// average; the gain of a numeric split pays for the choice of its threshold
// (MDL). A row whose value is missing goes down all branches with a part of its
// weight. Pruning compares pessimistic estimates of the errors of the subtree,
// of a leaf in its place and of its largest branch raised into its place.
//
// Call [C45.Learn], then [Tree.Probabilities], [Tree.String], [Tree.DOT] or
// [Tree.SVG]. A Tree is read-only and safe for concurrent use.
//
// Sources: Quinlan, C4.5: Programs for Machine Learning (1993), chapters 2–4;
// Quinlan, Improved Use of Continuous Attributes in C4.5 (1996), section 3 (the
// MDL correction); behaviour compared with Weka 3.6.14.
package tree
