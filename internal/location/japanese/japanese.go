// Package japanese cuts Japanese into words for package location, by kagome with
// the IPA dictionary. The dictionary takes some 50 MB of memory and a second to
// load: that happens at the first [Open], and once. The build tag no_ja leaves it out.
package japanese

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/text"
)

// Name is how the segmenter is called in files and options.
const Name = "ja"

// Segmenter cuts by dictionary. It is safe for concurrent use.
type Segmenter struct{ cut cutter }

// Open loads the dictionary, the first time.
func Open() (location.Segmenter, error) {
	t, err := load()
	if err != nil {
		return nil, err
	}
	return Segmenter{t}, nil
}

// Segment cuts the shadow copy of a document. Links, mentions, hashtags,
// smileys and what an earlier run wrote are cut as package text does; kagome
// sees the text between.
func (s Segmenter) Segment(d *bauta.Doc) ([]bauta.Token, error) {
	var out []bauta.Token
	put := func(t bauta.Token) {
		if len(d.Shifts) > 0 {
			t.Start, t.End = d.Origin(t.Start, t.End)
		}
		out = append(out, t)
	}
	from := 0
	for _, t := range text.Tokenise(d.Shadow) {
		if t.Kind == bauta.Word || t.Kind == bauta.Number || t.Kind == bauta.Punct {
			continue
		}
		s.stretch(d.Shadow, from, t.Start, put)
		put(t)
		from = t.End
	}
	s.stretch(d.Shadow, from, len(d.Shadow), put)
	return out, nil
}

// stretch cuts shadow[from:to].
func (s Segmenter) stretch(shadow string, from, to int, put func(bauta.Token)) {
	for _, w := range morphs(s.cut, shadow, from, to) {
		if strings.TrimSpace(w.surface) != "" {
			put(bauta.Token{Start: w.start, End: w.end, Norm: text.Fold(w.surface), Kind: kind(w.surface)})
		}
	}
}

func kind(s string) bauta.TokenKind {
	r, _ := utf8.DecodeRuneInString(s)
	switch {
	case unicode.IsDigit(r):
		return bauta.Number
	case unicode.IsLetter(r):
		return bauta.Word
	}
	return bauta.Punct
}
