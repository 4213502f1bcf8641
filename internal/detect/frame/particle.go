package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// particles stand between a first name and a surname, longest first.
var particles = [][]string{
	{"von", "und", "zu"},
	{"von", "der"},
	{"von", "den"},
	{"van", "der"},
	{"van", "den"},
	{"van", "de"},
	{"van", "het"},
	{"von"},
	{"van"},
	{"ter"},
	{"ten"},
	{"af"},
	{"dos"},
	{"ibn"},
	{"bint"},
}

// particled reads a surname with a particle behind a first name of the lists:
// "Ursula van der Meer", "Friedrich-Wilhelm von der Osten". Behind a German article a
// common word is where somebody is from: "Paul von der Schule".
func particled(r *frames, i int) (bauta.Span, bool) {
	w := r.Compound(i)
	if !r.Word(i).Named() || !given(w) || w.Common {
		return bauta.Span{}, false
	}
	p := r.particle(i + 1)
	last := i + 1 + len(p)
	if p == nil || !r.IsWord(last) || !r.Word(last).Named() || !r.Beside(last-1, last) {
		return bauta.Span{}, false
	}
	from := p[0] == "von" && len(p) > 1 && r.Compound(last).Common
	if from || r.Word(i+1).Named() {
		return bauta.Span{}, false
	}
	s := r.person(i, last, said, "a particle in a name")
	s.Part = bauta.Full
	return s, true
}

// particle gives the particle that begins at token i, nil for none.
func (r *frames) particle(i int) []string {
	for _, p := range particles {
		end := i + len(p)
		if end < len(r.Doc.Tokens) && r.Beside(i-1, i) && r.ends(end-1, p) {
			return p
		}
	}
	return nil
}

// onward lets a find that ends with a first name reach over a surname with its particles: "Concetta Lo Russo".
// A particle in small letters is a preposition before anything but a surname: "marco da costa", not "marco da noi".
func (r *frames) onward(s *bauta.Span) {
	_, to, ok := r.At(s.Start, s.End)
	if !ok || s.Part == bauta.Full || !r.near(to, to+1) || !given(r.Compound(to)) {
		return
	}
	last := r.behindParticles(to + 1)
	if last == to+1 || !r.Beside(last-1, last) || r.short(last) {
		return
	}
	w := r.Compound(last)
	surname := w.Is(lexicon.Surname) && !w.Common && !w.Is(lexicon.City)
	how, joins := joiningParticles()[r.Norm(to+1)]
	written := r.Word(to+1).Named() && r.Word(last).Named()
	if !written && !(surname && joins && how == "") {
		return
	}
	s.End = r.Doc.Tokens[last].End
	s.Why += ", with the surname behind it"
}
