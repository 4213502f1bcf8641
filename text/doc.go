// Package text makes a Doc of a message: a normalised shadow copy with a map
// back to the original, and tokens.
//
// Informal text is cut on white space first; then punctuation, smileys and
// emoji are peeled off and what stands glued between words ("oui,mais") is cut
// there too, while apostrophes and hyphens inside a word stay ("j'ai",
// "week-end"): the dictionaries know both readings. Links, e-mail addresses,
// handles, hashtags and the replacements of an earlier run are one token each.
//
// The shadow copy is what detectors read: without the tags of HTML, scripts,
// style sheets and comments, without what a terminal obeys and does not show, with
// entities and escapes of programs as the characters they stand for, and
// folded as [Normalise] says. What a script or a comment holds is not read, and
// comes out as it is; the addresses and titles inside tags are read.
//
// Use an [Analyser] as the first slot of a pipeline, or [Tokenise] on a
// normalised string. [Plain] gives words in plain letters for look-ups. All are
// safe for concurrent use and take linear time.
package text
