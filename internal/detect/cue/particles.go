package cue

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/register"
	"github.com/bauta/bauta/internal/reading"
)

// particled gives the last word of a surname with particles that begins at word n behind a title: "Mme da Costa",
// "M. Le Goff"; n where there is none. In small letters a particle is an article or a preposition before what is no
// surname ("madame la directrice"), and before what is a word as well ("la signora della valle"), unless the title
// is sure or the particle no word here ("mme da costa").
func particled(r *reading.Reading, n int, sure bool) int {
	last := r.BehindParticles(n)
	if last == n {
		return n
	}
	w := r.Compound(last)
	if w.Role != 0 || office(w) || functions[r.Norm(last)] || offices[base(r.Lang)][r.Bare(last)] {
		return n
	}
	surname := w.Is(lexicon.Surname) || register.Default().Last(r.Norm(last))
	sure = sure || !lexicon.Frequent(r.Norm(n), base(r.Lang))
	switch {
	case r.Word(n).Capital && r.Word(last).Capital, surname && (sure || !w.Common):
		return last
	}
	return n
}

// base is a language without the region.
func base(lang string) string {
	base, _, _ := strings.Cut(lang, "-")
	return base
}
