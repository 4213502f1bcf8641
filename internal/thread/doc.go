// Package thread finds what only a conversation shows: what a message answers to the
// question before it. Which mentions are one person is the matter of package coref.
package thread
