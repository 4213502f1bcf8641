package settle

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Notation takes finds away that lie inside of what programs write: a place in a time zone (Europe/Berlin) or in a
// locale (en_US), an abbreviation of letters with full stops (N.B.), a class of characters ([a-zåäö]), the file of a
// font, a word that asks a data base (GRANT SELECT), a table or a column that it is asked for, and a word of the
// language inside of an identifier or of a file's name (max_retry_count, lily.svg), which lists have for a name, too.
// A name in there that is no word stays.
type Notation struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = Notation{}

// Name is "notation".
func (Notation) Name() string { return "notation" }

// Settle takes such finds away.
func (o Notation) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	near := sync.OnceValue(func() trade { return tradeOf(d, o.Lexicon) })
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		if ByForm(s) || s.By(lexicon.RuleListed) {
			return false
		}
		from, to := stretch(d.Text, s, "/_-")
		if zone(d.Text[from:to]) || inClass(d.Text, s) || tagged(s) && (abbreviation(d, s) || names(d.Text, s)) {
			return true
		}
		switch s.Label {
		case bauta.Location:
			return locale(d.Text[from:to]) || column(d, s) || o.ofTrade(d, s, near)
		case bauta.Person:
			return o.part(d, s) || called(d, s) || column(d, s) || o.code(d, s) || o.ofTrade(d, s, near)
		}
		return false
	}), nil
}

// called reports a function of programs that is a first name, too: max(a, b).
func called(d *bauta.Doc, s bauta.Span) bool {
	return codeWords[d.Text[s.Start:s.End]] && strings.HasPrefix(d.Text[s.End:], "(")
}

// longestNotation bounds how far a stretch is followed from a find, in bytes.
const longestNotation = 80

// stretch gives where a find begins and ends with the letters, digits and signs that stand around it; nothing for what
// begins or ends further away.
func stretch(s string, of bauta.Span, signs string) (from, to int) {
	other := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(signs, r)
	}
	first, last := max(0, of.Start-longestNotation), min(len(s), of.End+longestNotation)
	before, behind := strings.LastIndexFunc(s[first:of.Start], other), strings.IndexFunc(s[of.End:last], other)
	if before < 0 && first > 0 || behind < 0 && last < len(s) {
		return 0, 0
	}
	from, to = first, last
	if before >= 0 {
		_, size := utf8.DecodeRuneInString(s[first+before:])
		from = first + before + size
	}
	if behind >= 0 {
		to = of.End + behind
	}
	return from, to
}

var lettered = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("lettered") })

// abbreviation reports letters with their full stops that stand for words: N.B., z.B.
func abbreviation(d *bauta.Doc, s bauta.Span) bool {
	from, to := stretch(d.Text, s, ".")
	letters := strings.ToLower(strings.ReplaceAll(d.Text[from:to], ".", ""))
	stops := strings.Count(d.Text[from:to], ".")
	listed := lettered()["all"][letters] || lettered()[base(d.Lang)][letters]
	return listed && stops > 0 && utf8.RuneCountInString(letters) <= stops+1
}

var zoneAreas = lists.In("zone-areas")

// zone reports the name of a time zone: Europe/Berlin, America/Argentina/Salta.
func zone(s string) bool {
	area, place, ok := strings.Cut(s, "/")
	if !ok || !zoneAreas[strings.ToLower(area)] || strings.Count(place, "/") > 1 {
		return false
	}
	return capitalFirst(area) && capitalFirst(place)
}

func capitalFirst(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// locale reports a language with its country: en_US, de-CH.
func locale(s string) bool {
	lang, country, _ := strings.Cut(strings.Replace(s, "-", "_", 1), "_")
	if len(lang) < 2 || len(lang) > 3 || len(country) != 2 {
		return false
	}
	return strings.Trim(lang, lowerLetters) == "" && strings.Trim(country, upperLetters) == ""
}

const (
	lowerLetters = "abcdefghijklmnopqrstuvwxyz"
	upperLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

var (
	codeWords   = lists.In("code-words")
	codeEndings = lists.In("code-endings")
)

// part reports parts of an identifier, in small letters, or of a file's name that are words, where all are, and one is
// a name at most.
func (o Notation) part(d *bauta.Doc, s bauta.Span) bool {
	if strings.Contains(d.Text[s.Start:s.End], " ") {
		return false // and may be long
	}
	from, to := stretch(d.Text, s, partSigns)
	written, valued := d.Text[from:to], strings.HasPrefix(d.Text[to:], "=")
	said := d.Text[s.Start:s.End]
	if _, ending, _ := strings.Cut(written, "."); codeEndings[ending] {
		written, said = strings.ToLower(written), strings.ToLower(said) // Grace.ts
	}
	found, parts := partsOf(said), partsOf(written)
	if len(parts) < 2 || len(found) == 0 {
		return false
	}
	for _, word := range found {
		if !slices.Contains(parts, word) || !codeWords[word] && !o.word(word, d.Lang) {
			return false
		}
	}
	names := 0
	for _, part := range parts {
		if o.named(part, d.Lang) {
			names++
		} else if !slices.Contains(found, part) && !o.ordinary(part, d.Lang) {
			return false
		}
	}
	return names < 2 && coded(written, codeWords[found[0]] || valued, valued)
}

// partSigns stand between the parts of an identifier.
const partSigns = "_-."

// partsOf are the parts of an identifier.
func partsOf(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(partSigns, r) })
}

// word reports a word of the language or of English in small letters, also one that lists have for a name.
func (o Notation) word(word, lang string) bool {
	if strings.Trim(word, lowerLetters) != "" {
		return false
	}
	for _, lang := range []string{lang, "en"} {
		if e, known := o.Lexicon.Look(word, lang); known && !e.Name() {
			return true
		}
	}
	return false
}

// coded reports what a program is written of: a file of its, words joined by underscores, where several are or the find
// is sure to be none, and by hyphens where it is, before a value and behind two hyphens.
func coded(written string, sure, valued bool) bool {
	if file, ending, ok := strings.Cut(written, "."); ok {
		return codeEndings[ending] && file != ""
	}
	if strings.Contains(written, "_") {
		return sure || len(partsOf(written)) > 2
	}
	return sure || valued || strings.HasPrefix(written, "--")
}

// ordinary reports a word of the language or of English, in which programs are written, a number, or a file's ending.
func (o Notation) ordinary(part, lang string) bool {
	if codeEndings[part] || strings.Trim(part, "0123456789") == "" {
		return true
	}
	_, here := o.Lexicon.Look(part, lang)
	_, english := o.Lexicon.Look(part, "en")
	return here || english || lexicon.FrequentAnywhere(part)
}

// named reports a part that lists have for a name, and that is no ending of a file.
func (o Notation) named(part, lang string) bool {
	e, _ := o.Lexicon.Look(part, lang)
	return e.Hidden() && !codeEndings[part]
}
