package frame

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// frames are a document with the frames of its language.
type frames struct {
	*reading.Reading
	lex                                *lexicon.Lexicon
	introductions, addressed, leavings map[string][]phrase
	deeds, clauses                     lists.Words
	words                              frameWords
	risen                              *bool       // see risenForNothing
	columns                            map[int]int // see underColumn
}

// frameWords are the single words of a language by which frames go.
type frameWords struct{ givings, recipients, payees lists.Words }

// languages are those whose frames are known.
var languages = []string{"de", "en", "es", "fr", "it", "sv"}

// read begins a document; nil for a language without frames. Swiss German is read as
// German.
func (f *Detector) read(d *bauta.Doc) *frames {
	lang, _, _ := strings.Cut(d.Lang, "-")
	if lang == "gsw" {
		lang = "de"
	}
	if !slices.Contains(languages, lang) {
		return nil
	}
	return &frames{
		reading.In(d, f.lex, lang), f.lex,
		introductions()[lang], addressed()[lang], leavings()[lang], acts()[lang], clauses()[lang],
		frameWords{givings()[lang], recipients()[lang], payees()[lang]},
		nil, nil,
	}
}

// short reports a single letter.
func (r *frames) short(i int) bool { return utf8.RuneCountInString(r.Norm(i)) < 2 }

// given reports that word i is a first name or nickname.
func (r *frames) given(i int) bool { return given(r.Compound(i)) }

// given reports a first name or nickname.
func given(w reading.Word) bool { return w.Is(lexicon.FirstName | lexicon.Hypocoristic | lexicon.Hide) }
