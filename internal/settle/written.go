package settle

import (
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
)

// WrittenAsWords takes a name of the lists away that is written as a word is ("my max",
// "my ISA"), in small letters or in capitals, where the tagger that reads the sentence
// hardly believes in a person: lists have a bearer of nearly every short word. The doubt
// of the tagger goes with it, as the same lists would be asked about it. In the path of a file that holds for names
// that are words, too (/opt/rose).
type WrittenAsWords struct {
	Lexicon *lexicon.Lexicon
	Least   float64            // the tagger's probability from which the lists may make a find
	By      map[string]Opinion // has the languages in which the tagger is asked about names of dictionaries
}

var _ bauta.Settler = WrittenAsWords{}

// Name is "written as words".
func (WrittenAsWords) Name() string { return "written as words" }

// Settle takes such finds away. It is to run before the lists are asked about those of
// the tagger.
func (o WrittenAsWords) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	if _, asked := o.By[d.Lang]; !asked {
		return found, nil
	}
	var tags []bauta.Span
	for _, s := range found {
		if tagged(s) && person(s) {
			tags = append(tags, s)
		}
	}
	near := interval.Of(tags)
	words := map[place]bool{}
	for _, s := range found {
		if s.Source != dictionaries {
			continue
		}
		if least, ok := o.word(d, s); ok && !believed(s, tags, near, least) {
			words[place{s.Start, s.End}] = true
		}
	}
	if len(words) == 0 {
		return found, nil
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		return person(s) && (tagged(s) || s.Source == dictionaries) && words[place{s.Start, s.End}]
	}), nil
}

// place is where a find stands, in bytes.
type place struct{ start, end int }

// word reports a name of one word, of the lists of names alone or in a path, that is written as words are, and how
// much the tagger is to believe in it.
func (o WrittenAsWords) word(d *bauta.Doc, s bauta.Span) (least float64, ok bool) {
	if s.By(lexicon.RuleListed) {
		return 0, false
	}
	r := reading.Of(d, o.Lexicon)
	i, last, ok := r.At(s.Start, s.End)
	if !ok || i != last || !r.IsWord(i) || r.Word(i).Named() {
		return 0, false
	}
	if r.Word(i).Entry.Name() {
		return o.Least, true
	}
	return inDoubt, inPath(d.Text, s.Start)
}

// inDoubt is the probability below which a tagger rather believes in a word.
const inDoubt = 0.5

// longestPath is how far the path of a file is looked at before what stands in it, in bytes.
const longestPath = 256

// inPath reports what stands behind a slash in a word that begins with one: /opt/rose, ~/src/max.
func inPath(s string, at int) bool {
	before := s[max(0, at-longestPath):at]
	before = before[strings.LastIndexAny(before, " \t\r\n\"'=")+1:]
	return strings.HasSuffix(before, "/") && strings.Count(before, "/") > 1 && strings.IndexByte("/~.", before[0]) >= 0
}

// believed reports that a tagger believes in a person there so much. near finds what was tagged.
func believed(s bauta.Span, tags []bauta.Span, near *interval.Tree, least float64) bool {
	for i := range near.Over(s.Start, s.End) {
		if tags[i].P >= least {
			return true
		}
	}
	return false
}
