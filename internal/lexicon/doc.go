// Package lexicon answers what a word is: a first name, a surname, a form of
// the language, an SMS spelling, a town. One look-up tells all at once.
//
// [Default] is the lexicon that comes with the program, built by gen/lexicon
// from the sources that SOURCES.md lists. [Lexicon.Look] asks for a word in a
// language; [Entry.Kinds] says in which lists it stands: those of
// [Dictionary] must be hidden, those of [AntiDictionary] need not be, and a
// word in both is ambiguous. [Lexicon.Resolve] looks further, through the
// spelling variants of package variant, for words that are in no list.
//
// Names, towns and users' lists hold in all languages; everything else is
// said of a word in one language. A language's data together are its [Pack].
//
// Users bring their own lists: [Import] compiles a text or CSV file,
// [Lexicon.With] puts it before the lexicon. docs/formats/lexicon.md
// specifies the file format.
//
// A Lexicon is read-only and safe for concurrent use. Errors never show words
// of a user's list.
package lexicon
