// Package chat makes conversational gold: informal labelled messages, which
// no open corpus offers, in six languages.
//
// Four generators share the same names and the same noise:
//
//   - [Generator.Stock] swaps the stock names of a corpus of short sentences
//     (Tom, Mary, Toms …) for names of all origins and nicknames, by
//     frequency, in the right form, and adds greetings and signatures; its
//     sentences without a name, equally respelt, are the negatives.
//   - [Generator.Messages] fills templates of chat messages, for the types
//     that no corpus labels, with hard negatives: homographs, months, brands,
//     greetings and SMS spelling written with a capital.
//   - [Generator.Letters] makes e-mails, with header, signature and quotes, and
//     [Generator.Posts] public messages with handles, hashtags and links; both
//     are spelt with more care than the others.
//
// What hurts a tagger of SMS most is taking SMS spelling for names, so most
// messages hold no name and everything around a name is written as SMS write:
// see package gold's Speller and the interjections of this one. All output is
// a function of the seed and the data; it is generated text, and figures on
// it must be called so.
package chat
