// Package words reads a message as taggers do: word by word, each with its form
// and with what the lexicon says of it.
//
// Tokens are cut further where a name may stand inside one: "d'Anna" is d' and
// Anna, "Tom's" is Tom and 's, "#Paris" is Paris, "10kg" is 10 and kg. A Word
// says how it is written (Caps), what it looks like (Pattern), its entry in the
// lexicon, and whether it stands in an entry of several words ("los angeles").
//
// Classes say of some ten thousand words, known by their hash, how they stand in
// raw text: in which cluster, how often, how often with a capital, as what kind of
// name. They are made in training and are a part of a tagger's model.
//
// A Reader is safe for concurrent use. The words it returns hold parts of the
// message's text: they are to be dropped with the message.
package words
