package audit

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bauta/bauta/text"
)

// ofName bounds what a log keeps of a word of a name: one of so many numbers, so that it tells nobody who went, and
// hardly any other name is taken for theirs.
const ofName = 1024

// Withdrawing is what a log keeps of the names of somebody who goes, under the seed of the newest audit.
func (s *State) Withdrawing(names []string) (out []int) {
	for _, name := range names {
		out = append(out, numbersOf(s.Seed, name)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Withdrew reports whether a text may name somebody who was taken out since the log was begun.
func (s *State) Withdrew(said string) bool {
	for _, w := range s.withdrawn {
		if slices.ContainsFunc(numbersOf(w.seed, said), func(n int) bool { return slices.Contains(w.who, n) }) {
			return true
		}
	}
	return false
}

// withdrawn is what is known of who went, and the seed under which it is kept.
type withdrawn struct {
	seed string
	who  []int
}

// numbersOf gives a number for each word of a text: the same for a genitive, in any case, with accents or without, and
// with letters that are repeated.
func numbersOf(seed, said string) (out []int) {
	for _, word := range words(said) {
		key := string(slices.Compact([]rune(cmp.Or(text.Plain(word), strings.ToLower(word)))))
		if key = strings.TrimSuffix(key, "s"); len(key) < 2 {
			continue
		}
		h := hmac.New(sha256.New, []byte(seed))
		h.Write([]byte(key))
		out = append(out, int(binary.BigEndian.Uint32(h.Sum(nil))%ofName))
	}
	return out
}
