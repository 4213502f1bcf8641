package langid

import (
	"slices"
	"sync"
)

// Group is a set of languages that share a script and are told apart by their
// n-grams. The groups from Greek on hold one language each.
type Group uint8

// The groups. noGroup is what is not a letter of any of the scripts.
const (
	Latin Group = iota
	Cyrillic
	Arabic
	Han // with kana
	Greek
	Hebrew
	Devanagari
	Bengali
	Thai
	Hangul
	noGroup
)

// languages in the order of their class numbers.
var languages = []string{
	"ar", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
	"fr", "ga", "he", "hi", "hr", "hu", "id", "is", "it", "ja", "ko", "lt", "lv", "mk", "nb",
	"nl", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "th", "tr", "uk", "vi", "zh",
}

const (
	numClasses = 45
	numGroups  = int(noGroup)
	maxGroup   = 32 // languages in the largest group, rounded to whole lanes
)

// groupOf holds the group of each class.
var groupOf = [numClasses]Group{
	Arabic, Cyrillic, Bengali, Latin, Latin, Latin, Latin, Latin, Greek, Latin, Latin, Latin, Latin, Arabic, Latin,
	Latin, Latin, Hebrew, Devanagari, Latin, Latin, Latin, Latin, Latin, Han, Hangul, Latin, Latin, Cyrillic, Latin,
	Latin, Latin, Latin, Latin, Cyrillic, Latin, Latin, Latin, Cyrillic, Latin, Thai, Latin, Cyrillic, Latin, Han,
}

// members lists the classes of each group in ascending order.
var members = membersOf()

func membersOf() (m [numGroups][]uint8) {
	for c, g := range groupOf {
		m[g] = append(m[g], uint8(c))
	}
	return m
}

// lane is the place of each class in its group.
var lane = lanesOf()

func lanesOf() (l [numClasses]uint8) {
	for _, cs := range membersOf() {
		for i, c := range cs {
			l[c] = uint8(i)
		}
	}
	return l
}

// letterWeight is what a letter of the group counts when the scripts of a text
// are weighed against one another: names and brands are written in Latin
// letters everywhere, and a Han character or a Hangul syllable is worth
// several letters.
var letterWeight = [numGroups]int32{
	Latin: 1, Cyrillic: 2, Arabic: 2, Han: 3, Greek: 2, Hebrew: 2, Devanagari: 2, Bengali: 2, Thai: 2, Hangul: 4,
}

// Languages lists the codes of the languages the package knows, sorted.
func Languages() []string { return slices.Clone(languages) }

// GroupLanguages lists the languages of a group, sorted.
func GroupLanguages(g Group) []string {
	var out []string
	if int(g) < numGroups {
		for _, c := range members[g] {
			out = append(out, languages[c])
		}
	}
	return out
}

// class gives the class number of a language code. It is asked for each language that
// is read, of each message.
func class(lang string) (int, bool) {
	c, ok := classes()[lang]
	return c, ok
}

var classes = sync.OnceValue(func() map[string]int {
	out := make(map[string]int, len(languages))
	for c, lang := range languages {
		out[lang] = c
	}
	return out
})

// groupOfRune gives the group whose script the letter or mark r is of.
func groupOfRune(r rune) Group {
	switch {
	case r < 0x250:
		return Latin
	case r < 0x370:
		return noGroup // phonetic signs and combining marks
	case r < 0x400:
		return Greek
	case r < 0x530:
		return Cyrillic
	case r < 0x590:
		return noGroup
	case r < 0x600:
		return Hebrew
	case r < 0x700, r >= 0x750 && r < 0x780, r >= 0xfb50 && r < 0xfe00, r >= 0xfe70 && r < 0xff00:
		return Arabic
	case r >= 0x900 && r < 0xe80:
		return groupOfIndic(r)
	case r >= 0x1e00 && r < 0x1f00:
		return Latin
	case r >= 0x1f00 && r < 0x2000:
		return Greek
	}
	return groupOfEastern(r)
}

// groupOfIndic is groupOfRune for the scripts of India and those beside them.
func groupOfIndic(r rune) Group {
	switch {
	case r < 0x980:
		return Devanagari
	case r < 0xa00:
		return Bengali
	case r >= 0xe00:
		return Thai
	}
	return noGroup
}

func groupOfEastern(r rune) Group {
	switch {
	case r >= 0x3005 && r <= 0x3007, r >= 0x3040 && r < 0x3100, r >= 0x31f0 && r < 0x3200,
		r >= 0x3400 && r < 0xa000, r >= 0xf900 && r < 0xfb00, r >= 0xff66 && r < 0xffa0, r >= 0x20000 && r < 0x32000:
		return Han
	case r >= 0xac00 && r < 0xd7b0, r >= 0x1100 && r < 0x1200, r >= 0x3130 && r < 0x3190:
		return Hangul
	}
	return noGroup
}
