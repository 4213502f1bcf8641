package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// documentEndings are endings of the files that people make.
var documentEndings = lists.In("document-endings")

// Bounds of what is read as a part of a file's name: its letters, and the bytes behind it to the ending.
const (
	shortestFiled = 4
	longestFile   = 80
)

// filed reads a name in the name of a file that somebody made, parted from the rest by underscores or full stops:
// payslip_dietlinde_03.pdf. It is in lists of names, and no word or town, and a surname has a capital.
func filed(r *frames, i int) (bauta.Span, bool) {
	w, t := r.Word(i), r.Doc.Tokens[i]
	listed := w.Is(lexicon.FirstName) || w.Capital && w.Is(lexicon.Surname)
	if !listed || !w.Entry.Name() || w.Is(lexicon.City) || utf8.RuneCountInString(r.Norm(i)) < shortestFiled {
		return bauta.Span{}, false
	}
	parted := t.Start > 0 && strings.IndexByte("_.", r.Doc.Text[t.Start-1]) >= 0
	behind := fileBehind(r.Doc.Text, t.End)
	dot := strings.LastIndexByte(behind, '.')
	if dot < 0 || !documentEndings[strings.ToLower(behind[dot+1:])] || !parted && !strings.HasPrefix(behind, "_") {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "in the name of a file"), true
}

// fileBehind is the rest of a file's name, behind a part of it that ends at byte at.
func fileBehind(s string, at int) string {
	s = s[at:min(len(s), at+longestFile)]
	end := strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.", r)
	})
	if end >= 0 {
		s = s[:end]
	}
	return strings.TrimRight(s, ".")
}
