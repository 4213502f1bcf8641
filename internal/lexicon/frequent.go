package lexicon

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/text"
)

// frequentText is written by gen/everyday: a line "[de]" before the words of a
// language, in plain letters, one a line.
//
//go:embed data/frequent.txt.zst
var frequentText []byte

// frequentWords are the frequent words of some languages: each word has a set of them, a
// bit each in their order.
type frequentWords struct {
	langs []string
	of    map[string]uint8
}

var frequent = sync.OnceValue(func() frequentWords {
	text := string(packed.Embedded(frequentText))
	out := frequentWords{of: make(map[string]uint8, strings.Count(text, "\n"))}
	bit := uint8(0)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if lang, ok := strings.CutPrefix(line, "["); ok {
			bit = 1 << len(out.langs)
			out.langs = append(out.langs, strings.TrimSuffix(lang, "]"))
			continue
		}
		out.of[line] |= bit
	}
	return out
})

// Counted are the languages of which frequent words are counted.
func Counted() []string { return slices.Clone(frequent().langs) }

// bit is that of a language, 0 for one of which no words are counted.
func (f frequentWords) bit(lang string) uint8 {
	base, _, _ := strings.Cut(lang, "-")
	if base == "gsw" { // who writes it writes much of German
		base = "de"
	}
	i := slices.Index(f.langs, base)
	if i < 0 {
		return 0
	}
	return 1 << i
}

// Stem gives a folded word without what is elided before it (j'ai, qu'il, dell'arte)
// and without an English ending ('s); what stands before a name alone stays (O'Brien).
func Stem(norm string) string {
	i := strings.IndexByte(norm, '\'')
	switch {
	case i < 0:
		return norm
	case norm[i:] == "'s" && i > 0:
		return norm[:i]
	case i+1 < len(norm) && elided(norm[:i]):
		return Stem(norm[i+1:])
	}
	return norm
}

// elided reports what French and Italian write before a word that begins with a vowel.
func elided(head string) bool {
	switch {
	case len(head) == 1:
		return strings.Contains("jldcnmtsk", head)
	case strings.HasSuffix(head, "qu"):
		return len(head) <= 6
	}
	return strings.HasSuffix(head, "ll") && len(head) <= 5 || head == "un"
}

// Frequent reports one of the words of which everyday sentences of the language are
// made, with any accents and with its clitic: elle, j'ai, méme. A few of them are
// names as well.
func Frequent(norm, lang string) bool {
	f := frequent()
	bit := f.bit(lang)
	return bit != 0 && f.of[text.Plain(Stem(norm))]&bit != 0
}

// FrequentAnywhere reports a frequent word of any language.
func FrequentAnywhere(norm string) bool { return frequent().of[text.Plain(Stem(norm))] != 0 }

// Usual reports a word of which everyday messages in one of the languages are made: a
// frequent one, or what people write there and no dictionary has.
func (l *Lexicon) Usual(norm string, langs ...string) bool {
	const written = SMS | Onomatopoeia | Interjection | Greeting | Kinship
	for _, lang := range langs {
		if e, _ := l.Look(norm, lang); Frequent(norm, lang) || e.Kinds&written != 0 {
			return true
		}
	}
	return false
}

// Said are the kinds of what people write and no list has a name for: spelling,
// laughter, what is called out, and the words of the language.
const Said = Form | SMS | Onomatopoeia | Interjection | Greeting | Kinship | Loan

// Plain reports a word that is plain in a language: a frequent one, or one of its
// lists of words that is in none of names.
func (l *Lexicon) Plain(norm, lang string) bool {
	if Frequent(norm, lang) {
		return true
	}
	e, _ := l.Look(norm, lang)
	if stem := Stem(norm); e.Kinds == 0 && stem != norm {
		e, _ = l.Look(stem, lang)
	}
	return e.Kinds&Said != 0 && !e.Hidden()
}
