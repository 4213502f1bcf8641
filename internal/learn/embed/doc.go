// Package embed learns vectors of words from raw text: skip-gram with negative
// sampling (Mikolov and others 2013), where wanted with hashed character
// n-grams (Bojanowski and others 2017), so that words never seen have a vector
// too.
//
// Words are numbers from 0, the text is sequences of them; who numbers them is
// the caller's affair. [Train] returns [Vectors], float32, row by row. The
// result is the same for the same text, configuration, seed and number of
// jobs: jobs train on copies of the vectors and their changes are added up
// after each round, in order.
package embed
