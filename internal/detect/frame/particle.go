package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// particled reads a surname with a particle behind a first name of the lists:
// "Ursula van der Meer", "Friedrich-Wilhelm von der Osten". Behind a German article a
// common word is where somebody is from: "Paul von der Schule".
func particled(r *frames, i int) (bauta.Span, bool) {
	w := r.Compound(i)
	if !r.Word(i).Named() || !given(w) || w.Common || !r.near(i, i+1) || r.Word(i+1).Named() {
		return bauta.Span{}, false
	}
	last := r.BehindParticles(i + 1)
	how, joins := joiningParticles()[r.Norm(i+1)]
	if last == i+1 || !joins || how == "capital" || !r.Word(last).Named() {
		return bauta.Span{}, false
	}
	if from := r.Norm(i+1) == "von" && last > i+2; from && r.Compound(last).Common {
		return bauta.Span{}, false
	}
	s := r.person(i, last, said, "a particle in a name")
	s.Part = bauta.Full
	return s, true
}

// onward lets a find that ends with a first name reach over a surname with its particles: "Concetta Lo Russo".
// A particle in small letters is a preposition before anything but a surname: "marco da costa", not "marco da noi".
func (r *frames) onward(s *bauta.Span) {
	_, to, ok := r.At(s.Start, s.End)
	if !ok || s.Part == bauta.Full || !r.near(to, to+1) || !r.given(to) {
		return
	}
	last := r.BehindParticles(to + 1)
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
