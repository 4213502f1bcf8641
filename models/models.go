// Package models holds the model bundles that come with the program. Each folder is
// a bundle with its card, MODEL.md, which people read and the program does not hold; package
// model opens them.
//
// What belongs to one language is a [model.Pack] that a function gives, [French] or
// [German]: a program that calls one of them links the models of that language, and
// those of no other. [All] has them all. The build tags no_de, no_en … leave out a
// language, no_neural the neural taggers, which are asked about what leaves the others
// in doubt, no_ja the Japanese dictionary, no_sharealike whatever was learnt from text or
// counts under CC BY-SA: every bundle but triage-fr, which is of no use without the
// others (ADR 0018).
package models

import "github.com/bauta/bauta/model"

// All are the packs of all languages.
func All() []model.Pack {
	packs := []model.Pack{Telling(), English(), French(), German(), Italian(), Spanish(), Swedish()}
	if withNeural {
		packs = append(packs, EnglishNeural(), FrenchNeural(), GermanNeural(), ItalianNeural(), SpanishNeural(),
			SwedishNeural())
	}
	return packs
}

// FS gives the folder of all bundles.
func FS() model.Joined { return model.Join(All()...) }

// Names lists all bundles, sorted.
func Names() []string { return FS().Names() }
