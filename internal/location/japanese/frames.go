package japanese

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// framed finds what the dictionary cannot: names in syllables, and names that only a
// frame tells. It reads
// shadow[from:to], of which words are the morphemes.
func framed(shadow string, from, to int, words []morph) []bauta.Span {
	out := inSyllables(shadow, from, to)
	for _, f := range frameRules() {
		if f.label != bauta.Person {
			continue // read with the addresses in it
		}
		for _, at := range f.re.FindAllStringSubmatchIndex(shadow[from:to], -1) {
			start, end := from+at[2], from+at[3]
			name := shadow[start:end]
			if f.unknown && !unheardOf(words, start, end) || notNames()[name] || addressed()[strings.ToLower(name)] {
				continue
			}
			out = append(out, bauta.Span{
				Start: start, End: end, Label: f.label, P: f.score, Source: Source, Why: f.why,
			})
		}
	}
	return out
}

// spelled finds e-mails and telephones in words.
func spelled(shadow string) []bauta.Span {
	var out []bauta.Span
	for _, f := range frameRules() {
		if f.label == bauta.Person {
			continue
		}
		for _, at := range f.re.FindAllStringSubmatchIndex(shadow, -1) {
			out = append(out, bauta.Span{
				Start: at[2], End: at[3], Label: f.label, P: f.score, Source: Source, Why: f.why,
			})
		}
	}
	return out
}

// frameRule is a form whose first group is the find. unknown asks that the
// dictionary has it for no word.
type frameRule struct {
	re      *regexp.Regexp
	label   bauta.Label
	score   float64
	unknown bool
	why     string
}

const (
	kata     = `[ァ-ヴー]{2,10}(?:[・＝=][ァ-ヴー]{1,10}){0,3}`
	mailWord = `[A-Za-z0-9][A-Za-z0-9._%+\-]*(?:\s?(?:ドット|どっと|アンダーバー|アンダースコア|` +
		`ハイフン)\s?[A-Za-z0-9][A-Za-z0-9._%+\-]*){0,4}`
)

// A name in Latin letters: a word that is no abbreviation, or two.
const (
	latinName  = `\p{Lu}[\p{Latin}'’-]{0,20}\p{Ll}`
	latinNames = latinName + `(?:[ ・]` + latinName + `)?`
	latinFrame = `(?:^|[^\p{Latin}\d_.@/:-])`
)

// oneOf is an expression for one of the words of a list.
func oneOf(list string) string {
	words := lists.Longest(list)
	for i := range words {
		words[i] = regexp.QuoteMeta(words[i])
	}
	return `(?:` + strings.Join(words, "|") + `)`
}

// person makes the rule of a frame of names.
func person(re, why string) frameRule {
	return frameRule{re: regexp.MustCompile(re), label: bauta.Person, score: byHonorific, why: why}
}

var frameRules = sync.OnceValue(func() []frameRule {
	deed := person(`(`+kata+`)`+oneOf("deeds"), "what people do")
	deed.unknown = true
	return []frameRule{
		person(`(`+kata+`)`+oneOf("kana-suffixes"), "honorific"),
		person(latinFrame+`(`+latinNames+`)[ \x{3000}]?`+oneOf("name-suffixes"), "honorific"),
		person(latinFrame+`(\p{Latin}{2,15})`+oneOf("close-suffixes"), "honorific"),
		deed,
		person(`(?:^|[^\p{Hiragana}])([\p{Hiragana}]{2,4})`+oneOf("close-suffixes"), "honorific"),
		person(`(?:^|[\s、。！？!?「（(]|私は|わたくし|担当の|担当は)([\p{Han}々]{1,4}|`+
			kata+`|[\p{Hiragana}]{2,5})(?:と申し|といいます|と言います|と申す)`, "introduces"),
		person(`(?:^|[\s、。！？!?「（(]|担当の|担当は|係の)(`+oneOf("one-letter-surnames")+`)(?:です(?:[。、！!]|$)|より(?:[。、！!]|$)|`+
			oneOf("introduced-suffixes")+`)`, "introduces"),
		{
			re: regexp.MustCompile(`(` +
				mailWord + `\s?(?:アットマーク|アット|あっとまーく|あっと|＠|@)\s?[A-Za-z0-9\-]+(?:(?:\s?(?:ドット|どっと)\s?|` +
				`\.)[A-Za-z0-9\-]+){1,4})`),
			label: bauta.Email, score: bySpelling, why: "in words",
		},
		{
			re: regexp.MustCompile(`((?:ゼロ|ぜろ|れい|レイ|マル|まる|〇)(?:[、,・ー\- の]{0,3}` +
				oneOf("figures") + `){8,10})`),
			label: bauta.Phone, score: bySpelling, why: "in syllables",
		},
		person(`(?i)(?:^|[^a-z])([a-z]{3,12})[ -]?(?:san|kun|chan|sama|sensei|senpai)(?:[^a-z]|$)`, "honorific"),
	}
})

// notNames are what stands in these frames and is nobody.
var notNames = sync.OnceValue(func() lists.Words { return lists.In("not-names") })

// unheardOf reports that the dictionary has none of the words in s[start:end], or
// has them for names.
func unheardOf(words []morph, start, end int) bool {
	for _, w := range words {
		if w.start < end && start < w.end && !w.unknown && !w.is("名詞", "固有名詞", "人名") && w.surface != "・" {
			return false
		}
	}
	return true
}

// inSyllables finds given names in Hiragana, with the endings of pet names, where
// a particle or a sign follows and none but a sign, a Chinese letter or a
// particle stands before.
func inSyllables(shadow string, from, to int) []bauta.Span {
	var out []bauta.Span
	names := givenNames()
	for i := from; i < to; {
		c, size := utf8.DecodeRuneInString(shadow[i:to])
		if c < 0x3041 || c > 0x3096 ||
			!opens(shadow[from:i], len(out) > 0 && i > from && out[len(out)-1].End == i-len("と")) {
			i += size
			continue
		}
		n := nameAt(names, shadow[i:to])
		if n == 0 {
			i += size
			continue
		}
		out = append(out, bauta.Span{
			Start: i, End: i + n, Label: bauta.Person, Part: bauta.First, P: byHonorific, Source: Source,
			Why: "a given name in syllables",
		})
		i += n
	}
	return out
}

// opens reports that a name may begin behind the text: at its start, behind a sign
// or a Chinese letter; behind と where a name stands before that.
func opens(before string, paired bool) bool {
	if before == "" || paired {
		return true
	}
	c, _ := utf8.DecodeLastRuneInString(before)
	return c < 0x3041 || c > 0x309F
}

// longestName bounds given names, in syllables.
const longestName = 6

// nameAt is the length of the name that begins s, with the ending of a pet name, 0
// for none.
func nameAt(names map[string]bool, s string) int {
	ends := make([]int, 0, longestName)
	for i := range s {
		if i > 0 {
			ends = append(ends, i)
		}
		if len(ends) == longestName {
			break
		}
	}
	if len(ends) < longestName {
		ends = append(ends, len(s))
	}
	for k := len(ends) - 1; k >= 1; k-- {
		name, rest := s[:ends[k]], s[ends[k]:]
		usual := names[name]
		if !usual && !petStems()[name] {
			continue
		}
		if n := petLen(rest, usual && k >= 2); n > 0 {
			return ends[k] + n
		}
		tail := strings.TrimLeft(rest, "ー〜~")
		switch {
		case usual && k >= 2 && followed(tail),
			usual && k == 1 && len(name) < len(s) && followedShort(tail):
			return ends[k]
		}
	}
	return 0
}

// petLen is the length of the ending of a pet name that s begins with, 0 for none;
// one of a single syllable stands behind names that are sure alone.
func petLen(s string, sure bool) int {
	for _, pet := range petEndings() {
		tail, ok := strings.CutPrefix(s, pet)
		if ok && (sure || pet != "ん" && pet != "ち") && followed(tail) {
			return len(pet)
		}
	}
	return 0
}

// followed reports what stands behind names: particles and signs.
func followed(s string) bool {
	if s == "" {
		return true
	}
	c, _ := utf8.DecodeRuneInString(s)
	switch {
	case strings.ContainsRune("とがはもにのをへでやよねだ、。，．,.！？!?…〜」）) \u3000　・／/ｗw♪☆💕", c):
		return true
	case c > 0x1F000, c >= 0x4E00 && c < 0xA000:
		return true
	}
	return startsWith(s, behindNames())
}

// startsWith reports a text that begins with one of the words.
func startsWith(s string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(s, w) })
}

// followedShort is followed for names of two syllables, which words are, too.
func followedShort(s string) bool { return s == "" || startsWith(s, behindShortNames()) }

var (
	behindNames      = sync.OnceValue(func() []string { return lists.Longest("behind-names") })
	behindShortNames = sync.OnceValue(func() []string { return lists.Longest("behind-short-names") })
	// petEndings make pet names, longest first.
	petEndings = sync.OnceValue(func() []string { return lists.Longest("pet-endings") })
	// petStems are short given names that are words unless such an ending follows.
	petStems   = sync.OnceValue(func() lists.Words { return lists.In("pet-stems") })
	givenNames = sync.OnceValue(func() lists.Words { return lists.In("given-names") })
)
