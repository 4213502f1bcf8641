// Package routing says in which language each message of a corpus is, which messages
// are in none that is read, and how a message is read: once in each language that it
// may be in, and in windows where it is long. What was read before is the prior
// (package langid); docs/adr/0007 has the reasons.
package routing
