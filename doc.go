// Package bauta is the vocabulary of the project: what a message, a token, a
// span and a verdict are, and the fixed phases through which a message goes.
//
// A [Message] is analysed into a [Doc], every [Detector] returns [Span] values
// over it, the spans are fused so that whatever one detector covered stays
// covered ([Fuse]), a Linker joins the mentions of one person, a Judge gives a
// [Verdict], and an [Operator] writes the replacement of each span. [Pipeline]
// holds these slots and runs them: [Pipeline.Thread] on one thread of
// messages, [Pipeline.Run] on a corpus, on all cores and in input order.
//
// Most programs do not fill the slots by hand: package policy makes a Pipeline
// from a policy file or preset.
//
// Promises. Text is never changed in place. All offsets are bytes of
// Message.Text; [Unit] converts them at the edges. The zero Verdict asks the
// expert, and an error in any phase yields no text for that thread. Types that
// bear text format and log without it, under every verb and handler. A
// Pipeline is safe for concurrent use when its slots are.
//
// The package imports the standard library alone.
package bauta
