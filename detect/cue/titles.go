package cue

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/lexicon/data/lists"
	"github.com/bauta/bauta/text"
)

// Titles finds the name behind Mrs, Herr or señora: a word with a capital, or one of
// the lists of names.
type Titles struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Detector = Titles{}

var (
	degrees   = lists.In("degrees") // behind which there may as well be a subject or a noun
	functions = lists.In("no-names")
)

// Detect looks behind each title.
func (o Titles) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for i, t := range d.Tokens {
		norm := t.Norm[strings.LastIndexByte(t.Norm, '\'')+1:] // l'ing. Conti
		if t.Kind != bauta.Word || degrees[strings.TrimRight(norm, ".")] {
			continue
		}
		if _, title := lexicon.Honorific(norm, d.Lang); !title {
			continue
		}
		n := behind(d, i)
		if n < 0 || !o.name(d, d.Tokens[n], abbreviated(norm, d.Lang)) || article(d, i, n) {
			continue
		}
		out = append(out, bauta.Span{
			Start: d.Tokens[n].Start, End: d.Tokens[n].End, Label: bauta.Person, Part: bauta.Last, Score: 0.8,
			Source: "titled", Why: "behind a title",
		})
	}
	return out, nil
}

// behind gives the word that stands behind a title and its full stop, -1 where none
// does.
func behind(d *bauta.Doc, i int) int {
	n := i + 1
	if n < len(d.Tokens) && d.Surface(d.Tokens[n].Start, d.Tokens[n].End) == "." {
		n++
	}
	if n >= len(d.Tokens) || d.Tokens[n].Kind != bauta.Word {
		return -1
	}
	gap := d.Surface(d.Tokens[i].End, d.Tokens[n].Start)
	if !text.Beside(strings.Replace(gap, ".", "", 1)) {
		return -1
	}
	return n
}

// article reports "dr" without a full stop before a German noun, where Swiss German
// has it for "der": dr Tunnel, dr Zug.
func article(d *bauta.Doc, i, n int) bool {
	lang, _, _ := strings.Cut(d.Lang, "-")
	if lang != "de" && lang != "gsw" {
		return false
	}
	bare := d.Surface(d.Tokens[i].Start, d.Tokens[i].End) == "dr" && d.Tokens[i].End+1 == d.Tokens[n].Start
	noun := d.Tokens[n].Norm
	return bare && (lexicon.Everyday(noun, "de") || lexicon.Everyday(noun, "gsw"))
}

// abbreviated reports abbreviations that nobody writes but before a name.
func abbreviated(norm, lang string) bool {
	base, _, _ := strings.Cut(lang, "-")
	switch strings.TrimRight(norm, ".") {
	case "mr", "mrs":
		return base == "en"
	case "sr", "sra", "srta":
		return base == "es"
	}
	return false
}

// name reports a word that may be a name behind a title: of the lists of names,
// if they are ordinary words too, with a capital or behind a sure title; or any with
// a capital that is no everyday word, or, in a language whose words are known, in no
// list.
func (o Titles) name(d *bauta.Doc, t bauta.Token, sure bool) bool {
	if _, title := lexicon.Honorific(t.Norm, d.Lang); title || utf8.RuneCountInString(t.Norm) < 2 {
		return false
	}
	e, listed := o.Lexicon.Look(t.Norm, d.Lang)
	capital, sms := text.Capital(d, t), e.Kinds&lexicon.SMS != 0
	switch {
	case e.Kinds&(lexicon.Kinship|lexicon.Greeting) != 0, functions[t.Norm]:
		return false
	case e.Hidden():
		return capital || e.Kinds&lexicon.AntiDictionary&^lexicon.City == 0 || sure && !sms
	case capital && lexicon.Everyday(t.Norm, d.Lang):
		return false // Herr Präsident
	case capital:
		return !sms || sure && e.Kinds&lexicon.Proper != 0
	}
	return !listed && (d.Lang == "es" || d.Lang == "fr" || d.Lang == "en") // whose words are known
}
