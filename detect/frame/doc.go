// Package frame finds people, and in Swiss German towns, by the words that stand
// around a name rather than by the name: "hier ist der Korbi", "citofono Rossi",
// "jag heter Tiina", "z Olte" (contextual rules, as in Collins and Singer,
// "Unsupervised models for named entity classification", 1999). It reads
// German, Swiss German, Italian, Spanish, Swedish, English and French, and fills in
// where neither the lists nor a tagger know a name.
//
// New makes a Detector, which is a bauta.Detector and safe for concurrent use.
// A frame says how much it asks of the word in it: after "mein Name ist" any word
// that is no common one is a name; after "der" only what the lists hold for one.
//
// Sober is the other side: it takes back what a tagger held for a person though it
// is an everyday word (lexicon.Everyday) and nothing around it speaks for a name.
package frame
