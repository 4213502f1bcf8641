// Package fst holds a set of words as a minimal acyclic automaton with
// perfect hashing: every accepted word has an ordinal, its place in byte
// order, and every ordinal below [FST.Len] has its word.
//
// [Build] makes the bytes from sorted words; [Open] reads them in place, with
// no decoding, so that opening costs a look at the header. A look-up
// ([FST.Find]) allocates nothing. Search that goes beyond one word (accents,
// repeated letters, one edit) walks the automaton node by node: [FST.Root],
// [FST.Step], [FST.Final], [FST.Degree] and [FST.Edge].
//
// Words are bytes to this package; case, accents and normal forms are the
// caller's matter. FORMAT.md beside this file specifies every byte.
//
// Bytes from an unknown hand are safe to open: every target lies after the
// node that points to it, so no walk can turn in circles, every offset is
// checked, and damage shows as a miss. [FST.Verify] reads the whole file and
// says whether it is sound; use it once on files that users bring.
//
// An FST is read-only and safe for concurrent use.
//
// The construction is the incremental algorithm for sorted data of Daciuk,
// Mihov, Watson and Watson, "Incremental construction of minimal acyclic
// finite-state automata" (Computational Linguistics 26:1, 2000), section 3;
// the ordinals are the perfect hash of Lucchesi and Kowaltowski,
// "Applications of finite automata representing large vocabularies"
// (Software: Practice and Experience 23:1, 1993).
package fst
