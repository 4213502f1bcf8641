// Package reading says of each token of a document, once, what every detector and
// settler wants to know of a word in its place: how it is written, what the lexicon
// has of it, in which languages people use it every day, whether a sentence opens with
// it, and what stands before it.
//
// [Of] gives the reading of a document in its language, [In] in another. While a
// pipeline reads the document it is made once and shared (bauta.Doc.Once), at other
// times at each call: who looks at many tokens keeps it. A Reading is read-only and
// safe for concurrent use; it holds parts of the message's text and is to be dropped
// with the document.
package reading
