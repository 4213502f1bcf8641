package lexical

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// Bounds on the prior of a word, in log-odds that it is a name.
const (
	// surelyWord: below it a word that stands as it is only in
	// anti-dictionaries is not weighed. Above it stand words and towns that
	// are somebody's surname more often than they are written.
	surelyWord = -7
	// commonWord: below it a word is so usual ("bateau") that a bold variant
	// may lead to it.
	commonWord = -11
	// hardlyWord: above it a word in both lists is hardly ever a word, in the
	// literal reading: large word lists hold "patrice", which the paper's did
	// not.
	hardlyWord = 5
	// usualEnglish is the lexicon's rank of the English words that other
	// languages borrow: SCOWL sizes up to 35.
	usualEnglish = 65
)

// read says on which side a unit stands, of which e is the entry if the lexicon knows it
// as it is.
func (f *Detector) read(u *unit, e lexicon.Entry, known bool) {
	if u.spelt = u.norm; !worth(u.norm) {
		u.side = anti
		return
	}
	var parts []lexicon.Part
	if u.entry = e; !known {
		parts = f.resolve(u)
	}
	if !u.entry.Hidden() && !u.entry.Kept() && f.english(u) {
		u.side = anti
		return
	}
	switch {
	case f.model == nil:
		u.prior = commonWord // the lists have the last word
	case known:
		u.prior = f.model.priorAs(f.lex, e.ID, lexicon.Fold(u.norm))
	default:
		u.prior = f.prior(u, parts)
	}
	u.side = f.sideOf(u)
}

// resolve reads a unit that the lexicon does not know as it is, and gives the words it
// is read as.
func (f *Detector) resolve(u *unit) []lexicon.Part {
	e, match, _ := f.lex.Resolve(u.norm, f.lang)
	u.entry, u.heuristic = e, match.Heuristic
	if u.heuristic == variant.Transliteration {
		u.heuristic = variant.None // the name as it is, in other letters
	}
	if u.heuristic == variant.Elongation {
		u.spelt = match.Text
	}
	if glued(u.heuristic) && !f.unglue(u, match.Parts) {
		u.entry, u.heuristic = lexicon.Entry{}, variant.None
	}
	return match.Parts
}

// english reports a usual English word in lower case where another language is
// written: messages borrow freely.
func (f *Detector) english(u *unit) bool {
	if f.lang == "en" || caseOf(u.surface) == capital {
		return false
	}
	e, ok := f.lex.Look(u.norm, "en")
	return ok && !e.Hidden() && e.Kinds&(lexicon.Form|lexicon.SMS) != 0 && e.WordRank >= usualEnglish
}

// sideOf is Seek&Hide's table 1, and what the paper had no need of: words of
// the anti-dictionaries that are weighed all the same.
func (f *Detector) sideOf(u *unit) side {
	hidden, kept := u.entry.Hidden(), u.entry.Kept()
	limit := float64(surelyWord)
	if bold(u.heuristic) {
		limit = commonWord
	}
	switch {
	case u.entry.Kinds&lexicon.Hide != 0:
		return dict
	case u.entry.Kinds&lexicon.Keep != 0:
		return anti
	case hidden && kept && f.literal && u.prior > hardlyWord:
		return dict
	case hidden && kept:
		return both
	case hidden:
		return dict
	case kept && u.prior > limit:
		return guess
	case kept, u.heuristic == variant.Sound, strings.ContainsAny(u.norm, "0123456789"):
		return anti // of the last: "3eB", "3kg200", nobody's name
	}
	return unknown
}

// bold names the variants that reach far enough to swallow a rare name.
func bold(h variant.Heuristic) bool {
	return glued(h) || h == variant.Misspelling || h == variant.Phonetic
}

// glued names the variants that cut a word up.
func glued(h variant.Heuristic) bool { return h == variant.Apostrophe || h == variant.Concatenation }

// unglue checks a word that was cut up, and narrows the unit to the one part
// that may be a name ("dalice", "bisousmarie"), so that only the name is
// hidden. It refuses cuts that are far-fetched: a name with a rare word beside
// it ("shah inez").
func (f *Detector) unglue(u *unit, parts []lexicon.Part) bool {
	at := -1
	for i, p := range parts {
		switch {
		case p.Entry.Hidden() && p.End-p.Start > 2:
			if at >= 0 {
				return f.model == nil
			}
			at = i
		case f.model != nil && f.model.prior(f.lex, p.Entry.ID) > commonWord && p.End-p.Start > 1 && at >= 0:
			return false
		}
	}
	if at < 0 || len(u.norm) != u.end-u.start {
		return true
	}
	for _, p := range parts[:at] {
		if f.model != nil && f.model.prior(f.lex, p.Entry.ID) > commonWord {
			return false
		}
	}
	p := parts[at]
	u.start, u.end = u.start+p.Start, u.start+p.End
	u.norm, u.surface, u.entry = u.norm[p.Start:p.End], u.surface[p.Start:p.End], p.Entry
	u.inside = true
	return true
}

// prior is that of the words a unit was read as: the rarest of them, since a
// name cut up into words gives at least one odd one.
func (f *Detector) prior(u *unit, parts []lexicon.Part) float64 {
	z := f.model.prior(f.lex, u.entry.ID)
	if u.heuristic == variant.None || u.entry.Hidden() {
		return z
	}
	for _, p := range parts {
		z = max(z, f.model.prior(f.lex, p.Entry.ID))
	}
	return z
}
