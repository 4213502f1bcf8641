package settle

import (
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// code reports what programs write as no part of a word: a font, a question to a data base, a compound in one word.
func (o Notation) code(d *bauta.Doc, s bauta.Span) bool {
	return font(d, s) || queries(d, s) || o.compound(d, s) || o.key(d, s) || o.numbered(d, s)
}

// key reports a word in small letters before its value: shell=/bin/bash.
func (o Notation) key(d *bauta.Doc, s bauta.Span) bool {
	value := strings.TrimPrefix(d.Text[s.End:], "=")
	alone := s.Start == 0 || strings.IndexByte(" \t\r\n&;,-", d.Text[s.Start-1]) >= 0
	return alone && len(value) < len(d.Text)-s.End && strings.TrimLeft(value, " \n=") == value && value != "" &&
		o.word(d.Text[s.Start:s.End], d.Lang)
}

// numbered reports a number of a ticket: letters in capitals that are no name, a hyphen and figures, JIRA-1182.
func (o Notation) numbered(d *bauta.Doc, s bauta.Span) bool {
	letters, figures, ok := strings.Cut(d.Text[s.Start:s.End], "-")
	if !ok || letters == "" || figures == "" || o.named(strings.ToLower(letters), d.Lang) {
		return false
	}
	return strings.Trim(letters, upperLetters) == "" && strings.Trim(figures, "0123456789") == ""
}

// names reports what a tagger says of the name of an element with a capital inside, as programs write them, that is
// no address: <lastName>, but <lea>.
func names(s string, of bauta.Span) bool {
	said, before := s[of.Start:of.End], strings.TrimSuffix(s[:of.Start], "/")
	return strings.HasSuffix(before, "<") && strings.HasPrefix(s[of.End:], ">") && len(reading.KeyWords(said)) > 1 &&
		strings.IndexByte(said, '@') < 0
}

// Bounds of a compound: its parts, and the letters of the first, as particles of names are short (laToya).
const (
	mostParts    = 8
	shortestPart = 3
)

// compound reports words that programs write as one, of which none is a name: UserRepository, gracePeriod.
func (o Notation) compound(d *bauta.Doc, s bauta.Span) bool {
	from, to := stretch(d.Text, s, "_")
	word := d.Text[from:to]
	if strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) {
		return false
	}
	parts := reading.KeyWords(word)
	if len(parts) < 2 || len(parts) > mostParts || len(parts[0]) < shortestPart {
		return false
	}
	for _, part := range parts {
		if part = strings.ToLower(part); len(part) < 2 || o.named(part, d.Lang) || !o.ordinary(part, d.Lang) {
			return false
		}
	}
	return true
}

// classRanges begin the classes of characters of regular expressions.
var classRanges = []string{"a-z", "A-Z", "0-9"}

// inClass reports a find inside of a class of characters: [a-zåäö], [^A-ZÀ-Ü ].
func inClass(s string, of bauta.Span) bool {
	first, last := max(0, of.Start-longestNotation), min(len(s), of.End+longestNotation)
	open := strings.LastIndexAny(s[first:of.Start], "[\n")
	if open < 0 || s[first+open] != '[' || strings.IndexByte(s[of.End:last], ']') < 0 {
		return false
	}
	inside := strings.TrimPrefix(s[first+open+1:last], "^")
	for _, of := range classRanges {
		if strings.HasPrefix(inside, of) {
			return true
		}
	}
	return false
}

var fontEndings = lists.In("font-endings")

// font reports a part of the name of a font's file: Georgia-Bold.woff2.
func font(d *bauta.Doc, s bauta.Span) bool {
	from, to := stretch(d.Text, s, partSigns)
	name := d.Text[from:to]
	return fontEndings[strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])]
}

// queryWords are the words in which data bases are asked.
var queryWords = lists.In("query-words")

// asking is how many words in capitals tell that a data base is asked.
const asking = 2

// queries reports words in capitals by which a data base is asked, where others of its stand beside them, and none in
// capitals that asks nothing: GRANT SELECT ON lager, but HUGH GRANT FROM LEEDS.
func queries(d *bauta.Doc, s bauta.Span) bool {
	if strings.Trim(d.Text[s.Start:s.End], upperLetters+" _") != "" {
		return false
	}
	near, words := aroundFind(d, s), 0
	for word := range strings.FieldsFuncSeq(near, inNoWord) {
		if len(word) < 2 || strings.Trim(word, upperLetters+"_") != "" {
			continue
		}
		if !queryWords[strings.ToLower(word)] {
			return false
		}
		words++
	}
	return words >= asking
}

func inNoWord(r rune) bool { return !unicode.IsLetter(r) && r != '_' }

// aroundFind is the text around a find.
func aroundFind(d *bauta.Doc, s bauta.Span) string {
	return d.Text[max(0, s.Start-longestNotation):min(len(d.Text), s.End+longestNotation)]
}

// column reports a table or a column in a question to a data base: a word in small letters, in no quotes and no
// comment, with words in capitals by which one is asked around it: INSERT INTO persone (nome, cognome).
func column(d *bauta.Doc, s bauta.Span) bool {
	if strings.ContainsFunc(d.Text[s.Start:s.End], func(r rune) bool { return !unicode.IsLower(r) && r != '_' }) {
		return false
	}
	before := d.Text[max(0, s.Start-longestNotation):s.Start]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	quoted := strings.Count(before, "'")%2 > 0 || strings.Count(before, `"`)%2 > 0
	if quoted || strings.Contains(before, "--") || strings.Contains(before, "/*") || !asked(before) {
		return false
	}
	words := 0
	for word := range strings.FieldsFuncSeq(aroundFind(d, s), inNoWord) {
		if len(word) > 1 && strings.Trim(word, upperLetters) == "" && queryWords[strings.ToLower(word)] {
			words++
		}
	}
	return words >= asking
}

// asked reports a text behind which a table or a column stands: with a word of the question at its end, or inside of
// brackets. Who asks "UPDATE lager SET antal = 1, then tell julie" names somebody.
func asked(before string) bool {
	before = strings.TrimRight(before, " ")
	word := before[strings.LastIndexByte(before, ' ')+1:]
	byWord := strings.Trim(word, upperLetters) == "" && queryWords[strings.ToLower(word)]
	return byWord || strings.Count(before, "(") > strings.Count(before, ")")
}
