// Package pattern finds what is written in a form of its own: e-mail and
// network addresses, telephone numbers, bank and card numbers, the personal
// and company numbers of countries, plates, postal addresses, codes and
// handles, in messages as people write them.
//
// Build one Detector with [New] and use it for all messages; it is a
// bauta.Detector and safe for concurrent use. It reads the normalised copy of
// a message once, byte by byte, and looks closer only where something starts
// that may be an identifier; it takes linear time on any input.
//
// Every kind is one rule: a row of identifiers.tsv, with forms, check digits and
// context words, or a function in a file of its own; true and false examples of each
// are in testdata, and the tests run them. What has no check digit is found only
// beside a word that says what it is ("passeport", "order no"), or when the
// configuration names its country. Span.Rule is the kind, such as "iban" or
// "phone-fr"; Span.Source is "pattern"; no span carries text.
package pattern
