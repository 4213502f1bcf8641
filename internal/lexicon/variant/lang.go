package variant

import "slices"

// Lang is what the heuristics need to know of a language. It is read-only.
// The zero value has accents, repeated letters, misspellings and sounds, which
// need no data.
type Lang struct {
	Elided       []string // clitics that take an apostrophe, the longest first: "qu", "j"
	ElideBefore  string   // letters before which they do
	ElidedVerb   []string // those of Elided that stand before a verb only: "j", "t"
	Contractions []string // endings with an apostrophe: "n't", "'m"
	Front, Back  []Glue   // small words glued to the front and to the end of others
	SoundStarts  []string // how laughter may begin, before its ha and hi
	Sounds       []SoundRule
	// Keyboard are the rows of keys, and Alike groups of letters that are
	// written for each other; without Keyboard, any letter is.
	Keyboard, Alike []string
}

// elides tells whether the text is a clitic that takes an apostrophe, or two
// of one letter written together (jm'attends).
func (l *Lang) elides(text string) bool {
	return slices.Contains(l.Elided, text) ||
		len(text) == 2 && slices.Contains(l.Elided, text[:1]) && slices.Contains(l.Elided, text[1:])
}

// ForLang returns the data of a language by its code; nil when there are none.
func ForLang(code string) *Lang {
	switch code {
	case "fr":
		return French()
	case "en":
		return English()
	}
	return nil
}
