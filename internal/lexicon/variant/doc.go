// Package variant finds the words that an unknown word may be a spelling of.
//
// These are the heuristics of Seek&Hide (2013, section 3): missing accents
// (desole), misplaced accents (dèsolè), repeated letters (nicoooolllaassss),
// missing apostrophe (jexplique), concatenation (jtaime), misspelling
// (surment), onomatopoeia (mouhahaha); and one beyond the paper, phonetic
// spelling (trankilleman), which is off unless asked for.
//
// A [Finder] is made once from an automaton of known words and a language;
// [Finder.Candidates] yields candidates lazily, the surest heuristic first, so
// that a caller takes the first it can use and stops. The search walks the
// automaton: what is not the beginning of a word is not followed, and every
// search has a budget, so that no word costs much.
//
// What a language needs is data ([Lang]); [French] and [English] are here.
//
// A Finder is read-only and safe for concurrent use.
package variant
