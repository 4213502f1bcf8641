package routing

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
)

// A sentence is clearly in a language that is read if it has so many letters and is so
// probably in that one: docs/experiments/langid.md measures.
const (
	clearLetters = 10
	clearly      = 0.9
)

// passage is a part of a text, in bytes, that is read as a message of its own in these
// languages.
type passage struct {
	start, end int
	langs      []string
}

// passages cuts a document in several languages where sentences that are clearly in one
// meet those that are in another: read in the other one, everyday words are names. What
// is in between belongs to both. None where all is clear in one.
func (a *Teller) passages(d *bauta.Doc) ([]passage, error) {
	to, err := a.open()
	if err != nil {
		return nil, err
	}
	langs := append([]string{d.Lang}, d.Also...)
	plain := unwritten(d.Text)
	parts := cut(plain, to.read, langs)
	if len(parts) < 2 {
		return nil, nil
	}
	for i, p := range parts {
		for _, l := range a.tellAlone(to, plain[p.start:p.end]) {
			if slices.Contains(langs, l) && l != p.langs[0] {
				parts[i].langs = append(parts[i].langs, l)
			}
		}
	}
	return parts, nil
}

// cut gives the parts of a text, each with the language in which its clear sentences are.
func cut(text string, to *langid.Identifier, langs []string) (out []passage) {
	behind := 0 // the last clear sentence
	for s := range clear(text, to) {
		if !slices.Contains(langs, s.Lang) {
			continue
		}
		if n := len(out); n == 0 || out[n-1].langs[0] != s.Lang {
			if n > 0 {
				out[n-1].end = s.Start
			}
			out = append(out, passage{start: behind, end: len(text), langs: []string{s.Lang}})
		}
		behind = s.End
	}
	return out
}

// clear gives the sentences of a text that are clearly in one language.
func clear(text string, to *langid.Identifier) iter.Seq[langid.Stretch] {
	return func(yield func(langid.Stretch) bool) {
		for start, end := range sentences(text) {
			if letters(text[start:end]) < clearLetters {
				continue
			}
			g := to.Identify(text[start:end])
			if g.Prob >= clearly && !yield(langid.Stretch{Start: start, End: end, Lang: g.Lang, Prob: g.Prob}) {
				return
			}
		}
	}
}

// sentences gives where the sentences of a text begin and end: behind a line, and behind
// a sign that ends one and a blank, unless it is the point of an initial. What is cut
// behind the point of a figure (12. März) is too short to be clear, and so in both parts.
func sentences(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		start, word, ended := 0, 0, false // word: letters just before
		for i, r := range text {
			if r == '\n' || ended && unicode.IsSpace(r) {
				if !yield(start, i) {
					return
				}
				start = i
			}
			ended = strings.ContainsRune("!?…", r) || r == '.' && word != 1
			if word++; !unicode.IsLetter(r) {
				word = 0
			}
		}
		yield(start, len(text))
	}
}

// inPassages gives the readings of each passage; false ends it.
func (r Reader) inPassages(
	ctx context.Context, t *Teller, whole bauta.Reading, parts []passage, yield func(bauta.Reading, error) bool,
) bool {
	for _, p := range parts {
		part, err := r.part(ctx, whole, p)
		if err != nil {
			return yield(bauta.Reading{}, err)
		}
		if part.Doc != nil && !r.inSentences(ctx, t, part, yield) {
			return false
		}
	}
	return true
}
