// Package page is what a page without a server asks of the pipeline: a file in, each
// message before and after, what somebody decides about its words, the file out. It
// knows nothing of browsers; package wasm below it lends it to one.
//
// [Open] makes the pipeline of a policy, [Page.Read] takes a file through it, [Page.About]
// tells what stays in clear beside its texts, [Page.Treat] takes that out,
// [Page.Decide] and [Page.Undo] change what becomes of a word, and [Page.Save] writes
// the file as bauta anonymise does with these decisions. A Page is for one goroutine,
// and holds all of a file: it is for exports of chats, not for corpora.
package page
