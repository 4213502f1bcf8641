package formats

import "strings"

// keyed are IDs that come out under the key where they stand in a field of their own, with the signs that may
// stand in front: a link to who has one would undo the key.
type keyed map[string]string

// maxKeyed bounds them; of more only the first are known in texts.
const maxKeyed = 200_000

// shortestKey is the length from which a text holds none by chance.
const shortestKey = 6

// add remembers an ID.
func (k keyed) add(id, signs string) {
	if len(k) < maxKeyed && len(id) >= shortestKey && strings.ContainsAny(id, "0123456789") {
		k[id] = signs
	}
}

// idWord is what may be an ID.
var idWord = WhenAsked(`[A-Za-z0-9]{6,64}`)

// refer makes references of them in a text.
func (k keyed) refer(s *Slot) {
	if len(k) == 0 {
		return
	}
	var cuts [][2]int
	for _, m := range idWord().FindAllStringIndex(s.Value, -1) {
		if from := m[0] + k.begins(s.Value[m[0]:m[1]]); from < m[1] {
			cuts = append(cuts, [2]int{from, m[1]})
		}
	}
	value := s.Value
	s.refer(cuts, func(from, to int) Ref { return Ref{ID: value[from:to]} })
}

// begins is where an ID begins in a word, behind its signs; the end of the word where it is none.
func (k keyed) begins(word string) int {
	for i := range word {
		signs, ok := k[word[i:]]
		if ok && strings.Trim(word[:i], signs) == "" {
			return i
		}
	}
	return len(word)
}
