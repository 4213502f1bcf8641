package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/reading"
)

// Stands reports that a name can stand where a word does, whatever the word is: behind a
// greeting or a phrase that introduces somebody, beside somebody, spoken to between a comma
// and the end of a clause. False in a language without frames.
func (f *Detector) Stands(d *bauta.Doc, found []bauta.Span, start, end int) bool {
	a := f.Around(d, found)
	if a == nil {
		return false
	}
	i, to, ok := a.At(start, end)
	if !ok || i != to || !a.IsWord(i) {
		return false
	}
	if says, _ := a.says(i, i); says > 0 || a.spoken(i) {
		return true
	}
	_, introduced := a.behind(i, a.introductions)
	_, addressed := a.behind(i, a.addressed)
	return introduced || addressed || a.Before(i)&reading.Greeting != 0
}

// spoken reports a word by itself between a comma and the beginning or the end of a clause.
func (a *Around) spoken(i int) bool {
	before, behind := a.edge(i-1), a.edge(i+1)
	return before == ',' && behind != 0 || behind == ',' && before != 0
}

// edge is the sign of a token, a full stop where the message has none, 0 for a word.
func (a *Around) edge(i int) byte {
	switch {
	case i < 0 || i >= a.Len():
		return '.'
	case a.Doc.Tokens[i].Kind != bauta.Punct:
		return 0
	}
	return a.Surface(i)[0]
}
