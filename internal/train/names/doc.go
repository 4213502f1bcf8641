// Package names trains the model of package detect/lexical: how likely it is
// that a word is a name.
//
// Three parts are learnt. A prior for each word of the lexicon, from how often
// it is a name (registers of births and surnames) and how often a word (film
// subtitles, edited text). A letter model for words in no list, from names that
// are in no list against SMS spelling. And the weights of case, neighbours and
// lists, by logistic regression on generated conversational gold (package
// train/chat). The bounds between which the expert is asked are chosen on a
// development part.
//
// Train does all of it and gives a bundle; the same seed and data give the same
// bytes.
package names
