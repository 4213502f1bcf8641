// Package external asks a detector that is no part of this program: one that runs as
// a process of its own, or answers over HTTP.
//
// # Concepts
//
// The protocol is a JSON object a message and one back, docs/formats/external.md. A
// [Detector] sends the text and checks what comes back: ranges on whole characters
// of the text, labels that are ours or were said to stand for one of ours, scores from
// 0 to 1. A [Calibration] makes probabilities of the scores; it is fitted on messages
// with gold. Without one all that comes back is hidden, however sure the other was.
//
// # How to
//
// Give a [Config] to [New]; [Fit] makes a calibration of what was found and gold.
//
// # Promises
//
// A Detector is safe for concurrent use. No answer in time, one that breaks the
// protocol and one that is too long are errors, which withhold the message. Nothing of
// a message or an answer stands in an error, and what the process writes to its
// standard error is thrown away. Over HTTP nothing but this machine is asked, unless
// Config.Remote says so; redirections and proxies are not followed.
package external
