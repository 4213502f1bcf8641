package lexical

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// cue is what a neighbour says about a word: that a name may follow it, or that
// a common word does.
type cue uint8

const (
	other    cue = iota
	edge         // nothing on that side
	greeting     // salut, coucou, merci
	itIs         // c'est
	of           // de, d'
	with         // avec, chez, pour
	and          // et, ou
	det          // le, une, ce
	poss         // mon, ta
	subject      // je, tu, on
	kin          // tata, madame
	call         // appelle, demande à
	comma        // , and other light punctuation
	stop         // . ! ?
	smile        // emoji and smileys
	digit        // numbers
	name         // a name by the lists
	kiss         // bisous, love: the end of a message, where names sign
	be           // est, va, a: what follows a subject
	masked       // a replacement of an earlier run
	toward       // à, en, vers, dans: a place as often as a person
	cues
)

var cueNames = [cues]string{
	"other", "edge", "greeting", "it-is", "of", "with", "and", "det", "poss", "subject", "kin", "call",
	"comma", "stop", "smile", "digit", "name", "kiss", "be", "masked", "toward",
}

// cueOf gives the cue of a token that is no unit.
func cueOf(t bauta.Token) cue {
	switch t.Kind {
	case bauta.Number:
		return digit
	case bauta.Emoji:
		return smile
	case bauta.Masked, bauta.Handle:
		return masked
	case bauta.Punct:
		switch t.Norm[0] {
		case '.', '!', '?':
			return stop
		case '&', '+':
			return and
		}
		return comma
	}
	return other
}

// cue gives the cue of a unit.
func (f *Detector) cue(u *unit) cue {
	if c, ok := f.cues[u.norm]; ok {
		return c
	}
	k := u.entry.Kinds
	switch {
	case k&lexicon.Kinship != 0:
		return kin
	case k&lexicon.Greeting != 0:
		return greeting
	case u.side == dict && k&(lexicon.FirstName|lexicon.Hypocoristic) != 0:
		return name
	case u.side != anti:
		return other
	case u.entry.POS&lexicon.Determiner != 0:
		return det
	case u.entry.POS&lexicon.Title != 0:
		return kin
	}
	return other
}
