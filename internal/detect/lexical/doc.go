// Package lexical finds names by dictionary minus anti-dictionary, with
// spelling variants, as Seek&Hide does (CICLing 2013, section 3), and weighs
// what stands in both lists or in none by evidence.
//
// A word is read in the lexicon, as it stands or through a spelling variant.
// What is only in a dictionary of names is found; what is only in an
// anti-dictionary is left; a word in both is ambiguous and a word in neither is
// unknown. With Config.Model nil these labels stand, as in the paper. With a
// model, the probability that a word is a name decides: it joins how often the
// word is a name rather than a word, what an unknown word looks like, its
// capital, and its neighbours; above one bound the word is hidden, below the
// other it is left, and only between them is the expert asked.
//
// New makes a Detector, which is a bauta.Detector and safe for concurrent use.
package lexical
