package private

import (
	"encoding/hex"
	"strings"
)

// Random reports whether a key of 16 bytes or more may have been drawn at
// random. Of keys that were, it calls less than one in a million made up.
func Random(key []byte) bool { return !few(key) && !repeats(key) && !counts(key) && !typed(key) }

// manyDifferent is a number of different bytes that is enough for any key.
const manyDifferent = 64

// few reports fewer different bytes than half the length: of 32 random bytes
// about 30 differ.
func few(k []byte) bool {
	var seen [256]bool
	n := 0
	for _, c := range k {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n < min(len(k)/2, manyDifferent)
}

// repeats reports a stretch that is written over and over.
func repeats(k []byte) bool {
	for period := 1; period <= len(k)/2; period++ {
		if string(k[period:]) == string(k[:len(k)-period]) {
			return true
		}
	}
	return false
}

// counts reports bytes that go up or down by the same step.
func counts(k []byte) bool {
	for i := 2; i < len(k); i++ {
		if k[i]-k[i-1] != k[1]-k[0] {
			return false
		}
	}
	return true
}

// typed reports what somebody may have typed: bytes that are all text, or hex
// digits that are all figures.
func typed(k []byte) bool {
	text := true
	for _, c := range k {
		text = text && c >= ' ' && c <= '~'
	}
	return text || !strings.ContainsAny(hex.EncodeToString(k), "abcdef")
}
