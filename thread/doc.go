// Package thread finds what only a conversation shows: what a message answers to the
// question before it. Which mentions are one person is the matter of package coref.
package thread

import "strings"

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
