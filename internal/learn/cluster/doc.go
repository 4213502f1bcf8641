// Package cluster groups vectors: k-means with k-means++ seeds (Arthur and
// Vassilvitskii 2007), several numbers of clusters together.
//
// Results are the same for the same input and seed, whatever the number of
// jobs.
package cluster
