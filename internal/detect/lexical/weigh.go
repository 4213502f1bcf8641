package lexical

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// Weigh returns every word that the lists do not settle, also those that Detect
// leaves, with the probability that it is a name as its score: what a message
// classifier reads. Doubt says on which side the lists put it: sure is in
// dictionaries alone. Words that are words only by a bold variant ("pharel", one
// letter from another) are weighed, too. Without a model there is nothing to weigh with, and the
// result is nil.
func (f *Detector) Weigh(d *bauta.Doc) []bauta.Span {
	if f.model == nil {
		return nil
	}
	sight := f.see(d)
	var out []bauta.Span
	var buf []Feature
	for i := range sight.units {
		u := &sight.units[i]
		if u.side == anti && stretched(u) {
			guessed := *u
			guessed.side = guess
			u = &guessed
		}
		if u.side == skip || u.side == anti {
			continue
		}
		buf = sight.whole().features(f.model, u, buf[:0])
		s := span(u)
		s.P = f.model.probability(buf)
		if u.entry.Kinds&lexicon.Hide != 0 {
			s.P = 1
		}
		switch u.side {
		case both:
			s.Doubt = bauta.Ambiguous
		case unknown, guess:
			s.Doubt = bauta.Unknown
		}
		out = append(out, s)
	}
	return out
}

// stretched reports a word of the anti-dictionaries that was reached by a variant
// which may as well have swallowed a name.
func stretched(u *unit) bool {
	switch u.heuristic {
	case variant.Concatenation, variant.Misspelling, variant.Sound, variant.Phonetic:
		return worth(u.norm) && u.entry.Kinds&lexicon.Keep == 0 && !strings.ContainsAny(u.norm, "0123456789")
	}
	return false
}
