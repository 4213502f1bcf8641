// Package coref tells which mentions of a conversation are the same person, so
// that every mention can be given one pseudonym: Person 1, Person 2, in order
// of appearance (AnonyMate, LREC 2020, "Coreference").
//
// A [Session] reads one thread, message by message, and writes Span.Entity of
// the spans it is given. What it said of a message never changes when more
// messages come, and its memory is bounded ([MaxPersons], [MaxForms],
// [MaxThings]): what was mentioned longest ago is forgotten first, and its
// number is not given again. [Linker] does the same for a thread that is there
// as a whole; it is a [bauta.Linker].
//
// Two mentions are one person when their names are the same after case,
// accents, script, repeated letters, hyphens and the genitive are taken off;
// when one is the short form of the other (the lexicon's lists of six
// languages, a truncation, a diminutive); when they sound alike; or when one
// is a list name and the other one letter from it. A first name or a surname
// alone is the person whose full name it is part of, a handle or an e-mail
// address the person whose name stands in it. Two full names that differ in
// either part are two people. Where a mention may be several people, it is the
// one that was mentioned last, and [InDoubt] says so. Such a doubt is one of
// identity: the span stays a find, because a name is to be hidden whoever it
// is.
//
// Spans of other types are the same thing when they are written alike: Location
// 1, Organization 2. A person and a place of one name are apart, since their
// types differ.
//
// Questions (spans in doubt) join a person who is known already and found no
// new one. Neither type nor limits nor doubt of a span are ever changed.
package coref
